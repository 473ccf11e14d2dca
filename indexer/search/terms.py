"""The words of a query as the terms that an index has. IO: reads the database."""

import json
import sqlite3
from collections.abc import Hashable, Sequence
from dataclasses import dataclass

from indexer.search.fields import LEVELS, SetName
from indexer.search.kept import MOST_WORDS, Kept
from indexer.search.question import Word


@dataclass(frozen=True, slots=True, kw_only=True)
class Term:
    """A term of an index: a passage that has it gets up to ``factor * impact`` points for the word."""

    term: str
    term_id: int
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


KEPT_TERMS: "Kept[tuple[Term, ...]]" = Kept(MOST_WORDS)


def find_terms(
    connection: sqlite3.Connection, index: SetName, words: Sequence[Word], *, state: Hashable = None
) -> tuple[Sought, ...]:
    """Those of *words* that stand in some passage of *index*, in their order.

    A related term weighs no more than the word it stands for, however rare it is.
    *state* identifies the database file, if what is found may be kept.
    """
    known = {word: kept for word in words if state and (kept := KEPT_TERMS.find((state, index, word)))}
    fresh = [word for word in words if word not in known]
    found = _read_terms(connection, index, fresh) if fresh else {}
    for word in fresh if state else ():
        KEPT_TERMS.keep((state, index, word), found.get(word, ()), size=1)
    terms = {**known, **found}
    return tuple(Sought(word=word, terms=terms[word]) for word in words if terms.get(word))


def _read_terms(
    connection: sqlite3.Connection, index: SetName, words: Sequence[Word]
) -> dict[Word, tuple[Term, ...]]:
    asked = [
        [place, term, word.share, word.widens] for place, word in enumerate(words) for term in word.terms
    ]
    rows = connection.execute(TERMS, {"within": index, "asked": json.dumps(asked)})
    found: dict[Word, tuple[Term, ...]] = {}
    for place, term, term_id, units, factor in rows:
        held = Term(term=term, term_id=term_id, units=units, factor=factor)
        found[words[place]] = (*found.get(words[place], ()), held)
    return found


TERMS = """
WITH
  asked AS (
    SELECT json_extract(value, '$[0]') AS place, json_extract(value, '$[1]') AS term,
      json_extract(value, '$[2]') AS share, json_extract(value, '$[3]') AS widens
    FROM json_each(:asked)),
  own AS (
    SELECT place, share, widens, search_term.id AS id, asked.term AS term, units,
      (SELECT weight FROM search_weight WHERE within = :within AND least_units <= units
        ORDER BY least_units DESC LIMIT 1) AS weight
    FROM asked JOIN search_term ON search_term.within = :within AND search_term.term = asked.term),
  ceiling AS (SELECT place, max(weight) AS weight FROM own GROUP BY place),
  other AS (
    SELECT asked.place AS place, search_related.share AS share, search_term.id AS id,
      search_term.term AS term, units, ceiling.weight AS ceiling,
      (SELECT weight FROM search_weight WHERE within = :within AND least_units <= units
        ORDER BY least_units DESC LIMIT 1) AS weight
    FROM asked JOIN search_related ON search_related.term = asked.term
    JOIN search_term ON search_term.within = :within AND search_term.term = search_related.related
    LEFT JOIN ceiling ON ceiling.place = asked.place
    WHERE asked.widens)
SELECT place, term, id, units, max(factor) AS factor FROM (
  SELECT place, term, id, units, share * weight AS factor FROM own
  UNION ALL
  SELECT place, term, id, units, share * min(weight, coalesce(ceiling, weight)) AS factor FROM other)
WHERE factor > 0
GROUP BY place, id ORDER BY place, factor DESC, id
"""
"""The terms of ``:asked``, a JSON list of [place, term, share, widens], in the index ``:within``."""
