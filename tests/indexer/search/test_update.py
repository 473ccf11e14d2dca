"""An update comes to what a full build comes to."""

import sqlite3
from collections.abc import Callable
from contextlib import closing

import pytest

from indexer.base.errors import RefreshRefused
from indexer.search.build import build_search
from indexer.search.numbering import Block, find_blocks, number_files
from indexer.search.query import rank_passages
from indexer.search.tables import MOST_UNITS
from indexer.search.update import forget_files, update_search
from tests.indexer.search.content import built_anew, check_update, content_of

Change = Callable[[sqlite3.Connection], None]


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
    forgotten = forget_files(indexed, [address])
    change(indexed)
    update_search(indexed, forgotten=forgotten)
    assert content_of(indexed) != before
    check_update(indexed)
    with closing(built_anew(indexed)) as full:
        for word in ("cell", "leaf", "wish"):
            assert found_by_text(indexed, word) == found_by_text(full, word)


@pytest.mark.parametrize("unit", [-1, MOST_UNITS - 1])
def test_a_unit_out_of_place_is_told_when_others_move(indexed: sqlite3.Connection, unit: int) -> None:
    address = indexed.execute("SELECT address FROM document WHERE id = 5").fetchone()[0]
    forgotten = forget_files(indexed, [address])
    grow_document(indexed)
    indexed.execute("UPDATE search_unit SET unit = ? WHERE row_id = 1", (unit,))
    with pytest.raises(sqlite3.DatabaseError, match="a unit that is not there"):
        update_search(indexed, forgotten=forgotten)


def add_program(connection: sqlite3.Connection) -> None:
    """A module that is a program, with one field in its contract."""
    connection.executescript("""
        INSERT INTO module VALUES (1, 1, 'box.tsx', 'src:made/box.tsx', 'tsx', 'ok', '', 0, '[]', '[]', '[]',
          '[]', '[]', 'one', 4, 1, x'41414141');
        INSERT INTO export VALUES (1, 1, 'default', 1, 0, 'local', 1, 'default', NULL, 'ok');
        INSERT INTO program VALUES (1, 1, 1, 'box.tsx', 'src:made/box.tsx', '', NULL, '', 'Box', 'A lid', '[]',
          '', 'ok', NULL);
        INSERT INTO contract VALUES (1, 1, 'default', 'complete', '[]', '{}', '{}');
        INSERT INTO contract_field_row VALUES (1, 1, 'argument', 'size', 'size', 1, 'number', '', 1, NULL,
          'In feet', NULL, NULL);
    """)


@pytest.mark.parametrize(
    ("statement", "query"),
    [
        pytest.param("UPDATE program SET name = 'Crate'", "crate", id="its name"),
        pytest.param("UPDATE program SET description = 'A hinge'", "hinge", id="its description"),
        pytest.param("UPDATE program SET tags = '[\"carpentry\"]'", "carpentry", id="its tags"),
        pytest.param(
            "UPDATE contract_field_row SET doc = 'In metres'", "metres", id="a comment in its contract"
        ),
        pytest.param("UPDATE contract_field_row SET path = 'volume'", "volume", id="a path in its contract"),
        pytest.param("UPDATE export SET name = 'makeCrate'", "make crate", id="an export"),
    ],
)
def test_a_program_is_weighed_anew_when_something_of_it_changes(
    library: sqlite3.Connection, statement: str, query: str
) -> None:
    add_program(library)
    build_search(library)
    assert rank_passages(library, query, within="programs") == ()
    library.execute(statement)
    update_search(library)
    assert [place.row_id for place in rank_passages(library, query, within="programs")] == [1]
    check_update(library)


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
    assert find_blocks(kept, sizes) == placed


def test_a_file_that_grew_takes_the_room_before_it() -> None:
    kept = {"c#": Block(first=10, units=10)}
    assert find_blocks(kept, {"b#": 7}) == {"b#": Block(first=1, units=7)}


def test_no_block_is_found_beyond_the_last_number() -> None:
    kept = {"a#": Block(first=MOST_UNITS - 8, units=1)}
    assert find_blocks(kept, {"b#": 1}) is not None
    assert find_blocks(kept, {"b#": 2}) is None


def test_more_passages_than_numbers_are_refused() -> None:
    with pytest.raises(RefreshRefused, match="at most 67108864"):
        number_files({"a": MOST_UNITS - 2, "b": 1})
