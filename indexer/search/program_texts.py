"""What search reads of programs, from the content tables. IO: reads the database."""

import sqlite3
from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import NamedTuple

from indexer.base.digest import digest_of
from indexer.search.passages import ProgramText, passages_of_program
from indexer.search.standing import Standings
from indexer.search.texts import Text, decoded

PROGRAM = "program "
"""Stands before the address of a program, which is no file, where names of files are told."""


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
    content = connection.execute("SELECT content FROM module WHERE address = ?", (program.entry,))
    entry = decoded(content.fetchone()[0])
    standing = standings.of(f"{program.source}/{program.path}")
    return Text(
        name=f"{PROGRAM}{program.address}",
        state=program.state(text),
        passages=passages_of_program(text, entry, standing),
        row_ids={"programs": [program.row_id]},
    )


def with_contracts(connection: sqlite3.Connection) -> Iterator[tuple[ProgramRow, Sequence[str]]]:
    """All programs in the order of row ids, each with its contract: a line for each field."""
    contracts: dict[int, list[str]] = {}
    for row_id, field in connection.execute(_FIELDS):
        contracts.setdefault(row_id, []).append(field)
    return ((program, contracts.get(program.row_id, ())) for program in read_program_rows(connection))


def read_programs(
    connection: sqlite3.Connection, standings: Standings, names: Collection[str] | None = None
) -> Iterator[Text]:
    """The programs of these *names*, names of files aside; all for ``None``."""
    if names is not None and not any(name.startswith(PROGRAM) for name in names):
        return
    for program, contract in with_contracts(connection):
        if names is None or f"{PROGRAM}{program.address}" in names:
            yield read_program(connection, standings, program, contract)


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
