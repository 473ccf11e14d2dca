"""``kitc show``: print a kit. IO: reads kit and run record, writes a page or to the terminal."""

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from kitc.base.kit import Kit, kit_json
from kitc.files import read_kit, read_run, run_file_of, write_text
from kitc.render.markdown import render_markdown

if TYPE_CHECKING:
    from kitc.check import Finding


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments of ``kitc show``."""
    parser.add_argument("kit", type=Path)
    parser.add_argument("--format", choices=("terminal", "md", "json", "source"), default="terminal")
    parser.add_argument(
        "--html", type=Path, metavar="FILE", help="write one self-contained page, with the run beside the kit"
    )
    parser.add_argument(
        "--db", type=Path, metavar="FILE", help="check the example against this database for --html"
    )


def run(arguments: argparse.Namespace) -> int:
    """Print the kit in the asked form; ``source`` is its example alone, 3 when there is none."""
    kit = read_kit(arguments.kit)
    if arguments.html is not None:
        return _write_page(kit, arguments)
    if arguments.format == "json":
        sys.stdout.write(kit_json(kit))
    elif arguments.format == "md":
        sys.stdout.write(render_markdown(kit))
    elif arguments.format == "source":
        source = kit.recipe.run_pattern.source_text if kit.recipe else None
        sys.stdout.write(source or "")
        return 0 if source else 3
    else:
        from kitc.render.terminal import print_kit  # noqa: PLC0415 - rich only where it is seen

        print_kit(kit)
    return 0


def _write_page(kit: Kit, arguments: argparse.Namespace) -> int:
    """Write the page of *kit*; with a database its example is checked again and findings stand in place."""
    from kitc.page import kit_page  # noqa: PLC0415 - templates and highlighting only for the page

    record = run_file_of(arguments.kit)
    run = read_run(record) if record.is_file() else None
    write_text(arguments.html, kit_page(kit, run=run, findings=_findings(kit, arguments.db)))
    print(f"{arguments.html}: written")
    return 0


def _findings(kit: Kit, database: Path | None) -> "tuple[Finding, ...]":
    source = kit.recipe.run_pattern.source_text if kit.recipe else None
    if not source or database is None:
        return ()
    from indexer.corpus import Corpus  # noqa: PLC0415 - only to check
    from kitc.check import check_source  # noqa: PLC0415 - the same

    with Corpus.open(database) as corpus:
        return check_source(source, corpus=corpus).findings
