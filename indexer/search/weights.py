"""What a term weighs by the number of passages that have it. Pure."""

import math
from collections.abc import Iterator

WEIGHT_SCALE = 32


def weights_of(units: int, power: float) -> Iterator[tuple[int, int]]:
    """(least number of units, weight) wherever the weight changes, ascending in the number."""
    least = 1
    while least <= units:
        weight = weight_of(least, units, power)
        yield least, weight
        low, high = least, units + 1
        while low + 1 < high:
            middle = (low + high) // 2
            low, high = (middle, high) if weight_of(middle, units, power) == weight else (low, middle)
        least = high


def weight_of(frequency: int, units: int, power: float) -> int:
    """The weight of a term in *frequency* of *units* passages: BM25's IDF raised to *power*, at least 1."""
    rarity = math.log(1 + (units - frequency + 0.5) / (frequency + 0.5))
    return max(1, round(WEIGHT_SCALE * math.pow(rarity, power)))
