"""``python -m indexer``: ``kitc index`` without kitc. IO: all that a refresh touches, the terminal."""

import argparse
import gc
import json
import sys
from dataclasses import asdict
from pathlib import Path

from indexer.base.errors import IndexerError
from indexer.refresh import RefreshOptions, refresh


def main() -> int:
    """Refresh a database as the arguments say; the exit code."""
    parser = argparse.ArgumentParser(prog="python -m indexer", description="Index a corpus into one file.")
    parser.add_argument("config", type=Path, help="corpus.toml")
    parser.add_argument("database", type=Path, help="the file to write")
    parser.add_argument("--root", type=Path, help="what roots in the config are relative to")
    parser.add_argument("--full", action="store_true", help="build from nothing")
    parser.add_argument("--strict", action="store_true", help="exit 3 if there are problems")
    parser.add_argument("--jobs", type=int, default=2, metavar="N", help="worker processes (2)")
    arguments = parser.parse_args()
    options = RefreshOptions(root=arguments.root, jobs=max(1, arguments.jobs), full=arguments.full)
    try:
        report = refresh(arguments.config, arguments.database, options=options)
    except IndexerError as error:
        print(f"indexer: {error}", file=sys.stderr)  # noqa: T201 - this file is a command line
        return 3
    print(json.dumps(asdict(report), ensure_ascii=False))  # noqa: T201 - the same
    gc.freeze()  # the end of this process frees what is left; looking for cycles first only takes time
    return 3 if arguments.strict and report.errors else 0


if __name__ == "__main__":
    raise SystemExit(main())
