"""The search tables of a corpus, from its content tables. IO: writes to the database.

A full build and an update come to the same rankings: blocks and term numbers may differ, scores and order do
not (``search_content`` says what has to be equal).
"""

import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from indexer.search.fields import SetName
from indexer.search.numbering import Block, number_files, units_in_order
from indexer.search.passages import Fragment
from indexer.search.postings import invert, pack_vector, rows_of
from indexer.search.related import read_related
from indexer.search.tables import FULL_TEXT, FULL_TEXT_OF, LOOKUPS, TABLES
from indexer.search.texts import Filed, IsDemoted, Weigher, read_documents, read_modules, read_programs
from indexer.search.tokens import Stemmer
from indexer.search.weigh import Weighed
from indexer.search.weights import weights_of

Unit = tuple[int, int, Weighed]
"""Number, row id, passage."""

_FILE_SETS: tuple[tuple[SetName, Callable[[sqlite3.Connection, Weigher], Iterator[Filed]]], ...] = (
    ("docs", read_documents),
    ("symbols", read_modules),
    ("source", read_modules),
)


def never(_path: str) -> bool:
    """No path is demoted by a glob."""
    return False


def build_search(
    connection: sqlite3.Connection,
    *,
    is_demoted: IsDemoted = never,
    fragments: Mapping[str, Fragment] | None = None,
) -> None:
    """Create and fill all search tables from the content tables of *connection*.

    *is_demoted* answers for ``<source>/<path>``. *fragments* holds what is known already of documents and
    modules, by address; others are weighed here.
    """
    weigher = Weigher(stemmer=Stemmer(), is_demoted=is_demoted, fragments=fragments or {})
    build_file_sets(connection, weigher)
    build_program_set(connection, weigher)


def build_file_sets(connection: sqlite3.Connection, weigher: Weigher) -> None:
    """Create all search tables and fill those of documents and modules; programs may still be unknown."""
    for statement in statements_of(TABLES + LOOKUPS + FULL_TEXT):
        connection.execute(statement)
    connection.executemany("INSERT INTO search_related VALUES (?, ?, ?)", read_related(weigher.stemmer))
    for name, read in _FILE_SETS:
        # One set at a time: the passages of all of them together would take much memory.
        write_set(connection, name, [only(file, name) for file in read(connection, weigher)])
        rebuild_full_text(connection, name)


def only(file: Filed, within: SetName) -> Filed:
    """*file* without what it adds to other sets."""
    return replace(file, fragment={within: file.fragment[within]})


def build_program_set(connection: sqlite3.Connection, weigher: Weigher) -> None:
    """Fill the tables of programs, after ``build_file_sets``."""
    write_set(connection, "programs", list(read_programs(connection, weigher)))
    rebuild_full_text(connection, "programs")


def rebuild_full_text(connection: sqlite3.Connection, within: SetName) -> None:
    """Fill the full-text table of one set from the texts that stand in the database."""
    stem = FULL_TEXT_OF[within]
    connection.execute(f"INSERT INTO {stem}_fts({stem}_fts) VALUES ('rebuild')")


def statements_of(script: str) -> Iterable[str]:
    """The statements of *script*: run one by one they stay inside the caller's transaction."""
    return (statement for statement in script.split(";") if statement.strip())


def write_set(connection: sqlite3.Connection, within: SetName, files: Sequence[Filed]) -> None:
    """Write blocks, units, terms, postings and weights of one set."""
    blocks = number_files(sizes_of(files, within))
    write_blocks(connection, within, files, blocks)
    placed = [(file, blocks[block_name(file, within)]) for file in files]
    write_new_units(
        connection, within, [unit for file, block in placed for unit in units_of(file, within, block)]
    )
    write_weights(connection, within)


def write_new_units(connection: sqlite3.Connection, within: SetName, units: Sequence[Unit]) -> None:
    """Write units, terms and postings of a set that has none."""
    postings = invert((number, weighed.impacts) for number, _, weighed in units)
    first = next_term_id(connection)
    ids = {term: first + place for place, term in enumerate(sorted(postings))}
    connection.executemany(
        "INSERT INTO search_term VALUES (?, ?, ?, ?)",
        ((within, term, term_id, len(postings[term])) for term, term_id in ids.items()),
    )
    connection.executemany(
        "INSERT INTO search_posting VALUES (?, ?, ?)",
        (row for term, term_id in ids.items() for row in rows_of(term_id, postings[term])),
    )
    write_units(connection, within, units, ids)


def block_name(file: Filed, within: SetName) -> str:
    """What the block of *file* sorts by, so that units come in the order of addresses.

    Sections and symbols are named ``<file>#<part>``; a module or program is the one unit of its block.
    """
    return f"{file.name}#" if within in ("docs", "symbols") else file.name


def sizes_of(files: Iterable[Filed], within: SetName) -> dict[str, int]:
    """Numbers of passages by block name."""
    return {block_name(file, within): len(file.fragment[within]) for file in files}


def next_term_id(connection: sqlite3.Connection) -> int:
    """A number above those of all terms."""
    row = connection.execute("SELECT coalesce(max(id), 0) + 1 FROM search_term").fetchone()
    return int(row[0])


def units_of(file: Filed, within: SetName, block: Block) -> list[Unit]:
    """The units of one file, numbered in the order of addresses."""
    passages = file.fragment[within]
    numbers = units_in_order([passage.address for passage in passages], block)
    return list(zip(numbers, file.row_ids[within], passages, strict=True))


def write_blocks(
    connection: sqlite3.Connection, within: SetName, files: Iterable[Filed], blocks: Mapping[str, Block]
) -> None:
    """Write where the units of each file stand."""
    named = [(block_name(file, within), file.state) for file in files]
    connection.executemany(
        "INSERT INTO search_file VALUES (?, ?, ?, ?, ?)",
        ((within, name, state, blocks[name].first, blocks[name].units) for name, state in named),
    )


def write_units(
    connection: sqlite3.Connection, within: SetName, units: Iterable[Unit], ids: Mapping[str, int]
) -> None:
    """Write units with their vectors."""
    connection.executemany(
        "INSERT INTO search_unit (within, unit, row_id, split_words, vector) VALUES (?, ?, ?, ?, ?)",
        (
            (within, number, row_id, weighed.split_words, pack_vector(weighed.impacts, ids))
            for number, row_id, weighed in units
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
        "INSERT INTO search_weight VALUES (?, ?, ?)", ((within, *row) for row in weights_of(units))
    )
