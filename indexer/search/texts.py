"""What search reads of each file and program, from the content tables. IO: reads the database.

Everything comes in the order of row ids. A *state* is the digest of all that a passage's words come from.
"""

import sqlite3
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import NamedTuple

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
_WEIGHED_AT_ONCE = 400_000
"""Characters: more bring little, and stand in memory together."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Text:
    """What search reads of one file or program, and the rows it belongs to."""

    name: str
    """Address of the file; a program is no file, so its address stands behind ``PROGRAM``."""
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


def read_states(connection: sqlite3.Connection) -> dict[str, str]:
    """State of every document, module and program, by its name."""
    states = {str(address): str(state) for address, state in connection.execute(_FILE_STATES)}
    for program, contract in _with_contracts(connection):
        states[f"{PROGRAM}{program.address}"] = program.state(program.text(contract))
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
    for program, contract in _with_contracts(connection):
        if names is None or f"{PROGRAM}{program.address}" in names:
            yield read_program(connection, standings, program, contract)


class ProgramRow(NamedTuple):
    """One program, without its contract."""

    row_id: int
    source: str
    entry: str
    """Address of its entry module."""
    digest: str
    """Of that module."""
    exports: str | None
    tags: str
    address: str
    path: str
    name: str
    description: str

    def text(self, contract: Iterable[str]) -> ProgramText:
        """What search reads of it; *contract* has a line for each field: path and comment."""
        return ProgramText(
            address=self.address,
            path=self.path,
            name=self.name,
            description=self.description,
            exports=self.exports or "",
            contract="\n".join((self.tags, *contract)),
        )

    def state(self, text: ProgramText) -> str:
        """The digest of all that its words come from."""
        return digest_of(f"{text!r} {self.digest}".encode("utf-8", "surrogatepass"))


def read_program_rows(connection: sqlite3.Connection) -> list[ProgramRow]:
    """All programs."""
    return [ProgramRow(*row) for row in connection.execute(_PROGRAMS)]


def read_program(
    connection: sqlite3.Connection, standings: Standings, program: ProgramRow, contract: Iterable[str]
) -> Text:
    """What search reads of *program*, which has this *contract*."""
    text = program.text(contract)
    standing = standings.of(f"{program.source}/{program.path}")
    return Text(
        name=f"{PROGRAM}{program.address}",
        state=program.state(text),
        passages=passages_of_program(text, _content(connection, program.entry), standing),
        row_ids={"programs": [program.row_id]},
    )


def _with_contracts(connection: sqlite3.Connection) -> Iterator[tuple[ProgramRow, Sequence[str]]]:
    contracts: dict[int, list[str]] = {}
    for row_id, field in connection.execute(_FIELDS):
        contracts.setdefault(row_id, []).append(field)
    return ((program, contracts.get(program.row_id, ())) for program in read_program_rows(connection))


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
        programs = _with_contracts(connection)
        program, contract = next(found for found in programs if found[0].address == address)
        passages = read_program(connection, Standings(), program, contract).passages
    elif within == "docs":
        document = connection.execute(f"{_DOCUMENTS} WHERE address = ?", (file,)).fetchone()
        passages = passages_of_document(_document_text(connection, document))
    else:
        module = connection.execute(f"{_MODULES} WHERE address = ?", (file,)).fetchone()
        passages = passages_of_module(_module_text(connection, module))
    return next(passage for passage in passages[within] if passage.address == address)


def _content(connection: sqlite3.Connection, entry: str) -> str:
    return _decoded(
        connection.execute("SELECT content FROM module WHERE address = ?", (entry,)).fetchone()[0]
    )


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
SELECT program.id, source.name, module.address, digest,
  (SELECT group_concat(name, char(10)) FROM (SELECT name FROM export WHERE module_id = entry_module_id
    ORDER BY id)),
  program.tags, program.address, program.path, program.name, description
FROM program JOIN source ON source.id = program.source_id JOIN module ON module.id = entry_module_id
ORDER BY program.id
"""
_FIELDS = """
SELECT program_id, path || ' ' || doc FROM contract_field_row JOIN contract ON contract.id = contract_id
ORDER BY contract_field_row.id
"""
