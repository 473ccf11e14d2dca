"""The facts that stages hand to one another, as frozen values. Pure.

Byte offsets are 0-based with an excluded end; lines are counted from 1, both ends included.
"""

from dataclasses import dataclass
from typing import Literal

from indexer.base.digest import Digest

Severity = Literal["error", "warning", "note"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Span:
    """Where a passage stands in its file: bytes, 0-based, end excluded."""

    start: int
    stop: int


@dataclass(frozen=True, slots=True, kw_only=True, order=True)
class Problem:
    """What could not be read, parsed, resolved or verified, with its place."""

    source: str
    path: str
    start_byte: int = 0
    stop_byte: int = 0
    line: int = 1
    kind: str
    """A short fixed word, e.g. ``undecodable``, ``syntax-error``, ``missing-module``, ``broken-link``."""
    severity: Severity = "warning"
    message: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SourceFile:
    """One collected file of a source: its bytes and where they came from."""

    source: str
    path: str
    """Relative to the source root, forward slashes."""
    content: bytes
    digest: Digest
