"""The search tables of an open database, brought up to date. IO: writes the database."""

import sqlite3
from collections import deque
from collections.abc import Collection, Iterator

from indexer.base.digest import canonical_json
from indexer.refresh.contracts import ContractsByEntry
from indexer.search.build import SearchBuilder
from indexer.search.fields import LEVELS, WEIGHING, SetName
from indexer.search.gathered import Filed
from indexer.search.program_texts import read_program, read_program_rows
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
from indexer.search.texts import Text, weighed
from indexer.search.tokens import LONGEST_CHUNK, STOP_WORDS, Stemmer
from indexer.search.update import NOTHING, forget_files, update_search
from indexer.search.vocabulary import Vocabulary


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
        self._builder: SearchBuilder | None = None
        self._forgotten = NOTHING
        self._changed: list[Filed] = []

    def forget(self, addresses: Collection[str]) -> None:
        """Take note of the files at *addresses* before they change or go."""
        if not self._is_new:
            self._forgotten = forget_files(self._connection, addresses)

    def begin(self) -> None:
        """Create the search tables of a new database."""
        if self._is_new:
            self._builder = SearchBuilder(self._connection, Stemmer())

    def add(self, filed: Filed) -> None:
        """Take what search reads of documents or modules that were just inserted."""
        if self._builder is None:
            self._changed.append(filed)
        else:
            self._builder.add(filed)

    def write_sets(self, *sets: SetName) -> None:
        """Finish *sets* of a new database, of which all files were added."""
        if self._builder is not None:
            self._builder.write(*sets)

    def add_programs(self, contracts: ContractsByEntry) -> None:
        """Take what search reads of the programs of *contracts*, each of which is inserted as it is taken.

        An update reads them from the database afterwards.
        """
        if self._builder is None:
            deque(contracts, maxlen=0)  # takes all
            return
        for filed in weighed(self._read_programs(contracts), Vocabulary(Stemmer())):
            self._builder.add(filed)

    def _read_programs(self, contracts: ContractsByEntry) -> Iterator[Text]:
        programs = {program.entry: program for program in read_program_rows(self._connection)}
        for entry, read in contracts:
            contract: list[str] = []
            for rows in read.rows:
                for _side, path, *_, doc, _module, _line in rows.fields:
                    contract.append(" ".join((str(path), str(doc))))
            yield read_program(self._connection, self._standings, programs[entry], contract)

    def finish(self) -> None:
        """Write what programs add, or update everything."""
        if self._builder is None:
            update_search(
                self._connection, standings=self._standings, forgotten=self._forgotten, files=self._changed
            )
        else:
            self._builder.write("programs")
            self._builder.finish()
