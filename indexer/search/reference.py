"""The reference ranker, as SQL functions of a connection. IO: registers functions.

``rank_bm25(matchinfo(section_fts, 'pcnalx'))`` is what other readers of FTS4 tables use; it calls Python once
a row, so our own ranking does without.
"""

import sqlite3

import sqlite_fts4  # type: ignore[import-untyped]  # ships no types


def register_rankers(connection: sqlite3.Connection) -> None:
    """Register ``rank_score``, ``rank_bm25``, ``decode_matchinfo`` and ``annotate_matchinfo``."""
    sqlite_fts4.register_functions(connection)
