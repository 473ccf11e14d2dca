"""The search tables of an open database, brought up to date. IO: writes the database."""

import sqlite3
from collections.abc import Mapping

from indexer.base.globs import GlobSet
from indexer.search.build import build_search
from indexer.search.passages import Fragment

_OURS = "SELECT type, name FROM sqlite_schema WHERE name LIKE 'search\\_%' ESCAPE '\\' AND type = 'table'"
_TEXTS = ("section", "program", "symbol", "source")


def write_search(connection: sqlite3.Connection, demoted: GlobSet, fragments: Mapping[str, Fragment]) -> None:
    """Build all search tables from the content tables; *fragments* holds files that are weighed already."""
    _drop(connection)
    build_search(connection, is_demoted=demoted.matches, fragments=fragments)


def _drop(connection: sqlite3.Connection) -> None:
    for name in _TEXTS:
        connection.execute(f"DROP TABLE IF EXISTS {name}_fts")
        connection.execute(f"DROP VIEW IF EXISTS {name}_text")
    for kind, name in connection.execute(_OURS).fetchall():
        connection.execute(f"DROP {kind} {name}")
