"""Links of documents -> addresses of sections, modules and lines, or the reason why not. Pure.

Every source has a root in one tree of locations (its configured root, then the path in it), so a document of
one source can point into another by a relative path. Nothing is looked up on disk here: a caller that sees a
file at the ``location`` of a broken link turns it ``unindexed`` with ``as_unindexed``.
"""

import posixpath
import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from typing import TYPE_CHECKING, Literal
from urllib.parse import unquote

from indexer.base.words import Problem

if TYPE_CHECKING:
    from indexer.parse.markdown.facts import Link, ParsedDocument

LinkStatus = Literal["resolved", "external", "unindexed", "broken"]

_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:|//")
_LINES = re.compile(r"L(\d{1,9})(?:C\d+)?(?:-L?(\d{1,9})(?:C\d+)?)?\Z", re.IGNORECASE)
_FOLDER_PAGES = ("README.md", "readme.md", "Readme.md", "index.md", "index.mdx", "SKILL.md")
_SUFFIXES = (".md", ".mdx")


@dataclass(frozen=True, slots=True, kw_only=True)
class Placed:
    """One indexed file that links can point to, and where it stands."""

    source: str
    root: str
    """Root of its source in the tree of locations, ``"."`` for the top."""
    path: str
    address: str
    """Of the whole file: ``doc:...`` or ``src:...``."""
    fragments: Mapping[str, str] = field(default_factory=dict)
    """Address by slug, HTML anchor or symbol."""
    line_count: int = 0
    section_lines: tuple[tuple[int, str], ...] = ()
    """First line and address of each section, in order; empty for a module."""

    @property
    def location(self) -> str:
        """Where the file stands in the tree that all sources share."""
        return posixpath.normpath(posixpath.join(self.root, self.path))


@dataclass(frozen=True, slots=True, kw_only=True)
class ResolvedLink:
    """Where a link leads."""

    status: LinkStatus
    address: str | None = None
    """The passage it names; of a broken fragment the file, which exists; ``None`` when nothing is known."""
    section: str | None = None
    """Address of the section it leads to, the first one of a whole document; ``None`` outside documents."""
    reason: str = ""
    """Why it is broken or unindexed."""
    location: str = ""
    """Where the target would stand in the tree, when no indexed file stands there."""


def placed_document(document: "ParsedDocument", *, source: str, root: str) -> Placed:
    """The place of a parsed document: its slugs first, then HTML anchors that no slug has taken."""
    address = f"doc:{source}/{document.path}"
    addresses = [f"{address}#{section.slug}" for section in document.sections]
    fragments = {anchor.name: addresses[anchor.section] for anchor in reversed(document.anchors)}
    fragments |= {section.slug: addresses[section.ordinal] for section in document.sections}
    return Placed(
        source=source,
        root=root,
        path=document.path,
        address=address,
        fragments=fragments,
        line_count=document.sections[-1].last_line,
        section_lines=tuple(
            (section.first_line, addresses[section.ordinal]) for section in document.sections
        ),
    )


class LinkTree:
    """All indexed files by location; answers where the links of any of them lead."""

    def __init__(self, files: Iterable[Placed]) -> None:
        self._files: dict[str, list[Placed]] = {}
        for placed in sorted(files, key=lambda each: each.address):
            self._files.setdefault(placed.location, []).append(placed)
        self._folders = _folders_of(self._files)
        self._by_folded = {location.casefold(): location for location in sorted(self._files, reverse=True)}

    def resolve(self, target: str, *, origin: Placed) -> ResolvedLink:
        """Where *target*, written in the document *origin*, leads."""
        if _SCHEME.match(target):
            return ResolvedLink(status="external")
        raw_path, _, raw_fragment = target.partition("#")
        path, fragment = unquote(raw_path.partition("?")[0]), unquote(raw_fragment)
        if not path:
            if not target:
                return ResolvedLink(status="broken", reason="the target is empty")
            return _resolve_fragment(origin, fragment)
        locations = _locations(path, origin)
        for location in locations:
            placed = self._find(location, origin.source)
            if placed:
                return _resolve_fragment(placed, fragment)
        return self._unresolved(locations)

    def _find(self, location: str, source: str) -> Placed | None:
        for candidate in _candidates(location):
            files = self._files.get(candidate)
            if files:
                return next((placed for placed in files if placed.source == source), files[0])
        return None

    def _unresolved(self, locations: tuple[str, ...]) -> ResolvedLink:
        first = locations[0]
        for location in locations:
            if location in self._folders:
                return as_unindexed(ResolvedLink(status="broken", location=location))
        other_case = self._by_folded.get(first.casefold())
        hint = f"; {other_case} differs in case" if other_case else ""
        return ResolvedLink(status="broken", location=first, reason=f"{first} is in no source{hint}")


def as_unindexed(broken: ResolvedLink) -> ResolvedLink:
    """The same link for a caller that has seen a file or folder at its ``location``."""
    reason = f"{broken.location} exists, but no page or module of a source stands there"
    return replace(broken, status="unindexed", reason=reason)


def link_problem(link: "Link", resolved: ResolvedLink, *, origin: Placed) -> Problem | None:
    """The problem row of a broken link; ``None`` for every other one."""
    if resolved.status != "broken":
        return None
    return Problem(
        source=origin.source,
        path=origin.path,
        start_byte=link.span.start,
        stop_byte=link.span.stop,
        line=link.line,
        kind="broken-link",
        message=f"link to {link.target!r}: {resolved.reason}",
    )


def _locations(path: str, origin: Placed) -> tuple[str, ...]:
    """Where *path* may stand: a leading slash means the root of the source, then the top of the tree."""
    if path.startswith("/"):
        inner = path.lstrip("/")
        below = posixpath.normpath(posixpath.join(origin.root, inner))
        return tuple(dict.fromkeys((below, posixpath.normpath(inner or "."))))
    folder = posixpath.dirname(origin.location)
    return (posixpath.normpath(posixpath.join(folder, path)),)


def _resolve_fragment(placed: Placed, fragment: str) -> ResolvedLink:
    name = fragment.partition(":~:")[0].removeprefix("user-content-")
    found = _find_fragment(placed.fragments, name) if name else None
    if found:
        return ResolvedLink(status="resolved", address=found, section=found if placed.section_lines else None)
    if not name or name.casefold() == "top":
        first = placed.section_lines[0][1] if placed.section_lines else None
        return ResolvedLink(status="resolved", address=placed.address, section=first)
    lines = _LINES.match(name)
    return _resolve_lines(placed, lines) if lines else _unknown_fragment(placed, name)


def _find_fragment(fragments: Mapping[str, str], name: str) -> str | None:
    if name in fragments:
        return fragments[name]
    # Browsers on GitHub find headings whatever the case of the fragment.
    folded = name.casefold()
    return next((address for known, address in fragments.items() if known.casefold() == folded), None)


def _resolve_lines(placed: Placed, lines: re.Match[str]) -> ResolvedLink:
    first, last = int(lines[1]), int(lines[2] or lines[1])
    if not 1 <= first <= last <= placed.line_count:
        reason = f"lines {first}-{last} are not in {placed.address}, which has {placed.line_count} lines"
        return ResolvedLink(status="broken", address=placed.address, reason=reason)
    if not placed.section_lines:
        return ResolvedLink(status="resolved", address=f"{placed.address}#L{first}-L{last}")
    starts = [line for line, _ in placed.section_lines]
    section = placed.section_lines[max(0, bisect_right(starts, first) - 1)][1]
    return ResolvedLink(status="resolved", address=section, section=section)


def _unknown_fragment(placed: Placed, name: str) -> ResolvedLink:
    near = get_close_matches(name, placed.fragments, n=1)
    hint = f", the nearest is #{near[0]}" if near else ""
    reason = f"{placed.address} has no #{name}{hint}"
    return ResolvedLink(status="broken", address=placed.address, reason=reason)


def _candidates(location: str) -> Iterator[str]:
    """Where a file may stand that *location* (a normal path) names: there, with an ending, or inside."""
    yield location
    for suffix in _SUFFIXES:
        yield location + suffix
    for page in _FOLDER_PAGES:
        yield page if location == "." else posixpath.join(location, page)


def _folders_of(locations: Iterable[str]) -> set[str]:
    """Every folder that holds one of *locations*, however deep; ``.`` for the top of relative ones."""
    folders: set[str] = set()
    for location in locations:
        folder = posixpath.dirname(location) or "."
        while folder not in folders:
            folders.add(folder)
            folder = posixpath.dirname(folder) or "."
    return folders
