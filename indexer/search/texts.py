"""What search reads of each file and program, from the content tables. IO: reads the database.

Everything comes in the order of row ids. A *state* is the digest of all that a passage's words come from.
"""

import sqlite3
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from indexer.base.digest import digest_of
from indexer.search.fields import SetName
from indexer.search.passages import (
    BODY_BYTES,
    DocumentText,
    ModuleText,
    ProgramText,
    SectionText,
    SymbolText,
    weigh_document,
    weigh_module,
    weigh_program,
)
from indexer.search.standing import Standings
from indexer.search.tokens import Stemmer
from indexer.search.vocabulary import Vocabulary
from indexer.search.weigh import Fragment

PROGRAM = "program "
RowIds = Mapping[SetName, Sequence[int]]
"""Rows of a file's passages by set, one each, ascending."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Weigher:
    """Weighs files that are in the database, but for those whose fragment is known already."""

    stemmer: Stemmer
    standings: Standings
    fragments: Mapping[str, Fragment]
    """By address of the document or module."""
    vocabulary: Vocabulary = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "vocabulary", Vocabulary(self.stemmer))


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


def read_filed(
    connection: sqlite3.Connection, weigher: Weigher, names: Collection[str] | None = None
) -> Iterator[Filed]:
    """The documents, then modules, then programs of these *names*; all for ``None``."""
    yield from read_documents(connection, weigher, names)
    yield from read_modules(connection, weigher, names)
    yield from read_programs(connection, weigher, names)


def read_documents(
    connection: sqlite3.Connection, weigher: Weigher, names: Collection[str] | None = None
) -> Iterator[Filed]:
    """The documents of these *names*; all for ``None``."""
    for row in connection.execute(_DOCUMENTS):
        if names is None or row[2] in names:
            yield _read_document(connection, weigher, row)


def read_modules(
    connection: sqlite3.Connection, weigher: Weigher, names: Collection[str] | None = None
) -> Iterator[Filed]:
    """The modules of these *names*; all for ``None``."""
    for row in connection.execute(_MODULES):
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


def _read_document(
    connection: sqlite3.Connection, weigher: Weigher, row: tuple[int, str, str, str, str, str, str]
) -> Filed:
    row_id, source, address, path, title, description, state = row
    parts = connection.execute(_SECTIONS, (row_id,)).fetchall()
    fragment = weigher.fragments.get(address)
    if fragment is None:
        text = DocumentText(
            path=path,
            title=title,
            description=description,
            sections=[
                SectionText(address=part[1], title=part[2], breadcrumb=part[3], text=_decoded(part[4]))
                for part in parts
            ],
        )
        standing = weigher.standings.of(f"{source}/{path}")
        fragment = weigh_document(text, weigher.vocabulary, standing)
    row_ids = tuple(part[0] for part in parts)
    return Filed(name=address, state=state, fragment=fragment, row_ids={"docs": row_ids})


def _read_module(
    connection: sqlite3.Connection, weigher: Weigher, row: tuple[int, str, str, str, str, str]
) -> Filed:
    row_id, source, address, path, doc, state = row
    parts = connection.execute(_SYMBOLS, (BODY_BYTES, row_id)).fetchall()
    fragment = weigher.fragments.get(address)
    if fragment is None:
        symbols = [
            SymbolText(
                address=part[1],
                name=part[2],
                container=part[3].rpartition(".")[0],
                kind=part[4],
                signature=part[5],
                doc=part[6],
                exported=bool(part[7]),
                body=_decoded(part[8]),
            )
            for part in parts
        ]
        content = connection.execute("SELECT content FROM module WHERE id = ?", (row_id,)).fetchone()[0]
        text = ModuleText(address=address, path=path, doc=doc, text=_decoded(content), symbols=symbols)
        standing = weigher.standings.of(f"{source}/{path}")
        fragment = weigh_module(text, weigher.vocabulary, standing)
    row_ids: dict[SetName, tuple[int, ...]] = {
        "source": (row_id,),
        "symbols": tuple(part[0] for part in parts),
    }
    return Filed(name=address, state=state, fragment=fragment, row_ids=row_ids)


def _program_texts(connection: sqlite3.Connection) -> Iterator[tuple[int, str, ProgramText, str]]:
    """Row id, source, text and state of each program."""
    for (
        row_id,
        source,
        address,
        path,
        name,
        description,
        tags,
        digest,
        exports,
        contract,
    ) in connection.execute(_PROGRAMS):
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
FROM document JOIN source ON source.id = source_id ORDER BY document.id
"""
_SECTIONS = """
SELECT section.id, section.address, section.title, breadcrumb,
  substr(content, start_byte + 1, stop_byte - start_byte)
FROM section JOIN document ON document.id = document_id WHERE document_id = ? ORDER BY ordinal
"""
_MODULES = """
SELECT module.id, source.name, address, path, doc, digest
FROM module JOIN source ON source.id = source_id ORDER BY module.id
"""
_SYMBOLS = """
SELECT symbol.id, symbol.address, name, qualified_name, kind, signature, symbol.doc, exported,
  substr(content, start_byte + 1, min(stop_byte - start_byte, ?))
FROM symbol JOIN module ON module.id = module_id WHERE module_id = ? ORDER BY symbol.id
"""
_PROGRAMS = """
SELECT program.id, source.name, program.address, program.path, program.name, description, program.tags,
  digest,
  (SELECT group_concat(name, char(10)) FROM (SELECT name FROM export WHERE module_id = entry_module_id
    ORDER BY id)),
  (SELECT group_concat(text, char(10)) FROM (
    SELECT contract_field.path || ' ' || contract_field.doc AS text FROM contract_field
    JOIN contract ON contract.id = contract_id WHERE contract.program_id = program.id
    ORDER BY contract_field.id))
FROM program JOIN source ON source.id = program.source_id JOIN module ON module.id = entry_module_id
ORDER BY program.id
"""
_ENTRY = "SELECT content FROM program JOIN module ON module.id = entry_module_id WHERE program.id = ?"
