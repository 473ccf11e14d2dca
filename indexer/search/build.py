"""The search tables of a corpus, from its content tables. IO: writes to the database.

A full build and an update come to the same rankings: numbers of units may differ, scores and order do not.
"""

import sqlite3
from collections.abc import Iterable, Mapping, Sequence

from indexer.search.fields import WEIGHING, SetName
from indexer.search.numbering import Block, number_files
from indexer.search.postings import PART_UNITS, Keys, merge, rows_of
from indexer.search.related import read_related
from indexer.search.standing import Standings
from indexer.search.tables import FULL_TEXT, FULL_TEXT_OF, LOOKUPS, TABLES
from indexer.search.texts import Filed, Weigher, read_documents, read_modules, read_programs
from indexer.search.tokens import Stemmer
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
    weigher = Weigher(stemmer=Stemmer(), standings=standings, fragments=fragments or {})
    build_file_sets(connection, weigher)
    build_program_set(connection, weigher)


def build_file_sets(connection: sqlite3.Connection, weigher: Weigher) -> None:
    """Create all search tables and fill those of documents and modules; programs may still be unknown."""
    for statement in statements_of(TABLES + LOOKUPS + FULL_TEXT):
        connection.execute(statement)
    connection.executemany("INSERT INTO search_related VALUES (?, ?, ?)", read_related(weigher.stemmer))
    connection.executemany("INSERT INTO search_place VALUES (?)", ((place,) for place in range(PART_UNITS)))
    write_sets(connection, ("docs",), list(read_documents(connection, weigher)))
    write_sets(connection, ("symbols", "source"), list(read_modules(connection, weigher)))


def build_program_set(connection: sqlite3.Connection, weigher: Weigher) -> None:
    """Fill the tables of programs, after ``build_file_sets``."""
    write_sets(connection, ("programs",), list(read_programs(connection, weigher)))


def write_sets(connection: sqlite3.Connection, sets: Iterable[SetName], files: Sequence[Filed]) -> None:
    """Write all that *files* add to *sets*, which are empty."""
    for within in sets:
        write_set(connection, within, files)
        stem = FULL_TEXT_OF[within]
        connection.execute(f"INSERT INTO {stem}_fts({stem}_fts) VALUES ('rebuild')")


def statements_of(script: str) -> Iterable[str]:
    """The statements of *script*: run one by one they stay inside the caller's transaction."""
    return (statement for statement in script.split(";") if statement.strip())


def write_set(connection: sqlite3.Connection, within: SetName, files: Sequence[Filed]) -> None:
    """Write blocks, units, postings and weights of one set."""
    blocks = number_files(sizes_of(files, within))
    placed = [(file, blocks[block_name(file, within)]) for file in files]
    write_files(connection, within, placed)
    write_postings(connection, within, *merge((file.fragment[within], block.first) for file, block in placed))
    write_weights(connection, within)


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
    """Write where the units of each file stand, and the units."""
    connection.executemany(
        "INSERT INTO search_file VALUES (?, ?, ?, ?, ?, ?)",
        (
            (
                within,
                block_name(file, within),
                file.state,
                block.first,
                block.units,
                file.packed_terms(within),
            )
            for file, block in placed
        ),
    )
    connection.executemany(
        "INSERT INTO search_unit VALUES (?, ?, ?, ?)",
        (
            (within, block.first + rank, row_id, words)
            for file, block in placed
            for rank, row_id, words in file.units(within)
        ),
    )


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
