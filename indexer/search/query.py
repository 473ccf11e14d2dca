"""Search: a query's text to ranked hits. IO: reads the database.

    text -> terms (question) -> best units of each set (rank) -> hits with snippets (hits)

Sets are ranked each on its own; ``all`` merges them by the share of the best score a query could reach.
"""

import json
import sqlite3
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from typing import NamedTuple

import numpy as np

from indexer.base.errors import QueryRefused
from indexer.search.fields import SETS, TABLE_OF, SetName
from indexer.search.filters import NO_FILTERS, Filters, find_allowed
from indexer.search.hits import Hit, Ranked, read_hit
from indexer.search.postings import Numbers
from indexer.search.question import words_of
from indexer.search.rank import rank
from indexer.search.scoring import highest_score
from indexer.search.terms import Sought, find_terms
from indexer.search.tokens import Stemmer

HIGHEST_LIMIT = 1000
SPARE = 100
"""Passages that are ranked beyond the limit before it is asked which of them a filter lets through."""


@cache
def stemmer() -> Stemmer:
    """The one stemmer of this process."""
    return Stemmer()


def search(  # noqa: PLR0913 - options by keyword
    connection: sqlite3.Connection,
    query: str,
    *,
    within: str = "all",
    limit: int = 10,
    filters: Filters = NO_FILTERS,
    explained: bool = False,
) -> tuple[Hit, ...]:
    """The best *limit* passages of *within* for *query*, best first, equal scores by address.

    Any text is a query; one without a letter or digit finds nothing. *explained* hits tell their parts.

    Raises:
        QueryRefused: no such set, or *limit* is out of range.
    """
    places = rank_passages(connection, query, within=within, limit=limit, filters=filters)
    hits = (read_hit(connection, place, stemmer()) for place in places)
    if not explained:
        return tuple(hits)
    from indexer.search.explain import explain  # noqa: PLC0415 - only for those who ask why

    return tuple(
        replace(hit, parts=explain(connection, place, stemmer()))
        for hit, place in zip(hits, places, strict=True)
    )


def rank_passages(
    connection: sqlite3.Connection,
    query: str,
    *,
    within: str = "all",
    limit: int = 10,
    filters: Filters = NO_FILTERS,
) -> tuple[Ranked, ...]:
    """The ranking that ``search`` shows, without titles and snippets."""
    if not 1 <= limit <= HIGHEST_LIMIT:
        raise QueryRefused("limit", f"{limit} is out of range, expected 1 to {HIGHEST_LIMIT}")
    places: list[Ranked] = []
    for name in sets_of(within):
        places.extend(_rank_set(connection, query, within=name, limit=limit, filters=filters))
    return tuple(sorted(places, key=lambda place: (-place.score, place.address, place.within))[:limit])


def sets_of(within: str) -> tuple[SetName, ...]:
    """The sets that *within* names.

    Raises:
        QueryRefused: it names none.
    """
    if within == "all":
        return SETS
    for name in SETS:
        if name == within:
            return (name,)
    raise QueryRefused("in", f"{within!r} is no set, expected one of all, {', '.join(SETS)}")


def _rank_set(
    connection: sqlite3.Connection, query: str, *, within: SetName, limit: int, filters: Filters
) -> list[Ranked]:
    sought = find_terms(connection, within, words_of(query, within, stemmer()))
    highest = highest_score(sought)
    return [
        Ranked(
            within=within,
            row_id=place.row_id,
            address=place.address,
            score=place.score / highest,
            sought=sought,
        )
        for place in _find_best(connection, within, sought, limit, filters)
    ]


def _find_best(
    connection: sqlite3.Connection, within: SetName, sought: tuple[Sought, ...], limit: int, filters: Filters
) -> "list[_Place]":
    """The best places that *filters* let through."""
    if filters.is_empty():
        return _read_places(connection, within, rank(connection, within, sought, limit))
    likely = _read_places(connection, within, rank(connection, within, sought, limit + SPARE))
    allowed = find_allowed(connection, within, filters, [place.row_id for place in likely])
    kept = [place for place in likely if place.row_id in allowed]
    if len(kept) >= limit or len(likely) < limit + SPARE:
        return kept[:limit]
    # Most are kept out: find all that may answer before ranking.
    every = _units_of(connection, within, find_allowed(connection, within, filters))
    return _read_places(connection, within, rank(connection, within, sought, limit, allowed=every))


class _Place(NamedTuple):
    row_id: int
    address: str
    score: int


def _read_places(
    connection: sqlite3.Connection, within: SetName, best: Sequence[tuple[int, int]]
) -> list[_Place]:
    """The places of the *best* (unit, score), in their order."""
    units = json.dumps([unit for unit, _ in best])
    rows = connection.execute(_PLACES[within], {"within": within, "units": units})
    places = {unit: (row_id, address) for unit, row_id, address in rows}
    missing = [unit for unit, _ in best if unit not in places]
    if missing:
        raise sqlite3.DatabaseError(f"search postings are damaged: {missing[0]} is no unit of {within}")
    return [_Place(*places[unit], score) for unit, score in best]


_PLACES = {
    within: f"SELECT unit, row_id, address FROM json_each(:units) CROSS JOIN search_unit"
    f" ON within = :within AND unit = value JOIN {table} ON {table}.id = row_id"
    for within, table in TABLE_OF.items()
}


def _units_of(connection: sqlite3.Connection, within: SetName, rows: frozenset[int]) -> Numbers:
    units = connection.execute("SELECT unit, row_id FROM search_unit WHERE within = ?", (within,))
    return np.array([unit for unit, row_id in units if row_id in rows], np.int64)
