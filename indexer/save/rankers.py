"""The reference rankers, as SQL functions of a connection. IO: registers functions.

``rank_bm25(matchinfo(section_fts, 'pcnalx'))`` is what other readers of FTS4 tables use; it calls Python once
a row, so our own ranking does without. The package is imported at the first call.
"""

import sqlite3
from functools import partial
from importlib import import_module

_FUNCTIONS = (
    ("rank_score", "rank_score", 1),
    ("rank_bm25", "rank_bm25", 1),
    ("decode_matchinfo", "decode_matchinfo_str", 1),
    ("annotate_matchinfo", "annotate_matchinfo", 2),
)


def register_rankers(connection: sqlite3.Connection) -> None:
    """Register ``rank_score``, ``rank_bm25``, ``decode_matchinfo`` and ``annotate_matchinfo``."""
    for name, function, arguments in _FUNCTIONS:
        connection.create_function(name, arguments, partial(_call, function))


def _call(function: str, *arguments: bytes) -> str | float | None:
    result: str | float | None = getattr(import_module("sqlite_fts4"), function)(*arguments)
    return result
