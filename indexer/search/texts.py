"""What search reads of each file and program, from the content tables. IO: reads the database.

Everything comes in the order of row ids. A *state* is the digest of all that a passage's words come from.
"""

import sqlite3
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from indexer.base.digest import digest_of
from indexer.search.fields import SetName
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
    weigh_document,
    weigh_module,
    weigh_program,
)
from indexer.search.standing import Standings
from indexer.search.vocabulary import Vocabulary
from indexer.search.weigh import Fragment, Passage

PROGRAM = "program "
_DocumentRow = tuple[int, str, str, str, str, str, str]
"""Id, source, address, path, title, description, digest."""
_ModuleRow = tuple[int, str, str, str, str, str]
"""Id, source, address, path, doc, digest."""
RowIds = Mapping[SetName, Sequence[int]]
"""Rows of a file's passages by set, one each, ascending."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Weigher:
    """Weighs files that are in the database, but for those whose fragment is known already."""

    vocabulary: Vocabulary
    standings: Standings
    fragments: Mapping[str, Fragment]
    """By address of the document or module."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Filed:
    """The fragment of one file or program with the rows it belongs to."""

    name: str
    """Address of the file; a program is no file, so its address stands behind ``PROGRAM``."""
    state: str
    fragment: Fragment
    row_ids: RowIds

    def units(self, within: SetName) -> Iterator[tuple[int, int, str]]:
        """Rank, row id and split words of each passage."""
        piece = self.fragment[within]
        return zip(piece.ranks, self.row_ids[within], piece.split_words, strict=True)

    def without_postings(self) -> "Filed":
        """The same without terms and postings, which take most of its memory."""
        kept = {within: piece.without_postings() for within, piece in self.fragment.items()}
        return replace(self, fragment=kept)


def read_states(connection: sqlite3.Connection) -> dict[str, str]:
    """State of every document, module and program, by its name."""
    states = {str(address): str(state) for address, state in connection.execute(_FILE_STATES)}
    states.update((f"{PROGRAM}{text.address}", state) for _, _, text, state in _program_texts(connection))
    return states


def read_filed(connection: sqlite3.Connection, weigher: Weigher, names: Collection[str]) -> Iterator[Filed]:
    """The documents, then modules, then programs of these *names*."""
    yield from read_documents(connection, weigher, names)
    yield from read_modules(connection, weigher, names)
    yield from read_programs(connection, weigher, names)


def read_documents(
    connection: sqlite3.Connection, weigher: Weigher, names: Collection[str] | None = None
) -> Iterator[Filed]:
    """The documents of these *names*; all for ``None``."""
    for row in connection.execute(f"{_DOCUMENTS} ORDER BY document.id"):
        if names is None or row[2] in names:
            yield _read_document(connection, weigher, row)


def read_modules(
    connection: sqlite3.Connection, weigher: Weigher, names: Collection[str] | None = None
) -> Iterator[Filed]:
    """The modules of these *names*; all for ``None``."""
    for row in connection.execute(f"{_MODULES} ORDER BY module.id"):
        if names is None or row[2] in names:
            yield _read_module(connection, weigher, row)


def read_programs(
    connection: sqlite3.Connection, weigher: Weigher, names: Collection[str] | None = None
) -> Iterator[Filed]:
    """The programs of these *names*; all for ``None``."""
    for row_id, source, text, state in _program_texts(connection):
        name = f"{PROGRAM}{text.address}"
        if names is None or name in names:
            standing = weigher.standings.of(f"{source}/{text.path}")
            content = _content(connection, row_id)
            fragment = weigh_program(text, content, weigher.vocabulary, standing)
            yield Filed(name=name, state=state, fragment=fragment, row_ids={"programs": (row_id,)})


def _read_document(connection: sqlite3.Connection, weigher: Weigher, row: _DocumentRow) -> Filed:
    row_id, source, address, path, *_, state = row
    fragment = weigher.fragments.get(address)
    if fragment is None:
        standing = weigher.standings.of(f"{source}/{path}")
        fragment = weigh_document(_document_text(connection, row), weigher.vocabulary, standing)
    sections = connection.execute("SELECT id FROM section WHERE document_id = ? ORDER BY ordinal", (row_id,))
    row_ids = tuple(section for (section,) in sections)
    return Filed(name=address, state=state, fragment=fragment, row_ids={"docs": row_ids})


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


def _read_module(connection: sqlite3.Connection, weigher: Weigher, row: _ModuleRow) -> Filed:
    row_id, source, address, path, _, state = row
    fragment = weigher.fragments.get(address)
    if fragment is None:
        standing = weigher.standings.of(f"{source}/{path}")
        fragment = weigh_module(_module_text(connection, row), weigher.vocabulary, standing)
    symbols = connection.execute("SELECT id FROM symbol_row WHERE module_id = ? ORDER BY id", (row_id,))
    row_ids: RowIds = {"source": (row_id,), "symbols": tuple(symbol for (symbol,) in symbols)}
    return Filed(name=address, state=state, fragment=fragment, row_ids=row_ids)


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
