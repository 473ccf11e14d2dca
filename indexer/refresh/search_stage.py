"""The search tables of an open database, brought up to date. IO: writes the database."""

import sqlite3

from indexer.base.digest import canonical_json
from indexer.base.words import SourceFile
from indexer.search.build import SetBuilder, create_lookups, create_tables
from indexer.search.fields import LEVELS, SETS, WEIGHING, SetName
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
from indexer.search.texts import Filed, RowIds, Weigher, read_programs
from indexer.search.tokens import LONGEST_CHUNK, STOP_WORDS, Stemmer
from indexer.search.update import update_search
from indexer.search.vocabulary import Vocabulary
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
    """The search tables of one build: files are added as they are written, sets when all of them are."""

    def __init__(self, connection: sqlite3.Connection, standings: Standings, *, is_new: bool) -> None:
        self._connection = connection
        self._standings = standings
        self._is_new = is_new
        self._fragments: dict[str, Fragment] = {}
        self._sets = {within: SetBuilder(connection, within) for within in SETS}
        if is_new:
            create_tables(connection, Stemmer())

    def add(self, file: SourceFile, address: str, fragment: Fragment, row_ids: RowIds) -> None:
        """Take what search reads of a document or module that was just inserted."""
        if not self._is_new:
            self._fragments[address] = fragment
            return
        filed = Filed(name=address, state=file.digest, fragment=fragment, row_ids=row_ids)
        for within in fragment:
            self._sets[within].add(filed)

    def write_sets(self, *sets: SetName) -> None:
        """Finish *sets* of a new database, of which all files were added."""
        for within in sets if self._is_new else ():
            self._sets.pop(within).write()

    def write_programs(self) -> None:
        """Build what programs add, or update everything."""
        if not self._is_new:
            update_search(self._connection, standings=self._standings, fragments=self._fragments)
            return
        weigher = Weigher(vocabulary=Vocabulary(Stemmer()), standings=self._standings, fragments={})
        for filed in read_programs(self._connection, weigher):
            self._sets["programs"].add(filed)
        self.write_sets("programs")
        create_lookups(self._connection)
