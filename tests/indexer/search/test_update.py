"""An update comes to what a full build comes to."""

import sqlite3
from collections.abc import Callable

import pytest

from indexer.base.schema import TABLES
from indexer.search.build import build_search
from indexer.search.numbering import Block, find_blocks, number_files
from indexer.search.postings import unpack
from indexer.search.update import forget_texts, update_search

Change = Callable[[sqlite3.Connection], None]


def content_of(connection: sqlite3.Connection) -> tuple[object, object]:
    """What the search tables say, without the numbers they say it with."""
    addresses = dict(
        connection.execute("SELECT unit, address FROM search_unit JOIN section ON section.id = row_id")
    )
    assert [addresses[unit] for unit in sorted(addresses)] == sorted(addresses.values())
    terms: dict[str, list[tuple[int, str]]] = {}
    for term, count, packed in connection.execute("SELECT term, units, postings FROM search_posting"):
        units, impacts = unpack(packed)
        assert len(units) == count
        pairs = zip(impacts.tolist(), units.tolist(), strict=True)
        terms[term] = [(impact, addresses[unit]) for impact, unit in pairs]
    return terms, connection.execute("SELECT * FROM search_weight ORDER BY 1, 2").fetchall()


def found_by_text(connection: sqlite3.Connection, word: str) -> list[str]:
    """Addresses that full-text search finds."""
    rows = connection.execute(
        "SELECT address FROM section_fts JOIN section ON section.id = docid WHERE section_fts MATCH ?",
        (word,),
    )
    return sorted(address for (address,) in rows)


def change_words(connection: sqlite3.Connection) -> None:
    connection.execute(
        "UPDATE document SET digest = 'new', content = CAST(replace(CAST(content AS TEXT), 'cell', 'leaf')"
        " AS BLOB) WHERE id = 5"
    )


def remove_document(connection: sqlite3.Connection) -> None:
    connection.execute("DELETE FROM section WHERE document_id = 5")
    connection.execute("DELETE FROM document WHERE id = 5")


def move_document(connection: sqlite3.Connection) -> None:
    connection.execute(
        "UPDATE section SET address = replace(address, 'part5/page5', 'aaa/first') WHERE document_id = 5"
    )
    connection.execute(
        "UPDATE document SET address = 'doc:made/aaa/first.md', path = 'aaa/first.md' WHERE id = 5"
    )


def grow_document(connection: sqlite3.Connection) -> None:
    for place in range(40):
        connection.execute(
            "INSERT INTO section SELECT NULL, document_id, NULL, 100 + ?, address || ?, slug, title, level,"
            " breadcrumb, start_byte, stop_byte, 1, 1, '' FROM section WHERE document_id = 5 AND ordinal = 0",
            (place, f"-{place}"),
        )
    connection.execute("UPDATE document SET digest = 'new' WHERE id = 5")


@pytest.mark.parametrize("change", [change_words, remove_document, move_document, grow_document])
def test_an_update_equals_a_full_build(indexed: sqlite3.Connection, change: Change) -> None:
    address = indexed.execute("SELECT address FROM document WHERE id = 5").fetchone()[0]
    before = content_of(indexed)
    forget_texts(indexed, [address])
    change(indexed)
    update_search(indexed)
    full = sqlite3.connect(":memory:")
    full.executescript(TABLES)
    for table in ("source", "document", "section"):
        rows = indexed.execute(f"SELECT * FROM {table}").fetchall()
        full.executemany(f"INSERT INTO {table} VALUES ({', '.join('?' * len(rows[0]))})", rows)
    build_search(full)
    assert content_of(indexed) == content_of(full)
    assert content_of(indexed) != before
    for word in ("cell", "leaf", "wish"):
        assert found_by_text(indexed, word) == found_by_text(full, word)
    full.close()


def test_an_update_of_nothing_changes_nothing(indexed: sqlite3.Connection) -> None:
    before = indexed.total_changes
    update_search(indexed)
    assert indexed.total_changes == before


def test_blocks_leave_room_and_keep_their_order() -> None:
    blocks = number_files({"b#": 10, "a#": 3, "c#": 0})
    assert list(blocks) == ["a#", "b#", "c#"]
    assert blocks == {
        "a#": Block(first=0, units=3),
        "b#": Block(first=5, units=10),
        "c#": Block(first=17, units=0),
    }


@pytest.mark.parametrize(
    ("sizes", "placed"),
    [
        pytest.param({"b#": 5}, {"b#": Block(first=4, units=5)}, id="a changed file keeps its place"),
        pytest.param({"b#": 7, "d#": 3}, None, id="no room between others"),
        pytest.param({"d#": 3}, {"d#": Block(first=23, units=3)}, id="a new last file comes behind"),
    ],
)
def test_blocks_are_found_between_those_that_stay(
    sizes: dict[str, int], placed: dict[str, Block] | None
) -> None:
    old = {"a#": Block(first=0, units=4), "b#": Block(first=4, units=4), "c#": Block(first=10, units=10)}
    kept = {name: block for name, block in old.items() if name not in sizes}
    assert find_blocks(kept, sizes, old) == placed
