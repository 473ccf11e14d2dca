"""The best units for a query, exactly, without reading every posting. IO: reads the database.

Words are taken in falling order of the most they can give. As soon as no unit that was not seen yet can come
among the best, the rest of the words is looked up for those units only that still can. The result is that of
the full sums: bounds decide what is read, never what wins. Equal scores are ordered by unit.
Source: Turtle and Flood, "Query evaluation: strategies and optimizations" (1995).
"""

import sqlite3
from collections.abc import Hashable, Sequence
from dataclasses import dataclass, field

from indexer.search.common import Common
from indexer.search.fields import SetName
from indexer.search.gains import add_seen, add_values, read_units, read_word
from indexer.search.kept import MOST_UNITS, Kept
from indexer.search.scoring import Scorer, Value, Values, bound_of, scorer_of, weight_of_word
from indexer.search.terms import Sought

HUGE = 30_000
"""A word with more units is read in falling order of impact, as far as needed."""
CHECKED = 2_048
"""Bounds are looked at when at least so many units are still to be read."""
KEPT_UNITS = 25_000
"""Words with more units are not kept."""
LISTED = 48
"""A unit's own vector is read when the lists that are left have so many entries a unit."""


KEPT_VALUES: Kept[Values] = Kept(MOST_UNITS)


@dataclass(slots=True, kw_only=True)
class Ranking:
    """One ranking under way."""

    connection: sqlite3.Connection
    within: SetName
    limit: int
    allowed: frozenset[int] | None
    scorer: Scorer
    state: Hashable = None
    """Of the database file, if words may be kept."""
    values: Values = field(default_factory=dict)
    """Of the units seen so far, for the words read so far."""

    def best(self, words: Sequence[Sought]) -> list[tuple[int, int]]:
        """The best (unit, score) for *words*."""
        for place, word in enumerate(words):
            rest = words[place:]
            threshold = self._threshold(words[:place], rest)
            if threshold > self.scorer.score(bound_of(rest)):
                self._finish(rest, threshold)
                break
            if word.units > HUGE:
                self._read_common(rest)
                break
            self._read(word, self.scorer.least_value(threshold) - bound_of(rest[1:]))
        return self.scorer.best(self.values, self.limit)

    def _threshold(self, done: Sequence[Sought], rest: Sequence[Sought]) -> int:
        """What a unit has to reach to come among the best; 0 when that is not known or saves nothing."""
        if len(self.values) < self.limit or sum(word.units for word in rest) < CHECKED:
            return 0
        if self.scorer.score(bound_of(rest)) > 2 * self.scorer.score(bound_of(done)):
            return 0
        return self.scorer.threshold(self.values, self.limit)

    def _read(self, word: Sought, least_unseen: Value) -> None:
        found = self._kept(word)
        if found is None:
            found = read_word(self.connection, word, seen=self.values, least_unseen=least_unseen)
        add_values(self.values, self._allowed_only(found))

    def _kept(self, word: Sought) -> Values | None:
        """All values of a word, perhaps from an earlier query; ``None`` for one that is not kept."""
        if self.state is None or word.units > KEPT_UNITS:
            return None
        key = (self.state, self.within, weight_of_word(word), *((t.term_id, t.factor) for t in word.terms))
        values = KEPT_VALUES.find(key)
        if values is None:
            values = read_word(self.connection, word)
            KEPT_VALUES.keep(key, values, size=len(values))
        return values

    def _allowed_only(self, values: Values) -> Values:
        if self.allowed is None:
            return values
        return {unit: values[unit] for unit in values.keys() & self.allowed}

    def _finish(self, rest: Sequence[Sought], threshold: int) -> None:
        """Keep the units that can still come among the best, with the values of all words."""
        least = self.scorer.least_value(threshold)
        for place, word in enumerate(rest):
            left = rest[place:]
            bound = bound_of(left)
            self.values = {unit: value for unit, value in self.values.items() if value >= least - bound}
            if sum(word.units for word in left) > LISTED * len(self.values):
                add_values(self.values, read_units(self.connection, self.within, self.values, left))
                return
            found = self._kept(word)
            if found is None:
                found = read_word(self.connection, word, seen=self.values, least_unseen=bound + 1)
            add_seen(self.values, found)

    def _read_common(self, rest: Sequence[Sought]) -> None:
        """Read common words by impact until no unseen unit can come among the best, then finish."""
        common = Common(self.connection, rest, self.allowed)
        seen = dict(self.values)
        rounds, checked = 0, 1
        while common.read_more(seen):
            rounds += 1
            if rounds == checked:
                if len(seen) >= self.limit and self._is_settled(seen, common):
                    break
                checked += (checked + 1) // 2
        self._complete(seen, common, rest)

    def _complete(self, seen: Values, common: Common, rest: Sequence[Sought]) -> None:
        """Keep those of *seen* that can come among the best, with the values of all words."""
        bound = common.bound
        least = 0
        if len(seen) > self.limit:
            least = self.scorer.least_value(self.scorer.threshold(seen, self.limit)) - sum(bound)
        missing = {unit: common.missing(unit, bound) for unit, value in seen.items() if value >= least}
        least += sum(bound)
        known = {unit: seen[unit] for unit, more in missing.items() if not more}
        unsure = {
            unit: self.values.get(unit, 0)
            for unit, more in missing.items()
            if more + seen[unit] >= least and more
        }
        add_values(unsure, read_units(self.connection, self.within, unsure, rest))
        self.values = known | unsure

    def _is_settled(self, seen: Values, common: Common) -> bool:
        """Whether unseen units lose, if need be by the order of ties."""
        highest = self.scorer.score(sum(common.bound))
        unit, score = self.scorer.best(seen, self.limit)[-1]
        return score > highest or (score == highest and unit <= common.tied_after)


def rank(  # noqa: PLR0913 - options by keyword
    connection: sqlite3.Connection,
    within: SetName,
    sought: Sequence[Sought],
    limit: int,
    *,
    allowed: frozenset[int] | None = None,
    state: Hashable = None,
) -> list[tuple[int, int]]:
    """The best (unit, score), best first, equal scores by unit; only *allowed* units, ``None`` for all.

    *state* identifies the database file, if what is read of it may be kept for later queries.
    """
    ranking = Ranking(
        connection=connection,
        within=within,
        limit=limit,
        allowed=allowed,
        scorer=scorer_of(sought),
        state=state,
    )
    return ranking.best(sorted(sought, key=lambda word: (-word.highest, word.units)))
