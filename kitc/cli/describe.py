"""``kitc describe``: one pattern with all that is known of it. IO: reads a database, prints."""

import argparse
from collections.abc import Iterator

from indexer.corpus import ContractRecord, FieldRecord, ProgramRecord
from kitc.cli.database import add_database_argument, open_corpus
from kitc.cli.output import add_json_argument, print_json


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments of ``kitc describe``."""
    parser.add_argument("pattern", help="identity, cf:pattern:IDENTITY, src:SOURCE/PATH or PATH")
    parser.add_argument("--depth", type=int, default=2, metavar="N", help="levels of fields to show (2)")
    add_database_argument(parser)
    add_json_argument(parser)


def run(arguments: argparse.Namespace) -> int:
    """Print the program."""
    with open_corpus(arguments) as corpus:
        program = corpus.program(arguments.pattern)
    if arguments.json:
        print_json(program)
    else:
        print("\n".join(lines_of(program, depth=arguments.depth)))
    return 0


def lines_of(program: ProgramRecord, *, depth: int) -> Iterator[str]:
    """*program* for people, fields down to *depth*."""
    yield f"{program.name}  {program.address}"
    yield f"entry: {program.entry}"
    yield f"identity: {program.identity or '-'} ({program.identity_status})"
    if program.published_identity:
        yield f"published as: {program.published_identity}"
    yield f"status: {program.status}"
    if program.description:
        yield f"description: {' '.join(program.description.split())}"
    for word, values in (("tags", program.tags), ("ui", program.ui)):
        if values:
            yield f"{word}: {', '.join(values)}"
    yield from _quality_lines(program)
    names = [export.name for export in program.exports if export.is_value]
    yield f"exports: {', '.join(names) or '-'}"
    for needed in program.dependencies:
        yield f"depends on: {needed.specifier} ({needed.status})"
    for contract in program.contracts:
        yield from _contract_lines(contract, depth)
    yield f"modules: {len(program.modules)}"


def _quality_lines(program: ProgramRecord) -> Iterator[str]:
    quality = program.quality
    if quality is None:
        return
    rating = f", rated {quality.rating:g}" if quality.rating is not None else ""
    hidden = ", hidden" if quality.hidden else ""
    yield f"quality: {quality.tier or 'no tier'}{rating}{hidden}"
    for word, text in (("coverage", quality.coverage), ("notes", quality.notes)):
        if text:
            yield f"{word}: {text}"


def _contract_lines(contract: ContractRecord, depth: int) -> Iterator[str]:
    yield f"contract of {contract.export_name} ({contract.status})"
    for path in contract.unresolved:
        yield f"  unknown: {path}"
    for side in ("argument", "result"):
        yield f"  {side}:"
        fields = [field for field in contract.fields if field.side == side and field.depth <= depth]
        yield from (f"    {_field_text(field)}" for field in fields)
        if not fields:
            yield "    -"


def _field_text(field: FieldRecord) -> str:
    mark = "" if field.required else "?"
    wrapped = f"{field.wrapper} of {field.type}" if field.wrapper else field.type
    default = f" = {field.default_value}" if field.default_value is not None else ""
    return f"{field.path}{mark}: {wrapped}{default}"
