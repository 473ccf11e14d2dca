"""``kitc index``: read corpus.toml and leave one SQLite file. IO: all a refresh touches, the terminal."""

import argparse
import gc
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from kitc.cli.database import CONFIG, DATABASE, find_config, shipped_config
from kitc.cli.output import add_json_argument, print_json

if TYPE_CHECKING:
    from indexer.refresh import RefreshReport


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments of ``kitc index``."""
    parser.add_argument("--config", type=Path, metavar="FILE", help=f"the nearest {CONFIG} by default")
    parser.add_argument("--root", type=Path, metavar="DIR", help="what roots in the config are relative to")
    parser.add_argument("--db", type=Path, metavar="FILE", help=f"{DATABASE} beside the config by default")
    parser.add_argument("--full", action="store_true", help="build from nothing")
    parser.add_argument("--strict", action="store_true", help="exit 3 if there are problems")
    parser.add_argument("--jobs", type=int, default=2, metavar="N", help="worker processes (2)")
    add_json_argument(parser)


def run(arguments: argparse.Namespace) -> int:
    """Refresh the database and tell what was done."""
    from indexer.refresh import RefreshOptions, refresh  # noqa: PLC0415 - other commands need none of it

    config: Path = arguments.config or find_config(Path.cwd()) or shipped_config()
    database: Path = arguments.db or config.parent / DATABASE
    options = RefreshOptions(root=arguments.root, jobs=max(1, arguments.jobs), full=arguments.full)
    if sys.stderr.isatty() and not arguments.json:
        from kitc.cli.progress import shown_progress  # noqa: PLC0415 - rich only where it is seen

        with shown_progress() as progress:
            report = refresh(config, database, options=options, progress=progress)
    else:
        report = refresh(config, database, options=options)
    gc.freeze()  # the end of this process frees what is left; looking for cycles first only takes time
    if arguments.json:
        print_json(report)
    else:
        print(summary_of(report))
    return 3 if arguments.strict and report.errors else 0


def summary_of(report: "RefreshReport") -> str:
    """What a refresh did, for people: a line of counts, then problems by kind."""
    counts = f"{report.documents} documents, {report.modules} modules, {report.programs} programs"
    done = {
        "unchanged": "nothing changed",
        "full": f"built, {report.parsed} files parsed",
        "incremental": f"refreshed, {report.parsed} files parsed, {report.removed} removed",
    }
    lines = [f"{report.database}: {done[report.mode]}: {counts}"]
    if report.problems:
        kinds = ", ".join(f"{count} {kind}" for kind, count in report.problems.items())
        lines.append(f"problems: {kinds} (kitc list problems)")
    return "\n".join(lines)
