"""A check report as text: each finding with the line it stands on. Pure.

The text comes as styled pieces, so that a terminal shows colours and a pipe gets the same words without them.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from kitc.check.compile import Compilation
from kitc.check.report import CheckReport, Finding

_STYLES = {"error": "bold red", "warning": "yellow", "note": "cyan"}
_VERDICTS = {"valid": "bold green", "invalid": "bold red", "unknown": "bold yellow"}
_WIDTH = 160
"""Source lines longer than this many characters are cut around the finding."""


@dataclass(frozen=True, slots=True)
class Piece:
    """Some text and the rich style it is shown in."""

    text: str
    style: str = ""


def report_pieces(
    report: CheckReport, text: str, *, compilation: Compilation | None = None, verbose: bool = False
) -> Iterator[Piece]:
    """The pieces of *report* over the checked *text*; with *verbose* also what could not be told."""
    lines = text.split("\n")
    for finding in report.findings:
        yield from _finding_pieces(report.file, finding, lines)
    if verbose:
        for item in report.unknown:
            yield Piece(f"{report.file}:{item.line}:{item.column}: ")
            yield Piece("unknown", "yellow")
            yield Piece(f" {item.subject}: {item.reason}\n")
    yield from _summary_pieces(report, compilation)


def _finding_pieces(file: str, finding: Finding, lines: list[str]) -> Iterator[Piece]:
    yield Piece(f"{file}:{finding.line}:{finding.column}: ")
    yield Piece(f"{finding.severity} {finding.rule}", _STYLES[finding.severity])
    yield Piece(f": {finding.message}\n")
    yield from _frame_pieces(finding, lines)
    if finding.suggestion:
        yield Piece(f"{' ' * 8}mend: ", "dim")
        yield Piece(f"{finding.suggestion.replacement}\n", "green")
    if finding.address:
        yield Piece(f"{' ' * 8}see {finding.address}\n", "dim")


def _frame_pieces(finding: Finding, lines: list[str]) -> Iterator[Piece]:
    if not 1 <= finding.line <= len(lines):
        return
    line = lines[finding.line - 1].rstrip("\r").expandtabs(1)
    start = _character_of(line, finding.column)
    stop = _character_of(line, finding.end_column) if finding.end_line == finding.line else len(line)
    cut = max(0, start - _WIDTH // 2) if len(line) > _WIDTH else 0
    shown = line[cut : cut + _WIDTH]
    width = max(1, min(stop, cut + len(shown)) - start)
    yield Piece(f"{finding.line:>6} | ", "dim")
    yield Piece(f"{shown}\n")
    yield Piece(f"{'':>6} | ", "dim")
    yield Piece(f"{' ' * (start - cut)}{'^' * width}\n", _STYLES[finding.severity])


def _character_of(line: str, column: int) -> int:
    """The 0-based character of the 1-based UTF-16 *column* of *line*."""
    units = 1
    for position, character in enumerate(line):
        if units >= column:
            return position
        units += 2 if character > "\uffff" else 1
    return len(line)


def _summary_pieces(report: CheckReport, compilation: Compilation | None) -> Iterator[Piece]:
    errors = sum(finding.severity == "error" for finding in report.findings)
    warnings = sum(finding.severity == "warning" for finding in report.findings)
    yield Piece(f"{report.file}: ")
    yield Piece(report.verdict, _VERDICTS[report.verdict])
    yield Piece(
        f" ({_count(errors, 'error')}, {_count(warnings, 'warning')}, {len(report.unknown)} unknown,"
        f" {_count(report.consumed_fields, 'field')} read)"
    )
    if compilation is not None:
        yield Piece(f"; {compilation.command}: ")
        yield Piece(compilation.verdict, "green" if compilation.verdict == "accepted" else "bold red")
    yield Piece("\n")


def _count(number: int, noun: str) -> str:
    """``1 error``, ``2 errors``."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
