"""The top k is that of the full sums, whatever is read."""

import sqlite3
from pathlib import Path

import pytest

from indexer.search import postings
from indexer.search import rank as ranking
from indexer.search.build import build_search
from indexer.search.gains import read_all
from indexer.search.query import rank_passages, search, stemmer
from indexer.search.question import words_of
from indexer.search.scoring import scorer_of
from indexer.search.terms import Sought, find_terms

QUERIES = (
    "wish list",
    "how do I write a cell to the sheet",
    "mail",
    "color of a table row and its note",
    "reading streams from linked notes",
    "user user user",
    "the of and",
)


def sought_for(connection: sqlite3.Connection, query: str) -> tuple[Sought, ...]:
    """The words of *query* as the library has them."""
    return find_terms(connection, "docs", words_of(query, "docs", stemmer()))


def full_ranking(connection: sqlite3.Connection, sought: tuple[Sought, ...]) -> list[tuple[int, int]]:
    """Every unit that has one of the words, by score and number: nothing is left out."""
    scorer = scorer_of(sought)
    scores = [(unit, scorer.score(value)) for unit, value in read_all(connection, sought).items()]
    return sorted(scores, key=lambda item: (-item[1], item[0]))


@pytest.mark.parametrize("query", QUERIES)
@pytest.mark.parametrize("limit", [1, 3, 10, 100])
@pytest.mark.parametrize(
    "bounds",
    [
        pytest.param({}, id="as shipped"),
        pytest.param({"HUGE": 20, "CHECKED": 1}, id="common words read by impact"),
        pytest.param({"CHECKED": 1, "LISTED": 0}, id="left words read from the units"),
        pytest.param({"CHECKED": 1, "LISTED": 10**9}, id="left words read from their lists"),
    ],
)
def test_the_best_are_those_of_the_full_sums(
    made: sqlite3.Connection,
    monkeypatch: pytest.MonkeyPatch,
    query: str,
    limit: int,
    bounds: dict[str, int],
) -> None:
    for name, value in bounds.items():
        monkeypatch.setattr(ranking, name, value)
    sought = sought_for(made, query)
    every = full_ranking(made, sought)
    assert ranking.rank(made, "docs", sought, limit) == every[:limit]


def test_common_words_are_read_part_by_part(
    library: sqlite3.Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(postings, "PART_UNITS", 8)
    monkeypatch.setattr(ranking, "HUGE", 20)
    build_search(library)
    sought = sought_for(library, "cell")
    every = full_ranking(library, sought)
    statements: list[str] = []
    library.set_trace_callback(statements.append)
    best = ranking.rank(library, "docs", sought, 3)
    library.set_trace_callback(None)
    read = sum("FROM search_posting WHERE id =" in statement for statement in statements)
    assert best == every[:3]
    assert 0 < read < sum(-(-term.units // 8) for word in sought for term in word.terms)


@pytest.mark.parametrize("query", QUERIES)
def test_a_longer_limit_keeps_the_prefix(made: sqlite3.Connection, query: str) -> None:
    longest = rank_passages(made, query, within="all", limit=100)
    for limit in (1, 5, 10, 37):
        assert rank_passages(made, query, within="all", limit=limit) == longest[:limit]


@pytest.mark.parametrize("query", QUERIES)
def test_equal_scores_are_ordered_by_address(made: sqlite3.Connection, query: str) -> None:
    places = rank_passages(made, query, within="docs", limit=1000)
    keys = [(-place.score, place.address) for place in places]
    assert keys == sorted(keys)


@pytest.mark.parametrize(
    "query",
    ["", " ", '"', "AND OR NOT (", "'; DROP TABLE section; --", "🙂", "日本語", "cf:pattern:" + "A" * 43,
     "WishState<T>", "cell NEAR/3 list*", "word " * 2000, "\0", "\ud800"],
    ids=["empty", "blank", "quote", "operators", "injection", "emoji", "cjk", "identity", "generic", "fts",
         "ten kilobytes", "nul", "surrogate"],
)  # fmt: skip
def test_any_text_is_a_query(made: sqlite3.Connection, query: str) -> None:
    for hit in search(made, query, limit=3, explained=True):
        assert 0 < hit.score <= 1
        assert sum(part.score for part in hit.parts) == pytest.approx(hit.score)


def test_the_same_query_is_answered_alike_from_what_was_kept(
    made: sqlite3.Connection, tmp_path: Path
) -> None:
    file = f"{tmp_path}/made.db"
    with sqlite3.connect(file) as target:
        made.commit()
        made.backup(target)
    reader = sqlite3.connect(f"file:{file}?mode=ro&immutable=1", uri=True)
    for query in QUERIES * 2:
        kept = [
            (place.address, place.score) for place in rank_passages(reader, query, within="docs", limit=20)
        ]
        plain = rank_passages(made, query, within="docs", limit=20)
        assert kept == [(place.address, place.score) for place in plain]
    reader.close()
