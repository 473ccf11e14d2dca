"""``kitc search``: passages, programs and symbols for a query. IO: reads a database and files, prints."""

import argparse
import json
import sys
import time
from pathlib import Path

from indexer.corpus import Corpus
from indexer.search.fields import SETS
from indexer.search.filters import Filters, field_path
from indexer.search.hits import Hit
from kitc.base.errors import KitcError
from kitc.cli.database import add_database_argument, open_corpus
from kitc.cli.json_files import read_json_lines
from kitc.cli.output import add_json_argument, print_json


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments of ``kitc search``."""
    parser.add_argument("query", nargs="?", default="", help="any text")
    parser.add_argument(
        "--in", dest="within", default="all", choices=("all", *SETS), help="set (default: all)"
    )
    parser.add_argument("--limit", type=int, default=10, metavar="N", help="most answers (default: 10)")
    parser.add_argument("--source", metavar="NAME", help="only of this source")
    parser.add_argument("--kind", metavar="KIND", help="only of this kind of source or symbol")
    parser.add_argument("--tier", metavar="TIER", help="only programs of this quality tier")
    parser.add_argument("--tag", metavar="TAG", help="only programs with this tag")
    parser.add_argument("--result-field", metavar="PATH", help="only programs with it, as emails[].subject")
    parser.add_argument("--argument", metavar="PATH", help="only programs that accept this argument")
    parser.add_argument("--exports", metavar="NAME", help="only what exports this name")
    parser.add_argument(
        "--accepts", type=Path, metavar="FILE", help="programs that a value of a schema can feed"
    )
    parser.add_argument(
        "--provides", type=Path, metavar="FILE", help="programs whose result can feed a schema"
    )
    parser.add_argument("--explain", action="store_true", help="say why each answer was found")
    parser.add_argument("--queries", type=Path, metavar="FILE", help='JSON Lines of {"id", "query", "in"}')
    add_database_argument(parser)
    add_json_argument(parser)


def run(arguments: argparse.Namespace) -> int:
    """Print the answers, best first."""
    with open_corpus(arguments) as corpus:
        if arguments.queries is not None:
            return _run_batch(corpus, arguments)
        if arguments.accepts or arguments.provides:
            from kitc.cli.search_contracts import run_contracts  # noqa: PLC0415 - only where contracts are read

            return run_contracts(corpus, arguments)
        hits = corpus.search(
            arguments.query,
            within=arguments.within,
            limit=arguments.limit,
            filters=filters_of(arguments),
            explained=arguments.explain,
        )
    print_hits(hits, as_json=arguments.json)
    return 0


def filters_of(arguments: argparse.Namespace) -> Filters:
    """The filters that the options name."""
    return Filters(
        source=arguments.source,
        kind=arguments.kind,
        tier=arguments.tier,
        tag=arguments.tag,
        result_field=field_path(arguments.result_field) if arguments.result_field else None,
        argument=field_path(arguments.argument) if arguments.argument else None,
        exports=arguments.exports,
    )


def print_hits(hits: tuple[Hit, ...], *, as_json: bool) -> None:
    """Write *hits*, as JSON or as text."""
    if as_json:
        print_json(hits)
        return
    if not hits:
        print("nothing found")
    for hit in hits:
        print(f"{hit.score:.3f}  {hit.address}")
        print(f"       {hit.kind}: {hit.breadcrumb if hit.within == 'docs' else hit.title}")
        print(f"       {hit.snippet}")
        for part in hit.parts:
            fields = ", ".join(part.fields) or "-"
            print(f"       + {part.score:.3f}  {part.word} as {part.term} (impact {part.impact}) in {fields}")


def _run_batch(corpus: Corpus, arguments: argparse.Namespace) -> int:
    corpus.rank("", limit=1)  # what searching loads is no part of the first question's time
    for place, line in read_json_lines(arguments.queries):
        question = _parse_question(line, place)
        within = question.get("in", arguments.within)
        started = time.perf_counter()
        places = corpus.rank(question["query"], within=within, limit=arguments.limit)
        spent = (time.perf_counter() - started) * 1000
        results = [{"address": place.address, "score": place.score} for place in places]
        answer = {"id": question.get("id", ""), "results": results, "ms": round(spent, 3)}
        sys.stdout.write(json.dumps(answer, ensure_ascii=False) + "\n")
    return 0


def _parse_question(question: object, place: str) -> dict[str, str]:
    fields = question if isinstance(question, dict) else {}
    named: dict[str, object] = {name: fields[name] for name in ("id", "query", "in") if name in fields}
    texts = {name: value for name, value in named.items() if isinstance(value, str)}
    if "query" not in texts or texts.keys() != named.keys():
        raise KitcError(place, 'is no question, expected {"id": text, "query": text, "in": set}')
    return texts
