"""The best units for a query. IO: reads the database.

A unit's score is the sum, over the words of the query, of the best ``factor * impact`` among its terms.
All are integers: what ``SCHEMA.md`` spells out in SQL is the same sum.
"""

import json
import sqlite3
from collections.abc import Sequence
from heapq import nsmallest

from indexer.search.postings import PART_BITS
from indexer.search.terms import Sought

Scores = dict[int, int]
"""Points by unit."""


def score_units(connection: sqlite3.Connection, sought: Sequence[Sought]) -> Scores:
    """Points of every unit that has a term of *sought*."""
    postings = _read_postings(connection, sought)
    total: Scores = {}
    for word in sought:
        best = _best_of_word(word, postings)
        if total:
            for unit, points in best.items():
                total[unit] = total.get(unit, 0) + points
        else:
            total = best
    return total


def _best_of_word(word: Sought, postings: dict[int, list[dict[str, list[int]]]]) -> Scores:
    """Points by unit for one word; later levels overwrite earlier ones, so the highest come last."""
    levels = [
        (term.factor * int(impact), units)
        for term in word.terms
        for part in postings.get(term.term_id, ())
        for impact, units in part.items()
    ]
    levels.sort(key=lambda level: level[0])
    best: Scores = {}
    for points, units in levels:
        best.update(dict.fromkeys(units, points))
    return best


def _read_postings(
    connection: sqlite3.Connection, sought: Sequence[Sought]
) -> dict[int, list[dict[str, list[int]]]]:
    ids = sorted({term.term_id for word in sought for term in word.terms})
    found: dict[int, list[dict[str, list[int]]]] = {}
    rows = connection.execute(
        "SELECT value, search_posting.units FROM json_each(:ids) CROSS JOIN search_posting"
        " ON search_posting.id BETWEEN value << :bits AND (value + 1 << :bits) - 1",
        {"ids": json.dumps(ids), "bits": PART_BITS},
    )
    for term_id, units in rows:
        found.setdefault(term_id, []).append(json.loads(units))
    return found


def best_of(scores: Scores, limit: int) -> list[tuple[int, int]]:
    """The best (unit, points), best first, equal points by unit."""
    return nsmallest(limit, scores.items(), key=lambda item: (-item[1], item[0]))


def highest_score(sought: Sequence[Sought]) -> int:
    """What a passage with the highest impact for each word would score."""
    return sum(word.highest for word in sought)
