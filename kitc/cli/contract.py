"""``kitc contract``: argument and result schemas of patterns, or TypeScript. IO: reads a database, prints."""

import argparse
import json
import re
from collections.abc import Iterator

from indexer.base.errors import AddressRefused
from indexer.contracts import Schema, schema_to_ts
from indexer.corpus import ContractRecord, ProgramRecord
from kitc.cli.database import add_database_argument, open_corpus
from kitc.cli.output import add_json_argument, print_json


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments of ``kitc contract``."""
    parser.add_argument("pattern", nargs="?", help="identity, cf:pattern:IDENTITY, src:SOURCE/PATH or PATH")
    parser.add_argument("--all", action="store_true", help="every pattern of the corpus, one after another")
    parser.add_argument("--export", default=None, metavar="NAME", help="this exported pattern (all of them)")
    parser.add_argument("--ts", action="store_true", help="as TypeScript interfaces")
    add_database_argument(parser)
    add_json_argument(parser)


def run(arguments: argparse.Namespace) -> int:
    """Print the contracts."""
    if (arguments.pattern is None) != arguments.all:
        raise AddressRefused("kitc contract", "name one pattern, or --all")
    with open_corpus(arguments) as corpus:
        programs = corpus.programs() if arguments.all else (corpus.program(arguments.pattern),)
    found = 0
    for program in programs:
        for contract in program.contracts:
            if arguments.export in (None, contract.export_name):
                _print(program, contract, arguments)
                found += 1
    if not found and not arguments.all:
        asked = f" {arguments.export}" if arguments.export else ""
        raise AddressRefused(arguments.pattern, f"exports no pattern{asked}")
    return 0


def _print(program: ProgramRecord, contract: ContractRecord, arguments: argparse.Namespace) -> None:
    if arguments.json:
        print_json(contract_record(program, contract))
    elif arguments.ts:
        print("\n".join(typescript_lines(program, contract)))
    else:
        print("\n".join(_text_lines(program, contract)))


def pattern_name(program: ProgramRecord, contract: ContractRecord) -> str:
    """The path of the program, with ``#Export`` for another export than the default."""
    return program.path if contract.export_name == "default" else f"{program.path}#{contract.export_name}"


def contract_record(program: ProgramRecord, contract: ContractRecord) -> dict[str, object]:
    """The JSON form of one contract."""
    return {
        "pattern": pattern_name(program, contract),
        "identity": program.identity,
        "status": contract.status,
        "unresolved": list(contract.unresolved),
        "argumentSchema": json.loads(contract.argument_schema),
        "resultSchema": json.loads(contract.result_schema),
    }


def typescript_lines(program: ProgramRecord, contract: ContractRecord) -> Iterator[str]:
    """Argument and result as TypeScript declarations, what is unknown named in comments."""
    yield f"// {pattern_name(program, contract)} ({contract.status})"
    yield from (f"// unknown: {path}" for path in contract.unresolved)
    stem = _type_name(contract.export_name)
    argument: Schema = json.loads(contract.argument_schema)
    result: Schema = json.loads(contract.result_schema)
    yield schema_to_ts(argument, f"{stem}Argument")
    yield schema_to_ts(result, f"{stem}Result")


def _type_name(export_name: str) -> str:
    word = "Pattern" if export_name == "default" else re.sub(r"\W", "", export_name)
    return word[:1].upper() + word[1:]


def _text_lines(program: ProgramRecord, contract: ContractRecord) -> Iterator[str]:
    yield f"{pattern_name(program, contract)}  {program.identity or '-'}  {contract.status}"
    yield from (f"unknown: {path}" for path in contract.unresolved)
    for side, schema in (("argument", contract.argument_schema), ("result", contract.result_schema)):
        yield f"{side}: {json.dumps(json.loads(schema), indent=2, ensure_ascii=False)}"
        for field in contract.fields:
            if field.side == side and field.depth == 1 and field.address:
                yield f"  {field.path}  {field.address}"
