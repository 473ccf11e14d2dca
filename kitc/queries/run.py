"""A pattern's own SELECT on sample rows, read-only and bounded. IO: an in-memory SQLite database."""

import re
import sqlite3
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from pydantic import JsonValue

Row = Mapping[str, JsonValue]
_NAMED = re.compile(r"[:@$]([A-Za-z_]\w*)")
_STEPS = 2_000_000
"""Virtual machine steps after which a statement is stopped."""
_READS = (
    sqlite3.SQLITE_SELECT,
    sqlite3.SQLITE_READ,
    sqlite3.SQLITE_FUNCTION,
    sqlite3.SQLITE_RECURSIVE,
)


@dataclass(frozen=True, slots=True)
class Shown:
    """What a statement gave on sample rows."""

    rows: tuple[Mapping[str, JsonValue], ...]
    parameters: Mapping[str, JsonValue]
    """Values that its named places were given."""


def run_query(sql: str, tables: Mapping[str, Sequence[Row]], *, limit: int = 100) -> Shown | str:
    """The rows that *sql* gives on *tables*, or why it cannot be shown.

    A named place whose name speaks of a limit is given *limit*; any other place is not known, so nothing is
    shown.
    """
    parameters: dict[str, JsonValue] = {}
    for name in dict.fromkeys(_NAMED.findall(_without_texts(sql))):
        if not re.search(r"limit|max|count|size|top", name, re.IGNORECASE):
            return f"no value is known for :{name}"
        parameters[name] = limit
    if "?" in _without_texts(sql):
        return "no values are known for its ? places"
    connection = sqlite3.connect(":memory:")
    try:
        _fill(connection, tables)
        connection.set_authorizer(
            lambda action, *_: sqlite3.SQLITE_OK if action in _READS else sqlite3.SQLITE_DENY
        )
        connection.set_progress_handler(lambda: 1, _STEPS)
        cursor = connection.execute(sql, parameters)
        names = [column[0] for column in cursor.description or ()]
        return Shown(tuple(dict(zip(names, row, strict=True)) for row in cursor.fetchmany(200)), parameters)
    except (sqlite3.Error, sqlite3.Warning) as error:
        return f"SQLite refuses it: {error}"
    finally:
        connection.close()


def _without_texts(sql: str) -> str:
    return re.sub(r"'(?:[^']|'')*'", "''", sql)


def _fill(connection: sqlite3.Connection, tables: Mapping[str, Sequence[Row]]) -> None:
    for table, rows in sorted(tables.items()):
        columns = list(dict.fromkeys(name for row in rows for name in row))
        if not columns:
            continue
        names = ", ".join(_quoted(name) for name in columns)
        connection.execute(f"CREATE TABLE {_quoted(table)} ({names})")
        places = ", ".join("?" for _ in columns)
        values = [tuple(_plain(row.get(name)) for name in columns) for row in rows]
        connection.executemany(f"INSERT INTO {_quoted(table)} ({names}) VALUES ({places})", values)


def _quoted(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'


def _plain(value: JsonValue) -> str | int | float | None:
    return value if isinstance(value, (str, int, float)) or value is None else str(value)
