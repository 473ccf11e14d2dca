"""What is found of damaged search tables."""

import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

from indexer.refresh import RefreshReport
from indexer.verify import verify

Index = Callable[..., RefreshReport]


def test_a_sound_database_has_no_findings(folder: Path, index: Index) -> None:
    index(folder)
    assert verify(folder / "corpus.db").findings == ()


@pytest.mark.parametrize(
    ("statement", "trouble"),
    [
        pytest.param("DROP TABLE search_posting", "not of this version", id="a table is missing"),
        pytest.param(
            "UPDATE search_posting SET postings = x'00'", "no whole postings", id="postings cut off"
        ),
        pytest.param("UPDATE search_posting SET postings = 5", "no whole postings", id="no bytes"),
        pytest.param(
            "UPDATE search_posting SET postings = CAST(postings || postings AS BLOB)",
            "postings, recorded are",
            id="twice",
        ),
        pytest.param("UPDATE search_posting SET units = units + 1", "recorded are", id="another count"),
        pytest.param("UPDATE search_posting SET highest = 63", "not what they say", id="another impact"),
        pytest.param("UPDATE search_posting SET part = 1", "not what they say", id="another part"),
        pytest.param(
            "UPDATE search_posting SET postings = x'ffffffff', units = 1", "not there", id="another unit"
        ),
        pytest.param(
            "UPDATE search_posting SET postings = CAST(substr(postings, 5) || substr(postings, 1, 4) AS BLOB)"
            " WHERE units = 2",
            "out of order",
            id="another order",
        ),
        pytest.param("DELETE FROM search_unit WHERE unit = 0", "passages have", id="a unit is missing"),
        pytest.param("UPDATE search_unit SET row_id = row_id + 900", "passages have", id="other rows"),
        pytest.param("UPDATE search_unit SET unit = unit + 900", "not there", id="units moved"),
        pytest.param("UPDATE search_file SET units = units + 1", "recorded are", id="a larger file"),
        pytest.param("UPDATE search_unit SET unit = unit << 50", "not there", id="units without end"),
    ],
)
def test_damaged_search_tables_are_found(folder: Path, index: Index, statement: str, trouble: str) -> None:
    index(folder)
    connection = sqlite3.connect(folder / "corpus.db")
    connection.execute(statement)
    connection.commit()
    connection.close()
    found = [finding for finding in verify(folder / "corpus.db").findings if finding.kind == "search"]
    assert any(trouble in finding.message for finding in found), found
