"""Lines of stored bytes, and the text that block parsing sees, line for line the same. Pure."""

from bisect import bisect_right
from dataclasses import dataclass
from itertools import accumulate

from indexer.base.words import Problem

_MAX_RANGES = 20
BOM = "\ufeff"


@dataclass(frozen=True, slots=True)
class Lines:
    """Where the lines of a file start; the last entry is its length."""

    starts: tuple[int, ...]

    def byte_at(self, line: int) -> int:
        """First byte of the 0-based *line*; the end of the file for lines past it."""
        return self.starts[line] if line < len(self.starts) else self.starts[-1]

    def line_of(self, byte: int) -> int:
        """Line of *byte*, counted from 1; the last line for bytes past the end."""
        return max(1, min(bisect_right(self.starts, byte), len(self.starts) - 1))


def lines_of(content: bytes) -> Lines:
    r"""The lines of *content*, ended by ``\n``, ``\r\n`` or a lone ``\r`` and by nothing else.

    >>> lines_of(b"a\r\nb\rc").starts
    (0, 3, 5, 6)
    """
    # Of bytes (unlike of text) splitlines knows just these three.
    ends = accumulate(map(len, content.splitlines(keepends=True)), initial=0)
    return Lines(tuple(ends) if content else (0, 0))


def text_of(content: bytes) -> str:
    """*content* as text for block parsing: no BOM, line feeds only, a replacement character for bad bytes."""
    text = content.decode("utf-8", errors="replace")
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    return text.removeprefix(BOM).replace("\0", "\ufffd")


def encoding_problems(content: bytes, *, path: str, lines: Lines) -> tuple[Problem, ...]:
    """One problem for each undecodable byte range (the last one covers all further ones) and one for NULs."""
    ranges = _undecodable_ranges(content)
    problems = [
        Problem(
            source="",
            path=path,
            start_byte=start,
            stop_byte=stop,
            line=lines.line_of(start),
            kind="undecodable",
            message=f"bytes {start}-{stop} are no UTF-8; they stay addressable and read as U+FFFD",
        )
        for start, stop in ranges
    ]
    nul, nuls = content.find(b"\0"), content.count(b"\0")
    if nul >= 0:
        problems.append(
            Problem(
                source="",
                path=path,
                start_byte=nul,
                stop_byte=nul + 1,
                line=lines.line_of(nul),
                kind="nul-byte",
                message=f"{nuls} NUL bytes, the first at byte {nul}",
            )
        )
    return tuple(problems)


def _undecodable_ranges(content: bytes) -> list[tuple[int, int]]:
    ranges: list[tuple[int, int]] = []
    start = 0
    while True:
        try:
            content[start:].decode("utf-8")
        except UnicodeDecodeError as error:
            begin, end = start + error.start, start + error.end
        else:
            return ranges
        if ranges and ranges[-1][1] == begin:
            begin = ranges.pop()[0]
        elif len(ranges) == _MAX_RANGES:
            return [*ranges[:-1], (ranges[-1][0], len(content))]
        ranges.append((begin, end))
        start = end
