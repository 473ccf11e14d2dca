"""The search tables brought up to date with changed files. IO: writes to the database.

Two steps, because full-text rows can only be taken out while their text still stands:

    forget_texts(connection, addresses)   before rows of changed and removed files are deleted
    update_search(connection, ...)        when all content tables are as they should be
"""

import json
import sqlite3
from collections.abc import Collection, Iterable, Mapping, Sequence

from indexer.search.build import (
    NO_STANDINGS,
    block_name,
    rebuild_full_text,
    sizes_of,
    write_files,
    write_postings,
    write_units,
    write_weights,
)
from indexer.search.fields import SETS, SetName
from indexer.search.numbering import Block, find_blocks, number_files, renumbered, without
from indexer.search.postings import Gathered, Piece, keys_of, piece_of, unpack_terms
from indexer.search.standing import Standings
from indexer.search.tables import FULL_TEXT_COLUMNS, FULL_TEXT_OF
from indexer.search.texts import (
    PROGRAM,
    Filed,
    Weigher,
    read_filed,
    read_states,
)
from indexer.search.tokens import Stemmer
from indexer.search.vocabulary import Vocabulary
from indexer.search.weigh import Fragment


def forget_texts(connection: sqlite3.Connection, addresses: Iterable[str]) -> None:
    """Take the files at *addresses*, which have to stand there still, out of full-text search."""
    for address in addresses:
        for within in ("docs", "symbols", "source"):
            stem = FULL_TEXT_OF[within]
            connection.execute(
                f"DELETE FROM {stem}_fts WHERE docid IN (SELECT row_id FROM search_unit JOIN search_file"
                " ON search_file.within = search_unit.within"
                " AND unit BETWEEN first_unit AND first_unit + units - 1"
                " WHERE search_file.within = ? AND name IN (?, ? || '#'))",
                (within, address, address),
            )


def update_search(
    connection: sqlite3.Connection,
    *,
    standings: Standings = NO_STANDINGS,
    fragments: Mapping[str, Fragment] | None = None,
) -> None:
    """Bring all search tables up to date with the content tables.

    What a file adds is told from its stored state, so this finds by itself what changed. The texts of changed
    and removed files must have been forgotten before. A set without room for new passages is numbered anew.
    """
    weigher = Weigher(vocabulary=Vocabulary(Stemmer()), standings=standings, fragments=fragments or {})
    states = read_states(connection)
    known = dict(connection.execute("SELECT rtrim(name, '#'), state FROM search_file"))
    gone = {name for name, state in known.items() if states.get(name) != state}
    fresh = {name for name, state in states.items() if known.get(name) != state}
    files = list(read_filed(connection, weigher, fresh)) if fresh else []
    for within in SETS:
        _update_set(connection, within, gone, [file for file in files if within in file.fragment])
    if any(name.startswith(PROGRAM) for name in gone | fresh):
        rebuild_full_text(connection, "programs")


def _update_set(
    connection: sqlite3.Connection, within: SetName, gone: Collection[str], files: Sequence[Filed]
) -> None:
    stored = {
        str(name): Block(first=first, units=units)
        for name, first, units in connection.execute(
            "SELECT name, first_unit, units FROM search_file WHERE within = ?", (within,)
        )
    }
    leaving = {name: block for name, block in stored.items() if name.rstrip("#") in gone}
    if not leaving and not files:
        return
    sizes = sizes_of(files, within)
    kept = {name: block for name, block in stored.items() if name not in leaving}
    old = {name: block for name, block in leaving.items() if name in sizes}
    places = find_blocks(kept, sizes, old)
    is_full = places is None
    if places is None:
        places = number_files({name: block.units for name, block in kept.items()} | sizes)
    placed = [(file, places[block_name(file, within)]) for file in files]
    terms = None if is_full else _terms_of(connection, within, leaving) | _new_terms(files, within)
    rest = without(_take_postings(connection, within, terms), leaving.values())
    _remove_files(connection, within, leaving)
    if is_full:
        rest = renumbered(rest, [(block, places[name].first) for name, block in kept.items()])
        _move_files(connection, within, kept, places)
    gathered = Gathered()
    for piece in (rest, *(file.fragment[within] for file in files)):
        gathered.add(piece)
    changed, keys = gathered.merged([0, *(block.first for _, block in placed)])
    write_postings(connection, within, changed, keys)
    write_files(connection, within, placed)
    write_units(connection, within, placed)
    write_weights(connection, within)
    if within != "programs":
        _add_texts(connection, within, [row_id for file in files for row_id in file.row_ids[within]])


def _terms_of(connection: sqlite3.Connection, within: SetName, names: Iterable[str]) -> set[str]:
    """All terms that the files of these *names* add."""
    rows = connection.execute(
        "SELECT terms FROM json_each(:names) CROSS JOIN search_file ON within = :within AND name = value",
        {"names": json.dumps([*names]), "within": within},
    )
    return {term for (packed,) in rows for term in unpack_terms(packed)}


def _new_terms(files: Iterable[Filed], within: SetName) -> set[str]:
    return {term for file in files for term in file.fragment[within].terms.split("\n")}


def _take_postings(connection: sqlite3.Connection, within: SetName, terms: Collection[str] | None) -> Piece:
    """Take the postings of *terms*, ``None`` for all, out of the database."""
    if terms is None:
        rows = connection.execute("SELECT term, postings FROM search_posting WHERE within = ?", (within,))
        held = rows.fetchall()
        connection.execute("DELETE FROM search_posting WHERE within = ?", (within,))
    else:
        asked = {"terms": json.dumps(sorted(terms)), "within": within}
        held = connection.execute(f"SELECT term, postings {_ASKED}", asked).fetchall()
        connection.executemany(
            "DELETE FROM search_posting WHERE within = ? AND term = ?", ((within, term) for term in terms)
        )
    keys = [keys_of(packed, line) for line, (_, packed) in enumerate(held)]
    return piece_of([term for term, _ in held], keys)


def _remove_files(connection: sqlite3.Connection, within: SetName, leaving: Mapping[str, Block]) -> None:
    for name, block in leaving.items():
        place = (within, block.first, block.stop - 1)
        connection.execute("DELETE FROM search_unit WHERE within = ? AND unit BETWEEN ? AND ?", place)
        connection.execute("DELETE FROM search_file WHERE within = ? AND name = ?", (within, name))


def _move_files(
    connection: sqlite3.Connection,
    within: SetName,
    kept: Mapping[str, Block],
    places: Mapping[str, Block],
) -> None:
    """Give the units of *kept* files their new *places*."""
    units = [
        (within, row_id, unit - block.first + places[name].first, words)
        for name, block in kept.items()
        for unit, row_id, words in connection.execute(_UNITS, (within, block.first, block.stop - 1))
    ]
    connection.execute("DELETE FROM search_unit WHERE within = ?", (within,))
    connection.executemany("INSERT INTO search_unit VALUES (?, ?, ?, ?)", units)
    connection.executemany(
        "UPDATE search_file SET first_unit = ? WHERE within = ? AND name = ?",
        ((places[name].first, within, name) for name in kept),
    )


def _add_texts(connection: sqlite3.Connection, within: SetName, row_ids: Iterable[int]) -> None:
    stem, columns = FULL_TEXT_OF[within], FULL_TEXT_COLUMNS[within]
    connection.executemany(
        f"INSERT INTO {stem}_fts (docid, {columns}) SELECT rowid, {columns} FROM {stem}_text WHERE rowid = ?",
        ((row_id,) for row_id in row_ids),
    )


_ASKED = """
FROM json_each(:terms) CROSS JOIN search_posting ON within = :within AND term = value
"""
_UNITS = "SELECT unit, row_id, split_words FROM search_unit WHERE within = ? AND unit BETWEEN ? AND ?"
