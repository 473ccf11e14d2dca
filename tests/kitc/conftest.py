"""The starter corpus, indexed once for all tests of the kit compiler."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from indexer.corpus import Corpus
from indexer.refresh import RefreshOptions, refresh

DATA = Path(__file__).parents[2] / "data"


@pytest.fixture(scope="session")
def starter_database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The database of the starter corpus."""
    database = tmp_path_factory.mktemp("starter") / "corpus.db"
    refresh(DATA / "corpus.toml", database, options=RefreshOptions(jobs=1))
    return database


@pytest.fixture
def starter(starter_database: Path) -> Iterator[Corpus]:
    """The starter corpus, open."""
    with Corpus.open(starter_database) as corpus:
        yield corpus
