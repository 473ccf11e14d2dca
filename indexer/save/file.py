"""The database file itself: new, copied, finished. IO: writes SQLite files.

A database under work has no journal and no sync: if its writer dies it is thrown away. What readers see is
only ever moved into place whole.
"""

import os
import sqlite3
from pathlib import Path

from indexer.base.errors import DatabaseRefused
from indexer.base.schema import TABLES

PAGE_BYTES = 4096


def create_database(path: Path) -> sqlite3.Connection:
    """A new database with empty content tables; a file of that name is replaced."""
    path.unlink(missing_ok=True)
    connection = sqlite3.connect(path, isolation_level=None)
    connection.executescript(f"PRAGMA page_size = {PAGE_BYTES}; PRAGMA encoding = 'UTF-8';")
    _prepare(connection)
    connection.execute("BEGIN")
    for statement in TABLES.split(";\n"):
        connection.execute(statement)
    return connection


def open_copy(path: Path) -> sqlite3.Connection:
    """The copy of a database that stands at *path*, ready to be changed."""
    connection = sqlite3.connect(path, isolation_level=None)
    _prepare(connection)
    connection.execute("BEGIN")
    return connection


def _prepare(connection: sqlite3.Connection) -> None:
    connection.executescript(
        "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA locking_mode = EXCLUSIVE;"
        "PRAGMA cache_size = -8000; PRAGMA temp_store = MEMORY; PRAGMA trusted_schema = OFF;"
    )


def create_indexes(connection: sqlite3.Connection, statements: str) -> None:
    """Build the indexes that *statements* name, after the rows of their tables are in."""
    for statement in statements.strip().split(";\n"):
        connection.execute(statement)


def finish(connection: sqlite3.Connection, path: Path, *, whole: bool) -> None:
    """Commit, check and close the database at *path*, with its bytes on disk.

    The *whole* check also compares every index with its table; the other one reads every page and row, which
    is enough for a copy of a checked database.

    Raises:
        DatabaseRefused: SQLite finds the file damaged.
    """
    from concurrent.futures import ThreadPoolExecutor  # noqa: PLC0415 - only when something was written

    if connection.in_transaction:
        connection.execute("COMMIT")
    check = "PRAGMA integrity_check(1)" if whole else "PRAGMA quick_check(1)"
    # All bytes are written; the disk takes them in while SQLite reads them.
    with ThreadPoolExecutor(1) as pool:
        synced = pool.submit(_sync, path)
        trouble = connection.execute(check).fetchone()[0]
        connection.close()
        synced.result()
    if trouble != "ok":
        raise DatabaseRefused(str(path), f"is damaged after writing: {trouble}")


def _sync(path: Path) -> None:
    with path.open("rb+") as stream:
        os.fsync(stream.fileno())


def move_into_place(path: Path, target: Path) -> None:
    """Put the finished file *path* where *target* was; readers see the one or the other."""
    path.replace(target)
    if os.name == "nt":  # a folder cannot be opened there
        return
    folder = os.open(target.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)
