"""The search tables brought up to date with changed files. IO: writes to the database.

Two steps, because full-text rows can only be taken out while their text still stands:

    forget_texts(connection, addresses)   before rows of changed and removed files are deleted
    update_search(connection, ...)        when all content tables are as they should be
"""

import sqlite3
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence

from indexer.search.build import (
    Unit,
    block_name,
    never,
    next_term_id,
    sizes_of,
    units_of,
    write_blocks,
    write_new_units,
    write_units,
    write_weights,
)
from indexer.search.fields import SETS, SetName
from indexer.search.numbering import Block, find_blocks, number_files
from indexer.search.passages import Fragment
from indexer.search.postings import Packed, pack, packed_of, part_ids, rows_of, unpack_vector
from indexer.search.tables import FULL_TEXT_COLUMNS, FULL_TEXT_OF
from indexer.search.texts import PROGRAM, Filed, IsDemoted, Weigher, read_filed, read_states
from indexer.search.tokens import Stemmer
from indexer.search.weigh import Weighed


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
    is_demoted: IsDemoted = never,
    fragments: Mapping[str, Fragment] | None = None,
) -> None:
    """Bring all search tables up to date with the content tables.

    What a file adds is told from its stored state, so this finds by itself what changed. The texts of changed
    and removed files must have been forgotten before. A set without room for new passages is numbered anew.
    """
    weigher = Weigher(stemmer=Stemmer(), is_demoted=is_demoted, fragments=fragments or {})
    states = read_states(connection)
    known = dict(connection.execute("SELECT rtrim(name, '#'), state FROM search_file"))
    gone = {name for name, state in known.items() if states.get(name) != state}
    fresh = {name for name, state in states.items() if known.get(name) != state}
    files = list(read_filed(connection, weigher, fresh)) if fresh else []
    for within in SETS:
        _update_set(connection, within, gone, [file for file in files if within in file.fragment])
    if any(name.startswith(PROGRAM) for name in gone | fresh):
        connection.execute("INSERT INTO program_fts(program_fts) VALUES ('rebuild')")


def _update_set(
    connection: sqlite3.Connection, within: SetName, gone: Collection[str], files: Sequence[Filed]
) -> None:
    stored = {
        name: Block(first=first, units=units)
        for name, first, units in connection.execute(
            "SELECT name, first_unit, units FROM search_file WHERE within = ?", (within,)
        )
    }
    leaving = {name: block for name, block in stored.items() if name.rstrip("#") in gone}
    if not leaving and not files:
        return
    ids = _read_terms(connection, within)
    removed = _remove_units(connection, within, leaving, ids)
    for name in leaving.keys() - sizes_of(files, within).keys():
        del stored[name]
    blocks, moved = _blocks_for(connection, within, stored, files, ids)
    write_blocks(connection, within, files, blocks)
    placed = [(file, blocks[block_name(file, within)]) for file in files]
    units = [unit for file, block in placed for unit in units_of(file, within, block)]
    if moved:
        ids, removed = _read_terms(connection, within), {}
    _change_postings(connection, within, removed, units, ids)
    write_units(connection, within, units, ids)
    write_weights(connection, within)
    if within != "programs":
        _add_texts(connection, within, [row_id for _, row_id, _ in units])


def _remove_units(
    connection: sqlite3.Connection, within: SetName, leaving: Mapping[str, Block], ids: Mapping[str, int]
) -> dict[str, set[Packed]]:
    """Remove units and blocks; their postings by term, which are still written."""
    terms = {term_id: term for term, term_id in ids.items()}
    removed: dict[str, set[Packed]] = defaultdict(set)
    for name, block in leaving.items():
        place = (within, block.first, block.stop - 1)
        for unit, _, _, vector in connection.execute(_UNITS, place):
            for term_id, impact in unpack_vector(vector):
                removed[terms[term_id]].add(pack(impact, unit))
        connection.execute("DELETE FROM search_unit WHERE within = ? AND unit BETWEEN ? AND ?", place)
        connection.execute("DELETE FROM search_file WHERE within = ? AND name = ?", (within, name))
    return removed


def _blocks_for(
    connection: sqlite3.Connection,
    within: SetName,
    stored: Mapping[str, Block],
    files: Sequence[Filed],
    ids: Mapping[str, int],
) -> tuple[dict[str, Block], bool]:
    """Blocks for *files*, and whether the set was numbered anew for want of room."""
    sizes = sizes_of(files, within)
    kept = {name: block for name, block in stored.items() if name not in sizes}
    placed = find_blocks(kept, sizes, stored)
    if placed is not None:
        return placed, False
    every = number_files({name: block.units for name, block in kept.items()} | sizes)
    _move_units(connection, within, kept, every, ids)
    return {name: every[name] for name in sizes}, True


def _move_units(
    connection: sqlite3.Connection,
    within: SetName,
    kept: Mapping[str, Block],
    blocks: Mapping[str, Block],
    ids: Mapping[str, int],
) -> None:
    """Write the set anew with the units of *kept* files in their new *blocks*."""
    terms = {term_id: term for term, term_id in ids.items()}
    units: list[Unit] = []
    for name, block in kept.items():
        move = blocks[name].first - block.first
        rows = connection.execute(_UNITS, (within, block.first, block.stop - 1))
        for unit, row_id, words, vector in rows:
            impacts = {terms[term_id]: impact for term_id, impact in unpack_vector(vector)}
            weighed = Weighed(address=name, split_words=words, impacts=impacts)
            units.append((unit + move, row_id, weighed))
    connection.executemany(
        "DELETE FROM search_posting WHERE id BETWEEN ? AND ?", (part_ids(term_id) for term_id in terms)
    )
    connection.execute("DELETE FROM search_term WHERE within = ?", (within,))
    connection.execute("DELETE FROM search_unit WHERE within = ?", (within,))
    connection.executemany(
        "UPDATE search_file SET first_unit = ? WHERE within = ? AND name = ?",
        ((blocks[name].first, within, name) for name in kept),
    )
    write_new_units(connection, within, units)


def _change_postings(
    connection: sqlite3.Connection,
    within: SetName,
    removed: Mapping[str, set[Packed]],
    units: Sequence[Unit],
    ids: dict[str, int],
) -> None:
    """Rewrite the postings of every term that loses or gains a unit; new terms get *ids*."""
    added: dict[str, set[Packed]] = defaultdict(set)
    for unit, _, weighed in units:
        for term, impact in weighed.impacts.items():
            added[term].add(pack(impact, unit))
    fresh = next_term_id(connection)
    for term in sorted(added.keys() - ids.keys()):
        ids[term], fresh = fresh, fresh + 1
    nothing: set[Packed] = set()
    for term in sorted(removed.keys() | added.keys()):
        old, new = removed.get(term, nothing), added.get(term, nothing)
        if old != new:
            _change_term(connection, within, (term, ids[term]), old - new, new - old)


def _change_term(
    connection: sqlite3.Connection,
    within: SetName,
    term: tuple[str, int],
    removed: set[Packed],
    added: set[Packed],
) -> None:
    """Rewrite the postings of *term*, given with its id."""
    name, term_id = term
    span = part_ids(term_id)
    rows = connection.execute("SELECT units FROM search_posting WHERE id BETWEEN ? AND ?", span)
    postings = {item for (text,) in rows for item in packed_of(text)} - removed | added
    connection.execute("DELETE FROM search_posting WHERE id BETWEEN ? AND ?", span)
    connection.executemany("INSERT INTO search_posting VALUES (?, ?, ?)", rows_of(term_id, postings))
    connection.execute("DELETE FROM search_term WHERE within = ? AND term = ?", (within, name))
    if postings:
        row = (within, name, term_id, len(postings))
        connection.execute("INSERT INTO search_term VALUES (?, ?, ?, ?)", row)


def _read_terms(connection: sqlite3.Connection, within: SetName) -> dict[str, int]:
    return dict(connection.execute("SELECT term, id FROM search_term WHERE within = ?", (within,)))


def _add_texts(connection: sqlite3.Connection, within: SetName, row_ids: Iterable[int]) -> None:
    stem, columns = FULL_TEXT_OF[within], FULL_TEXT_COLUMNS[within]
    connection.executemany(
        f"INSERT INTO {stem}_fts (docid, {columns}) SELECT rowid, {columns} FROM {stem}_text WHERE rowid = ?",
        ((row_id,) for row_id in row_ids),
    )


_UNITS = """
SELECT unit, row_id, split_words, vector FROM search_unit WHERE within = ? AND unit BETWEEN ? AND ?
"""
