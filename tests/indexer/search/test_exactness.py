"""Whatever is read and in whichever order, the best units are those of the full sums."""

import sqlite3
from collections.abc import Mapping, Sequence
from contextlib import closing

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from indexer.search import postings
from indexer.search import rank as ranking
from indexer.search.fields import LEVELS
from indexer.search.postings import pack, rows_of
from indexer.search.question import FULL_SHARE, Word
from indexer.search.scoring import COVER
from indexer.search.tables import TABLES
from indexer.search.terms import Sought, Term

Unit = tuple[int, ...]
"""The impact of each term in one unit, 0 for none."""
Asked = tuple[Mapping[int, int], int]
"""A word: the factors of its terms, by their place in ``TERMS``, and its share."""
TERMS = ("a", "b", "c", "d")
SOME, MANY, RARE = (0, 1, LEVELS), (1, LEVELS), (*[0] * 12, LEVELS)
COLUMNS = st.builds(
    lambda impacts, drawn: [impacts[number % len(impacts)] for number in drawn],
    st.sampled_from((SOME, MANY, RARE)),
    st.binary(min_size=40, max_size=40),
)
UNITS = st.builds(
    lambda columns, units: [*zip(*columns, strict=True)][:units],
    st.tuples(*[COLUMNS] * len(TERMS)),
    st.integers(1, 40),
)
PLACES, FACTORS = st.integers(0, len(TERMS) - 1), st.integers(1, 3)
SHARES = st.sampled_from((FULL_SHARE, FULL_SHARE, 5))
WORDS = st.tuples(st.dictionaries(PLACES, FACTORS, min_size=2, max_size=3), SHARES)
SINGLE_WORDS = st.tuples(st.dictionaries(PLACES, FACTORS, min_size=1, max_size=1), SHARES)
QUERIES = st.one_of(
    WORDS.map(lambda word: [word]),
    st.lists(SINGLE_WORDS, min_size=1, max_size=4),
    st.lists(SINGLE_WORDS | WORDS, min_size=1, max_size=4),
)


def write_units(units: Sequence[Unit]) -> sqlite3.Connection:
    """A database with the postings of *units* and no texts."""
    connection = sqlite3.connect(":memory:")
    connection.executescript(TABLES)
    connection.executemany(
        "INSERT INTO search_unit VALUES ('docs', ?, ?, '')", ((n, n) for n in range(len(units)))
    )
    table = np.array(units)
    held, terms = np.nonzero(table)
    keys = np.sort(pack(terms, table[held, terms], held))
    connection.executemany(
        "INSERT INTO search_posting VALUES (?, ?, ?, ?, ?, ?)", rows_of("docs", TERMS, keys)
    )
    return connection


def sought_for(units: Sequence[Unit], query: Sequence[Asked]) -> list[Sought]:
    """The words of *query* with those of their terms that stand somewhere."""
    counts = np.count_nonzero(np.array(units), axis=0).tolist()
    words = []
    for place, (factors, share) in enumerate(query):
        terms = [Term(term=TERMS[n], units=counts[n], factor=factors[n]) for n in factors if counts[n]]
        terms.sort(key=lambda term: (-term.factor, term.term))
        if terms:
            word = Word(text=str(place), terms=tuple(term.term for term in terms), share=share)
            words.append(Sought(word=word, terms=tuple(terms)))
    return words


def full_sums(units: Sequence[Unit], sought: Sequence[Sought]) -> list[tuple[int, int]]:
    """Every unit that has one of the words, with its score, best first, equal scores by unit."""
    full = max(1, sum(word.highest for word in sought if word.word.share == FULL_SHARE))
    scores = []
    for number, impacts in enumerate(units):
        given_by = dict(zip(TERMS, impacts, strict=True))
        points = [max(term.factor * given_by[term.term] for term in word.terms) for word in sought]
        weights = [word.highest if word.word.share == FULL_SHARE else 0 for word in sought]
        matched = sum(weight for weight, got in zip(weights, points, strict=True) if got)
        scores.append((number, sum(points) * (COVER * full + matched)))
    return sorted((item for item in scores if item[1]), key=lambda item: (-item[1], item[0]))


@settings(max_examples=500, deadline=None)
@given(
    units=UNITS,
    query=QUERIES,
    limit=st.integers(1, 3) | st.integers(1, 20),
    huge=st.sampled_from((0, 5, 10**6)),
    allowed=st.none() | st.sets(st.integers(0, 39)),
)
@example(
    units=[(LEVELS, 0, 0, 0), (0, LEVELS, LEVELS, 0)],
    query=[({0: 3}, FULL_SHARE), ({1: 2}, FULL_SHARE), ({2: 2}, FULL_SHARE)],
    limit=1,
    huge=0,
    allowed=None,
).via("a unit of the two last words beats one of the first")
@example(
    units=[*[(0, LEVELS, 0, 0)] * 6, (LEVELS, 0, 0, 0)],
    query=[({0: 1}, FULL_SHARE), ({1: 1}, FULL_SHARE)],
    limit=1,
    huge=5,
    allowed=None,
).via("a unit of the last word ties with the best one and comes before it")
def test_the_best_are_those_of_the_full_sums_with_ties_by_unit(
    units: list[Unit], query: list[Asked], limit: int, huge: int, allowed: set[int] | None
) -> None:
    sought = sought_for(units, query)
    kept = None if allowed is None else [unit for unit in sorted(allowed) if unit < len(units)]
    every = full_sums(units, sought)
    expected = [item for item in every if kept is None or item[0] in kept]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(postings, "PART_UNITS", 4)
        patch.setattr(ranking, "HUGE", huge)
        with closing(write_units(units)) as connection:
            numbers = None if kept is None else np.array(kept, np.int64)
            assert ranking.rank(connection, "docs", sought, limit, allowed=numbers) == expected[:limit]
