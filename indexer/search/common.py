"""A word that stands in very many units, read in falling order of what it gives. IO: reads the database.

Source: Fagin, Lotem, Naor, "Optimal aggregation algorithms for middleware" (2003): lists by falling grade,
and a bound for what was not read yet.
"""

import json
import sqlite3
from typing import NamedTuple

import numpy as np

from indexer.search.fields import SetName
from indexer.search.gains import Gains, gains_of
from indexer.search.postings import Numbers
from indexer.search.scoring import Values, value_of
from indexer.search.terms import Sought


class _Part(NamedTuple):
    points: int
    """The most that it gives."""
    term: str
    number: int
    factor: int


class CommonWord:
    """The parts of the postings of one word's terms, the most points first."""

    def __init__(self, connection: sqlite3.Connection, within: SetName, word: Sought, units: int) -> None:
        self.word = word
        self._connection = connection
        self._within = within
        self._parts = _list_parts(connection, within, word)
        self._next = 0
        self._read: Values = np.zeros(units, np.int64)
        """What the word added so far, by unit."""
        self.tied_after = -1
        """A unit not read yet that gets what the last one got has a higher number; -1 if that is unsure."""

    @property
    def bound(self) -> int:
        """The most that the word adds to the value of a unit not read yet; 0 when all is read."""
        return value_of(self.word, self._parts[self._next].points) if self._next < len(self._parts) else 0

    def read_next(self) -> Gains:
        """What the next part adds to the values of its units, beyond what earlier parts gave."""
        part = self._parts[self._next]
        self._next += 1
        units, values = gains_of(self.word, self._postings(part), part.factor, len(self._read))
        self.tied_after = int(units[-1]) if len(self.word.terms) == 1 else -1
        return self._added(units, values)

    def _postings(self, part: _Part) -> bytes:
        row = self._connection.execute(_PART, (self._within, part.term, part.number)).fetchone()
        return bytes(row[0])

    def _added(self, units: Numbers, values: Values) -> Gains:
        before = self._read[units]
        more = values > before
        units, values = units[more], values[more]
        self._read[units] = values
        return units, values - before[more]


def _list_parts(connection: sqlite3.Connection, within: SetName, word: Sought) -> list[_Part]:
    factors = {term.term: term.factor for term in word.terms}
    rows = connection.execute(_PARTS, {"terms": json.dumps(list(factors)), "within": within})
    parts = [_Part(factors[term] * highest, term, number, factors[term]) for term, number, highest in rows]
    return sorted(parts, key=lambda part: (-part.points, part.term, part.number))


_PARTS = """
SELECT term, part, CAST(highest AS INTEGER)
FROM json_each(:terms) CROSS JOIN search_posting ON within = :within AND term = value
"""
_PART = "SELECT CAST(postings AS BLOB) FROM search_posting WHERE within = ? AND term = ? AND part = ?"
