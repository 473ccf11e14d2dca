"""One refresh from corpus.toml to a finished database in its place. IO: everything a refresh touches.

The new database is written beside the old one under a name of its own, and moved over it only when it is
finished, checked and on disk. A refresh that dies leaves the old one and a draft, which the next one removes.
"""

import json
import os
import shutil
import sqlite3
from concurrent.futures import BrokenExecutor
from contextlib import closing, suppress
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path

from indexer.base.config import read_config
from indexer.base.digest import canonical_json, digest_of
from indexer.base.errors import DatabaseRefused, IndexerError, RefreshRefused
from indexer.base.schema import SCHEMA_VERSION
from indexer.collect import Collection, Outside, collect
from indexer.refresh.allocator import keep_freed_memory
from indexer.refresh.collector import collector_held_back
from indexer.refresh.lock import refresh_lock
from indexer.refresh.plan import Plan, plan_refresh, units_of
from indexer.refresh.progress import Progress, Quiet
from indexer.refresh.report import RefreshMode, RefreshReport
from indexer.refresh.stored import Stored, find_stored
from indexer.refresh.version import parser_version
from indexer.save.file import create_database, finish, move_into_place, open_copy


@dataclass(frozen=True, slots=True, kw_only=True)
class RefreshOptions:
    """How to refresh."""

    root: Path | None = None
    """What the roots in corpus.toml are relative to; by default its folder."""
    jobs: int = 2
    """Worker processes; 1 parses in this one."""
    full: bool = False
    """Build from nothing, whatever the old database holds."""


def refresh(
    config_file: Path, database: Path, *, options: RefreshOptions, progress: Progress | None = None
) -> RefreshReport:
    """Bring *database* up to date with what *config_file* names.

    Raises:
        ConfigRefused: corpus.toml or the quality file is not of its form.
        RefreshRefused: another refresh runs, no source is there, or the folder cannot be written.
        DatabaseRefused: the new database is damaged; the old one stays.
    """
    config = read_config(config_file)
    shown = progress or Quiet()
    try:
        database.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise RefreshRefused(str(database.parent), f"cannot be made: {error.strerror}") from error
    with refresh_lock(database), collector_held_back():
        shown.stage("collect", 1)
        collection = collect(config, folder=config_file.parent, root=options.root)
        settings = _settings(collection)
        stored = None if options.full else find_stored(database, wanted=settings)
        plan = plan_refresh(units_of(collection), stored.digests if stored else {})
        inputs = _inputs_digest(collection, plan)
        outside = Outside(options.root or config_file.parent)
        if stored and stored.meta.get("inputs_digest") == inputs and _stands_as_watched(stored, outside):
            return _report(database, "unchanged", plan)
        draft = database.with_name(f".{database.stem}.draft.db")
        meta = settings | {"inputs_digest": inputs}
        _write(
            draft,
            database,
            stored,
            collection,
            plan,
            outside=outside,
            meta=meta,
            jobs=options.jobs,
            progress=shown,
        )
        return _report(database, "incremental" if stored else "full", plan)


def _write(  # noqa: PLR0913 - the inputs of one build
    draft: Path,
    database: Path,
    stored: Stored | None,
    collection: Collection,
    plan: Plan,
    *,
    outside: Outside,
    meta: dict[str, str],
    jobs: int,
    progress: Progress,
) -> None:
    # NumPy's matrix library starts threads that wait busily; nothing here multiplies matrices.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    keep_freed_memory()
    try:
        with closing(_copied(database, draft) if stored else create_database(draft)) as connection:
            from indexer.refresh.apply import Build  # noqa: PLC0415 - parsers, only when something changed

            build = Build(
                connection=connection,
                collection=collection,
                plan=plan,
                outside=outside,
                is_new=stored is None,
                progress=progress,
                jobs=jobs,
            )
            build.run(meta)
            progress.stage("check and move", 1)
            finish(connection, draft, whole=stored is None)
        move_into_place(draft, database)
    except BaseException as error:
        with suppress(OSError):
            draft.unlink()
        refusal = _refusal(error, database, is_new=stored is None)
        if refusal is None:
            raise
        raise refusal from error


def _refusal(error: BaseException, database: Path, *, is_new: bool) -> IndexerError | None:
    """What ended a build, as its user should read it; ``None`` where that is our bug."""
    if isinstance(error, OSError):
        return RefreshRefused(str(database), f"cannot be written: {error.strerror or error}")
    if isinstance(error, BrokenExecutor):
        return RefreshRefused(
            str(database), "cannot be built: a worker process was killed, perhaps for memory"
        )
    if isinstance(error, sqlite3.Error) and getattr(error, "sqlite_errorcode", 0) & 0xFF in _UNWRITABLE:
        return RefreshRefused(str(database), f"cannot be written: {error}")
    if isinstance(error, sqlite3.DatabaseError) and not is_new:
        return DatabaseRefused(str(database), f"is damaged, build it anew in full: {error}")
    return None


_UNWRITABLE = {sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN}


def _copied(database: Path, draft: Path) -> sqlite3.Connection:
    """A copy of *database* to change; what changes it is loaded while the system copies."""
    from concurrent.futures import ThreadPoolExecutor  # noqa: PLC0415 - loaded only when something changed

    with ThreadPoolExecutor(1) as pool:
        copied = pool.submit(shutil.copyfile, database, draft)
        import_module("indexer.refresh.apply")
        copied.result()
    return open_copy(draft)


def _settings(collection: Collection) -> dict[str, str]:
    """What every row depends on: another value of one of these needs a full build."""
    config = collection.config.model_dump(mode="json", exclude={"quality", "tiers"})
    return {
        "config_digest": digest_of(canonical_json(config).encode()),
        "parser_version": parser_version(),
        "runtime": canonical_json(collection.runtime),
        "schema_version": str(SCHEMA_VERSION),
    }


def _inputs_digest(collection: Collection, plan: Plan) -> str:
    """The digest of everything that was read."""
    inputs = {
        "files": {address: unit.file.digest for address, unit in plan.units.items()},
        "problems": [str(problem) for problem in collection.problems],
        "quality": collection.quality.model_dump(mode="json"),
        "sources": [(source.status, source.reason) for source in collection.sources],
        "published": [repr(source.published) for source in collection.sources],
        "tiers": {name: [dict(tiers.tiers), tiers.default] for name, tiers in collection.tiers.items()},
    }
    return digest_of(canonical_json(inputs).encode("utf-8", "surrogatepass"))


def _stands_as_watched(stored: Stored, outside: Outside) -> bool:
    """Whether what no source holds, but links lead to or programs read, is as the old database has it."""
    watched = json.loads(stored.meta.get("watched", "{}"))
    links = all(outside.exists(place) is there for place, there in watched.items())
    return links and outside.is_as(json.loads(stored.meta.get("data_files", "{}")))


def _report(database: Path, mode: RefreshMode, plan: Plan) -> RefreshReport:
    connection = sqlite3.connect(f"{database.absolute().as_uri()}?mode=ro&immutable=1", uri=True)
    try:
        documents, modules, programs, digest = connection.execute(_COUNTS).fetchone()
        problems = dict(connection.execute("SELECT kind, count(*) FROM problem GROUP BY kind ORDER BY kind"))
        errors = connection.execute("SELECT count(*) FROM problem WHERE severity != 'note'").fetchone()[0]
    finally:
        connection.close()
    return RefreshReport(
        database=str(database),
        mode=mode,
        content_digest=digest,
        parsed=len(plan.fresh),
        removed=len(plan.removed),
        documents=documents,
        modules=modules,
        programs=programs,
        problems=problems,
        errors=errors,
    )


_COUNTS = """
SELECT (SELECT count(*) FROM document), (SELECT count(*) FROM module), (SELECT count(*) FROM program),
  (SELECT value FROM meta WHERE key = 'content_digest')
"""
