"""However a corpus came to be what it is, its search tables say what a full build says."""

import random
import sqlite3
from collections.abc import Mapping
from contextlib import closing

from hypothesis import example, given, settings
from hypothesis import strategies as st

from indexer.search.build import build_search
from indexer.search.numbering import LEAST_ROOM
from indexer.search.update import forget_files, update_search
from tests.indexer.search.content import check_update
from tests.indexer.search.library import add_document, empty_library

PATHS = ("a.md", "a.md!b.md", "a.md/b.md", "b.md", "c.md")
"""``!`` sorts before ``#`` and ``/`` behind it."""
Documents = Mapping[str, tuple[int, int] | None]
"""By path: sections and a seed for their words; ``None`` for no document."""
DOCUMENTS = st.none() | st.tuples(st.sampled_from((0, 0, 1, 2, 3, 4, 5, 30)), st.integers(0, 3))
HISTORIES = st.lists(st.dictionaries(st.sampled_from(PATHS), DOCUMENTS, min_size=1), min_size=1, max_size=6)


def add_documents(connection: sqlite3.Connection, documents: Documents) -> None:
    """Insert *documents*, which do not stand there."""
    for path, wanted in documents.items():
        if wanted is not None:
            sections, seed = wanted
            add_document(connection, path, random.Random(seed), sections=sections)  # noqa: S311 - made-up text


def change(connection: sqlite3.Connection, documents: Documents) -> None:
    """Replace, add and remove *documents* as a refresh does."""
    addresses = [f"doc:made/{path}" for path in documents]
    forgotten = forget_files(connection, addresses)
    for address in addresses:
        connection.execute(
            "DELETE FROM section WHERE document_id IN (SELECT id FROM document WHERE address = ?)", (address,)
        )
        connection.execute("DELETE FROM document WHERE address = ?", (address,))
    add_documents(connection, documents)
    update_search(connection, forgotten=forgotten)


TWO: Documents = {"b.md": (1, 0), "c.md": (1, 0)}
FIVE: Documents = {"a.md!b.md": (1, 0), "a.md": (0, 0), "a.md/b.md": (1, 1), "b.md": (1, 2), "c.md": (1, 3)}


@settings(max_examples=20, deadline=None)
@given(history=HISTORIES)
@example([TWO, {"b.md": (1 + LEAST_ROOM, 0)}, {"b.md": None}]).via("grows up to the next one and goes")
@example([TWO, {"b.md": (2 + LEAST_ROOM, 0)}]).via("grows into the next one")
@example([TWO, {"b.md": (1, 1), "b2.md": (1 + LEAST_ROOM, 0)}]).via("a new one finds no room")
@example([FIVE, {"b.md": (30, 2)}]).via("others move, behind an empty one")
@example([FIVE, {"b.md": (0, 2)}, {"a.md": (3, 1), "b.md": (2, 1)}]).via("empty ones grow")
def test_every_history_comes_to_what_a_full_build_says(history: list[Documents]) -> None:
    standing: Documents = {}
    with closing(empty_library()) as connection:
        for number, documents in enumerate(history):
            # What is as it was, a refresh leaves alone.
            replaced = {path: new for path, new in documents.items() if new != standing.get(path)}
            standing = {**standing, **documents}
            if number == 0:
                add_documents(connection, replaced)
                build_search(connection)
            else:
                change(connection, replaced)
            check_update(connection)
