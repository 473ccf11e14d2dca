"""Postings: units by term and impact, as one database row holds them. Pure."""

import json
from array import array
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence

from indexer.search.fields import LEVELS

PART = 2048
"""Units of one posting row, about: what a query has to read at once."""
GAP = 8
"""Distance between the numbers of neighbouring units, so that a new one fits between."""
_UNIT_BITS = 40

Packed = int
"""``(LEVELS - impact) << 40 | unit``: sorted, the highest impact comes first, then the lowest unit."""
PostingRow = tuple[int, int, int, str]
"""Term id, part, highest impact in the part, units by impact as JSON."""


def pack(impact: int, unit: int) -> Packed:
    """One posting as a number."""
    return (LEVELS - impact) << _UNIT_BITS | unit


def invert(vectors: Sequence[tuple[int, Mapping[str, int]]]) -> dict[str, "array[int]"]:
    """Packed postings by term, unsorted; *vectors* are units with their impact by term."""
    postings: dict[str, array[int]] = defaultdict(lambda: array("Q"))
    bases = [(LEVELS - impact) << _UNIT_BITS for impact in range(LEVELS + 1)]
    for unit, vector in vectors:
        for term, impact in vector.items():
            postings[term].append(bases[impact] | unit)
    return postings


def rows_of(term_id: int, packed: Iterable[Packed]) -> Iterator[PostingRow]:
    """The rows of one term, part after part in falling impact."""
    ordered = sorted(packed)
    for part, start in enumerate(range(0, len(ordered), PART)):
        piece = ordered[start : start + PART]
        yield term_id, part, LEVELS - (piece[0] >> _UNIT_BITS), _levels_text(piece)


def _levels_text(ordered: list[Packed]) -> str:
    if len(ordered) == 1:
        impact, unit = unpack(ordered[0])
        return f'{{"{impact}":[{unit}]}}'
    levels: dict[int, list[int]] = {}
    for item in ordered:
        levels.setdefault(LEVELS - (item >> _UNIT_BITS), []).append(item & ((1 << _UNIT_BITS) - 1))
    return json.dumps(levels, separators=(",", ":"))


def unpack(packed: Packed) -> tuple[int, int]:
    """Impact and unit."""
    return LEVELS - (packed >> _UNIT_BITS), packed & ((1 << _UNIT_BITS) - 1)


def pack_vector(impacts: Mapping[str, int], ids: Mapping[str, int]) -> bytes:
    """``term_id << 6 | impact`` of each term, ascending, as 32-bit little-endian numbers."""
    return array("I", sorted([ids[term] << 6 | impact for term, impact in impacts.items()])).tobytes()


def unpack_vector(vector: bytes) -> list[tuple[int, int]]:
    """Term id and impact of each term."""
    numbers = array("I")
    numbers.frombytes(vector)
    return [(number >> 6, number & 63) for number in numbers]
