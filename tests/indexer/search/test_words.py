"""What a query's words stand for: themselves, other forms, related words, phrases."""

import sqlite3

import pytest

from indexer.search.fields import SetName
from indexer.search.query import rank_passages, stemmer
from indexer.search.question import CONTRACTIONS, words_of
from indexer.search.related import FORM_SHARE, LEAST_SHARE, MOST_SHARE, PHRASE_SHARE, read_related

SHARES = {(term, related): share for term, related, share in read_related(stemmer())}


def phrases(query: str, within: SetName = "docs") -> list[str]:
    """The terms of *query* that stand for two words."""
    return [term for word in words_of(query, within, stemmer()) for term in word.terms if " " in term]


@pytest.mark.parametrize(
    ("query", "found"),
    [
        pytest.param("it blows up", ["it blow", "blow up"], id="stop words count in phrases"),
        pytest.param("Blowing UP", ["blow up"], id="any inflection and case"),
        pytest.param("doesn't work", ["doesn work"], id="what an apostrophe leaves is no word"),
        pytest.param("cf-button up", [], id="an identifier is no part of a phrase"),
        pytest.param("cell", [], id="one word"),
        pytest.param("", [], id="none"),
    ],
)
def test_neighbours_are_tried_as_a_phrase(query: str, found: list[str]) -> None:
    assert phrases(query) == found


def test_a_phrase_leads_to_what_documentation_says_and_to_nothing_else() -> None:
    assert SHARES["log in", "authent"] == PHRASE_SHARE
    assert ("log", "authent") not in SHARES


def test_forms_count_more_than_related_words_and_are_not_diluted() -> None:
    assert SHARES["wrote", "write"] == SHARES["write", "wrote"] == FORM_SHARE
    assert SHARES["children", "child"] == FORM_SHARE
    shares = set(SHARES.values()) - {FORM_SHARE, PHRASE_SHARE}
    assert LEAST_SHARE <= min(shares) <= max(shares) <= MOST_SHARE


def test_each_pair_stands_once_and_no_word_is_related_to_itself() -> None:
    rows = read_related(stemmer())
    assert rows == sorted(rows)
    assert len({row[:2] for row in rows}) == len(rows)
    assert not any(term == related for term, related, _ in rows)


def test_contractions_are_what_chunks_leave_of_them() -> None:
    assert {"s", "t", "re", "ve", "ll", "d", "m"} == CONTRACTIONS


def test_a_passage_is_found_by_a_phrase(indexed: sqlite3.Connection) -> None:
    indexed.execute("INSERT INTO search_related VALUES ('goe blank', 'sheet', 6)")
    by_phrase = rank_passages(indexed, "goes blank", within="docs", limit=5)
    by_word = rank_passages(indexed, "sheet", within="docs", limit=5)
    assert [place.address for place in by_phrase] == [place.address for place in by_word]
