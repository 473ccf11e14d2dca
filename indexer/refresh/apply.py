"""A plan applied to an open database: files, links, modules, programs, search, fingerprints. IO: writes it.

An empty database and a plan in which every file is new is a full build: there is one way for both.
"""

import sqlite3
from collections.abc import Mapping

from indexer.base.globs import GlobSet, glob_set
from indexer.collect import Collection
from indexer.refresh.link_rows import ExistsAt, resolve_links
from indexer.refresh.plan import Plan
from indexer.refresh.programs import program_stage
from indexer.refresh.progress import Progress
from indexer.refresh.quality import write_quality
from indexer.refresh.search_stage import write_search
from indexer.refresh.workers import Fragments, parse_units
from indexer.save.file import create_indexes
from indexer.save.files import FileWriter, add_problems, delete_file
from indexer.save.fingerprint import write_fingerprints
from indexer.save.rows import DocumentRows, problem_row
from indexer.save.sources import write_meta, write_sources


def apply_plan(  # noqa: PLR0913 - the inputs of one build
    connection: sqlite3.Connection,
    collection: Collection,
    plan: Plan,
    *,
    exists: ExistsAt,
    meta: Mapping[str, str],
    is_new: bool,
    jobs: int,
    progress: Progress,
) -> None:
    """Bring the open database to what *plan* and *collection* say, but for commit and check."""
    write_meta(connection, meta)
    write_sources(connection, collection.sources)
    demoted = glob_set(collection.config.demote.paths)
    fragments = _write_files(connection, plan, demoted, jobs=jobs, progress=progress)
    if is_new:
        create_indexes(connection)
    _write_collect_problems(connection, collection)
    progress.stage("modules and programs", 1)
    stage = program_stage(connection, collection, plan)
    stage.resolve()
    with stage.reading_contracts(jobs=jobs) as contracts:
        progress.stage("links", 1)
        relinked = resolve_links(connection, exists=exists)
        graded = write_quality(connection, collection)
        progress.stage("contracts", len(stage.entries()))
        stage.write_contracts(contracts)
    progress.stage("search", 1)
    write_search(connection, demoted, fragments)
    stale = None if is_new else plan.touched | relinked | stage.stale(graded)
    write_meta(connection, {"content_digest": write_fingerprints(connection, stale=stale)})


def _write_files(
    connection: sqlite3.Connection, plan: Plan, demoted: GlobSet, *, jobs: int, progress: Progress
) -> Fragments:
    """Replace the rows of files; their weighed passages."""
    progress.stage("files", len(plan.fresh))
    removed = {address: delete_file(connection, address) for address in plan.stale}
    kept = {address: row_id for address, row_id in removed.items() if row_id and address in plan.units}
    writer = FileWriter(connection, kept)
    fragments = Fragments()
    for unit, parsed in parse_units(plan.fresh, demoted, jobs=jobs):
        if isinstance(parsed.rows, DocumentRows):
            writer.add_document(unit.file, parsed.rows, source_id=unit.source_id)
        else:
            writer.add_module(unit.file, parsed.rows, source_id=unit.source_id)
        fragments.add(unit.address, parsed.fragment)
        progress.step()
    return fragments


def _write_collect_problems(connection: sqlite3.Connection, collection: Collection) -> None:
    connection.execute("DELETE FROM problem WHERE owner = 'collect'")
    add_problems(connection, (problem_row(problem) for problem in collection.problems), owner="collect")
