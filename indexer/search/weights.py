"""What a term weighs by the number of passages that have it. Pure."""

import math
from collections.abc import Iterator

WEIGHT_SCALE = 32
COMMON = 8
"""A term that stands in more than one of so many documents says nothing about a document as a whole."""


def weights_of(units: int, *, drops_common: bool = False) -> Iterator[tuple[int, int]]:
    """(least number of units, weight) wherever the weight changes, ascending in the number."""
    least = 1
    while least <= units:
        weight = weight_of(least, units, drops_common=drops_common)
        yield least, weight
        low, high = least, units + 1
        while low + 1 < high:
            middle = (low + high) // 2
            same = weight_of(middle, units, drops_common=drops_common) == weight
            low, high = (middle, high) if same else (low, middle)
        least = high


def weight_of(frequency: int, units: int, *, drops_common: bool = False) -> int:
    """The weight of a term that stands in *frequency* of *units* passages: BM25's IDF, never below 1.

    With *drops_common* a common term weighs 0.
    """
    if drops_common and frequency * COMMON > units >= COMMON:
        return 0
    return max(1, round(WEIGHT_SCALE * math.log(1 + (units - frequency + 0.5) / (frequency + 0.5))))
