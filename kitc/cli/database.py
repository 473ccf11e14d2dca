"""Which database a command reads. IO: finds, and for the shipped corpus builds, the file.

Without ``--db``: the file in ``KITC_DB``, else ``data/corpus.db`` beside the nearest corpus.toml (searched
from the working folder upwards), else the starter corpus that ships with kitc, indexed once into the user's
cache folder.
"""

import argparse
import os
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING

from indexer.base.errors import DatabaseRefused

if TYPE_CHECKING:
    from indexer.corpus import Corpus

CONFIG = "corpus.toml"
DATABASE = "corpus.db"


def add_database_argument(parser: argparse.ArgumentParser) -> None:
    """Adds ``--db FILE``."""
    parser.add_argument(
        "--db",
        type=Path,
        metavar="FILE",
        help="corpus database (default: KITC_DB, the nearest, or the shipped)",
    )


def open_corpus(arguments: argparse.Namespace) -> "Corpus":
    """The corpus that ``--db`` or its defaults name.

    Raises:
        DatabaseRefused: there is none, or it is damaged.
    """
    from indexer.corpus import Corpus  # noqa: PLC0415 - a server parses its arguments without it

    return Corpus.open(database_of(arguments))


def database_of(arguments: argparse.Namespace) -> Path:
    """The database file that ``--db`` or its defaults name."""
    given: Path | None = arguments.db
    if given is not None:
        return given
    if os.environ.get("KITC_DB"):
        return Path(os.environ["KITC_DB"])
    config = find_config(Path.cwd())
    if config is not None:
        database = config.parent / DATABASE
        if database.exists():
            return database
        raise DatabaseRefused(str(database), f"is not there yet: run kitc index --config {config}")
    return shipped_database()


def find_config(start: Path) -> Path | None:
    """The nearest corpus.toml: in *start* or its ``data`` folder, then in the folders above."""
    for folder in (start, *start.parents):
        for candidate in (folder / CONFIG, folder / "data" / CONFIG):
            if candidate.is_file():
                return candidate
    return None


def shipped_config() -> Path:
    """corpus.toml of the starter corpus: package data of a wheel, else the ``data`` folder of a checkout."""
    package = Path(str(resources.files("kitc")))
    for folder in (package / "data", package.parent / "data"):
        if (folder / CONFIG).is_file():
            return folder / CONFIG
    raise DatabaseRefused(str(package / "data" / CONFIG), "is missing, this installation ships no corpus")


def shipped_database() -> Path:
    """The index of the starter corpus in the user's cache folder, brought up to date first."""
    import platformdirs  # noqa: PLC0415 - only without any other database

    from indexer.refresh import RefreshOptions, refresh  # noqa: PLC0415 - the same

    database = Path(platformdirs.user_cache_dir("kitc", appauthor=False)) / "starter.db"
    refresh(shipped_config(), database, options=RefreshOptions())
    return database
