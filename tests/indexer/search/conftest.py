"""A library of documents made up by a seed, indexed without parsing."""

import random
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing

import pytest

from indexer.base.schema import TABLES
from indexer.search import postings
from indexer.search.build import build_search

_WORDS = "cell wish list write read stream sheet mail button color table row link note tag import user"
WORDS = tuple(_WORDS.split())

Fill = Callable[[sqlite3.Connection, int, int], None]


def fill_documents(connection: sqlite3.Connection, documents: int, seed: int) -> None:
    """Insert *documents* documents of a few sections each, the same for the same *seed*."""
    draw = random.Random(seed)  # noqa: S311 - made-up text, no secret
    connection.execute("INSERT OR IGNORE INTO source VALUES (1, 'made', 'docs', '.', '.', NULL, 'ok', '')")
    for document in range(1, documents + 1):
        add_document(connection, f"part{document % 7}/page{document}.md", draw)


def add_document(connection: sqlite3.Connection, path: str, draw: random.Random) -> None:
    """Insert one document with drawn sections."""
    address = f"doc:made/{path}"
    titles = [" ".join(draw.choices(WORDS, k=2)).title() for _ in range(draw.randint(1, 6))]
    texts = [f"## {title}\n\n{' '.join(draw.choices(WORDS, k=draw.randint(3, 60)))}\n" for title in titles]
    content = "".join(texts).encode()
    values = ("doc", titles[0], "", "{}", "[]", f"{draw.random()}", len(content), content)
    cursor = connection.execute(
        "INSERT INTO document VALUES (NULL, 1, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", (path, address, *values)
    )
    start = 0
    for place, (title, text) in enumerate(zip(titles, texts, strict=True)):
        stop = start + len(text.encode())
        slug = f"{title.lower().replace(' ', '-')}-{place}"
        row = (cursor.lastrowid, place, f"{address}#{slug}", slug, title, title, start, stop)
        connection.execute(
            "INSERT INTO section VALUES (NULL, ?, NULL, ?, ?, ?, ?, 2, ?, ?, ?, 1, 1, '')", row
        )
        start = stop


def make_library() -> sqlite3.Connection:
    """An open database with 120 documents and no search tables yet."""
    connection = sqlite3.connect(":memory:")
    connection.executescript(TABLES)
    fill_documents(connection, 120, seed=1)
    return connection


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
