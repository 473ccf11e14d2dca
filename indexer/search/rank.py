"""The best units for a query, exactly, without reading every posting. IO: reads the database.

Words are taken in falling order of the most they can give. As soon as no unit that was not seen yet can come
among the best, the rest of the words is looked up for those units only that still can. The result is that of
the full sums: bounds decide what is read, never what wins. Equal scores are ordered by unit.
Source: Turtle and Flood, "Query evaluation: strategies and optimizations" (1995).
"""

import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass, field

from indexer.search.common import Common
from indexer.search.fields import SetName
from indexer.search.gains import add_values, read_units, read_word
from indexer.search.scoring import Scorer, Values, bound_of, scorer_of
from indexer.search.terms import Sought

HUGE = 16_384
"""A word with more units is read in falling order of impact, as far as needed."""
CHECKED = 2_048
"""Bounds are looked at when at least so many units are still to be read."""
LISTED = 32
"""A unit's own vector is read when the lists that are left have so many entries a unit."""


@dataclass(slots=True, kw_only=True)
class Ranking:
    """One ranking under way."""

    connection: sqlite3.Connection
    within: SetName
    limit: int
    allowed: frozenset[int] | None
    scorer: Scorer
    values: Values = field(default_factory=dict)
    """Of the units seen so far, for the words read so far."""

    def best(self, words: Sequence[Sought]) -> list[tuple[int, int]]:
        """The best (unit, score) for *words*."""
        for place, word in enumerate(words):
            rest = words[place:]
            if self._is_decided(words[:place], rest):
                self._finish(rest)
                break
            if word.units > HUGE:
                self._read_common(rest)
                break
            add_values(self.values, self._allowed_only(read_word(self.connection, word)))
        return self.scorer.best(self.values, self.limit)

    def _allowed_only(self, values: Values) -> Values:
        if self.allowed is None:
            return values
        return {unit: values[unit] for unit in values.keys() & self.allowed}

    def _is_decided(self, done: Sequence[Sought], rest: Sequence[Sought]) -> bool:
        """Whether no unseen unit can come among the best, and knowing it saves reading."""
        if len(self.values) < self.limit or sum(word.units for word in rest) < CHECKED:
            return False
        unseen = self.scorer.score(bound_of(rest))
        return unseen < self.scorer.score(bound_of(done)) and self._threshold(self.values)[0] > unseen

    def _threshold(self, values: Values) -> tuple[int, int]:
        """Score and unit of the last of the best, which words to come can only raise."""
        unit, score = self.scorer.best(values, self.limit)[-1]
        return score, unit

    def _finish(self, rest: Sequence[Sought]) -> None:
        """Keep the units that can still come among the best, with the values of all words."""
        threshold, bound = self._threshold(self.values)[0], bound_of(rest)
        score = self.scorer.score
        self.values = {
            unit: value for unit, value in self.values.items() if score(value + bound) >= threshold
        }
        if sum(word.units for word in rest) > LISTED * len(self.values):
            add_values(self.values, read_units(self.connection, self.within, self.values, rest))
            return
        kept = frozenset(self.values)
        for word in rest:
            add_values(self.values, read_word(self.connection, word, only=kept))

    def _read_common(self, rest: Sequence[Sought]) -> None:
        """Read common words by impact until no unseen unit can come among the best, then finish."""
        common = Common(self.connection, rest)
        rounds, checked = 0, 1
        while common.read_more():
            rounds += 1
            if rounds == checked:
                seen = self._seen(common)
                if len(seen) >= self.limit and self._is_settled(seen, common):
                    break
                checked += (checked + 1) // 2
        seen = self._seen(common)
        if len(seen) > self.limit:
            threshold = self._threshold(seen)[0]
            bound = common.bound
            seen = {
                unit: value
                for unit, value in seen.items()
                if self.scorer.score(value + common.missing(unit, bound)) >= threshold
            }
        known = {unit: self.values.get(unit, 0) for unit in seen}
        add_values(known, read_units(self.connection, self.within, known, rest))
        self.values = known

    def _seen(self, common: Common) -> Values:
        values = dict(self.values)
        for found in common.found:
            add_values(values, self._allowed_only(found))
        return values

    def _is_settled(self, seen: Values, common: Common) -> bool:
        """Whether unseen units lose, if need be by the order of ties."""
        threshold, unit = self._threshold(seen)
        highest = self.scorer.score(sum(common.bound))
        return threshold > highest or (threshold == highest and unit <= common.tied_after)


def rank(
    connection: sqlite3.Connection,
    within: SetName,
    sought: Sequence[Sought],
    limit: int,
    *,
    allowed: frozenset[int] | None = None,
) -> list[tuple[int, int]]:
    """The best (unit, score), best first, equal scores by unit; only *allowed* units, ``None`` for all."""
    ranking = Ranking(
        connection=connection, within=within, limit=limit, allowed=allowed, scorer=scorer_of(sought)
    )
    return ranking.best(sorted(sought, key=lambda word: (-word.highest, word.units)))
