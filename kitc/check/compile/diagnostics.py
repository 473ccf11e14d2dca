"""What a compiler said, read from its output. Pure.

Two forms are read: deno's blocks (``TS2339 [ERROR]: text`` ... ``at file:///x.tsx:4:89``) and the lines of
tsc and of tools like it (``x.tsx(4,89): error TS2339: text`` or ``x.tsx:4:89 - error TS2339: text``).
"""

import re
from dataclasses import dataclass
from typing import Literal

_DENO_HEAD = re.compile(r"^(?:TS(?P<code>\d+) \[ERROR\]|error): (?P<message>.*)$")
_DENO_PLACE = re.compile(r"^\s+at (?P<file>\S+?):(?P<line>\d+):(?P<column>\d+)$")
_TSC = re.compile(
    r"^(?P<file>[^\s(].*?)(?:\((?P<line>\d+),(?P<column>\d+)\)|:(?P<line2>\d+):(?P<column2>\d+))(?::| -) "
    r"error(?: TS(?P<code>\d+))?: (?P<message>.*)$"
)
_ANSI = re.compile(r"\x1b\[[0-9;]*m")


@dataclass(frozen=True, slots=True, kw_only=True, order=True)
class Diagnostic:
    """One error of a compiler; lines and columns from 1, columns in UTF-16 units."""

    file: str
    line: int
    column: int
    code: str
    """``TS2339``, or empty when the compiler gave none."""
    message: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Compilation:
    """The verdict of a compiler, kept apart from that of the static check."""

    verdict: Literal["accepted", "rejected"]
    command: str
    """The program that ran, by name, without the folder it ran in."""
    diagnostics: tuple[Diagnostic, ...] = ()
    """Those of the checked file first, then the others, each by place."""


def parse_diagnostics(output: str) -> tuple[Diagnostic, ...]:
    """Every error in *output*, sorted and without repetition."""
    lines = _ANSI.sub("", output).replace("\r\n", "\n").split("\n")
    found = [_from_tsc(match) for line in lines if (match := _TSC.match(line))]
    return tuple(sorted({*found, *_from_deno(lines)}))


def _from_tsc(match: re.Match[str]) -> Diagnostic:
    return Diagnostic(
        file=match["file"],
        line=int(match["line"] or match["line2"]),
        column=int(match["column"] or match["column2"]),
        code=f"TS{match['code']}" if match["code"] else "",
        message=match["message"],
    )


def _from_deno(lines: list[str]) -> list[Diagnostic]:
    found: list[Diagnostic] = []
    head: re.Match[str] | None = None
    text: list[str] = []
    for line in lines:
        if start := _DENO_HEAD.match(line):
            head, text = start, [start["message"]]
        elif head and (place := _DENO_PLACE.match(line)):
            found.append(_diagnostic(head, text, place))
            head = None
        elif head and line.startswith("  ") and not line.strip().strip("~^"):
            text = text[:-1]  # the marked source line stands above its underline
        elif head and line.strip():
            text.append(line.strip())
    return found


def _diagnostic(head: re.Match[str], text: list[str], place: re.Match[str]) -> Diagnostic:
    return Diagnostic(
        file=place["file"],
        line=int(place["line"]),
        column=int(place["column"]),
        code=f"TS{head['code']}" if head["code"] else "",
        message=" ".join(text),
    )
