"""The search tables of an open database, brought up to date. IO: writes the database."""

import sqlite3
from collections.abc import Mapping

from indexer.base.digest import canonical_json
from indexer.search.build import build_file_sets, build_program_set
from indexer.search.fields import LEVELS, WEIGHING
from indexer.search.question import (
    CONTRACTIONS,
    EXACT_QUERY_SHARE,
    EXACT_WORD_SHARE,
    FULL_SHARE,
    LONGEST_NAME,
    LONGEST_QUERY,
)
from indexer.search.scoring import COVER
from indexer.search.standing import Standings
from indexer.search.texts import Weigher
from indexer.search.tokens import LONGEST_CHUNK, STOP_WORDS, Stemmer
from indexer.search.update import update_search
from indexer.search.weigh import Fragment


def search_settings() -> str:
    """How queries are read, as JSON: what a reader in another language needs to rank as we do."""
    settings = {
        "contractions": sorted(CONTRACTIONS),
        "cover": COVER,
        "exact_query_share": EXACT_QUERY_SHARE,
        "exact_word_share": EXACT_WORD_SHARE,
        "full_share": FULL_SHARE,
        "joined_share": {name: index.joined_share for name, index in WEIGHING.items()},
        "levels": LEVELS,
        "longest_chunk": LONGEST_CHUNK,
        "longest_name": LONGEST_NAME,
        "longest_query": LONGEST_QUERY,
        "stop_words": sorted(STOP_WORDS),
    }
    return canonical_json(settings)


class SearchStage:
    """The search tables of one build; *fragments* holds files that are weighed already."""

    def __init__(
        self,
        connection: sqlite3.Connection,
        standings: Standings,
        fragments: Mapping[str, Fragment],
        *,
        is_new: bool,
    ) -> None:
        self._connection = connection
        self._standings = standings
        self._fragments = fragments
        self._is_new = is_new
        self._weigher = Weigher(stemmer=Stemmer(), standings=standings, fragments=fragments)

    def write_files(self) -> None:
        """Build what documents and modules add, while the contracts of programs are still being read."""
        if self._is_new:
            build_file_sets(self._connection, self._weigher)

    def write_programs(self) -> None:
        """Build what programs add, or update everything."""
        if self._is_new:
            build_program_set(self._connection, self._weigher)
        else:
            update_search(self._connection, standings=self._standings, fragments=self._fragments)
