"""Made-up libraries, indexed."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing

import pytest

from indexer.search import postings
from indexer.search.build import build_search
from tests.indexer.search.library import make_library


@pytest.fixture
def library() -> Iterator[sqlite3.Connection]:
    """A library of the test's own, not indexed."""
    with closing(make_library()) as connection:
        yield connection


@pytest.fixture
def indexed(library: sqlite3.Connection) -> sqlite3.Connection:
    """The same with its search tables."""
    build_search(library)
    return library


@pytest.fixture(scope="session")
def libraries() -> Iterator[dict[int, sqlite3.Connection]]:
    """The same library, its postings in parts of so many."""
    with closing(make_library()) as small, closing(make_library()) as large:
        build_search(large)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(postings, "PART_UNITS", 8)
            build_search(small)
        yield {8: small, postings.PART_UNITS: large}


@pytest.fixture(scope="session")
def made() -> Iterator[sqlite3.Connection]:
    """One indexed library for all tests that only read."""
    with closing(make_library()) as connection:
        build_search(connection)
        connection.commit()
        yield connection
