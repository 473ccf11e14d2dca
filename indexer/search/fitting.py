"""Programs by what their contracts take and give, whatever the fields are called. IO: reads the database."""

import json
import sqlite3
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from indexer.contracts.compatible import Verdict, can_feed
from indexer.contracts.schema import Schema

_RANK: Mapping[Verdict, int] = {"yes": 0, "unknown": 1, "no": 2}


@dataclass(frozen=True, slots=True, kw_only=True)
class Fitting:
    """A program whose contract fits a schema, or may fit it."""

    program_id: int
    address: str
    path: str
    export: str
    field: str
    """The argument that takes a value of the schema or the result that gives one; ``""`` for all."""
    verdict: Verdict
    """``yes`` or ``unknown``."""
    reason: str
    """What cannot be told, for ``unknown``."""


def find_accepting(connection: sqlite3.Connection, schema: Schema) -> tuple[Fitting, ...]:
    """Programs with an argument that every value of *schema* can feed: sure ones first, then by address."""
    return _best_of(_candidates(connection, "argument_schema", schema))


def find_providing(connection: sqlite3.Connection, schema: Schema) -> tuple[Fitting, ...]:
    """Programs with a result field whose values can all feed *schema*, in the same order."""
    return _best_of(_candidates(connection, "result_schema", schema))


def _best_of(found: Iterator[Fitting]) -> tuple[Fitting, ...]:
    best: dict[int, Fitting] = {}
    for fitting in found:
        known = best.get(fitting.program_id)
        if known is None or _RANK[fitting.verdict] < _RANK[known.verdict]:
            best[fitting.program_id] = fitting
    return tuple(sorted(best.values(), key=lambda item: (_RANK[item.verdict], item.address, item.program_id)))


def _candidates(connection: sqlite3.Connection, column: str, wanted: Schema) -> Iterator[Fitting]:
    rows = connection.execute(
        f"SELECT program.id, address, path, export_name, {column} FROM contract"
        " JOIN program ON program.id = program_id ORDER BY contract.id"
    )
    for program_id, address, path, export, text in rows:
        for field, schema in _parts_of(json.loads(text)):
            takes = column == "argument_schema"
            fit = can_feed(wanted, schema) if takes else can_feed(schema, wanted)
            if fit.verdict != "no":
                yield Fitting(
                    program_id=program_id,
                    address=address,
                    path=path,
                    export=export,
                    field=field,
                    verdict=fit.verdict,
                    reason=fit.reason,
                )


def _parts_of(schema: Schema) -> Iterator[tuple[str, Schema]]:
    """All of *schema*, then each of its properties with the definitions it may name."""
    yield "", schema
    if isinstance(schema, dict):
        definitions = schema.get("$defs")
        properties = schema.get("properties")
        for name, part in sorted(properties.items()) if isinstance(properties, dict) else ():
            named = isinstance(part, dict) and definitions is not None
            yield name, {**part, "$defs": definitions} if named else part
