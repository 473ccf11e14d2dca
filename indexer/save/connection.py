"""Read-only connections to one database file, one a thread. IO: opens a SQLite file.

A database may be hostile: it is opened immutable, with an untrusted schema, and only if each of its content
tables is exactly the one this version writes. Every SQLite error is a refusal that names the file.
"""

import sqlite3
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import quote

from indexer.base.errors import DatabaseRefused
from indexer.base.schema import SCHEMA_VERSION, TABLES
from indexer.save.rankers import register_rankers

Value = str | int | float | bytes | None
Row = tuple[Value, ...]
_MAGIC = b"SQLite format 3\0"


class Connections:
    """Connections to the database at *path*, made when a thread first asks.

    Raises:
        DatabaseRefused: the file is missing, damaged, or no corpus database of this version.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._local = threading.local()
        self._all: list[sqlite3.Connection] = []
        self._lock = threading.Lock()
        self._closed = False
        _refuse_foreign_file(path)
        with self.refusing():
            _refuse_foreign_schema(self.connection(), path)

    def connection(self) -> sqlite3.Connection:
        """This thread's connection."""
        mine: sqlite3.Connection | None = getattr(self._local, "connection", None)
        if mine is None:
            if self._closed:
                raise DatabaseRefused(str(self.path), "is closed")
            with self.refusing():
                mine = open_read_only(self.path)
            self._local.connection = mine
            with self._lock:
                self._all.append(mine)
        return mine

    def rows(self, sql: str, parameters: Sequence[Value] | dict[str, Value] = ()) -> list[Row]:
        """All rows of *sql*."""
        with self.refusing():
            return self.connection().execute(sql, parameters).fetchall()

    def row(self, sql: str, parameters: Sequence[Value] | dict[str, Value] = ()) -> Row | None:
        """The first row of *sql*, ``None`` if there is none."""
        with self.refusing():
            found: Row | None = self.connection().execute(sql, parameters).fetchone()
            return found

    @contextmanager
    def refusing(self) -> Iterator[None]:
        """Turns what SQLite raises into a refusal of the file."""
        try:
            yield
        except (sqlite3.Error, UnicodeDecodeError) as error:
            raise DatabaseRefused(str(self.path), f"cannot be read: {error}") from error

    def close(self) -> None:
        """Closes the connections of all threads."""
        with self._lock:
            self._closed = True
            for connection in self._all:
                connection.close()
            self._all.clear()
        self._local = threading.local()


def open_read_only(path: Path) -> sqlite3.Connection:
    """An immutable connection: no lock is taken, no file is written beside the database."""
    uri = f"file:{quote(str(path.absolute()))}?mode=ro&immutable=1"
    connection = sqlite3.connect(uri, uri=True, check_same_thread=False, cached_statements=256)
    connection.executescript("PRAGMA trusted_schema=OFF; PRAGMA query_only=ON; PRAGMA cell_size_check=ON;")
    register_rankers(connection)
    return connection


def _refuse_foreign_file(path: Path) -> None:
    try:
        with path.open("rb") as stream:
            head = stream.read(len(_MAGIC))
    except OSError as error:
        raise DatabaseRefused(str(path), f"cannot be read: {error.strerror}") from error
    if head != _MAGIC:
        raise DatabaseRefused(str(path), "is no SQLite database")


def _refuse_foreign_schema(connection: sqlite3.Connection, path: Path) -> None:
    found = {
        str(name): (str(kind), str(sql or ""))
        for name, kind, sql in connection.execute(
            "SELECT name, type, sql FROM sqlite_schema WHERE type IN ('table', 'view', 'trigger')"
        )
    }
    expected = _content_tables()
    version = None
    if found.get("meta") == ("table", expected["meta"]):
        version = connection.execute("SELECT value FROM meta WHERE key = 'schema_version'").fetchone()
    if version is None:
        raise DatabaseRefused(str(path), "is no corpus database")
    if version[0] != str(SCHEMA_VERSION):
        wanted = f"expected {SCHEMA_VERSION}: build it again with kitc index"
        raise DatabaseRefused(str(path), f"has schema version {str(version[0])[:20]}, {wanted}")
    for table, sql in expected.items():
        if found.get(table) != ("view" if sql.startswith("CREATE VIEW") else "table", sql):
            raise DatabaseRefused(str(path), f"table {table} is not of schema version {SCHEMA_VERSION}")
    for name, (kind, sql) in sorted(found.items()):
        if kind == "trigger" or (sql.upper().startswith("CREATE VIRTUAL") and "FTS4" not in sql.upper()):
            raise DatabaseRefused(str(path), f"holds the {kind} {name[:60]}, which no corpus database has")


def _content_tables() -> dict[str, str]:
    """Each content table with the statement that SQLite keeps of it."""
    statements = (statement.strip() for statement in TABLES.split(";\n"))
    return {statement.split()[2]: statement.rstrip(";") for statement in statements if statement}
