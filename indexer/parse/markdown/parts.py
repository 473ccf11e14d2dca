"""Bounded parts of a long passage, so that no read has to be larger than its reader allows. Pure."""

from indexer.base.words import Span

_SMALLEST = 4
"""Bytes of the longest UTF-8 character: less could not hold one."""


def parts_of(passage: bytes, max_bytes: int) -> tuple[Span, ...]:
    r"""Spans of at most *max_bytes* that tile *passage*, in order; one span when it fits, none when empty.

    A part ends after the last line end that fits, else after the last space, else between two characters.

    >>> [(part.start, part.stop) for part in parts_of(b"one\ntwo three", 8)]
    [(0, 4), (4, 8), (8, 13)]

    Raises:
        ValueError: *max_bytes* is less than 4.
    """
    if max_bytes < _SMALLEST:
        raise ValueError(f"max_bytes is {max_bytes}, expected at least {_SMALLEST}")
    parts: list[Span] = []
    start = 0
    while start < len(passage):
        stop = _cut(passage, start, start + max_bytes)
        parts.append(Span(start=start, stop=stop))
        start = stop
    return tuple(parts)


def _cut(passage: bytes, start: int, limit: int) -> int:
    if limit >= len(passage):
        return len(passage)
    if passage[limit - 1 : limit + 1] == b"\r\n":
        limit -= 1
    for mark in (b"\n", b"\r", b" "):
        found = passage.rfind(mark, start, limit)
        if found >= 0:
            return found + 1
    return _character_start(passage, start, limit)


def _character_start(passage: bytes, start: int, limit: int) -> int:
    # A character has at most three continuation bytes (10xxxxxx): more of them are no UTF-8, cut anywhere.
    for stop in range(limit, max(start, limit - _SMALLEST), -1):
        if passage[stop] & 0xC0 != 0x80:
            return stop
    return limit
