"""Numbers of passages: in the order of addresses, with room for what comes later. Pure.

Equal scores are ordered by address. Units are numbered in that order, so that ranking compares numbers; each
file has a block of numbers with some room behind it, so that a changed or new file seldom moves others.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from indexer.base.errors import RefreshRefused
from indexer.search.postings import Numbers, Piece, units_of_keys
from indexer.search.tables import MOST_UNITS

LEAST_ROOM = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class Block:
    """The numbers of one file: *units* of them from *first*."""

    first: int
    units: int

    @property
    def stop(self) -> int:
        """The number after the last one."""
        return self.first + self.units


def number_files(sizes: Mapping[str, int]) -> dict[str, Block]:
    """A block for each file, by the name that it sorts by; *sizes* are numbers of passages.

    Raises:
        RefreshRefused: there are more passages than numbers.
    """
    blocks: dict[str, Block] = {}
    first = 0
    for name in sorted(sizes):
        units = sizes[name]
        blocks[name] = Block(first=first, units=units)
        first += units + max(LEAST_ROOM, units // 4)
    if first > MOST_UNITS:
        raise RefreshRefused("search", f"{first} passages and room between them, at most {MOST_UNITS} fit")
    return blocks


def find_blocks(
    kept: Mapping[str, Block], sizes: Mapping[str, int], old: Mapping[str, Block]
) -> dict[str, Block] | None:
    """Blocks for the files of *sizes* between those *kept*; ``None`` if there is no room somewhere.

    A file keeps the place of its *old* block where it fits, so that what did not change keeps its numbers.
    """
    placed = _stay(kept, sizes, old)
    fixed = {**kept, **placed}
    stop, waiting = 0, list[str]()
    for name in sorted({*kept, *sizes}):
        if name not in fixed:
            waiting.append(name)
            continue
        if not _place(placed, waiting, sizes, stop, fixed[name].first):
            return None
        stop, waiting = fixed[name].stop, []
    room = sum(sizes[name] + LEAST_ROOM for name in waiting)
    end = stop + 2 * room
    return placed if end <= MOST_UNITS and _place(placed, waiting, sizes, stop, end) else None


def _stay(kept: Mapping[str, Block], sizes: Mapping[str, int], old: Mapping[str, Block]) -> dict[str, Block]:
    placed = {}
    stop: int | None = None
    for name in sorted({*kept, *(sizes.keys() & old.keys())}, reverse=True):
        if name in kept:
            stop = kept[name].first
            continue
        block = Block(first=old[name].first, units=sizes[name])
        if stop is None or block.stop <= stop:
            placed[name], stop = block, block.first
    return placed


def _place(
    placed: dict[str, Block], waiting: Sequence[str], sizes: Mapping[str, int], start: int, stop: int
) -> bool:
    """Put *waiting* files one after another between *start* and *stop*, spread evenly."""
    spare = stop - start - sum(sizes[name] for name in waiting)
    if spare < 0:
        return False
    step = spare // (len(waiting) + 1)
    first = start
    for name in waiting:
        placed[name] = Block(first=first + step, units=sizes[name])
        first = placed[name].stop
    return True


def without(piece: Piece, blocks: Iterable[Block]) -> Piece:
    """*piece* without the postings of units in *blocks*."""
    units = units_of_keys(piece.keys)
    _, inside = _blocks_of(units, blocks)
    return piece._replace(keys=piece.keys[~inside])


def renumbered(piece: Piece, moves: Sequence[tuple[Block, int]]) -> Piece:
    """*piece* with each unit where its block is moved to: the first unit it gets stands beside the block."""
    ordered = sorted((move for move in moves if move[0].units), key=lambda move: move[0].first)
    number, _ = _blocks_of(units_of_keys(piece.keys), [block for block, _ in ordered])
    steps = np.array([first - block.first for block, first in ordered], np.int64)[number]
    return piece._replace(keys=(piece.keys.astype(np.int64) + steps).astype(np.uint64))


def _blocks_of(units: Numbers, blocks: Iterable[Block]) -> tuple[Numbers, NDArray[np.bool_]]:
    """For each of *units* the place of its block in the order of first units, and whether it is in that."""
    ordered = sorted((block for block in blocks if block.units), key=lambda block: block.first)
    if not ordered:
        return np.zeros(len(units), np.int64), np.zeros(len(units), bool)
    places = np.searchsorted([block.first for block in ordered], units, side="right") - 1
    stops = np.array([block.stop for block in ordered])
    return places, (places >= 0) & (units < stops[places])
