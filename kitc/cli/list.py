"""``kitc list``: sources, documents, modules, programs, symbols, problems. IO: reads a database, prints."""

import argparse
from collections.abc import Sequence

from indexer.corpus import Corpus, ProgramRecord
from kitc.cli.database import add_database_argument, open_corpus
from kitc.cli.output import add_json_argument, print_json

WHAT = ("sources", "documents", "skills", "modules", "programs", "symbols", "problems")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments of ``kitc list``."""
    parser.add_argument("what", choices=WHAT, nargs="?", default="sources")
    parser.add_argument("--source", metavar="NAME", help="only of this source (documents, programs, symbols)")
    parser.add_argument("--prefix", default="", metavar="TEXT", help="start of the address or path (modules)")
    parser.add_argument("--name", metavar="NAME", help="the declared name (symbols)")
    parser.add_argument("--kind", metavar="KIND", help="only of this kind (problems)")
    parser.add_argument("--hidden", action="store_true", help="also programs that are recorded as hidden")
    add_database_argument(parser)
    add_json_argument(parser)


def run(arguments: argparse.Namespace) -> int:
    """Print the list, one a line."""
    if arguments.what == "symbols" and not arguments.name:
        raise SystemExit("kitc list symbols: give --name NAME")
    with open_corpus(arguments) as corpus:
        records = _records(corpus, arguments)
    if arguments.json:
        print_json(records)
        return 0
    for record in records:
        print(line_of(record))
    return 0


def _records(corpus: Corpus, arguments: argparse.Namespace) -> Sequence[object]:
    if arguments.what == "sources":
        return corpus.list_sources()
    if arguments.what in ("documents", "skills"):
        kind = "skill" if arguments.what == "skills" else None
        return corpus.list_documents(source=arguments.source, kind=kind)
    if arguments.what == "modules":
        return corpus.list_files(arguments.prefix)
    if arguments.what == "programs":
        return corpus.programs(source=arguments.source, hidden=arguments.hidden)
    if arguments.what == "symbols":
        return corpus.find_symbol(arguments.name, source=arguments.source)
    return corpus.problems(kind=arguments.kind)


def line_of(record: object) -> str:
    """One record for people: its address or place first, then what it is."""
    from indexer.base.words import Problem  # noqa: PLC0415 - after the command is known
    from indexer.corpus import DocumentRecord, SourceRecord, SymbolRecord  # noqa: PLC0415 - the same

    match record:
        case SourceRecord():
            counts = f"{record.documents} documents, {record.modules} modules, {record.programs} programs"
            state = record.status + (f" ({record.reason})" if record.reason else "")
            return f"{record.name}  {record.kind}  {state}  {counts}"
        case DocumentRecord():
            return f"{record.address}  {record.title}"
        case ProgramRecord():
            tier = record.quality.tier if record.quality else ""
            return "  ".join(filter(None, (record.address, record.path, record.name, tier)))
        case SymbolRecord():
            return f"{record.address}  {record.kind}  {record.signature}"
        case Problem():
            place = f"{record.source}/{record.path}:{record.line}"
            return f"{place}: {record.severity}: {record.kind}: {record.message}"
        case _:
            return str(getattr(record, "address", record))
