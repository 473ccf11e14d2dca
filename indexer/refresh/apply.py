"""A plan applied to an open database: files, links, modules, programs, search, fingerprints. IO: writes it.

An empty database and a plan in which every file is new is a full build: there is one way for both.
"""

import sqlite3
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from indexer.base.digest import canonical_json
from indexer.base.globs import glob_set
from indexer.base.schema import DOCUMENT_INDEXES, MODULE_INDEXES, PROGRAM_INDEXES
from indexer.collect import Collection, Outside
from indexer.refresh.contracts import ContractsByEntry
from indexer.refresh.link_rows import resolve_links
from indexer.refresh.plan import Plan, Unit
from indexer.refresh.programs import ProgramStage, program_stage
from indexer.refresh.progress import Progress
from indexer.refresh.quality import write_quality
from indexer.refresh.reader import Parsed
from indexer.refresh.search_stage import SearchStage, search_settings
from indexer.refresh.workers import WorkerInputs, Workers
from indexer.save.file import create_indexes
from indexer.save.files import FileWriter, add_problems, delete_file
from indexer.save.fingerprint import (
    add_file_fingerprints,
    add_program_fingerprints,
    content_digest,
    renew_fingerprints,
)
from indexer.save.rows import DocumentRows, ModuleRows, problem_row
from indexer.save.sources import write_meta, write_sources
from indexer.search.gathered import Filed, RowIds
from indexer.search.standing import Standings


@dataclass(slots=True, kw_only=True)
class Build:
    """One plan and the open database it is applied to."""

    connection: sqlite3.Connection
    collection: Collection
    plan: Plan
    outside: Outside
    is_new: bool
    progress: Progress
    jobs: int

    def run(self, meta: Mapping[str, str]) -> None:
        """Bring the database to what the plan and the collection say, but for commit and check."""
        write_meta(self.connection, meta)
        write_sources(self.connection, self.collection.sources)
        config = self.collection.config
        standings = Standings(demoted=glob_set(config.demote.paths), preferred=glob_set(config.prefer.paths))
        inputs = WorkerInputs(units=self.plan.units, runtime=self.collection.runtime, standings=standings)
        with Workers(inputs, jobs=self.jobs) as workers:
            search = SearchStage(self.connection, standings, is_new=self.is_new)
            search.forget(self.plan.stale)
            stale = self._write_all(workers, search)
            search.finish()
        if self.is_new:
            add_program_fingerprints(self.connection)
        else:
            renew_fingerprints(self.connection, stale)
        digest = content_digest(self.connection)
        write_meta(self.connection, {"content_digest": digest, "search_settings": search_settings()})

    def _write_all(self, workers: Workers, search: SearchStage) -> frozenset[str]:
        """All content tables; the addresses of which rows changed.

        Modules go first: programs are resolved here and modules made searchable while the workers parse
        documents and read contracts.
        """
        files = _Files(self.connection, self.plan, workers, search, self.progress)
        search.begin()
        files.write_modules()
        self._create_indexes(MODULE_INDEXES)
        stage = program_stage(self.connection, self.collection, self.plan, self.outside)
        stage.resolve()
        contracts = workers.contracts(stage.entries(), stage.resolved())
        search.write_sets("symbols", "source")
        files.write_documents()
        self._create_indexes(DOCUMENT_INDEXES)
        _write_collect_problems(self.connection, self.collection)
        self.progress.stage("links", 1)
        relinked = resolve_links(self.connection, exists=self.outside.exists)
        seen = {"data_files": self.outside.read_digests, "watched": relinked.watched}
        write_meta(self.connection, {key: canonical_json(value) for key, value in seen.items()})
        graded = write_quality(self.connection, self.collection)
        self.progress.stage("search", 1)
        search.write_sets("docs")
        if self.is_new:
            add_file_fingerprints(self.connection)
        self.progress.stage("contracts", len(stage.entries()))
        search.add_programs(self._written(stage, contracts))
        self._create_indexes(PROGRAM_INDEXES)
        return self.plan.touched | relinked.documents | stage.stale(graded)

    def _written(self, stage: ProgramStage, contracts: ContractsByEntry) -> ContractsByEntry:
        """*contracts*, each when it stands in its tables."""
        for entry, read in contracts:
            stage.writer.write_contracts(entry, read)
            self.progress.step()
            yield entry, read

    def _create_indexes(self, statements: str) -> None:
        if self.is_new:
            create_indexes(self.connection, statements)


class _Files:
    """The files of a plan on their way from the workers into the tables."""

    def __init__(
        self,
        connection: sqlite3.Connection,
        plan: Plan,
        workers: Workers,
        search: SearchStage,
        progress: Progress,
    ) -> None:
        removed = {address: delete_file(connection, address) for address in plan.stale}
        kept = {address: row_id for address, row_id in removed.items() if row_id and address in plan.units}
        self._writer = FileWriter(connection, kept)
        self._search = search
        self._progress = progress
        size = sum(len(unit.file.content) for unit in plan.fresh)
        # Both are asked for at once, so that the workers go on with documents when the modules are done.
        self._modules = workers.parse([unit for unit in plan.fresh if not unit.is_document], size=size)
        self._documents = workers.parse([unit for unit in plan.fresh if unit.is_document], size=size)
        progress.stage("files", len(plan.fresh))

    def write_modules(self) -> None:
        """Insert the modules."""
        for units, parsed in self._modules:
            modules: list[int] = []
            symbols: list[int] = []
            for unit, rows in zip(units, parsed.rows, strict=True):
                assert isinstance(rows, ModuleRows)  # noqa: S101 - a unit that is no document
                module, found = self._writer.add_module(unit.file, rows, source_id=unit.source_id)
                modules.append(module)
                symbols += found
            self._take(units, parsed, {"source": modules, "symbols": symbols})

    def write_documents(self) -> None:
        """Insert the documents."""
        for units, parsed in self._documents:
            sections: list[int] = []
            for unit, rows in zip(units, parsed.rows, strict=True):
                assert isinstance(rows, DocumentRows)  # noqa: S101 - a unit that is one
                sections += self._writer.add_document(unit.file, rows, source_id=unit.source_id)
            self._take(units, parsed, {"docs": sections})

    def _take(self, units: Sequence[Unit], parsed: Parsed, row_ids: RowIds) -> None:
        names = [unit.address for unit in units]
        states = [unit.file.digest for unit in units]
        self._search.add(Filed(names=names, states=states, fragment=parsed.fragment, row_ids=row_ids))
        for _ in units:
            self._progress.step()


def _write_collect_problems(connection: sqlite3.Connection, collection: Collection) -> None:
    connection.execute("DELETE FROM problem WHERE owner = 'collect'")
    add_problems(connection, (problem_row(problem) for problem in collection.problems), owner="collect")
