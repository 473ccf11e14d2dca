"""The search tables of an open database, brought up to date. IO: writes the database."""

import sqlite3
from collections.abc import Mapping

from indexer.base.globs import GlobSet
from indexer.search.build import build_search
from indexer.search.passages import Fragment
from indexer.search.update import update_search


def write_search(
    connection: sqlite3.Connection, demoted: GlobSet, fragments: Mapping[str, Fragment], *, is_new: bool
) -> None:
    """Build or update all search tables; *fragments* holds files that are weighed already."""
    write = build_search if is_new else update_search
    write(connection, is_demoted=demoted.matches, fragments=fragments)
