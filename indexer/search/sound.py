"""Whether the search tables fit together and the content tables. IO: reads the database.

What they say of a passage's words is not computed anew; that they are whole, and speak of passages that are
there, is looked at row by row.
"""

import sqlite3
from collections.abc import Iterator
from itertools import groupby

import numpy as np

from indexer.search.fields import SETS, TABLE_OF, SetName
from indexer.search.postings import Flags, unpack
from indexer.search.tables import MOST_UNITS

Trouble = tuple[str, str]
"""Place and what is wrong there."""


def search_troubles(connection: sqlite3.Connection) -> Iterator[Trouble]:
    """What is wrong with the search tables, in the order of sets."""
    for within in SETS:
        yield from _units(connection, within)
        yield from _postings(connection, within)


def _units(connection: sqlite3.Connection, within: SetName) -> Iterator[Trouble]:
    table = TABLE_OF[within]
    counts = connection.execute(
        f"SELECT (SELECT count(*) FROM {table}), count(*), count({table}.id), count(DISTINCT unit)"
        f" FROM search_unit LEFT JOIN {table} ON {table}.id = row_id WHERE within = ?",
        (within,),
    ).fetchone()
    if len(set(counts)) > 1:
        rows, units, known, numbers = counts
        yield within, f"{rows} passages have {units} units with {numbers} numbers, of which {known} are known"
    query = """
    SELECT name, units, (SELECT count(*) FROM search_unit
      WHERE search_unit.within = search_file.within AND unit BETWEEN first_unit AND first_unit + units - 1)
    FROM search_file WHERE within = ?
    """
    for name, units, found in connection.execute(query, (within,)):
        if units != found:
            yield f"{within} {name}", f"has {found} units, recorded are {units}"


def _postings(connection: sqlite3.Connection, within: SetName) -> Iterator[Trouble]:
    held = _held_units(connection, within)
    query = """
    SELECT term, part, units, highest, postings FROM search_posting WHERE within = ? ORDER BY term, part
    """
    for term, rows in groupby(connection.execute(query, (within,)), key=lambda row: str(row[0])):
        parts = list(rows)
        trouble = _trouble_of(parts, held)
        if trouble:
            yield f"{within} {term}", trouble


def _held_units(connection: sqlite3.Connection, within: SetName) -> Flags:
    rows = connection.execute("SELECT unit FROM search_unit WHERE within = ?", (within,))
    units = [unit for (unit,) in rows if isinstance(unit, int) and 0 <= unit < MOST_UNITS]
    held = np.zeros(max(units, default=-1) + 1, bool)
    held[units] = True
    return held


def _trouble_of(parts: list[tuple[str, int, int, int, bytes]], held: Flags) -> str:
    """What is wrong with the rows of one term; ``""`` if nothing is."""
    packed = [row[4] for row in parts]
    if not all(isinstance(one, bytes) and one and len(one) % 4 == 0 for one in packed):
        return "holds no whole postings"
    joined = b"".join(packed)
    units, impacts = unpack(joined)
    if len(units) != parts[0][2]:
        return f"has {len(units)} postings, recorded are {parts[0][2]}"
    if units.max() >= len(held) or not held[units].all():
        return "stands in a unit that is not there"
    is_ordered = (np.lexsort((units, -impacts)) == np.arange(len(units))).all()
    if not is_ordered or len(np.unique(units)) < len(units):
        return "has postings out of order"
    starts = np.cumsum([0, *(len(one) // 4 for one in packed[:-1])])
    told = [(number, highest) for _, number, _, highest, _ in parts]
    return "" if told == [*enumerate(impacts[starts].tolist())] else "has parts that are not what they say"
