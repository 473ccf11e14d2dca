"""What search reads of documents and modules, from the content tables. IO: reads the database.

Everything comes in the order of row ids. A *state* is the digest of all that a passage's words come from.
"""

import json
import sqlite3
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any

from indexer.search.gathered import Filed, RowIds
from indexer.search.passages import (
    BODY_BYTES,
    DocumentText,
    ModuleText,
    SectionText,
    SymbolText,
    passages_of_document,
    passages_of_module,
)
from indexer.search.standing import Standings
from indexer.search.vocabulary import Vocabulary
from indexer.search.weigh import Passages, weigh

_WEIGHED_AT_ONCE = 400_000
"""Characters: more bring little, and stand in memory together."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Text:
    """What search reads of one file or program, and the rows it belongs to."""

    name: str
    """Address of the file; of a program, which is no file, as ``PROGRAM`` says."""
    state: str
    passages: Passages
    row_ids: RowIds

    @property
    def length(self) -> int:
        """Characters of all its fields."""
        passages = chain.from_iterable(self.passages.values())
        return sum(len(text) for passage in passages for text in passage.texts.values())


def weighed(texts: Iterable[Text], vocabulary: Vocabulary) -> Iterator[Filed]:
    """*texts*, which are of one kind, some at a time."""
    waiting: list[Text] = []
    held = 0
    for text in texts:
        waiting.append(text)
        held += text.length
        if held >= _WEIGHED_AT_ONCE:
            yield _weighed_at_once(waiting, vocabulary)
            waiting, held = [], 0
    if waiting:
        yield _weighed_at_once(waiting, vocabulary)


def _weighed_at_once(texts: Sequence[Text], vocabulary: Vocabulary) -> Filed:
    return Filed(
        names=[text.name for text in texts],
        states=[text.state for text in texts],
        fragment=weigh([text.passages for text in texts], vocabulary),
        row_ids={
            within: [row_id for text in texts for row_id in text.row_ids[within]]
            for within in texts[0].passages
        },
    )


def read_documents(
    connection: sqlite3.Connection, standings: Standings, addresses: Collection[str] | None = None
) -> Iterator[Text]:
    """The documents at these *addresses*; all for ``None``."""
    for row in _chosen(connection, _DOCUMENTS, addresses):
        row_id, source, address, path, *_, state = row
        passages = passages_of_document(_document_text(connection, row), standings.of(f"{source}/{path}"))
        row_ids: RowIds = {"docs": _ids(connection, _SECTION_IDS, row_id)}
        yield Text(name=address, state=state, passages=passages, row_ids=row_ids)


def read_modules(
    connection: sqlite3.Connection, standings: Standings, addresses: Collection[str] | None = None
) -> Iterator[Text]:
    """The modules at these *addresses*; all for ``None``."""
    for row in _chosen(connection, _MODULES, addresses):
        row_id, source, address, path, _, state = row
        passages = passages_of_module(_module_text(connection, row), standings.of(f"{source}/{path}"))
        row_ids: RowIds = {"source": [row_id], "symbols": _ids(connection, _SYMBOL_IDS, row_id)}
        yield Text(name=address, state=state, passages=passages, row_ids=row_ids)


def _chosen(
    connection: sqlite3.Connection, query: str, addresses: Collection[str] | None
) -> Iterator[tuple[Any, ...]]:
    if addresses is None:
        return connection.execute(f"{query} ORDER BY 1")
    chosen = "WHERE address IN (SELECT value FROM json_each(?)) ORDER BY 1"
    return connection.execute(f"{query} {chosen}", (json.dumps([*addresses]),))


def _ids(connection: sqlite3.Connection, query: str, row_id: int) -> list[int]:
    return [found for (found,) in connection.execute(query, (row_id,))]


def _document_text(connection: sqlite3.Connection, row: tuple[Any, ...]) -> DocumentText:
    row_id, _, _, path, title, description, _ = row
    return DocumentText(
        path=path,
        title=title,
        description=description,
        sections=[
            SectionText(address=address, title=title, breadcrumb=breadcrumb, text=decoded(content))
            for address, title, breadcrumb, content in connection.execute(_SECTIONS, (row_id,))
        ],
    )


def _module_text(connection: sqlite3.Connection, row: tuple[Any, ...]) -> ModuleText:
    row_id, _, address, path, doc, _ = row
    symbols = [
        SymbolText(
            address=symbol,
            name=name,
            container=qualified_name.rpartition(".")[0],
            kind=kind,
            signature=signature,
            doc=comment,
            exported=bool(exported),
            body=decoded(body),
        )
        for symbol, name, qualified_name, kind, signature, comment, exported, body in connection.execute(
            _SYMBOLS, (BODY_BYTES, row_id)
        )
    ]
    content = connection.execute("SELECT content FROM module WHERE id = ?", (row_id,)).fetchone()[0]
    return ModuleText(address=address, path=path, doc=doc, text=decoded(content), symbols=symbols)


def decoded(content: bytes | None) -> str:
    """*content* as text; a part of no bytes is NULL to SQLite."""
    return (content or b"").decode("utf-8", "replace")


_SECTION_IDS = "SELECT id FROM section WHERE document_id = ? ORDER BY ordinal"
_SYMBOL_IDS = "SELECT id FROM symbol_row WHERE module_id = ? ORDER BY id"
_DOCUMENTS = """
SELECT document.id, source.name, address, path, title, description, digest
FROM document JOIN source ON source.id = source_id
"""
_SECTIONS = """
SELECT section.address, section.title, breadcrumb,
  substr(content, start_byte + 1, stop_byte - start_byte)
FROM section JOIN document ON document.id = document_id WHERE document_id = ? ORDER BY ordinal
"""
_MODULES = """
SELECT module.id, source.name, address, path, doc, digest
FROM module JOIN source ON source.id = source_id
"""
_SYMBOLS = """
SELECT symbol.address, name, qualified_name, kind, signature, symbol.doc, exported,
  substr(content, start_byte + 1, min(stop_byte - start_byte, ?))
FROM symbol JOIN module ON module.id = module_id WHERE module_id = ? ORDER BY symbol.id
"""
