"""The search tables of a corpus, from its content tables. IO: writes to the database.

A full build and an update come to the same rankings: numbers of units may differ, scores and order do not.
"""

import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence

from indexer.search.fields import WEIGHING, SetName
from indexer.search.numbering import Block, number_files
from indexer.search.postings import PART_UNITS, Gathered, Keys, rows_of
from indexer.search.related import read_related
from indexer.search.standing import Standings
from indexer.search.tables import FULL_TEXT, FULL_TEXT_OF, LOOKUPS, TABLES, statements_of
from indexer.search.texts import Filed, Weigher, read_documents, read_modules, read_programs
from indexer.search.tokens import Stemmer
from indexer.search.vocabulary import Vocabulary
from indexer.search.weigh import Fragment
from indexer.search.weights import weights_of

NO_STANDINGS = Standings()


def build_search(
    connection: sqlite3.Connection,
    *,
    standings: Standings = NO_STANDINGS,
    fragments: Mapping[str, Fragment] | None = None,
) -> None:
    """Create and fill all search tables from the content tables of *connection*.

    *fragments* holds what is known already of documents and modules, by address; others are weighed here.
    """
    stemmer = Stemmer()
    weigher = Weigher(vocabulary=Vocabulary(stemmer), standings=standings, fragments=fragments or {})
    create_tables(connection, stemmer)
    _build_sets(connection, ("docs",), read_documents(connection, weigher))
    _build_sets(connection, ("symbols", "source"), read_modules(connection, weigher))
    _build_sets(connection, ("programs",), read_programs(connection, weigher))
    create_lookups(connection)


def create_tables(connection: sqlite3.Connection, stemmer: Stemmer) -> None:
    """Create all search tables and fill those that no file adds to."""
    _run(connection, TABLES + FULL_TEXT)
    connection.executemany("INSERT INTO search_related VALUES (?, ?, ?)", read_related(stemmer))
    connection.executemany("INSERT INTO search_place VALUES (?)", ((place,) for place in range(PART_UNITS)))


def create_lookups(connection: sqlite3.Connection) -> None:
    """Create the indexes, after all sets are written."""
    _run(connection, LOOKUPS)


def _run(connection: sqlite3.Connection, script: str) -> None:
    """Run the statements of *script* one by one, so that they stay inside the caller's transaction."""
    for statement in statements_of(script):
        connection.execute(statement)


def _build_sets(connection: sqlite3.Connection, sets: Sequence[SetName], files: Iterable[Filed]) -> None:
    builders = [SetBuilder(connection, within) for within in sets]
    for file in files:
        for builder in builders:
            builder.add(file)
    for builder in builders:
        builder.write()


class SetBuilder:
    """One set of a new database: files are added one by one, and numbered when all are known."""

    def __init__(self, connection: sqlite3.Connection, within: SetName) -> None:
        self._connection = connection
        self._within: SetName = within
        self._gathered = Gathered()
        self._files: list[Filed] = []

    def add(self, file: Filed) -> None:
        """Add one file, whose rows stand in the content tables."""
        within = self._within
        self._gathered.add(file.fragment[within])
        self._connection.executemany(
            "INSERT INTO search_unit VALUES (?, ?, 0, ?)",
            ((within, row_id, words) for _, row_id, words in file.units(within)),
        )
        self._files.append(file.without_postings())

    def write(self) -> None:
        """Number the units and write everything that depends on that."""
        within = self._within
        blocks = number_files(sizes_of(self._files, within))
        placed = [(file, blocks[block_name(file, within)]) for file in self._files]
        self._connection.executemany(
            "UPDATE search_unit SET unit = ? WHERE within = ? AND row_id = ?",
            ((unit, within, row_id) for unit, row_id, _ in _units_of(within, placed)),
        )
        write_files(self._connection, within, placed)
        terms, keys = self._gathered.merged(block.first for _, block in placed)
        write_postings(self._connection, within, terms, keys)
        write_weights(self._connection, within)
        rebuild_full_text(self._connection, within)


def rebuild_full_text(connection: sqlite3.Connection, within: SetName) -> None:
    """Fill the full-text table of one set from the texts that stand in the database."""
    stem = FULL_TEXT_OF[within]
    connection.execute(f"INSERT INTO {stem}_fts({stem}_fts) VALUES ('rebuild')")


def write_postings(connection: sqlite3.Connection, within: SetName, terms: Sequence[str], keys: Keys) -> None:
    """Write the postings of *terms*, which have none."""
    connection.executemany(
        "INSERT INTO search_posting VALUES (?, ?, ?, ?, ?, ?)", rows_of(within, terms, keys)
    )


def block_name(file: Filed, within: SetName) -> str:
    """What the block of *file* sorts by, so that units come in the order of addresses.

    Sections and symbols are named ``<file>#<part>``; a module or program is the one unit of its block.
    """
    return f"{file.name}#" if within in ("docs", "symbols") else file.name


def sizes_of(files: Iterable[Filed], within: SetName) -> dict[str, int]:
    """Numbers of passages by block name."""
    return {block_name(file, within): len(file.fragment[within].ranks) for file in files}


def write_files(
    connection: sqlite3.Connection, within: SetName, placed: Sequence[tuple[Filed, Block]]
) -> None:
    """Write where the units of each file stand."""
    rows = (
        (block_name(file, within), file.state, block.first, block.units, file.fragment[within].packed_terms)
        for file, block in placed
    )
    connection.executemany(
        "INSERT INTO search_file VALUES (?, ?, ?, ?, ?, ?)", ((within, *row) for row in rows)
    )


def write_units(
    connection: sqlite3.Connection, within: SetName, placed: Sequence[tuple[Filed, Block]]
) -> None:
    """Write the units of each file."""
    rows = ((within, row_id, unit, words) for unit, row_id, words in _units_of(within, placed))
    connection.executemany("INSERT INTO search_unit VALUES (?, ?, ?, ?)", rows)


def _units_of(within: SetName, placed: Sequence[tuple[Filed, Block]]) -> Iterator[tuple[int, int, str]]:
    """Unit, row id and split words of each passage."""
    for file, block in placed:
        for rank, row_id, words in file.units(within):
            yield block.first + rank, row_id, words


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
