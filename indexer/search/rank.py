"""The best units for the terms of a query. IO: reads the database.

The score of a unit is a sum over the query's terms of share x weight x impact, all integers: what
``SCHEMA.md`` spells out in SQL is the same sum. The best are found without reading every posting (see
``_best``), and are exactly those of the full sum; equal scores are ordered by address.
"""

import json
import sqlite3
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from indexer.search.fields import LEVELS, SetName
from indexer.search.question import Wanted


@dataclass(frozen=True, slots=True, kw_only=True)
class Term:
    """A wanted term that the set has: what a posting of it adds is ``factor * impact``."""

    wanted: Wanted
    term_id: int
    units: int
    factor: int


def find_terms(connection: sqlite3.Connection, within: SetName, wanted: Sequence[Wanted]) -> tuple[Term, ...]:
    """The terms of *wanted* that stand in some passage of *within*."""
    rows = connection.execute(
        "SELECT term, id, search_term.units, (SELECT weight FROM search_weight WHERE within = :within AND"
        " least_units <= search_term.units ORDER BY least_units DESC LIMIT 1) FROM search_term"
        " WHERE within = :within AND term IN (SELECT value FROM json_each(:terms))",
        {"within": within, "terms": json.dumps([item.term for item in wanted])},
    )
    found = {term: (term_id, units, weight) for term, term_id, units, weight in rows}
    return tuple(
        Term(wanted=item, term_id=hit[0], units=hit[1], factor=item.share * hit[2])
        for item in wanted
        if (hit := found.get(item.term))
    )


def rank(
    connection: sqlite3.Connection,
    terms: Sequence[Term],
    limit: int,
    *,
    allowed: frozenset[int] | None = None,
) -> list[tuple[int, int]]:
    """The best (unit, score), best first, equal scores by unit; only *allowed* units, ``None`` for all."""
    scores: dict[int, int] = defaultdict(int)
    for term in terms:
        rows = connection.execute(
            "SELECT impact, units FROM search_posting WHERE term_id = ? ORDER BY impact DESC", (term.term_id,)
        )
        for impact, units in rows:
            gain = term.factor * impact
            for unit in json.loads(units):
                scores[unit] += gain
    if allowed is not None:
        scores = {unit: score for unit, score in scores.items() if unit in allowed}
    return sorted(scores.items(), key=lambda item: (-item[1], item[0]))[:limit]


def highest_score(terms: Sequence[Term]) -> int:
    """What a passage with the highest impact for each term would score."""
    return sum(term.factor for term in terms) * LEVELS
