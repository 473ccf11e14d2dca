"""The search tables of a corpus, from its content tables. IO: writes to the database."""

import sqlite3
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from indexer.search.fields import DOCUMENT_SHARE, INDEXES, IndexName
from indexer.search.passages import weigh_document, weigh_module, weigh_program
from indexer.search.postings import GAP, invert, pack_vector, rows_of
from indexer.search.related import read_related
from indexer.search.tables import FULL_TEXT, FULL_TEXT_TABLES, LOOKUPS, TABLES
from indexer.search.texts import read_documents, read_modules, read_programs
from indexer.search.tokens import Stemmer
from indexer.search.weigh import Weighed
from indexer.search.weights import weights_of

Fragment = tuple[Weighed, tuple[Weighed, ...]]
"""A file as a whole, and its sections or symbols in their order."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """One passage to be written."""

    weighed: Weighed
    row_id: int
    file: str
    """Address of the file that it is a part of, or its own."""


def never(_path: str) -> bool:
    """No path is demoted by a glob."""
    return False


def build_search(
    connection: sqlite3.Connection,
    *,
    is_demoted: Callable[[str], bool] = never,
    fragments: Mapping[str, Fragment] | None = None,
) -> None:
    """Create and fill all search tables from the content tables of *connection*.

    *is_demoted* answers for ``<source>/<path>``. *fragments* holds what is known already of
    files, by address; other files are weighed here.
    """
    stemmer = Stemmer()
    connection.executescript(TABLES)
    entries = read_entries(connection, stemmer, is_demoted, fragments or {})
    for index in INDEXES:
        write_index(connection, index, entries[index])
    connection.executemany("INSERT INTO search_related VALUES (?, ?, ?)", read_related(stemmer))
    connection.executescript(LOOKUPS)
    connection.executescript(FULL_TEXT)
    for table in FULL_TEXT_TABLES:
        connection.execute(f"INSERT INTO {table}({table}) VALUES ('rebuild')")


def read_entries(
    connection: sqlite3.Connection,
    stemmer: Stemmer,
    is_demoted: Callable[[str], bool],
    fragments: Mapping[str, Fragment],
) -> dict[IndexName, list[Entry]]:
    """All passages by index, in the order of row ids."""
    entries: dict[IndexName, list[Entry]] = {index: [] for index in INDEXES}
    for document in read_documents(connection):
        text = document.text
        demoted = is_demoted(f"{document.source}/{text.path}")
        whole, parts = fragments.get(text.address) or weigh_document(text, stemmer, demoted=demoted)
        entries["documents"].append(Entry(weighed=whole, row_id=document.row_id, file=text.address))
        for part, row_id in zip(parts, document.part_ids, strict=True):
            entries["docs"].append(Entry(weighed=part, row_id=row_id, file=text.address))
    for module in read_modules(connection):
        demoted = is_demoted(f"{module.source}/{module.text.path}")
        whole, parts = fragments.get(module.text.address) or weigh_module(
            module.text, stemmer, demoted=demoted
        )
        entries["source"].append(Entry(weighed=whole, row_id=module.row_id, file=module.text.address))
        entries["symbols"] += [
            Entry(weighed=part, row_id=row_id, file=module.text.address)
            for part, row_id in zip(parts, module.part_ids, strict=True)
        ]
    for program in read_programs(connection):
        demoted = is_demoted(f"{program.source}/{program.text.path}")
        weighed = weigh_program(program.text, stemmer, demoted=demoted)
        entries["programs"].append(Entry(weighed=weighed, row_id=program.row_id, file=program.text.address))
    return entries


def write_index(connection: sqlite3.Connection, index: IndexName, entries: Sequence[Entry]) -> None:
    """Write units, terms, postings and weights of one index."""
    part_units, units = number_units(entries)
    postings = invert([(unit, entry.weighed.impacts) for unit, entry in units])
    first = connection.execute("SELECT coalesce(max(id), 0) + 1 FROM search_term").fetchone()[0]
    ids = {term: first + place for place, term in enumerate(sorted(postings))}
    connection.executemany(
        "INSERT INTO search_term VALUES (?, ?, ?, ?)",
        ((term_id, index, term, len(postings[term])) for term, term_id in ids.items()),
    )
    connection.executemany(
        "INSERT INTO search_posting VALUES (?, ?, ?, ?)",
        (row for term, term_id in ids.items() for row in rows_of(term_id, postings[term])),
    )
    connection.executemany("INSERT INTO search_unit VALUES (?, ?, ?, ?, ?, ?)", _unit_rows(index, units, ids))
    parent = "documents" if index == "docs" else None
    connection.execute(
        "INSERT INTO search_index VALUES (?, ?, ?, ?, ?)",
        (index, len(units), parent, part_units, DOCUMENT_SHARE if parent else 0),
    )
    write_weights(connection, index, len(units))


def number_units(entries: Sequence[Entry]) -> tuple[int, list[tuple[int, Entry]]]:
    """Numbers in the order of addresses: file number times *part_units*, returned first, plus place in it.

    File numbers are ``GAP`` apart, so that a new file fits between others without renumbering them.
    """
    files: dict[str, list[Entry]] = {}
    for entry in entries:
        files.setdefault(entry.file, []).append(entry)
    part_units = 1
    while part_units < max(map(len, files.values()), default=0):
        part_units *= 2
    units = []
    # A file's parts are named <file>#<part>: ordered by that, file after file is the order of addresses.
    for number, file in enumerate(sorted(files, key=lambda address: address + "#")):
        parts = sorted(files[file], key=lambda entry: (entry.weighed.address, entry.row_id))
        units += [(number * GAP * part_units + place, entry) for place, entry in enumerate(parts)]
    return part_units, units


def _unit_rows(
    index: IndexName, units: Sequence[tuple[int, Entry]], ids: Mapping[str, int]
) -> Iterator[tuple[str, int, int, str, str, bytes]]:
    for unit, entry in units:
        weighed = entry.weighed
        vector = pack_vector(weighed.impacts, ids)
        yield index, unit, entry.row_id, weighed.address, weighed.split_words, vector


def write_weights(connection: sqlite3.Connection, index: IndexName, units: int) -> None:
    """Write the weights of an index of *units* passages, one row a change of weight."""
    connection.execute("DELETE FROM search_weight WHERE within = ?", (index,))
    connection.executemany(
        "INSERT INTO search_weight VALUES (?, ?, ?)",
        ((index, *row) for row in weights_of(units, drops_common=index == "documents")),
    )
