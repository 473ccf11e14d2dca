"""Modules and programs of an open database, resolved again where needed. IO: writes the database.

imports -> affected modules -> programs and identities -> cf: imports -> exports -> contracts
"""

import json
import sqlite3
from dataclasses import dataclass

from indexer.collect import Collection, Outside
from indexer.refresh.closures import Corpora, entries_by_identity, find_programs
from indexer.refresh.contracts import Resolved
from indexer.refresh.module_rows import Modules
from indexer.refresh.plan import Plan
from indexer.refresh.program_rows import ProgramWriter, resolve_dependencies

_IDENTITIES = """
SELECT module.address, identity, published_identity FROM program JOIN module ON module.id = entry_module_id
"""
_WRITERS = """
SELECT module.address, program_module.name, identity FROM program_module
JOIN module ON module.id = module_id ORDER BY program_id DESC
"""


_READERS = "SELECT address FROM module WHERE data_files != '[]'"


@dataclass(slots=True)
class ProgramStage:
    """The modules and programs of one refresh."""

    connection: sqlite3.Connection
    collection: Collection
    plan: Plan
    modules: Modules
    writer: ProgramWriter
    outside: Outside
    affected: frozenset[str] = frozenset()
    """Addresses of modules whose exports, programs or contracts may have changed."""

    def resolve(self) -> None:
        """Imports, programs, identities, dependencies and exports; the contracts follow."""
        touched = {address for address in self.plan.touched if address.startswith("src:")}
        touched |= self.writer.reworded(self.collection.sources) | self._readers_of_changed_data()
        if not touched:
            return
        come_or_go = any(address.startswith("src:") for address in (*self.plan.added, *self.plan.removed))
        changed = self.modules.resolve_imports(new_only=not come_or_go) | touched
        self.affected = self.modules.importers_of(self._with_jsx(changed))
        self._write_programs()
        entries = self._entries()
        self.modules.use_patterns(entries)
        relinked = self.modules.resolve_references()
        self.affected |= self.modules.importers_of(relinked)
        self.modules.write_exports(self.affected)
        self.modules.write_missing()
        resolve_dependencies(self.connection, entries)
        self.modules.facts.forget()

    def _readers_of_changed_data(self) -> frozenset[str]:
        """Modules that read data files, if one of those has changed."""
        row = self.connection.execute("SELECT value FROM meta WHERE key = 'data_files'").fetchone()
        if row is None or self.outside.is_as(json.loads(row[0])):
            return frozenset()
        return frozenset(address for (address,) in self.connection.execute(_READERS))

    def _with_jsx(self, changed: frozenset[str]) -> frozenset[str]:
        """*changed*, or all modules if the types of JSX are among them: nobody imports those."""
        jsx = self.collection.runtime.get("")
        return frozenset(self.modules.facts.ids) if jsx in changed else changed

    def _write_programs(self) -> None:
        texts = {address: unit.file.content for address, unit in self.plan.units.items()}
        corpora = Corpora(
            collection=self.collection, facts=self.modules.facts, texts=texts, outside=self.outside
        )
        found = find_programs(corpora, among=self.affected)
        self.writer.delete(sorted(self.affected - {program.entry for program in found}))
        for program in found:
            self.writer.write(program)

    def _entries(self) -> dict[str, str]:
        return entries_by_identity(self.connection.execute(_IDENTITIES).fetchall())

    def resolved(self) -> Resolved:
        """What contracts depend on besides the modules' text."""
        writers = self.connection.execute(_WRITERS)
        return Resolved(
            patterns=self._entries(),
            writers={address: (name, identity) for address, name, identity in writers},
        )

    def entries(self) -> tuple[str, ...]:
        """Entries of all affected programs, sorted."""
        stored = self.connection.execute(_IDENTITIES).fetchall()
        return tuple(sorted(entry for entry, _, _ in stored if entry in self.affected))

    def stale(self, graded: frozenset[str]) -> frozenset[str]:
        """What needs a new fingerprint: affected modules and programs, and those of the entries *graded*."""
        programs = {f"program {entry}" for entry in self.affected | graded | frozenset(self.plan.removed)}
        return self.affected | programs


def program_stage(
    connection: sqlite3.Connection, collection: Collection, plan: Plan, outside: Outside
) -> ProgramStage:
    """The stage over what *connection* holds now."""
    modules = Modules(connection, runtime=collection.runtime)
    writer = ProgramWriter(connection, modules.facts.ids)
    return ProgramStage(
        connection=connection,
        collection=collection,
        plan=plan,
        modules=modules,
        writer=writer,
        outside=outside,
    )
