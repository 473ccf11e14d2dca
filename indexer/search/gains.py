"""What the words of a query add to units, from their postings or from the units. IO: reads the database."""

import json
import sqlite3
from array import array
from bisect import bisect_left
from collections.abc import Collection, Iterator, Mapping, Sequence

from indexer.search.fields import SetName
from indexer.search.postings import IMPACT_BITS, IMPACT_MASK, PART_BITS
from indexer.search.scoring import Value, Values, value_of
from indexer.search.terms import Sought


def read_word(
    connection: sqlite3.Connection,
    word: Sought,
    *,
    seen: Mapping[int, Value] | None = None,
    least_unseen: Value = 0,
) -> Values:
    """Value by unit for one word; if it is below *least_unseen*, only for units that were *seen*."""
    factors = {term.term_id: term.factor for term in word.terms}
    step, base = value_of(word, 1) - value_of(word, 0), value_of(word, 0)
    levels = [
        (factors[term_id] * int(impact) * step + base, units)
        for term_id, text in _read_parts(connection, list(factors))
        for impact, units in json.loads(text).items()
    ]
    # Later levels overwrite earlier ones, so the highest come last.
    levels.sort(key=lambda level: level[0])
    best: Values = {}
    for value, units in levels:
        kept = units if seen is None or value >= least_unseen else seen.keys() & units
        best.update(dict.fromkeys(kept, value))
    return best


def read_all(connection: sqlite3.Connection, sought: Sequence[Sought]) -> Values:
    """The value of every unit that has one of the words."""
    values: Values = {}
    for word in sought:
        add_values(values, read_word(connection, word))
    return values


def add_values(values: Values, more: Values) -> None:
    """Add *more* to *values*."""
    if not values:
        values.update(more)
        return
    get = values.get
    for unit, value in more.items():
        values[unit] = get(unit, 0) + value


def add_seen(values: Values, more: Values) -> None:
    """Add *more* to those of *values* that it has too."""
    for unit in values.keys() & more.keys():
        values[unit] += more[unit]


def read_units(
    connection: sqlite3.Connection, within: SetName, units: Collection[int], words: Sequence[Sought]
) -> Values:
    """What *words* add to each of *units*, read from the units."""
    rows = connection.execute(
        "SELECT unit, vector FROM json_each(:units) CROSS JOIN search_unit"
        " ON search_unit.within = :within AND unit = value",
        {"units": json.dumps(sorted(units)), "within": within},
    )
    return {unit: _value_in(vector, words) for unit, vector in rows}


def _value_in(vector: bytes, words: Sequence[Sought]) -> int:
    numbers = array("I")
    numbers.frombytes(vector)
    total = 0
    for word in words:
        points = 0
        for term in word.terms:
            place = bisect_left(numbers, term.term_id << IMPACT_BITS)
            if place < len(numbers) and numbers[place] >> IMPACT_BITS == term.term_id:
                points = max(points, term.factor * (numbers[place] & IMPACT_MASK))
        if points:
            total += value_of(word, points)
    return total


def _read_parts(connection: sqlite3.Connection, term_ids: Sequence[int]) -> Iterator[tuple[int, str]]:
    yield from connection.execute(
        "SELECT value, search_posting.units FROM json_each(:ids) CROSS JOIN search_posting"
        " ON search_posting.id BETWEEN value << :bits AND (value + 1 << :bits) - 1",
        {"ids": json.dumps(term_ids), "bits": PART_BITS},
    )
