"""Rows of documents and modules into their tables, and out again. IO: writes to a database."""

import sqlite3
from collections.abc import Iterable, Mapping

from indexer.base.words import SourceFile
from indexer.save.rows import DocumentRows, ModuleRows, Row, Rows

_DOCUMENT = "INSERT INTO document VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
_SECTION = "INSERT INTO section VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
_ANCHOR = "INSERT INTO anchor (section_id, name) VALUES (?, ?)"
_LINK = """
INSERT INTO link (section_id, form, text, target, start_byte, stop_byte, line, status, reason)
VALUES (?, ?, ?, ?, ?, ?, ?, '', '')
"""
_CODE = """
INSERT INTO code_block (section_id, language, info, start_byte, stop_byte, first_line, last_line)
VALUES (?, ?, ?, ?, ?, ?, ?)
"""
_MODULE = "INSERT INTO module VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
_SYMBOL = "INSERT INTO symbol_row VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
_EXPORT = """
INSERT INTO export_statement (module_id, name, form, local, specifier, type_only, start_byte, stop_byte, line)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
"""
_IMPORT = """
INSERT INTO import
  (module_id, specifier, form, type_only, imported, local, start_byte, stop_byte, line, status)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, '')
"""
_PROBLEM = """
INSERT INTO problem (source, path, start_byte, stop_byte, line, kind, severity, message, owner)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
"""
_DELETE_DOCUMENT = (
    "DELETE FROM anchor WHERE section_id IN (SELECT id FROM section WHERE document_id = ?)",
    "DELETE FROM link WHERE section_id IN (SELECT id FROM section WHERE document_id = ?)",
    "DELETE FROM code_block WHERE section_id IN (SELECT id FROM section WHERE document_id = ?)",
    "DELETE FROM section WHERE document_id = ?",
    "DELETE FROM document WHERE id = ?",
)
_DELETE_MODULE = (
    "DELETE FROM symbol_row WHERE module_id = ?",
    "DELETE FROM export_statement WHERE module_id = ?",
    "DELETE FROM export WHERE module_id = ?",
    "DELETE FROM import WHERE module_id = ?",
    "DELETE FROM module WHERE id = ?",
)


class FileWriter:
    """Inserts files in the order given: with the next free ids, or the *kept* one of the same address."""

    def __init__(self, connection: sqlite3.Connection, kept: Mapping[str, int]) -> None:
        self._connection = connection
        self._kept = kept
        self._next = {
            table: connection.execute(f"SELECT coalesce(max(id), 0) + 1 FROM {table}").fetchone()[0]
            for table in ("document", "section", "module", "symbol_row")
        }
        for address, row_id in kept.items():
            table = "document" if address.startswith("doc:") else "module"
            self._next[table] = max(self._next[table], row_id + 1)

    def add_document(self, file: SourceFile, rows: DocumentRows, *, source_id: int) -> range:
        """Insert one document with its sections, anchors, links, blocks and problems; ids of its sections."""
        address = f"doc:{file.source}/{file.path}"
        document, base = self._id("document", address), self._take("section", len(rows.sections))
        head = (document, source_id, file.path, address)
        size = len(file.content)
        self._connection.execute(_DOCUMENT, (*head, *rows.document, file.digest, size, file.content))
        self._connection.executemany(_SECTION, _placed(rows.sections, base, document))
        self._connection.executemany(_ANCHOR, _held(rows.anchors, base))
        self._connection.executemany(_LINK, _held(rows.links, base))
        self._connection.executemany(_CODE, _held(rows.code_blocks, base))
        add_problems(self._connection, rows.problems, owner=address)
        return range(base, base + len(rows.sections))

    def add_module(self, file: SourceFile, rows: ModuleRows, *, source_id: int) -> tuple[int, range]:
        """Insert one module with its symbols, export and import statements and problems; its id, theirs."""
        address = f"src:{file.source}/{file.path}"
        module, base = self._id("module", address), self._take("symbol_row", len(rows.symbols))
        head = (module, source_id, file.path, address, *rows.module[:-1])
        tail = (file.digest, len(file.content), rows.module[-1], file.content)
        self._connection.execute(_MODULE, (*head, *tail))
        self._connection.executemany(_SYMBOL, _symbols(rows.symbols, base, module))
        self._connection.executemany(_EXPORT, ((module, *row) for row in rows.exports))
        self._connection.executemany(_IMPORT, ((module, *row) for row in rows.imports))
        add_problems(self._connection, rows.problems, owner=address)
        return module, range(base, base + len(rows.symbols))

    def _id(self, table: str, address: str) -> int:
        return self._kept.get(address) or self._take(table, 1)

    def _take(self, table: str, count: int) -> int:
        first: int = self._next[table]
        self._next[table] = first + count
        return first


def _placed(rows: Rows, base: int, document: int) -> Iterable[Row]:
    for place, (parent, *columns) in enumerate(rows):
        yield base + place, document, _id(base, parent), *columns


def _symbols(rows: Rows, base: int, module: int) -> Iterable[Row]:
    for place, (container, *columns) in enumerate(rows):
        yield base + place, module, _id(base, container), *columns


def _held(rows: Rows, base: int) -> Iterable[Row]:
    for place, *columns in rows:
        yield _id(base, place), *columns


def _id(base: int, place: object) -> int | None:
    return base + place if isinstance(place, int) else None


def delete_file(connection: sqlite3.Connection, address: str) -> int | None:
    """Remove the document or module at *address* with all that belongs to it, its problems too.

    Returns the id it had, so that a changed file can keep it.
    """
    is_document = address.startswith("doc:")
    table, statements = ("document", _DELETE_DOCUMENT) if is_document else ("module", _DELETE_MODULE)
    row_id: int | None = None
    for (row_id,) in connection.execute(f"SELECT id FROM {table} WHERE address = ?", (address,)).fetchall():
        for statement in statements:
            connection.execute(statement, (row_id,))
    owners = (address, f"exports {address}", f"program {address}", f"contracts {address}")
    connection.execute("DELETE FROM problem WHERE owner IN (?, ?, ?, ?)", owners)
    return row_id


def add_problems(connection: sqlite3.Connection, rows: Iterable[Row], *, owner: str) -> None:
    """Insert problem *rows*; *owner* says whose recomputation replaces them."""
    connection.executemany(_PROBLEM, ((*row, owner) for row in rows))
