"""Common words, read in falling order of impact. IO: reads the database.

Source: Fagin, Lotem, Naor, "Optimal aggregation algorithms for middleware" (2003): lists by falling grade, a
bound for what was not seen yet, and a look-up of each object that can still win.
"""

import json
import sqlite3
from collections.abc import Sequence

from indexer.search.postings import PART_BITS, read_levels
from indexer.search.scoring import Value, Values, value_of
from indexer.search.terms import Sought


class Common:
    """The parts of some words' postings, read round by round, one part a word.

    ``found`` holds values by unit, one dictionary a word; ``bound`` the most that a word can give
    where it was not read yet.
    """

    def __init__(
        self, connection: sqlite3.Connection, words: Sequence[Sought], allowed: frozenset[int] | None
    ) -> None:
        self._allowed = allowed
        self._connection = connection
        self._words = words
        self._parts = [_list_parts(connection, word) for word in words]
        self._next = [0] * len(words)
        self.found: list[Values] = [{} for _ in words]
        self.tied_after = -1
        """When one list is left and its next units have the gain of the last one read: that unit, else -1."""

    @property
    def bound(self) -> list[Value]:
        """By word; 0 where all is read."""
        return [
            value_of(word, parts[place][0]) if place < len(parts) else 0
            for word, parts, place in zip(self._words, self._parts, self._next, strict=True)
        ]

    def missing(self, unit: int, bound: Sequence[Value]) -> Value:
        """The most that the words may still add to *unit*."""
        pairs = ((value, found.get(unit, 0)) for value, found in zip(bound, self.found, strict=True))
        return sum(value - known for value, known in pairs if value > known)

    def read_more(self, seen: Values) -> bool:
        """Read the next part of each word and add it to *seen*; whether there was any."""
        any_left = False
        for number, parts in enumerate(self._parts):
            if self._next[number] < len(parts):
                any_left = True
                self._read_part(number, seen)
        return any_left

    def _read_part(self, number: int, seen: Values) -> None:
        word, parts = self._words[number], self._parts[number]
        _, row_id, factor = parts[self._next[number]]
        self._next[number] += 1
        text = self._connection.execute(
            "SELECT units FROM search_posting WHERE id = ?", (row_id,)
        ).fetchone()[0]
        found, points, last = self.found[number], 0, -1
        for impact, units in read_levels(text):
            points, last = factor * impact, units[-1]
            value = value_of(word, points)
            for unit in units if self._allowed is None else self._allowed.intersection(units):
                old = found.get(unit, 0)
                if old < value:
                    found[unit] = value
                    seen[unit] = seen.get(unit, 0) + value - old
        alone = len(self._words) == 1 and len(word.terms) == 1
        following = parts[self._next[number]][0] if self._next[number] < len(parts) else -1
        self.tied_after = last if alone and following == points else -1


def _list_parts(connection: sqlite3.Connection, word: Sought) -> list[tuple[int, int, int]]:
    """(most points, row id, factor) of the parts of all terms of *word*, in falling order of points."""
    factors = {term.term_id: term.factor for term in word.terms}
    rows = connection.execute(
        "SELECT value, search_posting.id, highest FROM json_each(:ids) CROSS JOIN search_posting"
        " ON search_posting.id BETWEEN value << :bits AND (value + 1 << :bits) - 1",
        {"ids": json.dumps(list(factors)), "bits": PART_BITS},
    )
    parts = [(factors[term_id] * highest, row_id, factors[term_id]) for term_id, row_id, highest in rows]
    return sorted(parts, key=lambda part: (-part[0], part[1]))
