"""The best units for a query, exactly. IO: reads the database.

Points are summed in one array over all units. A word that stands in very many units is read last and in
falling order of impact, until no unit that was not seen yet can come among the best; what is left of it is
looked up for those that still can. Bounds decide what is read, never what wins: the result is that of the
full sums. Equal scores are ordered by unit.
Source: Turtle and Flood, "Query evaluation: strategies and optimizations" (1995).
"""

import sqlite3
from collections.abc import Sequence

import numpy as np

from indexer.search.common import CommonWord
from indexer.search.fields import SetName
from indexer.search.gains import Gains, read_words
from indexer.search.postings import Flags, Numbers
from indexer.search.scoring import scorer_of
from indexer.search.terms import Sought

HUGE = 60_000
"""A word with more postings is read in falling order of impact, as far as needed."""


class Ranking:
    """One ranking under way: the values of all units, and which were seen."""

    def __init__(self, sought: Sequence[Sought], limit: int, units: int, allowed: Numbers | None) -> None:
        self._scorer = scorer_of(sought)
        self._limit = limit
        self._values = np.zeros(units, np.int64)
        self._seen: list[Numbers] = []
        self._allowed: Flags | None = None
        if allowed is not None:
            self._allowed = np.zeros(units, bool)
            self._allowed[allowed] = True

    def add(self, gains: Gains) -> None:
        """Add *gains* in value; each unit stands there once."""
        units, more = gains
        if self._allowed is not None:
            keep = self._allowed[units]
            units, more = units[keep], more[keep]
        values = self._values[units]
        self._seen.append(units[values == 0])
        self._values[units] = values + more

    def read_common(self, words: Sequence[CommonWord]) -> None:
        """Read *words* until no unseen unit can come among the best, then the rest of those that can."""
        rounds, checked = 0, 0
        while any(word.bound for word in words):
            if rounds == checked:
                if self._is_settled(words):
                    break
                checked += max(1, checked)
            rounds += 1
            widest = max(words, key=lambda word: word.bound)
            self.add(widest.read_next())
        hopeful = self._hopeful(words)
        for word in words:
            for gains in word.read_rest(hopeful):
                self.add(gains)

    def _is_settled(self, words: Sequence[CommonWord]) -> bool:
        """Whether units that were not seen lose, if need be by the order of ties."""
        best = self.best()
        if len(best) < self._limit:
            return False
        unit, score = best[-1]
        highest = self._scorer.score(sum(word.bound for word in words))
        left = [word for word in words if word.bound]
        return score > highest or (score == highest and len(left) == 1 and unit <= left[0].tied_after)

    def _hopeful(self, words: Sequence[CommonWord]) -> Numbers:
        """Units that come among the best if they get all that *words* may still add."""
        seen = self._all_seen()
        values = self._values[seen]
        missing = sum((word.missing(seen) for word in words), np.zeros(len(seen), np.int64))
        hopeful = missing > 0
        if len(seen) > self._limit:
            least = np.partition(self._scorer.scores(values), -self._limit)[-self._limit]
            hopeful &= self._scorer.scores(values + missing) >= least
        return seen[hopeful]

    def _all_seen(self) -> Numbers:
        return np.concatenate(self._seen) if self._seen else np.empty(0, np.int64)

    def best(self) -> list[tuple[int, int]]:
        """The best (unit, score) of those seen, best first, equal scores by unit."""
        seen = self._all_seen()
        scores = self._scorer.scores(self._values[seen])
        if len(seen) > self._limit:
            good = scores >= np.partition(scores, -self._limit)[-self._limit]
            seen, scores = seen[good], scores[good]
        order = np.lexsort((seen, -scores))[: self._limit]
        return list(zip(seen[order].tolist(), scores[order].tolist(), strict=True))


def rank(
    connection: sqlite3.Connection,
    within: SetName,
    sought: Sequence[Sought],
    limit: int,
    *,
    allowed: Numbers | None = None,
) -> list[tuple[int, int]]:
    """The best (unit, score), best first, equal scores by unit; only *allowed* units, ``None`` for all."""
    last = connection.execute("SELECT max(unit) FROM search_unit WHERE within = ?", (within,)).fetchone()[0]
    units = 0 if last is None else last + 1
    ranking = Ranking(sought, limit, units, allowed)
    few = [word for word in sought if word.units <= HUGE]
    for gains in read_words(connection, within, few, np.zeros(units, np.int64)):
        ranking.add(gains)
    common = [CommonWord(connection, within, word, units) for word in sought if word.units > HUGE]
    if common:
        ranking.read_common(common)
    return ranking.best()
