"""Postings: which units have a term, and how much it counts there, as arrays and as database rows. Pure.

A posting is one 32-bit number: ``(63 - impact) << 26 | unit``. Sorted, the highest impact comes first, then
the lowest unit. With the number of its term in the upper half it is a 64-bit *key*: sorted keys are the
postings of one term after another, so that an index is made by one sort and cut into rows.
"""

import sqlite3
from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from indexer.search.tables import HIGHEST_IMPACT, MOST_UNITS, UNIT_BITS

PART_UNITS = 8192
"""Postings of one row, at most: what a query has to read at once."""
_UNIT_MASK = MOST_UNITS - 1
_IMPACT_MASK = 2**32 // MOST_UNITS - 1
_POSTING_MASK = np.uint64(0xFFFFFFFF)
_TERM_BITS = np.uint64(32)

Keys = NDArray[np.uint64]
NO_KEYS: Keys = np.empty(0, np.uint64)
Numbers = NDArray[np.int64]
Flags = NDArray[np.bool_]
PostingRow = tuple[str, str, int, int, int, bytes]
"""Set, term, part, units that have the term, highest impact of the part, postings (little-endian)."""


def pack(terms: Numbers, impacts: Numbers, units: Numbers) -> Keys:
    """Keys of postings, one for each place of the three arrays."""
    keys: Keys = (terms << 32 | (HIGHEST_IMPACT - impacts) << UNIT_BITS | units).astype(np.uint64)
    return keys


def rows_of(within: str, terms: Sequence[str], keys: Keys) -> Iterator[PostingRow]:
    """The rows of those *terms* that have postings; both are given as by ``Gathered.merged``."""
    starts = np.searchsorted(keys, np.arange(len(terms) + 1, dtype=np.uint64) << _TERM_BITS)
    units = np.diff(starts)
    owners, parts = spans(np.zeros_like(units), -(-units // PART_UNITS))
    firsts = starts[owners] + parts * PART_UNITS
    stops = np.minimum(firsts + PART_UNITS, starts[owners + 1])
    packed = keys.astype("<u4").tobytes()
    highest = HIGHEST_IMPACT - (keys[firsts].astype(np.int64) >> UNIT_BITS & _IMPACT_MASK)
    columns = (owners, parts, units[owners], highest, 4 * firsts, 4 * stops)
    for owner, part, count, impact, first, stop in zip(*(column.tolist() for column in columns), strict=True):
        yield within, terms[owner], part, count, impact, packed[first:stop]


def keys_of(terms: Sequence[int], rows: Sequence[bytes]) -> Keys:
    """The postings of *rows* as keys of their *terms*, one term a row.

    Raises:
        sqlite3.DatabaseError: they are no whole numbers: the file is damaged.
    """
    for packed in rows:
        if not isinstance(packed, bytes) or len(packed) % 4:
            raise sqlite3.DatabaseError(f"search postings are damaged: {packed!r:.40} are no 32-bit numbers")
    numbers = np.repeat(np.array(terms, np.uint64), [len(packed) // 4 for packed in rows])
    keys: Keys = numbers << _TERM_BITS | np.frombuffer(b"".join(rows), "<u4")
    return keys


def units_of_keys(keys: Keys) -> Numbers:
    """The unit of each key."""
    units: Numbers = keys.astype(np.int64) & _UNIT_MASK
    return units


def terms_of_keys(keys: Keys) -> Numbers:
    """The number of the term of each key."""
    return (keys >> _TERM_BITS).astype(np.int64)


def with_terms(keys: Keys, numbers: Numbers) -> Keys:
    """*keys* with the term ``numbers[t]`` for each term t."""
    terms = numbers.astype(np.uint64)[terms_of_keys(keys)]
    return terms << _TERM_BITS | keys & _POSTING_MASK


def moved(keys: Keys, steps: Numbers) -> Keys:
    """*keys* with each unit u moved by ``steps[u]``."""
    # A step back wraps around, and so does its sum.
    return keys + steps[units_of_keys(keys)].astype(np.uint64)


def unpack(packed: bytes) -> tuple[Numbers, Numbers]:
    """Units and impacts of a row's postings, highest impact first."""
    postings = np.frombuffer(packed, "<u4").astype(np.int64)
    return postings & _UNIT_MASK, HIGHEST_IMPACT - (postings >> UNIT_BITS)


def spans(starts: Numbers, lengths: Numbers) -> tuple[Numbers, Numbers]:
    """For all places of all spans one after another: the number of the span, and the place.

    >>> [places.tolist() for places in spans(np.array([7, 3]), np.array([2, 1]))]
    [[0, 0, 1], [7, 8, 3]]
    """
    owners = np.repeat(np.arange(len(lengths)), lengths)
    moves = starts - np.cumsum(lengths) + lengths
    return owners, np.arange(len(owners)) + moves[owners]
