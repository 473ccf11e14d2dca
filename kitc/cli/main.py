"""Which command runs, and what its errors become. IO: writes errors to the terminal.

Exit codes: 0 done, 1 our bug (traceback), 2 misuse, 3 the input was refused or a check found errors, 130
interrupted.

A command module offers ``add_arguments(parser)`` and ``run(arguments) -> int``.
"""

import argparse
import importlib
import os
import sys
from collections.abc import Sequence

from indexer.base.errors import IndexerError
from kitc.base.errors import KitcError

COMMANDS = (
    ("index", "kitc.cli.index", "read corpus.toml and leave one SQLite file"),
    ("verify", "kitc.cli.verify", "re-hash sources against the database and check its integrity"),
    ("search", "kitc.cli.search", "find passages, programs and symbols"),
    ("eval", "kitc.cli.eval", "measure search on files of questions with answers"),
    ("open", "kitc.cli.open", "print the passage behind an address"),
    ("follow", "kitc.cli.follow", "what a passage links to, and what links to it"),
    ("list", "kitc.cli.list", "sources, documents, modules and programs"),
    ("describe", "kitc.cli.describe", "one pattern: identity, contract, dependencies, quality"),
    ("identity", "kitc.cli.identity", "the content-addressed identities of program files"),
    ("contract", "kitc.cli.contract", "argument and result schemas of a pattern"),
    ("check", "kitc.cli.check", "prove a composition against the parsed exports"),
    ("build", "kitc.cli.build", "compile an implementation kit for a task"),
    ("ask", "kitc.cli.ask", "answer a focused follow-up question on a kit"),
    ("show", "kitc.cli.show", "print a kit"),
    ("diff", "kitc.cli.diff", "compare two kits"),
    ("provenance", "kitc.cli.provenance", "write the publication record of a pattern authored from a kit"),
    ("replay", "kitc.cli.replay", "drive a recorded run again without a model"),
    ("trial", "kitc.cli.trial", "run a task set under named conditions and compare"),
    ("mcp", "kitc.cli.mcp", "serve research over the Model Context Protocol"),
    ("schema", "kitc.cli.schema", "print the JSON Schema of a file format"),
)
"""Name, module and one-line help of each command, in the order of the help text."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; the exit code."""
    words = list(sys.argv[1:] if argv is None else argv)
    parser, command = _parser_for(words)
    arguments = parser.parse_args(words)
    if command is None:
        parser.print_help()
        return 2
    # NumPy's linear algebra, which nothing here uses, would start threads that wait busily.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    try:
        return int(importlib.import_module(command).run(arguments))
    except (IndexerError, KitcError) as error:
        print(f"kitc: {error}", file=sys.stderr)
        return 3
    except UnicodeEncodeError as error:
        print(f"kitc: {error.object[:80]!r}: is no UTF-8 text", file=sys.stderr)
        return 3
    except KeyboardInterrupt:
        print("kitc: interrupted", file=sys.stderr)
        return 130
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0


def _parser_for(words: Sequence[str]) -> tuple[argparse.ArgumentParser, str | None]:
    """The parser, with the arguments of the asked command only, and that command's module."""
    parser = argparse.ArgumentParser(
        prog="kitc", description="Prepare coding agents: index, search, check, build."
    )
    subparsers = parser.add_subparsers(title="commands", metavar="COMMAND")
    asked = next((word for word in words if not word.startswith("-")), None)
    chosen = None
    for name, module, text in COMMANDS:
        subparser = subparsers.add_parser(name, help=text, description=text)
        if name == asked:
            chosen = module
            importlib.import_module(module).add_arguments(subparser)
    return parser, chosen
