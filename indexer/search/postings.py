"""Postings: units by term and impact, as database rows hold them. Pure."""

import json
from array import array
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping

from indexer.search.fields import LEVELS

PART_UNITS = 2048
"""Units of one posting row, at most: what a query has to read at once."""
PART_BITS = 12
"""The rows of term *t* have ids from ``t << PART_BITS``, in falling impact."""
IMPACT_BITS = 6
IMPACT_MASK = (1 << IMPACT_BITS) - 1
_UNIT_BITS = 40
_UNIT_MASK = (1 << _UNIT_BITS) - 1
_BASES = [(LEVELS - impact) << _UNIT_BITS for impact in range(LEVELS + 1)]

Packed = int
"""``(LEVELS - impact) << 40 | unit``: sorted, the highest impact comes first, then the lowest unit."""
PostingRow = tuple[int, int, str]
"""Id, highest impact, units by impact as JSON."""


def pack(impact: int, unit: int) -> Packed:
    """One posting as a number."""
    return _BASES[impact] | unit


def invert(vectors: Iterable[tuple[int, Mapping[str, int]]]) -> dict[str, "array[int]"]:
    """Packed postings by term, unsorted; *vectors* are units with their impact by term."""
    postings: dict[str, array[int]] = defaultdict(lambda: array("Q"))
    for unit, vector in vectors:
        for term, impact in vector.items():
            postings[term].append(_BASES[impact] | unit)
    return postings


def rows_of(term_id: int, packed: Iterable[Packed]) -> Iterator[PostingRow]:
    """The rows of one term, part after part in falling impact."""
    ordered = sorted(packed)
    for part, start in enumerate(range(0, len(ordered), PART_UNITS)):
        piece = ordered[start : start + PART_UNITS]
        yield term_id << PART_BITS | part, LEVELS - (piece[0] >> _UNIT_BITS), _text_of(piece)


def _text_of(ordered: list[Packed]) -> str:
    if len(ordered) == 1:
        item = ordered[0]
        return f'{{"{LEVELS - (item >> _UNIT_BITS)}":[{item & _UNIT_MASK}]}}'
    levels: dict[int, list[int]] = {}
    for item in ordered:
        level = item >> _UNIT_BITS
        if level in levels:
            levels[level].append(item & _UNIT_MASK)
        else:
            levels[level] = [item & _UNIT_MASK]
    text = ",".join([f'"{LEVELS - level}":{units}' for level, units in levels.items()])
    return f"{{{text}}}".replace(" ", "")


def part_ids(term_id: int) -> tuple[int, int]:
    """First and last id that rows of one term can have."""
    return term_id << PART_BITS, (term_id + 1 << PART_BITS) - 1


def read_levels(text: str) -> list[tuple[int, list[int]]]:
    """(impact, units) of one row, in falling impact."""
    return [(int(impact), units) for impact, units in json.loads(text).items()]


def packed_of(text: str) -> list[Packed]:
    """The postings of one row."""
    return [_BASES[impact] | unit for impact, units in read_levels(text) for unit in units]


def pack_vector(impacts: Mapping[str, int], ids: Mapping[str, int]) -> bytes:
    """``term_id << 6 | impact`` of each term, ascending, as 32-bit little-endian numbers."""
    numbers = [ids[term] << IMPACT_BITS | impact for term, impact in impacts.items()]
    numbers.sort()
    return array("I", numbers).tobytes()


def unpack_vector(vector: bytes) -> list[tuple[int, int]]:
    """Term id and impact of each term."""
    numbers = array("I")
    numbers.frombytes(vector)
    return [(number >> IMPACT_BITS, number & IMPACT_MASK) for number in numbers]
