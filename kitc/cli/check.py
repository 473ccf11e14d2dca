"""`kitc check`: prove compositions against the parsed exports.

IO: reads and with --fix writes files, writes reports to the terminal.
"""

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path

from indexer.corpus import Corpus
from kitc.base.errors import CheckRefused
from kitc.base.grant import Grant
from kitc.base.task import read_task
from kitc.check import CheckReport, CorpusChecker
from kitc.check.compile import DENO, Compilation, compile_composition
from kitc.check.disk import DiskHost, disk_key
from kitc.check.inputs import Composition, read_composition
from kitc.check.mend import apply_mends
from kitc.check.present import report_pieces, reports_json, reports_sarif
from kitc.check.rules import RULES
from kitc.cli.database import add_database_argument, open_corpus
from kitc.cli.output import print_json

Checked = tuple[Composition, CheckReport, Compilation | None]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What `kitc check` takes."""
    parser.add_argument("files", nargs="+", metavar="FILE", help="TypeScript, kit.json or invocation")
    add_database_argument(parser)
    parser.add_argument("--grants", metavar="TASK", help="task.json whose handles alone are allowed")
    parser.add_argument("--format", choices=("text", "json", "sarif"), default="text")
    parser.add_argument("--json", dest="format", action="store_const", const="json", help="as --format json")
    parser.add_argument("--strict", action="store_true", help="warnings and unknowns fail the check too")
    parser.add_argument("--verbose", action="store_true", help="show what could not be told, and why")
    parser.add_argument("--fix", action="store_true", help="apply mends that are certain, in place")
    parser.add_argument("--compile", action="store_true", help="also run the real TypeScript compiler")
    parser.add_argument("--compiler", default=DENO, metavar="COMMAND", help="another compiler for --compile")


def run(arguments: argparse.Namespace) -> int:
    """Check every file; 3 if any is refused by the check or the compiler."""
    with open_corpus(arguments) as corpus:
        checker = CorpusChecker(corpus)
        checked = [_check(corpus, checker, Path(name), arguments) for name in arguments.files]
    _write(checked, arguments)
    return 3 if any(_fails(item, strict=arguments.strict) for item in checked) else 0


def _check(corpus: Corpus, checker: CorpusChecker, file: Path, arguments: argparse.Namespace) -> Checked:
    composition = read_composition(file)
    grants = None if arguments.grants is None else read_task(Path(arguments.grants)).grants
    report = _report(checker, composition, grants)
    if arguments.fix:
        text, count = apply_mends(composition.text, report.findings)
        if count and composition.disk_root is None:
            raise CheckRefused(str(file), "holds mends, but only TypeScript files are mended in place")
        if count:
            file.write_bytes(text.encode())
            composition = read_composition(file)
            report = _report(checker, composition, grants)
    compilation = _compile(corpus, composition, arguments.compiler) if arguments.compile else None
    return composition, report, compilation


def _report(checker: CorpusChecker, composition: Composition, grants: Sequence[Grant] | None) -> CheckReport:
    return checker.check(
        composition.text,
        file=composition.file,
        grants=grants,
        inputs=composition.inputs,
        unbound=composition.unbound,
        disk_root=composition.disk_root,
    )


def _compile(corpus: Corpus, composition: Composition, command: str) -> Compilation:
    return compile_composition(
        composition.text,
        key=disk_key(Path(composition.file)) if composition.disk_root else "check:composition.tsx",
        host=DiskHost(corpus.host()),
        jsx=json.loads(corpus.meta.get("runtime", "{}")).get(""),
        command=command,
    )


def _fails(item: Checked, *, strict: bool) -> bool:
    _, report, compilation = item
    if report.verdict == "invalid" or (compilation is not None and compilation.verdict == "rejected"):
        return True
    return strict and (
        report.verdict == "unknown" or any(each.severity == "warning" for each in report.findings)
    )


def _write(checked: list[Checked], arguments: argparse.Namespace) -> None:
    if arguments.format == "json":
        print_json(reports_json((report, compilation) for _, report, compilation in checked))
    elif arguments.format == "sarif":
        documentation = {rule.id: rule.documentation for rule in RULES}
        print_json(reports_sarif((report for _, report, _ in checked), documentation))
    else:
        _write_text(checked, verbose=arguments.verbose)


def _write_text(checked: list[Checked], *, verbose: bool) -> None:
    pieces = [
        piece
        for composition, report, compilation in checked
        for piece in report_pieces(report, composition.text, compilation=compilation, verbose=verbose)
    ]
    if not sys.stdout.isatty():
        sys.stdout.write("".join(piece.text for piece in pieces))
        return
    from rich.console import Console  # noqa: PLC0415 - only a terminal needs it
    from rich.text import Text  # noqa: PLC0415 - the same

    Console(soft_wrap=True).print(Text.assemble(*((piece.text, piece.style) for piece in pieces)), end="")
