"""What search reads of each file, from the content tables. IO: reads the database.

Everything comes in the order of row ids.
"""

import sqlite3
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Generic, TypeVar

from indexer.search.passages import (
    BODY_BYTES,
    DocumentText,
    ModuleText,
    ProgramText,
    SectionText,
    SymbolText,
)

Text = TypeVar("Text", DocumentText, ModuleText, ProgramText)


@dataclass(frozen=True, slots=True, kw_only=True)
class Filed(Generic[Text]):
    """The text of one file with the rows it came from."""

    text: Text
    source: str
    row_id: int
    part_ids: tuple[int, ...] = ()
    """Row ids of its sections or symbols, in their order."""


def read_documents(connection: sqlite3.Connection) -> Iterator[Filed[DocumentText]]:
    """All documents with their sections."""
    rows = connection.execute(_DOCUMENTS)
    for row_id, source, address, path, title, description, content in rows:
        parts = connection.execute(_SECTIONS, (row_id,)).fetchall()
        sections = [
            SectionText(
                address=part[1], title=part[2], breadcrumb=part[3], text=_decoded(content[part[4] : part[5]])
            )
            for part in parts
        ]
        text = DocumentText(
            address=address, path=path, title=title, description=description, sections=sections
        )
        yield Filed(text=text, source=source, row_id=row_id, part_ids=tuple(part[0] for part in parts))


def read_modules(connection: sqlite3.Connection) -> Iterator[Filed[ModuleText]]:
    """All modules with their symbols."""
    for row_id, source, address, path, doc, content in connection.execute(_MODULES):
        parts = connection.execute(_SYMBOLS, (row_id,)).fetchall()
        symbols = [
            SymbolText(
                address=part[1],
                name=part[2],
                kind=part[3],
                signature=part[4],
                doc=part[5],
                exported=bool(part[6]),
                body=_decoded(content[part[7] : min(part[8], part[7] + BODY_BYTES)]),
            )
            for part in parts
        ]
        text = ModuleText(address=address, path=path, doc=doc, text=_decoded(content), symbols=symbols)
        yield Filed(text=text, source=source, row_id=row_id, part_ids=tuple(part[0] for part in parts))


def read_programs(connection: sqlite3.Connection) -> Iterator[Filed[ProgramText]]:
    """All programs."""
    exports = _grouped(connection, _EXPORTS)
    fields = _grouped(connection, _FIELDS)
    for row_id, source, address, path, name, description, tags, module_id, content in connection.execute(
        _PROGRAMS
    ):
        text = ProgramText(
            address=address,
            path=path,
            name=name,
            description=description,
            exports=exports.get(module_id, ""),
            contract=f"{tags}\n{fields.get(row_id, '')}",
            text=_decoded(content),
        )
        yield Filed(text=text, source=source, row_id=row_id)


def _grouped(connection: sqlite3.Connection, query: str) -> dict[int, str]:
    texts: dict[int, list[str]] = defaultdict(list)
    for key, text in connection.execute(query):
        texts[key].append(text)
    return {key: "\n".join(items) for key, items in texts.items()}


def _decoded(content: bytes) -> str:
    return content.decode("utf-8", "replace")


_DOCUMENTS = """
SELECT document.id, source.name, address, path, title, description, content
FROM document JOIN source ON source.id = source_id ORDER BY document.id
"""
_SECTIONS = """
SELECT id, address, title, breadcrumb, start_byte, stop_byte FROM section
WHERE document_id = ? ORDER BY ordinal
"""
_MODULES = """
SELECT module.id, source.name, address, path, doc, content
FROM module JOIN source ON source.id = source_id ORDER BY module.id
"""
_SYMBOLS = """
SELECT id, address, name, kind, signature, doc, exported, start_byte, stop_byte FROM symbol
WHERE module_id = ? ORDER BY id
"""
_PROGRAMS = """
SELECT program.id, source.name, program.address, program.path, program.name, description, tags,
  entry_module_id, content
FROM program JOIN source ON source.id = program.source_id JOIN module ON module.id = entry_module_id
ORDER BY program.id
"""
_EXPORTS = "SELECT module_id, name FROM export ORDER BY module_id, id"
_FIELDS = """
SELECT program_id, contract_field.path || ' ' || doc FROM contract_field
JOIN contract ON contract.id = contract_id ORDER BY contract_field.id
"""
