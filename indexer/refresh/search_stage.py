"""The search tables of an open database, brought up to date. IO: writes the database."""

import sqlite3
from collections.abc import Mapping

from indexer.base.digest import canonical_json
from indexer.base.globs import GlobSet
from indexer.search.build import build_search
from indexer.search.fields import LEVELS, WEIGHING
from indexer.search.passages import Fragment
from indexer.search.postings import PART_BITS
from indexer.search.question import (
    EXACT_QUERY_SHARE,
    EXACT_WORD_SHARE,
    FULL_SHARE,
    LONGEST_NAME,
    LONGEST_QUERY,
)
from indexer.search.tokens import LONGEST_CHUNK, STOP_WORDS
from indexer.search.update import update_search


def search_settings() -> str:
    """How queries are read, as JSON: what a reader in another language needs to rank as we do."""
    settings = {
        "exact_query_share": EXACT_QUERY_SHARE,
        "exact_word_share": EXACT_WORD_SHARE,
        "full_share": FULL_SHARE,
        "joined_share": {name: index.joined_share for name, index in WEIGHING.items()},
        "levels": LEVELS,
        "longest_chunk": LONGEST_CHUNK,
        "longest_name": LONGEST_NAME,
        "longest_query": LONGEST_QUERY,
        "part_bits": PART_BITS,
        "stop_words": sorted(STOP_WORDS),
    }
    return canonical_json(settings)


def write_search(
    connection: sqlite3.Connection, demoted: GlobSet, fragments: Mapping[str, Fragment], *, is_new: bool
) -> None:
    """Build or update all search tables; *fragments* holds files that are weighed already."""
    write = build_search if is_new else update_search
    write(connection, is_demoted=demoted.matches, fragments=fragments)
