"""Numbers of passages: in the order of addresses, with room for what comes later. Pure.

Equal scores are ordered by address. Units are numbered in that order, so that ranking compares numbers; each
file has a block of numbers with some room behind it, so that a changed or new file seldom moves others.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from indexer.base.errors import RefreshRefused
from indexer.search.postings import Flags, Numbers
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


def find_blocks(kept: Mapping[str, Block], sizes: Mapping[str, int]) -> dict[str, Block] | None:
    """Blocks for the files of *sizes* between those *kept*; ``None`` if there is no room somewhere."""
    placed: dict[str, Block] = {}
    stop, waiting = 0, list[str]()
    for name in sorted({*kept, *sizes}):
        if name in sizes:
            waiting.append(name)
            continue
        if not _place(placed, waiting, sizes, stop, kept[name].first):
            return None
        stop, waiting = kept[name].stop, []
    room = sum(sizes[name] + LEAST_ROOM for name in waiting)
    end = stop + 2 * room
    return placed if end <= MOST_UNITS and _place(placed, waiting, sizes, stop, end) else None


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


def is_inside(units: Numbers, blocks: Iterable[Block]) -> Flags:
    """Whether each of *units* stands in one of *blocks*."""
    ordered = sorted((block for block in blocks if block.units), key=lambda block: block.first)
    if not ordered:
        return np.zeros(len(units), bool)
    places = np.searchsorted([block.first for block in ordered], units, side="right") - 1
    stops = np.array([block.stop for block in ordered])
    return (places >= 0) & (units < stops[places])


def steps_of(moves: Sequence[tuple[Block, int]]) -> Numbers:
    """By unit how far it moves with its block: the first unit that a block gets stands beside it."""
    steps = np.zeros(max((block.stop for block, _ in moves), default=0), np.int64)
    for block, first in moves:
        steps[block.first : block.stop] = first - block.first
    return steps
