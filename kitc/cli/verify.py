"""``kitc verify``: check a database against itself and its sources. IO: reads both, prints."""

import argparse
from pathlib import Path

from kitc.cli.database import CONFIG, add_database_argument, database_of
from kitc.cli.output import add_json_argument, print_json


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments of ``kitc verify``."""
    parser.add_argument(
        "--config", type=Path, metavar="FILE", help=f"{CONFIG} beside the database by default"
    )
    parser.add_argument("--root", type=Path, metavar="DIR", help="what roots in the config are relative to")
    add_database_argument(parser)
    add_json_argument(parser)


def run(arguments: argparse.Namespace) -> int:
    """Print what is wrong; 3 if anything is."""
    from indexer.verify import verify  # noqa: PLC0415 - other commands need none of it

    database = database_of(arguments)
    beside = database.parent / CONFIG
    config = arguments.config or (beside if beside.is_file() else None)
    report = verify(database, config_file=config, root=arguments.root)
    if arguments.json:
        print_json(report)
    else:
        for finding in report.findings:
            print(f"{finding.place}: {finding.kind}: {finding.message}")
        checked = "sources compared" if report.sources_checked else "sources not compared, no config"
        state = f"{len(report.findings)} findings" if report.findings else "sound"
        print(f"{report.database}: {state}: {report.files} files hashed, {checked}")
    return 3 if report.findings else 0
