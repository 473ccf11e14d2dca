"""Addresses: the reopenable names of passages. Pure.

    doc:<source>/<path>                 a whole document
    doc:<source>/<path>#                its preamble
    doc:<source>/<path>#<slug>          one section
    src:<source>/<path>                 a whole module
    src:<source>/<path>#L10-L42         lines, counted from 1, both included
    src:<source>/<path>#<Symbol>        a declared symbol (members as Container.member)
    cf:pattern:<identity>               a program, by the identity of its entry module

Each may end in ``@<start>-<stop>``: bytes of that passage, 0-based, end excluded. That is how the rest of a
truncated read is named.
"""

import re
from dataclasses import dataclass, replace
from typing import Literal

from indexer.base.errors import AddressRefused

Scheme = Literal["doc", "src", "cf"]

_PART = re.compile(r"@(\d{1,15})-(\d{1,15})\Z")
_LINES = re.compile(r"L(\d{1,9})(?:-L(\d{1,9}))?\Z")
_IDENTITY = re.compile(r"[A-Za-z0-9_-]{43}\Z")
_FORMS = "doc:<source>/<path>#<slug>, src:<source>/<path>#<Symbol or L1-L9>, or cf:pattern:<identity>"


@dataclass(frozen=True, slots=True, kw_only=True)
class Address:
    """One parsed address; ``str()`` of it gives the text back."""

    scheme: Scheme
    source: str = ""
    path: str = ""
    """Path below the source root, with forward slashes."""
    fragment: str | None = None
    """A slug or symbol as written, ``""`` for the preamble, ``None`` for the whole file."""
    lines: tuple[int, int] | None = None
    """First and last line, counted from 1, both included."""
    identity: str = ""
    part: tuple[int, int] | None = None
    """Bytes of the passage, 0-based, end excluded."""

    def __str__(self) -> str:
        return self._whole() + (f"@{self.part[0]}-{self.part[1]}" if self.part else "")

    def _whole(self) -> str:
        if self.scheme == "cf":
            return f"cf:pattern:{self.identity}"
        file = f"{self.scheme}:{self.source}/{self.path}"
        if self.lines:
            return f"{file}#L{self.lines[0]}-L{self.lines[1]}"
        return file if self.fragment is None else f"{file}#{self.fragment}"

    def with_part(self, start: int, stop: int) -> "Address":
        """The same passage, bytes *start* to *stop* of it."""
        return replace(self, part=(start, stop))

    def whole(self) -> "Address":
        """The same passage without a byte range."""
        return replace(self, part=None)


def parse_address(text: str) -> Address:
    """The address that *text* spells.

    >>> parse_address("src:labs/a.ts#L10-L42").lines
    (10, 42)

    Raises:
        AddressRefused: *text* is of no known form.
    """
    part_match = _PART.search(text)
    part = (int(part_match[1]), int(part_match[2])) if part_match else None
    body = text[: part_match.start()] if part_match else text
    if part and part[1] < part[0]:
        raise AddressRefused(text, f"byte range {part[0]}-{part[1]} ends before it starts")
    if body.startswith("cf:pattern:"):
        return Address(scheme="cf", identity=_parse_identity(text, body[len("cf:pattern:") :]), part=part)
    scheme, colon, rest = body.partition(":")
    if not colon or scheme not in ("doc", "src"):
        raise AddressRefused(text, f"is no address, expected {_FORMS}")
    return _parse_file(text, "doc" if scheme == "doc" else "src", rest, part)


def _parse_identity(text: str, identity: str) -> str:
    if not _IDENTITY.match(identity):
        raise AddressRefused(text, "has no identity of 43 base64url characters after cf:pattern:")
    return identity


def _parse_file(text: str, scheme: Scheme, rest: str, part: tuple[int, int] | None) -> Address:
    file, mark, fragment = rest.partition("#")
    source, slash, path = file.partition("/")
    if not source or not slash or not path:
        raise AddressRefused(text, f"names no source and path, expected {_FORMS}")
    if any(step in ("", ".", "..") for step in path.split("/")) or "\0" in path:
        raise AddressRefused(text, "has an empty, . or .. step in its path")
    lines = _LINES.match(fragment) if mark and scheme == "src" else None
    if lines:
        first, last = int(lines[1]), int(lines[2] or lines[1])
        if first < 1 or last < first:
            raise AddressRefused(text, f"lines L{first}-L{last} are no range, expected L1-L2 counted from 1")
        return Address(scheme=scheme, source=source, path=path, lines=(first, last), part=part)
    return Address(scheme=scheme, source=source, path=path, fragment=fragment if mark else None, part=part)
