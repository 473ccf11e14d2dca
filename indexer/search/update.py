"""The search tables brought up to date with changed files. IO: writes to the database.

Two steps, because what a file had is told from its text, and that has to stand there still:

    forget_files(connection, addresses)   before rows of changed and removed files are deleted
    update_search(connection, ...)        when all content tables are as they should be
"""

import json
import sqlite3
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

import numpy as np

from indexer.search.build import (
    NO_STANDINGS,
    rebuild_full_text,
    write_files,
    write_postings,
    write_weights,
)
from indexer.search.fields import SETS, SetName
from indexer.search.gathered import Filed, Gathered, Gatherer
from indexer.search.numbering import Block, find_blocks, is_inside, number_files, steps_of
from indexer.search.postings import (
    NO_KEYS,
    Keys,
    Numbers,
    keys_of,
    moved,
    terms_of_keys,
    units_of_keys,
    with_terms,
)
from indexer.search.program_texts import PROGRAM, read_program_rows, read_programs, with_contracts
from indexer.search.standing import Standings
from indexer.search.tables import FULL_TEXT_COLUMNS, FULL_TEXT_OF
from indexer.search.texts import read_documents, read_modules, weighed
from indexer.search.tokens import Stemmer
from indexer.search.vocabulary import Vocabulary


class Forgotten(NamedTuple):
    """Files and programs that leave or change."""

    names: frozenset[str]
    terms: Mapping[SetName, Sequence[str]]
    """All terms that they have in each set."""


NOTHING = Forgotten(frozenset(), {})


def forget_files(connection: sqlite3.Connection, addresses: Collection[str]) -> Forgotten:
    """The terms of the files at *addresses*, whose rows stand still; full-text search loses them.

    Programs that begin in one of them change with it.
    """
    files = frozenset(addresses)
    programs = {f"{PROGRAM}{row.address}" for row in read_program_rows(connection) if row.entry in files}
    names = files | programs
    gatherer = Gatherer()
    for filed in _weighed(connection, NO_STANDINGS, names):
        gatherer.add(filed)
    terms: dict[SetName, list[str]] = {}
    for within in SETS:
        gathered = gatherer.take(within)
        stored = _stored_blocks(connection, within)
        _forget_texts(connection, within, [stored[name] for name in gathered.names if name in stored])
        terms[within], _ = gathered.merged({name: Block(first=0, units=0) for name in gathered.names})
    return Forgotten(names, terms)


def update_search(
    connection: sqlite3.Connection,
    *,
    standings: Standings = NO_STANDINGS,
    forgotten: Forgotten = NOTHING,
    files: Iterable[Filed] = (),
) -> None:
    """Bring all search tables up to date with the content tables.

    What a file adds is told from its stored state, so this finds by itself what changed; *forgotten* says
    that of files that changed or went, and *files* holds what is weighed already. A set without room for new
    passages is numbered anew.
    """
    gatherer = Gatherer()
    states = _states(connection)
    stored = dict(connection.execute("SELECT rtrim(name, '#'), state FROM search_file"))
    gone = forgotten.names | {name for name, state in stored.items() if states.get(name) != state}
    fresh = {name for name, state in states.items() if name in gone or name not in stored}
    for filed in files:
        gatherer.add(filed)
        fresh.difference_update(filed.names)
    for filed in _weighed(connection, standings, fresh):
        gatherer.add(filed)
    for within in SETS:
        _update_set(connection, gatherer.take(within), gone, forgotten)


def _states(connection: sqlite3.Connection) -> dict[str, str]:
    """State of every document, module and program, by its name."""
    states = {str(address): str(state) for address, state in connection.execute(_FILE_STATES)}
    for program, contract in with_contracts(connection):
        states[f"{PROGRAM}{program.address}"] = program.state(program.text(contract))
    return states


def _weighed(connection: sqlite3.Connection, standings: Standings, names: Collection[str]) -> Iterator[Filed]:
    """The files and programs of these *names*."""
    if names:
        vocabulary = Vocabulary(Stemmer())
        for read in (read_documents, read_modules, read_programs):
            yield from weighed(read(connection, standings, names), vocabulary)


class _Leaving(NamedTuple):
    """What goes out of one set."""

    blocks: Mapping[str, Block]
    terms: Sequence[str]
    """All terms of their units."""


def _update_set(
    connection: sqlite3.Connection, gathered: Gathered, gone: Collection[str], forgotten: Forgotten
) -> None:
    within = gathered.within
    stored = _stored_blocks(connection, within)
    leaving = _leaving(connection, within, stored, gone, forgotten)
    if not leaving.blocks and not gathered.names:
        return
    kept = {name: block for name, block in stored.items() if name not in leaving.blocks}
    sizes = dict(zip(gathered.names, gathered.sizes, strict=True))
    blocks = find_blocks(kept, sizes)
    _remove_files(connection, within, leaving.blocks)
    if blocks is None:
        blocks = number_files({name: block.units for name, block in kept.items()} | sizes)
        _replace(connection, within, leaving, ([], NO_KEYS))
        _move(connection, within, kept, blocks)
        leaving = _Leaving({}, ())
    write_files(connection, gathered, blocks)
    _replace(connection, within, leaving, gathered.merged(blocks))
    write_weights(connection, within)
    if within == "programs":
        rebuild_full_text(connection, within)
    else:
        _add_texts(connection, within, gathered.row_ids)


def _leaving(
    connection: sqlite3.Connection,
    within: SetName,
    stored: Mapping[str, Block],
    gone: Collection[str],
    forgotten: Forgotten,
) -> _Leaving:
    blocks = {name: block for name, block in stored.items() if name.rstrip("#") in gone}
    if all(name.rstrip("#") in forgotten.names for name in blocks):
        return _Leaving(blocks, forgotten.terms.get(within, ()))
    return _Leaving(blocks, _terms_in(connection, within, blocks.values()))


def _stored_blocks(connection: sqlite3.Connection, within: SetName) -> dict[str, Block]:
    rows = connection.execute("SELECT name, first_unit, units FROM search_file WHERE within = ?", (within,))
    return {str(name): Block(first=first, units=units) for name, first, units in rows}


def _remove_files(connection: sqlite3.Connection, within: SetName, leaving: Mapping[str, Block]) -> None:
    for name, block in leaving.items():
        place = (within, block.first, block.stop - 1)
        connection.execute("DELETE FROM search_unit WHERE within = ? AND unit BETWEEN ? AND ?", place)
        connection.execute("DELETE FROM search_file WHERE within = ? AND name = ?", (within, name))


def _replace(
    connection: sqlite3.Connection, within: SetName, leaving: _Leaving, added: tuple[Sequence[str], Keys]
) -> None:
    """Take the postings of *leaving* units out, and put in those *added*: terms, and keys over them."""
    new, keys = added
    terms = sorted({*leaving.terms, *new})
    places = {term: place for place, term in enumerate(terms)}
    fresh = with_terms(keys, np.array([places[term] for term in new], np.int64))
    standing = _standing(connection, within, terms)
    staying = standing[~is_inside(units_of_keys(standing), leaving.blocks.values())]
    connection.executemany(
        "DELETE FROM search_posting WHERE within = ? AND term = ?", ((within, term) for term in terms)
    )
    write_postings(connection, within, terms, np.sort(np.concatenate((staying, fresh))))


def _standing(connection: sqlite3.Connection, within: SetName, terms: Sequence[str]) -> Keys:
    """The postings of *terms*, by their place."""
    rows = connection.execute(_ASKED, {"terms": json.dumps(terms), "within": within}).fetchall()
    return keys_of([place for place, _ in rows], [packed for _, packed in rows])


def _terms_in(connection: sqlite3.Connection, within: SetName, blocks: Collection[Block]) -> list[str]:
    """All terms that the units of *blocks* have, sorted; looks at every posting of the set."""
    if not blocks:
        return []
    rows = connection.execute(
        "SELECT term, postings FROM search_posting WHERE within = ? ORDER BY term", (within,)
    ).fetchall()
    keys = keys_of(range(len(rows)), [packed for _, packed in rows])
    found = terms_of_keys(keys[is_inside(units_of_keys(keys), blocks)])
    return sorted({str(rows[place][0]) for place in found.tolist()})


def _move(
    connection: sqlite3.Connection, within: SetName, kept: Mapping[str, Block], blocks: Mapping[str, Block]
) -> None:
    """Give the units of *kept* files their new *blocks*, in the same order."""
    steps = steps_of([(block, blocks[name].first) for name, block in kept.items()])
    rows = connection.execute("SELECT postings, term, part FROM search_posting WHERE within = ?", (within,))
    postings = ((_moved(packed, steps), within, term, part) for packed, term, part in rows.fetchall())
    connection.executemany(
        "UPDATE search_posting SET postings = ? WHERE within = ? AND term = ? AND part = ?", postings
    )
    rows = connection.execute("SELECT row_id, unit, split_words FROM search_unit WHERE within = ?", (within,))
    held = rows.fetchall()
    places = _inside([unit for _, unit, _ in held], steps)
    moves = zip(held, (places + steps[places]).tolist(), strict=True)
    connection.execute("DELETE FROM search_unit WHERE within = ?", (within,))
    connection.executemany(
        "INSERT INTO search_unit VALUES (?, ?, ?, ?)",
        ((within, row_id, place, words) for (row_id, _, words), place in moves),
    )
    connection.executemany(
        "UPDATE search_file SET first_unit = ? WHERE within = ? AND name = ?",
        ((blocks[name].first, within, name) for name in kept),
    )


def _moved(packed: bytes, steps: Numbers) -> bytes:
    """The postings of a row with each unit u moved by ``steps[u]``."""
    keys = keys_of([0], [packed])
    _inside(units_of_keys(keys), steps)
    return moved(keys, steps).astype("<u4").tobytes()


def _inside(units: Sequence[int] | Numbers, steps: Numbers) -> Numbers:
    """*units*, all of which have a step.

    Raises:
        sqlite3.DatabaseError: one has none: the file is damaged.
    """
    held = np.array(units, np.int64)
    if held.min(initial=0) < 0 or held.max(initial=-1) >= len(steps):
        raise sqlite3.DatabaseError("search tables are damaged: they speak of a unit that is not there")
    return held


def _forget_texts(connection: sqlite3.Connection, within: SetName, blocks: Iterable[Block]) -> None:
    connection.executemany(
        f"DELETE FROM {FULL_TEXT_OF[within]}_fts WHERE docid IN"
        " (SELECT row_id FROM search_unit WHERE within = ? AND unit BETWEEN ? AND ?)",
        ((within, block.first, block.stop - 1) for block in blocks),
    )


def _add_texts(connection: sqlite3.Connection, within: SetName, row_ids: Iterable[int]) -> None:
    stem, columns = FULL_TEXT_OF[within], FULL_TEXT_COLUMNS[within]
    connection.executemany(
        f"INSERT INTO {stem}_fts (docid, {columns}) SELECT rowid, {columns} FROM {stem}_text WHERE rowid = ?",
        ((row_id,) for row_id in row_ids),
    )


_FILE_STATES = "SELECT address, digest FROM document UNION ALL SELECT address, digest FROM module"
_ASKED = """
SELECT key, postings FROM json_each(:terms) CROSS JOIN search_posting ON within = :within AND term = value
"""
