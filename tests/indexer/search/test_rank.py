"""The top k is that of the full sums, whatever is read."""

import sqlite3
from array import array
from collections.abc import Iterator

import numpy as np
import pytest

from indexer.search import postings
from indexer.search import rank as ranking
from indexer.search.build import build_search
from indexer.search.query import rank_passages, search, stemmer
from indexer.search.question import words_of
from indexer.search.scoring import scorer_of, value_of
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
    values: dict[int, int] = {}
    for word in sought:
        points: dict[int, int] = {}
        for term in word.terms:
            for unit, impact in postings_of(connection, term.term):
                points[unit] = max(points.get(unit, 0), term.factor * impact)
        for unit, most in points.items():
            values[unit] = values.get(unit, 0) + value_of(word, most)
    scores = [(unit, scorer_of(sought).score(value)) for unit, value in values.items()]
    return sorted(scores, key=lambda item: (-item[1], item[0]))


def postings_of(connection: sqlite3.Connection, term: str) -> Iterator[tuple[int, int]]:
    """Unit and impact of each posting, as SCHEMA.md describes them."""
    rows = connection.execute(
        "SELECT postings FROM search_posting WHERE within = 'docs' AND term = ?", (term,)
    )
    for (packed,) in rows:
        for number in array("I", packed):
            yield number & (1 << 26) - 1, 63 - (number >> 26)


@pytest.mark.parametrize("query", QUERIES)
@pytest.mark.parametrize("limit", [1, 3, 10, 100])
@pytest.mark.parametrize("part", [pytest.param(8, id="small parts"), pytest.param(8192, id="large parts")])
@pytest.mark.parametrize(
    "huge",
    [
        pytest.param(10**6, id="all words read whole"),
        pytest.param(40, id="common words read by impact"),
        pytest.param(0, id="all words read by impact"),
    ],
)
def test_the_best_are_those_of_the_full_sums(  # noqa: PLR0913, PLR0917 - a table of tables
    libraries: dict[int, sqlite3.Connection],
    monkeypatch: pytest.MonkeyPatch,
    query: str,
    limit: int,
    huge: int,
    part: int,
) -> None:
    monkeypatch.setattr(ranking, "HUGE", huge)
    library = libraries[part]
    sought = sought_for(library, query)
    every = full_ranking(library, sought)
    assert ranking.rank(library, "docs", sought, limit) == every[:limit]
    allowed = np.array([unit for unit, _ in every[::3]], np.int64)
    assert ranking.rank(library, "docs", sought, limit, allowed=allowed) == every[::3][:limit]


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
    read = sum("SELECT CAST(postings AS BLOB) FROM" in statement for statement in statements)
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


@pytest.mark.parametrize(
    ("statement", "trouble"),
    [
        pytest.param("UPDATE search_posting SET postings = x'00'", "damaged", id="half a number"),
        pytest.param("UPDATE search_posting SET postings = x'ffffffff'", "damaged", id="no such unit"),
        pytest.param("UPDATE search_posting SET postings = 5", "damaged", id="no bytes"),
        pytest.param("UPDATE search_posting SET units = 'many'", "damaged", id="a count that is text"),
        pytest.param("UPDATE search_weight SET weight = 1.5", "damaged", id="a broken weight"),
        pytest.param("UPDATE search_weight SET weight = 1 << 62", "damaged", id="a weight without end"),
        pytest.param("UPDATE search_unit SET unit = 'a' || unit", "out of range", id="units that are text"),
        pytest.param("DELETE FROM search_unit WHERE unit < 300", "is no unit of docs", id="a unit is gone"),
        pytest.param("UPDATE search_unit SET unit = unit << 30", "out of range", id="units without end"),
    ],
)
@pytest.mark.parametrize("huge", [0, 10**6])
def test_damaged_postings_are_told_as_damage(
    indexed: sqlite3.Connection, monkeypatch: pytest.MonkeyPatch, statement: str, trouble: str, huge: int
) -> None:
    monkeypatch.setattr(ranking, "HUGE", huge)
    indexed.execute(statement)
    for query in ("cell", "cell list"):
        with pytest.raises(sqlite3.DatabaseError, match=trouble):
            rank_passages(indexed, query, within="docs")
