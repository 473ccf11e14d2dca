"""What a word of the query adds to units, from the postings of its terms. IO: reads the database."""

import json
import sqlite3
from collections.abc import Iterator, Sequence
from itertools import groupby

import numpy as np

from indexer.search.fields import SetName
from indexer.search.postings import Numbers, unpack
from indexer.search.scoring import values_of
from indexer.search.terms import Sought

Gains = tuple[Numbers, Numbers]
"""Units, and what is added to the points or value of each."""


def read_words(
    connection: sqlite3.Connection, within: SetName, words: Sequence[Sought], room: Numbers
) -> Iterator[Gains]:
    """What each of *words* adds to values, each unit once; all their postings are read.

    *room* holds a zero for each unit, before and after.
    """
    asked = [(place, term.term, term.factor) for place, word in enumerate(words) for term in word.terms]
    rows = connection.execute(_POSTINGS, {"asked": json.dumps(asked), "within": within})
    for place, parts in groupby(rows, key=lambda row: int(row[0])):
        _, factors, packed = zip(*parts, strict=True)
        units, points = gains_of(b"".join(packed), np.repeat(factors, [len(one) // 4 for one in packed]))
        if len(packed) > 1:
            units, points = _best_of(units, points, room)
        yield units, values_of(words[place], points)


def gains_of(packed: bytes, factors: Numbers | int) -> Gains:
    """Units and points of postings, each for a term of its factor."""
    units, impacts = unpack(packed)
    return units, impacts * factors


def _best_of(units: Numbers, points: Numbers, room: Numbers) -> Gains:
    """Each of *units* once, with the most of its *points*."""
    np.maximum.at(room, units, points)
    points = room[units]
    places = np.arange(len(units))
    room[units] = places
    is_last = room[units] == places
    units = units[is_last]
    room[units] = 0
    return units, points[is_last]


_POSTINGS = """
SELECT json_extract(value, '$[0]'), json_extract(value, '$[2]'), postings
FROM json_each(:asked) CROSS JOIN search_posting ON within = :within AND term = json_extract(value, '$[1]')
"""
