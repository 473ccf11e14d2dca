"""Links of stored documents resolved against stored files. IO: reads and writes the database.

The outcome depends on nothing but stored rows and what stands on disk, and only rows that differ are
written, so that an incremental build gives what a full one gives.
"""

import sqlite3
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from indexer.base.words import Problem
from indexer.resolve.links import LinkTree, Placed, ResolvedLink, as_unindexed
from indexer.save.files import add_problems
from indexer.save.rows import problem_row

ExistsAt = Callable[[str], bool]
"""Whether a file or folder stands at a location of the tree that all sources share."""
OWNER = "links"

_DOCUMENTS = """
SELECT document.id, source.name, source.root, path, address FROM document
JOIN source ON source.id = source_id ORDER BY document.id
"""
_MODULES = """
SELECT source.name, source.root, path, address, lines FROM module JOIN source ON source.id = source_id
WHERE source.kind != 'export' ORDER BY module.id
"""
_SECTIONS = """
SELECT document_id, slug, address, first_line, last_line FROM section ORDER BY document_id, ordinal
"""
_ANCHORS = """
SELECT document_id, name, address FROM anchor JOIN section ON section.id = section_id ORDER BY anchor.id DESC
"""
_SYMBOLS = """
SELECT qualified_name, address FROM symbol
WHERE module_id = (SELECT id FROM module WHERE address = ?) ORDER BY id DESC
"""
_LINKS = """
SELECT link.id, target, link.start_byte, link.stop_byte, line, document.address,
  status, target_address, reason, (SELECT address FROM section AS there WHERE there.id = target_section_id)
FROM link JOIN section ON section.id = section_id JOIN document ON document.id = document_id ORDER BY link.id
"""
_UPDATE = """
UPDATE link SET status = ?, target_address = ?, reason = ?,
  target_section_id = (SELECT id FROM section WHERE address = ?) WHERE id = ?
"""


class _Symbols(Mapping[str, str]):
    """Symbols of one stored module by qualified name, read when first asked for."""

    def __init__(self, connection: sqlite3.Connection, address: str) -> None:
        self._connection = connection
        self._address = address
        self._found: dict[str, str] | None = None

    def _all(self) -> dict[str, str]:
        if self._found is None:
            self._found = dict(self._connection.execute(_SYMBOLS, (self._address,)).fetchall())
        return self._found

    def __getitem__(self, key: str) -> str:
        return self._all()[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._all())

    def __len__(self) -> int:
        return len(self._all())


@dataclass(frozen=True, slots=True, kw_only=True)
class Relinked:
    """What resolving all links came to."""

    documents: frozenset[str]
    """Addresses of documents whose links changed."""
    watched: Mapping[str, bool]
    """Locations that links lead to and no indexed file stands at, and whether anything stands there."""


def resolve_links(connection: sqlite3.Connection, *, exists: ExistsAt) -> Relinked:
    """Resolve every stored link."""
    documents = list(_placed_documents(connection))
    tree = LinkTree([*documents, *_placed_modules(connection)])
    origins = {placed.address: placed for placed in documents}
    changed: set[str] = set()
    watched: dict[str, bool] = {}
    updates: list[tuple[object, ...]] = []
    problems: list[Problem] = []
    for row_id, target, start, stop, line, document, *before in connection.execute(_LINKS):
        origin = origins[document]
        found = tree.resolve(target, origin=origin)
        if found.status == "broken" and found.location:
            if found.location not in watched:
                watched[found.location] = exists(found.location)
            found = as_unindexed(found) if watched[found.location] else found
        if before != [found.status, found.address, found.reason, found.section]:
            updates.append((found.status, found.address, found.reason, found.section, row_id))
            changed.add(document)
        if found.status == "broken":
            problems.append(_problem(origin, (start, stop, line), target, found))
    connection.executemany(_UPDATE, updates)
    connection.execute("DELETE FROM problem WHERE owner = ?", (OWNER,))
    add_problems(connection, (problem_row(problem) for problem in sorted(problems)), owner=OWNER)
    return Relinked(documents=frozenset(changed), watched=watched)


def _placed_documents(connection: sqlite3.Connection) -> Iterator[Placed]:
    fragments: dict[int, dict[str, str]] = defaultdict(dict)
    lines: dict[int, list[tuple[int, str]]] = defaultdict(list)
    last: dict[int, int] = {}
    for document_id, name, address in connection.execute(_ANCHORS):
        fragments[document_id][name] = address
    for document_id, slug, address, first_line, last_line in connection.execute(_SECTIONS):
        fragments[document_id][slug] = address
        lines[document_id].append((first_line, address))
        last[document_id] = last_line
    for document_id, source, root, path, address in connection.execute(_DOCUMENTS):
        yield Placed(
            source=source,
            root=root,
            path=path,
            address=address,
            fragments=fragments[document_id],
            line_count=last.get(document_id, 0),
            section_lines=tuple(lines[document_id]),
        )


def _placed_modules(connection: sqlite3.Connection) -> Iterator[Placed]:
    for source, root, path, address, line_count in connection.execute(_MODULES).fetchall():
        yield Placed(
            source=source,
            root=root,
            path=path,
            address=address,
            fragments=_Symbols(connection, address),
            line_count=line_count,
        )


def _problem(origin: Placed, place: tuple[int, int, int], target: str, found: ResolvedLink) -> Problem:
    start, stop, line = place
    return Problem(
        source=origin.source,
        path=origin.path,
        start_byte=start,
        stop_byte=stop,
        line=line,
        kind="broken-link",
        message=f"link to {target!r}: {found.reason}",
    )
