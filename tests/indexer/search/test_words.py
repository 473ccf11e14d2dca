"""What a query's words stand for: themselves, other forms, related words, phrases."""

import re
import sqlite3
from collections import Counter
from importlib.resources import files

import pytest

from indexer.search.fields import SetName
from indexer.search.query import rank_passages, stemmer
from indexer.search.question import CONTRACTIONS, words_of
from indexer.search.related import FORM_SHARE, LEAST_SHARE, MOST_SHARE, PHRASE_SHARE, read_related
from indexer.search.tokens import chunks_of

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
    assert set(chunks_of("don't we'll I'm you're it's I've she'd")[1::2]) == CONTRACTIONS


def lines_of(file: str) -> list[str]:
    """The lines of a word list that say something."""
    text = files("indexer.search").joinpath(file).read_text(encoding="utf-8")
    return [line for line in text.splitlines() if line.strip() and not line.startswith("#")]


@pytest.mark.parametrize(
    ("file", "form"),
    [
        pytest.param("phrases.txt", r"\S+ \S+ >( [\w-]+)+", id="two words and what they mean"),
        pytest.param("forms.txt", r"[\w-]+( [\w-]+)+", id="forms of one word"),
        pytest.param("thesaurus.txt", r"[\w-]+( >)?( [\w-]+)+( *#.*)?", id="groups, or one word to others"),
    ],
)
def test_every_line_of_a_word_list_says_something(file: str, form: str) -> None:
    assert [line for line in lines_of(file) if not re.fullmatch(form, line)] == []


def pairs_of(line: str) -> set[tuple[str, str]]:
    """Each word of a line with those that it leads to, as terms."""
    words, goes_one_way, others = line.partition("#")[0].partition(">")
    terms, reached = (
        [stemmer().terms_of(word)[-1] for word in part.split()] for part in (words, others or words)
    )
    assert not goes_one_way or len(terms) == 1
    return {(term, other) for term in terms for other in reached if term != other}


def test_words_lead_to_those_of_their_line_and_one_way_where_it_says_so() -> None:
    lines = [*lines_of("thesaurus.txt"), *lines_of("forms.txt")]
    assert any(">" in line for line in lines)
    said = set[tuple[str, str]]().union(*map(pairs_of, lines))
    assert {pair for pair in SHARES if " " not in pair[0]} == said


def test_a_related_word_counts_less_the_more_of_them_there_are() -> None:
    forms = {term for line in lines_of("forms.txt") for pair in pairs_of(line) for term in pair}
    shares = {pair: share for pair, share in SHARES.items() if " " not in pair[0] and pair[0] not in forms}
    counts = Counter(term for term, _ in shares)
    by_count = sorted({(counts[term], -share) for (term, _), share in shares.items()})
    assert by_count == sorted(by_count, key=lambda item: item[1])
    assert len(by_count) == len({*counts.values()})
    assert (by_count[0][1], by_count[-1][1]) == (-MOST_SHARE + 1, -LEAST_SHARE)


def test_a_passage_is_found_by_a_phrase(indexed: sqlite3.Connection) -> None:
    indexed.execute("INSERT INTO search_related VALUES ('goe blank', 'sheet', 6)")
    by_phrase = rank_passages(indexed, "goes blank", within="docs", limit=5)
    by_word = rank_passages(indexed, "sheet", within="docs", limit=5)
    assert [place.address for place in by_phrase] == [place.address for place in by_word]
