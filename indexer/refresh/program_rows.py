"""Programs, their modules, dependencies, quality and contracts into their tables. IO: writes the database."""

import sqlite3
from collections.abc import Iterable, Mapping

from indexer.base.digest import canonical_json
from indexer.base.words import Problem
from indexer.collect import Gathered
from indexer.refresh.closures import Found
from indexer.refresh.contracts import ReadContracts
from indexer.refresh.drift import declared_json, drift_problems
from indexer.save.files import add_problems
from indexer.save.rows import problem_row

_PROGRAM = """
INSERT INTO program VALUES (:id, :source_id, :entry_id, :path, :address, :identity, :published,
  :identity_status, :name, :description, :tags, :ui, :status, :declared)
"""
_CONTRACT = "INSERT INTO contract VALUES (?, ?, ?, ?, ?, ?, ?)"
_FIELD = """
INSERT INTO contract_field_row
  (contract_id, side, path, name, depth, type, wrapper, required, default_value, doc, module_id, line)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
"""
_STORED = """
SELECT module.address, program.id FROM program JOIN module ON module.id = entry_module_id
"""
_DECLARED = """
SELECT module.address, declared FROM program JOIN module ON module.id = entry_module_id
WHERE declared IS NOT NULL
"""
_ORPHANS = "SELECT id FROM program WHERE entry_module_id NOT IN (SELECT id FROM module)"
_DELETE = (
    "DELETE FROM contract_field_row WHERE contract_id IN (SELECT id FROM contract WHERE program_id = ?)",
    "DELETE FROM contract WHERE program_id = ?",
    "DELETE FROM dependency WHERE program_id = ?",
    "DELETE FROM program_module WHERE program_id = ?",
    "DELETE FROM program WHERE id = ?",
)


class ProgramWriter:
    """Replaces programs; one whose entry was stored before keeps its id."""

    def __init__(self, connection: sqlite3.Connection, module_ids: Mapping[str, int]) -> None:
        self._connection = connection
        self._modules = module_ids
        self._stored: dict[str, int] = dict(connection.execute(_STORED).fetchall())
        self._declared: dict[str, str] = dict(connection.execute(_DECLARED).fetchall())
        self._fresh: set[str] = set()
        """Entries of programs that have been written, still without contracts."""
        self._next = _next_id(connection, "program")
        self._next_contract = _next_id(connection, "contract")

    def reworded(self, sources: Iterable[Gathered]) -> frozenset[str]:
        """Entries of which an index says something else than is stored."""
        said = {
            f"src:{source.config.name}/{published.main}": declared_json(published)
            for source in sources
            for published in source.published
        }
        return frozenset(entry for entry in said if said[entry] != self._declared.get(entry))

    def delete(self, entries: Iterable[str]) -> None:
        """Remove the programs that began at *entries*, and those whose entry is no module any more."""
        for entry in entries:
            if entry in self._stored:
                self._delete(self._stored.pop(entry))
                owners = (f"program {entry}", f"contracts {entry}")
                self._connection.execute("DELETE FROM problem WHERE owner IN (?, ?)", owners)
        for (program_id,) in self._connection.execute(_ORPHANS).fetchall():
            self._delete(program_id)

    def _delete(self, program_id: int) -> None:
        for statement in _DELETE:
            self._connection.execute(statement, (program_id,))

    def write(self, found: Found) -> None:
        """Insert or replace one program, without its contracts."""
        program_id = self._stored.get(found.entry)
        if program_id is None:
            program_id, self._next = self._next, self._next + 1
            self._stored[found.entry] = program_id
        else:
            self._delete(program_id)
        self._fresh.add(found.entry)
        declared = declared_json(found.published)
        if declared is not None:
            self._declared[found.entry] = declared
        program, published = found.program, found.published
        described = published.description if published and published.description else program.description
        tags = {*program.tags, *(published.tags if published else ())}
        row = {
            "id": program_id,
            "source_id": found.source_id,
            "entry_id": self._modules[found.entry],
            "path": found.entry.partition("/")[2],
            "address": found.address,
            "identity": found.identity,
            "published": published.identity if published else None,
            "identity_status": found.identity_status,
            "name": program.name,
            "description": described,
            "tags": canonical_json(sorted(tags)),
            "ui": canonical_json(list(program.ui)),
            "declared": declared_json(published),
            "status": "complete" if found.is_whole else "incomplete",
        }
        self._connection.execute(_PROGRAM, row)
        self._write_parts(found, program_id)
        self._write_problems(found)

    def _write_parts(self, found: Found, program_id: int) -> None:
        closure = found.program.closure
        self._connection.executemany(
            "INSERT INTO program_module VALUES (?, ?, ?, ?)",
            (
                (program_id, self._modules[found.addresses[name]], name, found.identities.get(name, ""))
                for name in sorted(closure.names)
            ),
        )
        self._connection.executemany(
            "INSERT INTO dependency VALUES (?, ?, ?, NULL, '')",
            ((program_id, needed.specifier, needed.identity) for needed in closure.dependencies),
        )

    def _write_problems(self, found: Found) -> None:
        owner = f"program {found.entry}"
        self._connection.execute("DELETE FROM problem WHERE owner = ?", (owner,))
        add_problems(self._connection, map(problem_row, _problems(found)), owner=owner)

    def write_contracts(self, entry: str, contracts: ReadContracts) -> None:
        """Replace the contracts of the program that *entry* begins."""
        if entry not in self._fresh:
            for statement in _DELETE[:2]:
                self._connection.execute(statement, (self._stored[entry],))
        for rows in contracts.rows:
            contract_id, self._next_contract = self._next_contract, self._next_contract + 1
            self._connection.execute(_CONTRACT, (contract_id, self._stored[entry], *rows.contract))
            self._connection.executemany(
                _FIELD,
                (
                    (contract_id, *columns, self._modules.get(str(module)), line)
                    for *columns, module, line in rows.fields
                ),
            )
        problems = drift_problems(entry, self._declared.get(entry), contracts.rows)
        if contracts.trouble:
            message = f"its contracts cannot be read: {contracts.trouble}"
            problems.append(_problem(entry, "internal-error", message))
        owner = f"contracts {entry}"
        self._connection.execute("DELETE FROM problem WHERE owner = ?", (owner,))
        add_problems(self._connection, map(problem_row, problems), owner=owner)


def _next_id(connection: sqlite3.Connection, table: str) -> int:
    highest: int = connection.execute(f"SELECT coalesce(max(id), 0) FROM {table}").fetchone()[0]
    return highest + 1


def _problems(found: Found) -> list[Problem]:
    """Why a program is not whole or not what it was published as, at its entry."""
    problems: list[Problem] = []

    def add(kind: str, message: str) -> None:
        problems.append(_problem(found.entry, kind, message))

    closure = found.program.closure
    for name in found.unread:
        add("data-file", f"{name} cannot be read as UTF-8 text, so no identity can be computed")
    for unresolved in closure.unresolved:
        add("incomplete-program", f"{unresolved.importer}: {unresolved.message}")
    if found.published and found.identity_status == "mismatch":
        add("identity-mismatch", f"published as {found.published.identity}, computed is {found.identity}")
    if found.published and found.identity_status == "unverifiable":
        add("identity-unverifiable", f"published as {found.published.identity}, which cannot be computed")
    return sorted(problems)


def _problem(entry: str, kind: str, message: str) -> Problem:
    source, _, path = entry.removeprefix("src:").partition("/")
    return Problem(source=source, path=path, kind=kind, message=message)


def resolve_dependencies(connection: sqlite3.Connection, entries: Mapping[str, str]) -> None:
    """Point every stored dependency at the program with its identity; *entries* is entry by identity."""
    ids: dict[str, int] = dict(connection.execute(_STORED).fetchall())
    rows = connection.execute("SELECT program_id, specifier, identity FROM dependency").fetchall()
    connection.executemany(
        "UPDATE dependency SET target_program_id = ?, status = ? WHERE program_id = ? AND specifier = ?",
        (
            (
                ids.get(entries.get(identity, "")),
                "indexed" if identity in entries else "not-indexed",
                owner,
                text,
            )
            for owner, text, identity in rows
        ),
    )
