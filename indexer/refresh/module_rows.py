"""Imports and exports of stored modules, resolved between them. IO: reads and writes the database.

What has to be resolved again follows from the import graph: the touched modules and everything that imports
them, however indirectly.
"""

import sqlite3
from collections import defaultdict
from collections.abc import Iterable, Mapping

from indexer.base.words import Problem
from indexer.refresh.facts_view import StoredFacts
from indexer.refresh.specifiers import Specifiers, Target
from indexer.resolve.exports import Ambiguity, ExportTable, ResolvedExport
from indexer.save.files import add_problems
from indexer.save.rows import Row, problem_row

_ALL_IMPORTS = "SELECT id, module_id, specifier, status, target_module_id FROM import"
_NEW_IMPORTS = f"{_ALL_IMPORTS} WHERE status = ''"
_REFERENCES = f"{_ALL_IMPORTS} WHERE specifier GLOB 'cf:*'"
_UPDATE_IMPORT = "UPDATE import SET status = ?, target_module_id = ? WHERE id = ?"
_EDGES = "SELECT DISTINCT module_id, target_module_id FROM import WHERE target_module_id IS NOT NULL"
_EXPORT = """
INSERT INTO export
  (module_id, name, is_value, is_type, form, defining_module_id, defining_name, symbol_id, status)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
"""
_MISSING = """
SELECT source.name, path, start_byte, stop_byte, line, specifier, import.status FROM import
JOIN module ON module.id = module_id JOIN source ON source.id = source_id
WHERE import.status IN ('missing', 'malformed') GROUP BY module_id, specifier
ORDER BY source.name, path, min(start_byte)
"""

_TROUBLES = {
    "missing": "{!r} leads to no module of the corpus",
    "malformed": "{!r} is no cf: reference, expected cf:pattern:<identity>",
}


class Modules:
    """The stored modules: their facts, their meaning of specifiers, their ids."""

    def __init__(self, connection: sqlite3.Connection, *, runtime: Mapping[str, str]) -> None:
        self._connection = connection
        self._runtime = runtime
        self.facts = StoredFacts(connection)
        self.addresses = {row_id: address for address, row_id in self.facts.ids.items()}
        self.specifiers = Specifiers(self.facts.ids, runtime=runtime)

    def use_patterns(self, entries: Mapping[str, str]) -> None:
        """From now on ``cf:pattern:`` specifiers lead to *entries*, addresses by identity."""
        self.specifiers = Specifiers(self.facts.ids, runtime=self._runtime, patterns=entries)

    def resolve_imports(self, *, new_only: bool) -> frozenset[str]:
        """Resolve the stored imports, or those of newly written modules; the modules of which one changed.

        What an import means follows from which modules there are, so the new ones are enough as long as none
        comes or goes.
        """
        return self._resolve(_NEW_IMPORTS if new_only else _ALL_IMPORTS)

    def resolve_references(self) -> frozenset[str]:
        """Resolve the stored ``cf:`` imports; the modules of which one changed."""
        return self._resolve(_REFERENCES)

    def _resolve(self, query: str) -> frozenset[str]:
        updates: list[tuple[str, int | None, int]] = []
        changed: set[str] = set()
        for row_id, module_id, specifier, status, target_id in self._connection.execute(query):
            importer = self.addresses[module_id]
            target: Target = self.specifiers.target(specifier, importer)
            wanted = self.facts.ids[target.key] if target.key is not None else None
            if (status, target_id) != (target.status, wanted):
                updates.append((target.status, wanted, row_id))
                changed.add(importer)
        self._connection.executemany(_UPDATE_IMPORT, updates)
        return frozenset(changed)

    def importers_of(self, touched: Iterable[str]) -> frozenset[str]:
        """*touched* and every module that imports one of them, however indirectly."""
        importers: dict[int, list[int]] = defaultdict(list)
        for importer, target in self._connection.execute(_EDGES):
            importers[target].append(importer)
        waiting = [self.facts.ids[address] for address in touched if address in self.facts.ids]
        reached = set(waiting)
        while waiting:
            for importer in importers[waiting.pop()]:
                if importer not in reached:
                    reached.add(importer)
                    waiting.append(importer)
        return frozenset(self.addresses[row_id] for row_id in reached)

    def write_exports(self, affected: Iterable[str]) -> None:
        """Resolve and replace the exports of the modules *affected*, and what is ambiguous in them."""
        table = ExportTable(self.facts, self.specifiers.key)
        rows: list[Row] = []
        for address in sorted(affected):
            module_id = self.facts.ids[address]
            self._connection.execute("DELETE FROM export WHERE module_id = ?", (module_id,))
            self._connection.execute("DELETE FROM problem WHERE owner = ?", (f"exports {address}",))
            rows.extend(self._export_row(module_id, export) for export in table.exports_of(address))
            self._write_problems(address, table.ambiguities_of(address))
        self._connection.executemany(_EXPORT, rows)

    def _export_row(self, module_id: int, export: ResolvedExport) -> Row:
        key, name = export.defining_module, export.defining_name
        head = (module_id, export.name, int(export.is_value), int(export.is_type), export.form)
        if key is None or key not in self.facts:
            return (*head, None, name, None, export.status)
        return (*head, self.facts.ids[key], name, self.facts.symbol_id(key, name), export.status)

    def _write_problems(self, address: str, ambiguities: Iterable[Ambiguity]) -> None:
        source, _, path = address.removeprefix("src:").partition("/")
        line = next((export.line for export in self.facts[address].exports if export.form == "star"), 1)
        problems = [
            Problem(
                source=source,
                path=path,
                line=line,
                kind="ambiguous-export",
                message=f"{found.name} is offered differently by {' and '.join(found.candidates)}",
            )
            for found in ambiguities
        ]
        add_problems(self._connection, map(problem_row, problems), owner=f"exports {address}")

    def write_missing(self) -> None:
        """Replace the problems of imports that lead nowhere."""
        self._connection.execute("DELETE FROM problem WHERE owner = 'imports'")
        problems = [
            Problem(
                source=source,
                path=path,
                start_byte=start,
                stop_byte=stop,
                line=line,
                kind=f"{status}-import",
                message=_TROUBLES[status].format(specifier),
            )
            for source, path, start, stop, line, specifier, status in self._connection.execute(
                _MISSING
            ).fetchall()
        ]
        add_problems(self._connection, map(problem_row, problems), owner="imports")
