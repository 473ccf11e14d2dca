"""The best units for a query, exactly. IO: reads the database.

Points are summed in one array over all units. Words that stand in very many units are read last: once no
unit that was not seen yet can come among the best, they are looked up only for those that still can. A lone
word of that kind is read in falling order of impact, as far as needed. Bounds decide what is read, never what
wins: the result is that of the full sums. Equal scores are ordered by unit.
Source: Turtle and Flood, "Query evaluation: strategies and optimizations" (1995).
"""

import sqlite3
from collections.abc import Sequence

import numpy as np

from indexer.search.common import CommonWord
from indexer.search.fields import SetName
from indexer.search.gains import Gains, read_words
from indexer.search.postings import Flags, Numbers
from indexer.search.scoring import bound_of, scorer_of
from indexer.search.tables import MOST_UNITS
from indexer.search.terms import Sought

HUGE = 60_000
"""A word with more postings is read last: alone as far as needed, beside others for units that can win."""


class Ranking:
    """One ranking under way: the values of all units."""

    def __init__(self, sought: Sequence[Sought], limit: int, units: int, allowed: Numbers | None) -> None:
        self.scorer = scorer_of(sought)
        self._limit = limit
        self._values = np.zeros(units, np.int64)
        self._first: Numbers = np.empty(0, np.int64)
        """Units that were read first, which are likely among the best."""
        self._allowed: Flags | None = None
        if allowed is not None:
            self._allowed = np.zeros(units, bool)
            self._allowed[allowed] = True

    def add(self, gains: Gains) -> None:
        """Add *gains*; no unit stands there twice."""
        units, more = gains
        if self._allowed is not None:
            keep = self._allowed[units]
            units, more = units[keep], more[keep]
        self._values[units] += more
        if len(self._first) < self._limit:
            self._first = units

    def read_lone(self, word: CommonWord) -> None:
        """Read *word*, the only one, until no unseen unit can come among the best."""
        rounds, checked = 0, 1
        while word.bound:
            self.add(word.read_next())
            rounds += 1
            if rounds == checked:
                if self._is_settled(word):
                    break
                checked *= 2

    def _is_settled(self, word: CommonWord) -> bool:
        """Whether units that were not seen lose, if need be by the order of ties."""
        best = self.best()
        if len(best) < self._limit:
            return False
        unit, score = best[-1]
        highest = self.scorer.score(word.bound)
        return score > highest or (score == highest and unit <= word.tied_after)

    def threshold(self) -> int:
        """A score that the last of the best reaches at least; 0 when there are too few."""
        likely = self._first if len(self._first) >= self._limit else np.flatnonzero(self._values)
        if len(likely) < self._limit:
            return 0
        return int(np.partition(self.scorer.score(self._values[likely]), -self._limit)[-self._limit])

    def hopeful(self, bound: int = 0) -> Numbers:
        """Seen units that may come among the best if *bound* is added to their values."""
        least = self.threshold()
        # A quick first sieve: only a value of so many points can reach that score.
        units = np.flatnonzero(self._values >= max(1, self.scorer.least_value(least) - bound))
        return units[self.scorer.score(self._values[units] + bound) >= least]

    def best(self) -> list[tuple[int, int]]:
        """The best (unit, score) of those seen, best first, equal scores by unit."""
        units = self.hopeful()
        scores = self.scorer.score(self._values[units])
        order = np.lexsort((units, -scores))[: self._limit]
        return list(zip(units[order].tolist(), scores[order].tolist(), strict=True))


def rank(
    connection: sqlite3.Connection,
    within: SetName,
    sought: Sequence[Sought],
    limit: int,
    *,
    allowed: Numbers | None = None,
) -> list[tuple[int, int]]:
    """The best (unit, score), best first, equal scores by unit; only *allowed* units, ``None`` for all.

    Raises:
        sqlite3.DatabaseError: postings are no numbers of units: the file is damaged.
    """
    query = "SELECT max(unit) FROM search_unit WHERE within = ?"
    last = connection.execute(query, (within,)).fetchone()[0]
    if last is None:
        return []
    if not isinstance(last, int) or last >= MOST_UNITS:
        raise sqlite3.DatabaseError(f"search unit {last!r} is out of range")
    units = last + 1
    ranking = Ranking(sought, limit, units, allowed)
    _read(connection, within, sought, ranking, units)
    return ranking.best()


def _read(
    connection: sqlite3.Connection, within: SetName, sought: Sequence[Sought], ranking: Ranking, units: int
) -> None:
    """Read the postings of all words into *ranking*, as far as they decide."""
    words = sorted(sought, key=lambda word: -word.highest)
    few = [word for word in words if word.units <= HUGE]
    common = [word for word in words if word.units > HUGE]
    if len(common) == 1 and not few:
        ranking.read_lone(CommonWord(connection, within, common[0], units))
        return
    room = np.zeros(units, np.int64)
    for gains in read_words(connection, within, few, room):
        ranking.add(gains)
    for place, word in enumerate(common):
        bound = bound_of(common[place:])
        if ranking.threshold() > ranking.scorer.score(bound):
            hopeful = np.zeros(units, bool)
            hopeful[ranking.hopeful(bound)] = True
            for held, more in read_words(connection, within, common[place:], room):
                kept = hopeful[held]
                ranking.add((held[kept], more[kept]))
            return
        for gains in read_words(connection, within, [word], room):
            ranking.add(gains)
