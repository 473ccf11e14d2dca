"""What search reads of each file and program, from the content tables. IO: reads the database.

Everything comes in the order of row ids. A *state* is the digest of all that a passage's words come from.
"""

import sqlite3
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass

from indexer.base.digest import digest_of
from indexer.search.fields import SetName
from indexer.search.gathered import Filed, RowIds
from indexer.search.passages import (
    BODY_BYTES,
    DocumentText,
    ModuleText,
    ProgramText,
    SectionText,
    SymbolText,
    passages_of_document,
    passages_of_module,
    passages_of_program,
)
from indexer.search.standing import Standings
from indexer.search.vocabulary import Vocabulary
from indexer.search.weigh import Passage, Passages, weigh

PROGRAM = "program "
_DocumentRow = tuple[int, str, str, str, str, str, str]
"""Id, source, address, path, title, description, digest."""
_ModuleRow = tuple[int, str, str, str, str, str]
"""Id, source, address, path, doc, digest."""
_WEIGHED_AT_ONCE = 1000
"""Passages: more bring little, and stand in memory together."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Text:
    """What search reads of one file or program, and the rows it belongs to."""

    name: str
    """Address of the file; a program is no file, so its address stands behind ``PROGRAM``."""
    state: str
    passages: Passages
    row_ids: RowIds


def weighed(texts: Iterable[Text], vocabulary: Vocabulary) -> Iterator[Filed]:
    """*texts*, which are of one kind, some at a time."""
    waiting: list[Text] = []
    passages = 0
    for text in texts:
        waiting.append(text)
        passages += sum(map(len, text.passages.values()))
        if passages >= _WEIGHED_AT_ONCE:
            yield _weighed_at_once(waiting, vocabulary)
            waiting, passages = [], 0
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


def read_states(connection: sqlite3.Connection) -> dict[str, str]:
    """State of every document, module and program, by its name."""
    states = {str(address): str(state) for address, state in connection.execute(_FILE_STATES)}
    states.update((f"{PROGRAM}{text.address}", state) for _, _, text, state in _program_texts(connection))
    return states


def read_documents(
    connection: sqlite3.Connection, standings: Standings, names: Collection[str] | None = None
) -> Iterator[Text]:
    """The documents of these *names*; all for ``None``."""
    for row in connection.execute(f"{_DOCUMENTS} ORDER BY document.id"):
        row_id, source, address, path, *_, state = row
        if names is None or address in names:
            passages = passages_of_document(_document_text(connection, row), standings.of(f"{source}/{path}"))
            row_ids: RowIds = {"docs": _ids(connection, _SECTION_IDS, row_id)}
            yield Text(name=address, state=state, passages=passages, row_ids=row_ids)


def read_modules(
    connection: sqlite3.Connection, standings: Standings, names: Collection[str] | None = None
) -> Iterator[Text]:
    """The modules of these *names*; all for ``None``."""
    for row in connection.execute(f"{_MODULES} ORDER BY module.id"):
        row_id, source, address, path, _, state = row
        if names is None or address in names:
            passages = passages_of_module(_module_text(connection, row), standings.of(f"{source}/{path}"))
            row_ids: RowIds = {"source": [row_id], "symbols": _ids(connection, _SYMBOL_IDS, row_id)}
            yield Text(name=address, state=state, passages=passages, row_ids=row_ids)


def read_programs(
    connection: sqlite3.Connection, standings: Standings, names: Collection[str] | None = None
) -> Iterator[Text]:
    """The programs of these *names*; all for ``None``."""
    for row_id, source, text, state in _program_texts(connection):
        name = f"{PROGRAM}{text.address}"
        if names is None or name in names:
            standing = standings.of(f"{source}/{text.path}")
            passages = passages_of_program(text, _content(connection, row_id), standing)
            yield Text(name=name, state=state, passages=passages, row_ids={"programs": [row_id]})


def _ids(connection: sqlite3.Connection, query: str, row_id: int) -> list[int]:
    return [found for (found,) in connection.execute(query, (row_id,))]


def _document_text(connection: sqlite3.Connection, row: _DocumentRow) -> DocumentText:
    row_id, _, _, path, title, description, _ = row
    return DocumentText(
        path=path,
        title=title,
        description=description,
        sections=[
            SectionText(address=address, title=title, breadcrumb=breadcrumb, text=_decoded(content))
            for address, title, breadcrumb, content in connection.execute(_SECTIONS, (row_id,))
        ],
    )


def _module_text(connection: sqlite3.Connection, row: _ModuleRow) -> ModuleText:
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
            body=_decoded(body),
        )
        for symbol, name, qualified_name, kind, signature, comment, exported, body in connection.execute(
            _SYMBOLS, (BODY_BYTES, row_id)
        )
    ]
    content = connection.execute("SELECT content FROM module WHERE id = ?", (row_id,)).fetchone()[0]
    return ModuleText(address=address, path=path, doc=doc, text=_decoded(content), symbols=symbols)


def read_passage(connection: sqlite3.Connection, within: SetName, address: str) -> Passage:
    """The passage at *address* as it was weighed, but for the standing of its file."""
    file = address.partition("#")[0]
    if within == "programs":
        texts = ((row_id, text) for row_id, _, text, _ in _program_texts(connection))
        row_id, program = next(found for found in texts if found[1].address == address)
        passages = passages_of_program(program, _content(connection, row_id))
    elif within == "docs":
        document = connection.execute(f"{_DOCUMENTS} WHERE address = ?", (file,)).fetchone()
        passages = passages_of_document(_document_text(connection, document))
    else:
        module = connection.execute(f"{_MODULES} WHERE address = ?", (file,)).fetchone()
        passages = passages_of_module(_module_text(connection, module))
    return next(passage for passage in passages[within] if passage.address == address)


def _program_texts(connection: sqlite3.Connection) -> Iterator[tuple[int, str, ProgramText, str]]:
    """Row id, source, text and state of each program."""
    for row_id, source, digest, exports, contract, tags, *words in connection.execute(_PROGRAMS):
        address, path, name, description = words
        text = ProgramText(
            address=address,
            path=path,
            name=name,
            description=description,
            exports=exports or "",
            contract=f"{tags}\n{contract or ''}",
        )
        yield row_id, source, text, digest_of(f"{text!r} {digest}".encode("utf-8", "surrogatepass"))


def _content(connection: sqlite3.Connection, program_id: int) -> str:
    row = connection.execute(_ENTRY, (program_id,)).fetchone()
    return _decoded(row[0])


def _decoded(content: bytes | None) -> str:
    """*content* as text; a part of no bytes is NULL to SQLite."""
    return (content or b"").decode("utf-8", "replace")


_FILE_STATES = "SELECT address, digest FROM document UNION ALL SELECT address, digest FROM module"
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
_PROGRAMS = """
SELECT program.id, source.name, digest,
  (SELECT group_concat(name, char(10)) FROM (SELECT name FROM export WHERE module_id = entry_module_id
    ORDER BY id)),
  (SELECT group_concat(text, char(10)) FROM (
    SELECT contract_field.path || ' ' || contract_field.doc AS text FROM contract_field
    JOIN contract ON contract.id = contract_id WHERE contract.program_id = program.id
    ORDER BY contract_field.id)),
  program.tags, program.address, program.path, program.name, description
FROM program JOIN source ON source.id = program.source_id JOIN module ON module.id = entry_module_id
ORDER BY program.id
"""
_ENTRY = "SELECT content FROM program JOIN module ON module.id = entry_module_id WHERE program.id = ?"
