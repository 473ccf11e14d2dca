"""What a passage scores: points of the words it has, and how much of the query they are. Pure.

A unit gets, for each word of the query, the *points* of the best ``factor * impact`` among the word's terms.
Its score is its points times (``COVER`` times what all words weigh, plus what the words it has weigh): of two
units with equal points the one that has more of the query is better. All numbers are integers, so sums are
exact and the same in any language; ``SCHEMA.md`` spells them out in SQL.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

from indexer.search.postings import Numbers
from indexer.search.question import FULL_SHARE
from indexer.search.terms import Sought

COVER = 4
MATCHED_BITS = 32
_MATCHED = (1 << MATCHED_BITS) - 1

Value = TypeVar("Value", int, Numbers)
Values = Numbers
"""Of units: points, and in the low ``MATCHED_BITS`` what the matched words weigh. One addition sums both."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Scorer:
    """Turns values into scores."""

    full: int
    """What all words of the query weigh."""

    def least_value(self, score: int) -> int:
        """A value that every value with at least that *score* reaches."""
        return -(-score // ((COVER + 1) * self.full)) << MATCHED_BITS

    def score(self, value: Value) -> Value:
        """The score for a value or for each of many; more points and more matched words never score less.

        64 bits hold it for every query of ``LONGEST_QUERY`` words.
        """
        return (value >> MATCHED_BITS) * (COVER * self.full + (value & _MATCHED))


def scorer_of(sought: Sequence[Sought]) -> Scorer:
    """The scorer for the words of a query."""
    return Scorer(full=max(1, sum(weight_of_word(word) for word in sought)))


def weight_of_word(word: Sought) -> int:
    """What a word counts for coverage: exact and joined names are guesses, so they count nothing."""
    return word.highest if word.word.share == FULL_SHARE else 0


def value_of(word: Sought, points: Value) -> Value:
    """What a unit that gets *points* for *word* adds to its value; the same for many units."""
    return points << MATCHED_BITS | weight_of_word(word)


def bound_of(words: Sequence[Sought]) -> int:
    """The most that *words* can add to the value of a unit."""
    return sum(value_of(word, word.highest) for word in words)


def highest_score(sought: Sequence[Sought]) -> int:
    """What a passage with the highest impact for each word would score."""
    return scorer_of(sought).score(bound_of(sought))
