"""Postings: which units have a term, and how much it counts there, as arrays and as database rows. Pure.

A posting is one 32-bit number: ``(63 - impact) << 26 | unit``. Sorted, the highest impact comes first, then
the lowest unit. With the number of its term in the upper half it is a 64-bit *key*: sorted keys are the
postings of one term after another, so that an index is made by one sort and cut into rows.
"""

import sqlite3
import zlib
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from indexer.search.tables import HIGHEST_IMPACT, MOST_UNITS, UNIT_BITS

PART_UNITS = 8192
"""Postings of one row, at most: what a query has to read at once."""
_UNIT_MASK = MOST_UNITS - 1
_TERM_BITS = np.uint64(32)
_LOW = np.uint64(0xFFFFFFFF)
_BLOCK = 1 << 20

Keys = NDArray[np.uint64]
_NO_KEYS: Keys = np.empty(0, np.uint64)
Numbers = NDArray[np.int64]
Flags = NDArray[np.bool_]
PostingRow = tuple[str, str, int, int, int, memoryview]
"""Set, term, part, units that have the term, highest impact of the part, postings (little-endian)."""


class Piece(NamedTuple):
    """What one file adds to one set."""

    ranks: tuple[int, ...]
    """Of each passage: its place among the file's passages in the order of addresses."""
    split_words: tuple[str, ...]
    """Of each passage: parts of its compound identifiers, for full-text search."""
    terms: str
    """The file's terms, one a line, sorted."""
    packed_terms: bytes
    """The same as the database holds it: packed where files are read, by several processes."""
    keys: Keys
    """Its postings: terms by their line, units by rank."""

    def without_postings(self) -> "Piece":
        """The same but for terms and postings."""
        return self._replace(terms="", keys=_NO_KEYS)


def pack(terms: Numbers, impacts: Numbers, units: Numbers) -> Keys:
    """Keys of postings, one for each place of the three arrays."""
    keys: Keys = (terms << 32 | (HIGHEST_IMPACT - impacts) << UNIT_BITS | units).astype(np.uint64)
    return keys


def pack_terms(terms: str) -> bytes:
    """*terms* as a database holds them."""
    return zlib.compress(terms.encode("utf-8", "surrogatepass"), 1)


def unpack_terms(packed: bytes) -> list[str]:
    """The terms that a database holds for a file.

    Raises:
        sqlite3.DatabaseError: *packed* is no text that was compressed: the file is damaged.
    """
    try:
        text = zlib.decompress(packed).decode("utf-8", "surrogatepass")
    except (zlib.error, UnicodeDecodeError) as error:
        raise sqlite3.DatabaseError(f"search terms are damaged: {error}") from error
    return text.split("\n") if text else []


class Gathered:
    """The postings of many files, over one list of terms; units are numbered at the end."""

    def __init__(self) -> None:
        self._numbers: dict[str, int] = {}
        self._parts: list[Keys] = []

    def add(self, piece: Piece) -> None:
        """Add the postings of one file."""
        numbers = self._numbers
        lines = piece.terms.split("\n") if piece.terms else []
        known = np.array([numbers.setdefault(term, len(numbers)) for term in lines], np.uint64)
        self._parts.append(known[piece.keys >> _TERM_BITS] << _TERM_BITS | piece.keys & _LOW)

    def merged(self, firsts: Iterable[int]) -> tuple[list[str], Keys]:
        """Terms, sorted, and sorted keys; *firsts* are the first unit of each file, in the order added.

        What was gathered is given up: a large set stands in memory once.
        """
        keys = np.empty(sum(map(len, self._parts)), np.uint64)
        start = 0
        for number, first in enumerate(firsts):
            part, self._parts[number] = self._parts[number], _NO_KEYS
            np.add(part, np.uint64(first), out=keys[start : start + len(part)])
            start += len(part)
        return _put_in_order([*self._numbers], keys), keys


def _put_in_order(terms: Sequence[str], keys: Keys) -> list[str]:
    """*terms*, sorted; *keys* are changed to count in them, and sorted."""
    order = sorted(range(len(terms)), key=terms.__getitem__)
    ranks = np.empty(len(terms), np.uint64)
    ranks[order] = np.arange(len(terms), dtype=np.uint64)
    for block in _blocks(keys):
        block[:] = ranks[block >> _TERM_BITS] << _TERM_BITS | block & _LOW
    keys.sort()
    return [terms[number] for number in order]


def _blocks(keys: Keys) -> Iterator[Keys]:
    """Views of *keys* that are small enough to compute with."""
    return (keys[start : start + _BLOCK] for start in range(0, len(keys), _BLOCK))


def rows_of(within: str, terms: Sequence[str], keys: Keys) -> Iterator[PostingRow]:
    """The rows of those *terms* that have postings; both are given as by ``Gathered.merged``."""
    starts = np.searchsorted(keys, np.arange(len(terms) + 1, dtype=np.uint64) << _TERM_BITS).tolist()
    packed = keys.astype("<u4").view(np.uint8).data
    for term, (start, stop) in zip(terms, pairwise(starts), strict=True):
        for part, first in enumerate(range(start, stop, PART_UNITS)):
            piece = packed[4 * first : 4 * min(first + PART_UNITS, stop)]
            highest = HIGHEST_IMPACT - (piece[3] >> UNIT_BITS - 24)
            yield within, term, part, stop - start, highest, piece


def piece_of(terms: Iterable[str], keys: Sequence[Keys]) -> Piece:
    """Postings that have units already: one array of *keys* a term."""
    joined = np.concatenate(keys) if keys else np.empty(0, np.uint64)
    return Piece(ranks=(), split_words=(), terms="\n".join(terms), packed_terms=b"", keys=joined)


def keys_of(packed: bytes, term: int = 0) -> Keys:
    """The postings of a row as keys of one *term*."""
    keys: Keys = np.frombuffer(packed, "<u4").astype(np.uint64) | np.uint64(term << 32)
    return keys


def units_of_keys(keys: Keys) -> Numbers:
    """The unit of each key."""
    units: Numbers = keys.astype(np.int64) & _UNIT_MASK
    return units


def unpack(packed: bytes) -> tuple[Numbers, Numbers]:
    """Units and impacts of a row's postings, highest impact first."""
    postings = np.frombuffer(packed, "<u4").astype(np.int64)
    return postings & _UNIT_MASK, HIGHEST_IMPACT - (postings >> UNIT_BITS)
