"""A database compared with itself and with its sources: damage, changed bytes, files that come or go.

IO: reads a database and, if asked, the sources.
"""

import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from indexer.base.config import read_config
from indexer.base.digest import Digest, digest_of
from indexer.collect import collect
from indexer.refresh.plan import plan_refresh, units_of
from indexer.save.connection import Connections
from indexer.save.fingerprint import computed_fingerprints, content_digest
from indexer.search.sound import search_troubles
from indexer.search.tables import refuse_foreign_tables

FindingKind = Literal[
    "search", "damaged", "stored-bytes", "fingerprint", "full-text", "changed", "added", "removed"
]


@dataclass(frozen=True, slots=True, kw_only=True, order=True)
class Finding:
    """One way in which a database is not what it should be."""

    kind: FindingKind
    place: str
    """An address or a table."""
    message: str


@dataclass(frozen=True, slots=True, kw_only=True)
class VerifyReport:
    """Everything that was found, in order; a sound and current database has no findings."""

    database: str
    content_digest: str
    files: int
    """Stored files whose bytes were hashed."""
    sources_checked: bool
    findings: tuple[Finding, ...]


def verify(database: Path, *, config_file: Path | None = None, root: Path | None = None) -> VerifyReport:
    """Check *database*, and compare it with the sources of *config_file* if there is one.

    Raises:
        DatabaseRefused: the file cannot be opened as a corpus database at all.
        ConfigRefused: the configuration is not of its form.
    """
    connections = Connections(database)
    try:
        with connections.refusing():
            connection = connections.connection()
            findings = [*_damage(connection), *_stored_bytes(connection), *_fingerprints(connection)]
            findings += _search(connection)
            stored: dict[str, Digest] = dict(connection.execute(_DIGESTS).fetchall())
            recorded = connection.execute(_RECORDED).fetchone()
            found = content_digest(connection)
        if recorded is None or recorded[0] != found:
            findings.append(Finding(kind="fingerprint", place="meta", message=f"content digest is {found}"))
        findings += _full_text(database)
        if config_file is not None:
            findings += _sources(stored, config_file, root)
        return VerifyReport(
            database=str(database),
            content_digest=found,
            files=len(stored),
            sources_checked=config_file is not None,
            findings=tuple(sorted(findings)),
        )
    finally:
        connections.close()


_DIGESTS = "SELECT address, digest FROM document UNION ALL SELECT address, digest FROM module"
_RECORDED = "SELECT value FROM meta WHERE key = 'content_digest'"
_CONTENTS = """
SELECT address, digest, content FROM document UNION ALL SELECT address, digest, content FROM module
"""
_SECTIONS = """
SELECT section.address, section.digest, substr(content, start_byte + 1, stop_byte - start_byte) FROM section
JOIN document ON document.id = document_id
"""


def _damage(connection: sqlite3.Connection) -> Iterator[Finding]:
    for (trouble,) in connection.execute("PRAGMA integrity_check(20)"):
        if trouble != "ok":
            yield Finding(kind="damaged", place="database", message=str(trouble))


def _stored_bytes(connection: sqlite3.Connection) -> Iterator[Finding]:
    for query in (_CONTENTS, _SECTIONS):
        for address, recorded, content in connection.execute(query):
            # substr of no bytes is NULL
            found = digest_of(content or b"") if isinstance(content, bytes | None) else "of no bytes"
            if found != recorded:
                message = f"stored bytes have digest {found}, recorded was {recorded}"
                yield Finding(kind="stored-bytes", place=str(address), message=message)


def _fingerprints(connection: sqlite3.Connection) -> Iterator[Finding]:
    recorded = dict(connection.execute("SELECT address, digest FROM fingerprint").fetchall())
    computed = dict(computed_fingerprints(connection))
    for address in sorted(recorded.keys() | computed.keys(), key=str):
        if recorded.get(address) != computed.get(address):
            yield Finding(
                kind="fingerprint", place=str(address), message="its rows are not those that were written"
            )


def _search(connection: sqlite3.Connection) -> Iterator[Finding]:
    """What is wrong with the search tables; nothing else is looked at where they are of another version."""
    try:
        refuse_foreign_tables(connection)
    except sqlite3.DatabaseError as error:
        yield Finding(kind="search", place="database", message=str(error))
        return
    for place, message in search_troubles(connection):
        yield Finding(kind="search", place=place, message=message)


def _full_text(database: Path) -> Iterator[Finding]:
    """FTS4's own check compares each index with its text; it is an INSERT, so it needs a copy in memory."""
    copy = sqlite3.connect(":memory:")
    source = sqlite3.connect(f"{database.absolute().as_uri()}?mode=ro&immutable=1", uri=True)
    try:
        source.backup(copy)
        tables = copy.execute("SELECT name FROM sqlite_schema WHERE sql LIKE 'CREATE VIRTUAL%' ORDER BY name")
        for (table,) in tables.fetchall():
            name = str(table).replace('"', '""')
            try:
                copy.execute(f'INSERT INTO "{name}"("{name}") VALUES (\'integrity-check\')')
            except sqlite3.Error as error:
                yield Finding(kind="full-text", place=str(table), message=str(error))
    finally:
        source.close()
        copy.close()


def _sources(stored: dict[str, Digest], config_file: Path, root: Path | None) -> Iterator[Finding]:
    collection = collect(read_config(config_file), folder=config_file.parent, root=root)
    plan = plan_refresh(units_of(collection), stored)
    for unit in plan.fresh:
        if unit.address in stored:
            message = f"file has digest {unit.file.digest}, stored is {stored[unit.address]}"
            yield Finding(kind="changed", place=unit.address, message=message)
        else:
            yield Finding(kind="added", place=unit.address, message="file is not in the database")
    for address in plan.removed:
        yield Finding(kind="removed", place=address, message="is in no source any more")
