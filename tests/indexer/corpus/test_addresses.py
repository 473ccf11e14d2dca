"""Every address that a database holds opens."""

import sqlite3
from pathlib import Path

import pytest

from indexer.corpus import Corpus
from indexer.refresh import RefreshOptions, refresh
from kitc.cli.database import shipped_config

TABLES = {
    "document": ("document",),
    "section": ("section",),
    "module": ("module",),
    "symbol": ("symbol",),
    "program": ("program", "module"),
}
REFERENCES = """
SELECT target_address FROM link WHERE target_address IS NOT NULL
UNION SELECT address FROM contract_field WHERE address != ''
"""


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The shipped corpus, indexed."""
    file = tmp_path_factory.mktemp("shipped") / "corpus.db"
    refresh(shipped_config(), file, options=RefreshOptions(jobs=1))
    return file


@pytest.mark.parametrize("table", TABLES)
def test_every_address_of_a_table_opens(database: Path, table: str) -> None:
    rows = sqlite3.connect(database).execute(f"SELECT DISTINCT address FROM {table}").fetchall()
    assert rows
    with Corpus.open(database) as corpus:
        for (address,) in rows:
            passage = corpus.open_passage(address)
            assert passage.completeness == "complete"
            assert passage.kind in TABLES[table]
            assert corpus.open_passage(address, digest=passage.digest) == passage


def test_every_reference_opens(database: Path) -> None:
    rows = sqlite3.connect(database).execute(REFERENCES).fetchall()
    assert rows
    with Corpus.open(database) as corpus:
        assert {corpus.open_passage(address).completeness for (address,) in rows} == {"complete"}
