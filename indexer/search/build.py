"""The search tables of a corpus, from its content tables. IO: writes to the database."""

import math
import sqlite3
from array import array
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence

from indexer.search.fields import LEVELS, SETS, Passage, SetName, impacts_of, joined
from indexer.search.passages import read_passages
from indexer.search.tables import FULL_TEXT, FULL_TEXT_TABLES, INDEXES, TABLES
from indexer.search.tokens import Stemmer, split_words

CHUNK = 1024
"""Units of one posting row, at most: what a query has to read at once."""
GAP = 8
"""Distance between the numbers of neighbouring units, so that a new one fits between."""
WEIGHT_SCALE = 32

Vector = dict[str, int]


def build_search(connection: sqlite3.Connection) -> None:
    """Create and fill all search tables from the content tables of *connection*."""
    connection.executescript(TABLES)
    stemmer = Stemmer()
    for within in SETS:
        weighed = sorted(_weighed(connection, within, stemmer))
        write_set(connection, within, weighed)
    connection.executescript(INDEXES)
    connection.executescript(FULL_TEXT)
    for table in FULL_TEXT_TABLES:
        connection.execute(f"INSERT INTO {table}({table}) VALUES ('rebuild')")


def _weighed(
    connection: sqlite3.Connection, within: SetName, stemmer: Stemmer
) -> Iterator[tuple[str, int, str, Vector]]:
    for passage in read_passages(connection, within):
        yield passage.address, passage.row_id, _split_words(passage), impacts_of(within, passage, stemmer)


def _split_words(passage: Passage) -> str:
    return split_words(joined(passage.texts.values()))


def write_set(
    connection: sqlite3.Connection, within: SetName, weighed: Sequence[tuple[str, int, str, Vector]]
) -> None:
    """Write units, terms, postings and weights of one set; *weighed* is in the order of addresses."""
    postings: dict[str, array[int]] = defaultdict(lambda: array("Q"))
    for place, (_, _, _, vector) in enumerate(weighed):
        for term, impact in vector.items():
            postings[term].append((LEVELS - impact) << 40 | place * GAP)
    first = connection.execute("SELECT coalesce(max(id), 0) + 1 FROM search_term").fetchone()[0]
    ids = {term: first + place for place, term in enumerate(sorted(postings))}
    connection.executemany("INSERT INTO search_term VALUES (?, ?, ?, ?)", _terms(within, ids, postings))
    connection.executemany("INSERT INTO search_posting VALUES (?, ?, ?, ?)", _postings(ids, postings))
    connection.executemany("INSERT INTO search_unit VALUES (?, ?, ?, ?, ?, ?)", _units(within, weighed, ids))
    write_weights(connection, within, len(weighed))


def _terms(
    within: SetName, ids: dict[str, int], postings: dict[str, "array[int]"]
) -> Iterator[tuple[int, str, str, int]]:
    return ((ids[term], within, term, len(postings[term])) for term in ids)


def _postings(ids: dict[str, int], postings: dict[str, "array[int]"]) -> Iterator[tuple[int, int, int, str]]:
    for term, term_id in ids.items():
        yield from posting_rows(term_id, sorted(postings[term]))


def posting_rows(term_id: int, packed: Iterable[int]) -> Iterator[tuple[int, int, int, str]]:
    """Rows of one term; *packed* holds ``(LEVELS - impact) << 40 | unit``, sorted."""
    level, units = -1, list[int]()
    for item in packed:
        if item >> 40 != level or len(units) == CHUNK:
            if units:
                yield term_id, LEVELS - level, units[0], _list_text(units)
            level, units = item >> 40, []
        units.append(item & 0xFFFFFFFFFF)
    if units:
        yield term_id, LEVELS - level, units[0], _list_text(units)


def _list_text(units: list[int]) -> str:
    return f"[{','.join(map(str, units))}]"


def _units(
    within: SetName, weighed: Sequence[tuple[str, int, str, Vector]], ids: dict[str, int]
) -> Iterator[tuple[str, int, int, str, str, bytes]]:
    for place, (address, row_id, words, vector) in enumerate(weighed):
        yield within, place * GAP, row_id, address, words, pack_vector(vector, ids)


def pack_vector(vector: Vector, ids: dict[str, int]) -> bytes:
    """``term_id << 6 | impact`` of each term, ascending, as 32-bit little-endian numbers."""
    packed = array("I", sorted(ids[term] << 6 | impact for term, impact in vector.items()))
    return packed.tobytes()


def write_weights(connection: sqlite3.Connection, within: SetName, units: int) -> None:
    """Write the weight of a term by the number of units it stands in, one row a change of weight."""
    connection.execute("DELETE FROM search_weight WHERE within = ?", (within,))
    connection.executemany(
        "INSERT INTO search_weight VALUES (?, ?, ?)",
        ((within, least, weight) for least, weight in weights_of(units)),
    )


def weights_of(units: int) -> Iterator[tuple[int, int]]:
    """(least number of units, weight), ascending in the number, for a set of *units* passages."""
    least = 1
    while least <= units:
        weight = weight_of(least, units)
        yield least, weight
        low, high = least, units + 1
        while low + 1 < high:
            middle = (low + high) // 2
            low, high = (middle, high) if weight_of(middle, units) == weight else (low, middle)
        least = high


def weight_of(frequency: int, units: int) -> int:
    """The weight of a term that stands in *frequency* of *units* passages: BM25's IDF, never zero."""
    return max(1, round(WEIGHT_SCALE * math.log(1 + (units - frequency + 0.5) / (frequency + 0.5))))
