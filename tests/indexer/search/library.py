"""Libraries of documents made up by a seed, without parsing."""

import random
import sqlite3

from indexer.base.schema import TABLES

_WORDS = "cell wish list write read stream sheet mail button color table row link note tag import user"
WORDS = tuple(_WORDS.split())


def fill_documents(connection: sqlite3.Connection, documents: int, seed: int) -> None:
    """Insert *documents* documents of a few sections each, the same for the same *seed*."""
    draw = random.Random(seed)  # noqa: S311 - made-up text, no secret
    for document in range(1, documents + 1):
        add_document(connection, f"part{document % 7}/page{document}.md", draw)


def add_document(
    connection: sqlite3.Connection, path: str, draw: random.Random, sections: int | None = None
) -> None:
    """Insert one document of so many drawn sections, a few for ``None``."""
    address = f"doc:made/{path}"
    count = draw.randint(1, 6) if sections is None else sections
    titles = [" ".join(draw.choices(WORDS, k=2)).title() for _ in range(count)]
    texts = [f"## {title}\n\n{' '.join(draw.choices(WORDS, k=draw.randint(3, 60)))}\n" for title in titles]
    content = "".join(texts).encode()
    values = ("doc", "".join(titles[:1]), "", "{}", "[]", f"{draw.random()}", len(content), content)
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


def empty_library() -> sqlite3.Connection:
    """An open database with one source and no search tables yet."""
    connection = sqlite3.connect(":memory:")
    connection.executescript(TABLES)
    connection.execute("INSERT INTO source VALUES (1, 'made', 'docs', '.', '.', NULL, 'ok', '')")
    return connection


def make_library() -> sqlite3.Connection:
    """The same with 120 documents."""
    connection = empty_library()
    fill_documents(connection, 120, seed=1)
    return connection
