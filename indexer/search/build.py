"""The search tables of a corpus, from its content tables. IO: writes to the database.

A full build and an update come to the same rankings: numbers of units may differ, scores and order do not.
"""

import sqlite3
from collections.abc import Mapping, Sequence

from indexer.search.fields import SETS, WEIGHING, SetName
from indexer.search.gathered import Filed, Gathered, Gatherer
from indexer.search.numbering import Block, number_files
from indexer.search.postings import PART_UNITS, Keys, rows_of
from indexer.search.program_texts import read_programs
from indexer.search.related import read_related
from indexer.search.standing import Standings
from indexer.search.tables import FULL_TEXT, FULL_TEXT_OF, LOOKUPS, TABLES, statements_of
from indexer.search.texts import read_documents, read_modules, weighed
from indexer.search.tokens import Stemmer
from indexer.search.vocabulary import Vocabulary
from indexer.search.weights import weights_of

NO_STANDINGS = Standings()


def build_search(connection: sqlite3.Connection, *, standings: Standings = NO_STANDINGS) -> None:
    """Create and fill all search tables from the content tables of *connection*."""
    stemmer = Stemmer()
    vocabulary = Vocabulary(stemmer)
    builder = SearchBuilder(connection, stemmer)
    for read in (read_documents, read_modules, read_programs):
        for filed in weighed(read(connection, standings), vocabulary):
            builder.add(filed)
    builder.write(*SETS)
    builder.finish()


class SearchBuilder:
    """The search tables of a new database: files are added one by one, and numbered when all are known."""

    def __init__(self, connection: sqlite3.Connection, stemmer: Stemmer) -> None:
        self._connection = connection
        self._gatherer = Gatherer()
        _run(connection, TABLES + FULL_TEXT)
        connection.executemany("INSERT INTO search_related VALUES (?, ?, ?)", read_related(stemmer))
        connection.executemany(
            "INSERT INTO search_place VALUES (?)", ((place,) for place in range(PART_UNITS))
        )

    def add(self, filed: Filed) -> None:
        """Add some files, whose rows stand in the content tables."""
        self._gatherer.add(filed)

    def write(self, *sets: SetName) -> None:
        """Write *sets*, of which all files were added."""
        for within in sets:
            gathered = self._gatherer.take(within)
            blocks = number_files(dict(zip(gathered.names, gathered.sizes, strict=True)))
            write_files(self._connection, gathered, blocks)
            write_postings(self._connection, within, *gathered.merged(blocks))
            write_weights(self._connection, within)
            rebuild_full_text(self._connection, within)

    def finish(self) -> None:
        """Create the indexes, after all sets are written."""
        _run(self._connection, LOOKUPS)


def _run(connection: sqlite3.Connection, script: str) -> None:
    """Run the statements of *script* one by one, so that they stay inside the caller's transaction."""
    for statement in statements_of(script):
        connection.execute(statement)


def rebuild_full_text(connection: sqlite3.Connection, within: SetName) -> None:
    """Fill the full-text table of one set from the texts that stand in the database."""
    stem = FULL_TEXT_OF[within]
    connection.execute(f"INSERT INTO {stem}_fts({stem}_fts) VALUES ('rebuild')")


def write_postings(connection: sqlite3.Connection, within: SetName, terms: Sequence[str], keys: Keys) -> None:
    """Write the postings of *terms*, which have none."""
    connection.executemany(
        "INSERT INTO search_posting VALUES (?, ?, ?, ?, ?, ?)", rows_of(within, terms, keys)
    )


def write_files(connection: sqlite3.Connection, gathered: Gathered, blocks: Mapping[str, Block]) -> None:
    """Write where the units of each file stand, and the units."""
    within = gathered.within
    files = zip(gathered.names, gathered.states, strict=True)
    connection.executemany(
        "INSERT INTO search_file VALUES (?, ?, ?, ?, ?)",
        ((within, name, state, blocks[name].first, blocks[name].units) for name, state in files),
    )
    units = zip(gathered.row_ids, gathered.units(blocks), gathered.split_words, strict=True)
    connection.executemany("INSERT INTO search_unit VALUES (?, ?, ?, ?)", ((within, *unit) for unit in units))


def write_weights(connection: sqlite3.Connection, within: SetName) -> None:
    """Write what a term weighs by the number of units it stands in, one row a change of weight."""
    counted = connection.execute(
        "SELECT coalesce(sum(units), 0) FROM search_file WHERE within = ?", (within,)
    )
    units = counted.fetchone()[0]
    connection.execute("DELETE FROM search_weight WHERE within = ?", (within,))
    connection.executemany(
        "INSERT INTO search_weight VALUES (?, ?, ?)",
        ((within, *row) for row in weights_of(units, WEIGHING[within].rarity_power)),
    )
