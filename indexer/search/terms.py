"""The words of a query as the terms that an index has. IO: reads the database."""

import json
import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass

from indexer.search.fields import LEVELS, SetName
from indexer.search.question import Word


@dataclass(frozen=True, slots=True, kw_only=True)
class Term:
    """A term of an index: a passage that has it gets up to ``factor * impact`` points for the word."""

    term: str
    units: int
    """In how many passages it stands."""
    factor: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Sought:
    """One word of a query with the terms of it that an index has, highest factor first."""

    word: Word
    terms: tuple[Term, ...]

    @property
    def highest(self) -> int:
        """The most points that a passage can get for this word."""
        return self.terms[0].factor * LEVELS

    @property
    def units(self) -> int:
        """In how many passages its terms stand, those with several counted more than once."""
        return sum(term.units for term in self.terms)


def find_terms(connection: sqlite3.Connection, index: SetName, words: Sequence[Word]) -> tuple[Sought, ...]:
    """Those of *words* that stand in some passage of *index*, in their order.

    A related term weighs no more than the word it stands for, however rare it is.
    """
    asked = [
        [place, term, word.share, word.widens] for place, word in enumerate(words) for term in word.terms
    ]
    rows = connection.execute(TERMS, {"within": index, "asked": json.dumps(asked)})
    found: dict[int, list[Term]] = {}
    for place, term, units, factor in rows:
        if not (isinstance(units, int) and isinstance(factor, int) and factor < _MOST_FACTOR):
            raise sqlite3.DatabaseError(f"search tables are damaged: units or weight of {term!r}")
        found.setdefault(place, []).append(Term(term=term, units=units, factor=factor))
    return tuple(Sought(word=words[place], terms=tuple(terms)) for place, terms in found.items())


_MOST_FACTOR = 1 << 24
"""More than any term can have: 128 shares of 32 times the logarithm of 2^26."""

TERMS = """
WITH
  asked AS (
    SELECT json_extract(value, '$[0]') AS place, json_extract(value, '$[1]') AS term,
      json_extract(value, '$[2]') AS share, json_extract(value, '$[3]') AS widens
    FROM json_each(:asked)),
  own AS (
    SELECT place, share, asked.term AS term, units,
      (SELECT weight FROM search_weight WHERE within = :within AND least_units <= units
        ORDER BY least_units DESC LIMIT 1) AS weight
    FROM asked CROSS JOIN search_posting
      ON search_posting.within = :within AND search_posting.term = asked.term AND part = 0),
  ceiling AS (SELECT place, max(weight) AS weight FROM own GROUP BY place),
  other AS (
    SELECT asked.place AS place, search_related.share AS share, related AS term, units,
      ceiling.weight AS ceiling,
      (SELECT weight FROM search_weight WHERE within = :within AND least_units <= units
        ORDER BY least_units DESC LIMIT 1) AS weight
    FROM asked CROSS JOIN search_related ON search_related.term = asked.term
    CROSS JOIN search_posting
      ON search_posting.within = :within AND search_posting.term = related AND part = 0
    LEFT JOIN ceiling ON ceiling.place = asked.place
    WHERE asked.widens)
SELECT place, term, units, max(factor) AS factor FROM (
  SELECT place, term, units, share * weight AS factor FROM own
  UNION ALL
  SELECT place, term, units, share * min(weight, coalesce(ceiling, weight)) AS factor FROM other)
WHERE factor > 0
GROUP BY place, term ORDER BY place, factor DESC, term
"""
"""The terms of ``:asked``, a JSON list of [place, term, share, widens], in the index ``:within``."""
