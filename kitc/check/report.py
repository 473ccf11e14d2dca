"""What a check says of one composition: findings, what it cannot tell, and the verdict. Pure.

Lines are counted from 1; columns from 1 in UTF-16 units, as editors and compilers count them.
"""

from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from indexer.base.words import Severity, Span

Verdict = Literal["valid", "invalid", "unknown"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Suggestion:
    """A change that mends a finding."""

    replacement: str
    """The text to put in place of ``span``."""
    span: Span
    certain: bool = False
    """True if no other mend is as near: only such a change is applied without asking."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """One judgement of one rule, with its place."""

    rule: str
    severity: Severity
    span: Span
    line: int
    column: int
    end_line: int
    end_column: int
    message: str
    suggestion: Suggestion | None = None
    address: str | None = None
    """Where the contract that was broken is written, e.g. ``src:labs/counter.tsx#L10-L12``."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Unknown:
    """One thing that could not be told, and why. Never an error, never a proof."""

    subject: str
    """What was to be proved, as written in the file."""
    reason: str
    span: Span
    line: int
    column: int


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckReport:
    """The outcome of one check."""

    file: str
    verdict: Verdict
    """``invalid`` with an error finding, else ``unknown`` with anything untold, else ``valid``."""
    findings: tuple[Finding, ...] = ()
    """By place, then rule."""
    unknown: tuple[Unknown, ...] = ()
    """By place."""
    consumed_fields: int = 0
    """How many fields of typed values the file reads: what the share of unknown ones is measured against."""


@dataclass(frozen=True, slots=True)
class Lines:
    """Turns byte offsets of one file into lines and columns."""

    content: bytes
    starts: tuple[int, ...]

    @classmethod
    def of(cls, content: bytes) -> "Lines":
        """The lines of *content*; only a line feed ends a line."""
        starts = [0]
        position = content.find(b"\n")
        while position >= 0:
            starts.append(position + 1)
            position = content.find(b"\n", position + 1)
        return cls(content, tuple(starts))

    def place(self, offset: int) -> tuple[int, int]:
        """Line and column (UTF-16 units) of the byte *offset*, both counted from 1."""
        line = bisect_right(self.starts, offset)
        text = self.content[self.starts[line - 1] : offset].decode("utf-8", "replace")
        return line, len(text) + sum(character > "\uffff" for character in text) + 1


def verdict_of(findings: Iterable[Finding], unknown: Iterable[Unknown]) -> Verdict:
    """The verdict that *findings* and *unknown* give together."""
    if any(finding.severity == "error" for finding in findings):
        return "invalid"
    return "unknown" if any(True for _ in unknown) else "valid"
