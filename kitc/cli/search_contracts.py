"""``kitc search --accepts`` and ``--provides``: programs by the schemas of their contracts.

IO: reads schema files and a database, prints.
"""

import argparse
from pathlib import Path

from indexer.contracts.schema import Schema
from indexer.corpus import Corpus
from indexer.search.fitting import Fitting
from kitc.base.errors import KitcError
from kitc.cli.json_files import read_json
from kitc.cli.output import print_json


def run_contracts(corpus: Corpus, arguments: argparse.Namespace) -> int:
    """Print the programs that fit, those that surely do first; with a query, in the order of its ranking."""
    found = _fitting(corpus, arguments)
    if arguments.query.strip():
        found = _ranked(corpus, arguments, found)
    found = found[: arguments.limit]
    if arguments.json:
        print_json(found)
        return 0
    if not found:
        print("nothing found")
    for fitting in found:
        place = fitting.field or "all of it"
        print(f"{fitting.verdict:8} {fitting.address}  {fitting.path}  {fitting.export}: {place}")
        if fitting.reason:
            print(f"         {fitting.reason}")
    return 0


def _fitting(corpus: Corpus, arguments: argparse.Namespace) -> tuple[Fitting, ...]:
    if not arguments.accepts:
        return corpus.find_providing(_read_schema(arguments.provides))
    accepting = corpus.find_accepting(_read_schema(arguments.accepts))
    if not arguments.provides:
        return accepting
    providing = {item.program_id for item in corpus.find_providing(_read_schema(arguments.provides))}
    return tuple(item for item in accepting if item.program_id in providing)


def _ranked(corpus: Corpus, arguments: argparse.Namespace, found: tuple[Fitting, ...]) -> tuple[Fitting, ...]:
    places = corpus.rank(arguments.query, within="programs", limit=1000)
    by_program = {item.program_id: item for item in found}
    return tuple(by_program[place.row_id] for place in places if place.row_id in by_program)


def _read_schema(file: Path) -> Schema:
    schema = read_json(file)
    if not isinstance(schema, (dict, bool)):
        raise KitcError(str(file), "is no JSON Schema, expected an object, true or false")
    return schema
