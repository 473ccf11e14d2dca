"""What a word of the query adds to units, from the postings of its terms. IO: reads the database."""

import json
import sqlite3
from collections.abc import Iterator, Sequence
from itertools import groupby

import numpy as np

from indexer.search.fields import SetName
from indexer.search.postings import Numbers, unpack
from indexer.search.scoring import Values, value_of
from indexer.search.terms import Sought

Gains = tuple[Numbers, Values]
"""Units, each once, and what is added to the value of each."""


def read_words(
    connection: sqlite3.Connection, within: SetName, words: Sequence[Sought], room: Numbers
) -> Iterator[Gains]:
    """What each of *words* adds, from all its postings; no unit gets the same word twice.

    A word of one term comes row by row, in falling impact: arrays that fit into a processor's cache are twice
    as fast. *room* holds a zero for each unit, before and after.
    """
    asked = [(place, term.term, term.factor) for place, word in enumerate(words) for term in word.terms]
    rows = connection.execute(_POSTINGS, {"asked": json.dumps(asked), "within": within})
    for place, parts in groupby(rows, key=lambda row: int(row[0])):
        word, held = words[place], [(factor, packed) for _, factor, packed in parts]
        if len(word.terms) == 1:
            for factor, packed in held:
                yield gains_of(word, packed, factor, len(room))
        else:
            yield _best_of(word, held, room)


def gains_of(word: Sought, packed: bytes, factor: int, units: int) -> Gains:
    """What a row of postings adds for a term of that *factor*; the set has numbers below *units*."""
    held, impacts = _unpack(packed, units)
    return held, value_of(word, impacts * factor)


def _unpack(packed: bytes, units: int) -> tuple[Numbers, Numbers]:
    """Units and impacts of postings.

    Raises:
        sqlite3.DatabaseError: they are no numbers of the set's units: the file is damaged.
    """
    if len(packed) % 4:
        raise sqlite3.DatabaseError("search postings are damaged: they end within a number")
    held, impacts = unpack(packed)
    if len(held) and held.max() >= units:
        raise sqlite3.DatabaseError(f"search postings are damaged: {held.max()} is no unit")
    return held, impacts


def _best_of(word: Sought, held: Sequence[tuple[int, bytes]], room: Numbers) -> Gains:
    """The same for rows of several terms with their factors: a unit gets the most that one gives."""
    units, impacts = _unpack(b"".join([packed for _, packed in held]), len(room))
    factors = np.array([factor for factor, _ in held])
    points = impacts * factors.repeat([len(packed) // 4 for _, packed in held])
    np.maximum.at(room, units, points)
    points = room[units]
    places = np.arange(len(units))
    room[units] = places
    is_last = room[units] == places
    units = units[is_last]
    room[units] = 0
    return units, value_of(word, points[is_last])


_POSTINGS = """
SELECT json_extract(value, '$[0]'), json_extract(value, '$[2]'), CAST(postings AS BLOB)
FROM json_each(:asked) CROSS JOIN search_posting ON within = :within AND term = json_extract(value, '$[1]')
"""
