"""The example as highlighted lines, with findings marked where they stand. Pure."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from markupsafe import Markup, escape
from pygments import lex
from pygments.lexers import TypeScriptLexer
from pygments.token import _TokenType

from kitc.check.report import Finding

_STYLES = (
    ("Token.Comment", "comment"),
    ("Token.Keyword", "keyword"),
    ("Token.Literal.String", "string"),
    ("Token.Literal.Number", "number"),
    ("Token.Name.Tag", "type"),
)
Piece = tuple[str, str]
"""Class, empty for plain text, and the text."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """One line of the example."""

    number: int
    """Counted from 1."""
    html: Markup
    findings: tuple[Finding, ...]
    """Those that start here."""


def source_lines(source: str, findings: Sequence[Finding]) -> tuple[Line, ...]:
    """*source* line by line, every text of it escaped; no element spans two lines."""
    if not source:
        return ()
    return tuple(
        Line(
            number=number,
            html=Markup("").join(_html(piece, mark) for piece, mark in _marked(pieces, number, findings)),
            findings=tuple(finding for finding in findings if finding.line == number),
        )
        for number, pieces in enumerate(_highlight(source), start=1)
    )


def _highlight(source: str) -> list[list[Piece]]:
    lines: list[list[Piece]] = [[]]
    for kind, text in lex(source.rstrip("\n"), TypeScriptLexer(stripnl=False)):
        name = _class_of(kind)
        for number, piece in enumerate(text.split("\n")):
            if number:
                lines.append([])
            if piece:
                lines[-1].append((name, piece))
    return lines[:-1] if not lines[-1] else lines


def _class_of(kind: _TokenType) -> str:
    """One of few classes, so that the style stays readable."""
    name = str(kind)
    return next((style for prefix, style in _STYLES if name.startswith(prefix)), "")


def _marked(pieces: Sequence[Piece], number: int, findings: Sequence[Finding]) -> Iterator[tuple[Piece, str]]:
    """Pieces cut where findings start and stop, each with the severity it is marked in, or an empty text."""
    spans = [_columns(finding, number) for finding in findings if finding.line <= number <= finding.end_line]
    edges = sorted({edge for start, stop, _ in spans for edge in (start, stop)})
    column = 1
    for name, text in pieces:
        for part in _cut(text, [edge - column for edge in edges]):
            mark = next((severity for start, stop, severity in spans if start <= column < stop), "")
            yield (name, part), mark
            column += _units(part)


def _columns(finding: Finding, number: int) -> tuple[int, int, str]:
    """First and last column of *finding* on one line, the last one excluded."""
    start = finding.column if finding.line == number else 1
    stop = finding.end_column if finding.end_line == number else 1_000_000
    return start, stop, finding.severity


def _cut(text: str, edges: Sequence[int]) -> list[str]:
    """*text* in parts, cut after as many UTF-16 units as each of *edges* says."""
    parts = [""]
    units = 0
    for letter in text:
        if units and units in edges:
            parts.append("")
        parts[-1] += letter
        units += _units(letter)
    return parts


def _units(text: str) -> int:
    return len(text) + sum(letter > "\uffff" for letter in text)


def _html(piece: Piece, mark: str) -> Markup:
    name, text = piece
    html = Markup('<span class="{}">{}</span>').format(name, text) if name else escape(text)
    return Markup('<mark class="{}">{}</mark>').format(mark, html) if mark else html
