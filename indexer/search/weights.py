"""What a term weighs by the number of passages that have it. Pure."""

import math
from collections.abc import Iterator

WEIGHT_SCALE = 32


def weights_of(units: int) -> Iterator[tuple[int, int]]:
    """(least number of units, weight) wherever the weight changes, ascending in the number."""
    least = 1
    while least <= units:
        weight = weight_of(least, units)
        yield least, weight
        low, high = least, units + 1
        while low + 1 < high:
            middle = (low + high) // 2
            low, high = (middle, high) if weight_of(middle, units) == weight else (low, middle)
        least = high


def weight_of(frequency: int, units: int) -> int:
    """The weight of a term that stands in *frequency* of *units* passages: BM25's IDF, never below 1."""
    return max(1, round(WEIGHT_SCALE * math.log(1 + (units - frequency + 0.5) / (frequency + 0.5))))
