"""What the search tables of a database say, to compare two of them."""

import sqlite3
from contextlib import closing

from indexer.base.schema import TABLES
from indexer.search.build import build_search
from indexer.search.postings import unpack
from indexer.search.query import rank_passages

_COPIED = ("source", "document", "section", "module", "export", "program", "contract", "contract_field_row")
_TABLE_OF = {"docs": "section", "programs": "program", "symbols": "symbol", "source": "module"}
_QUERIES = ("cell", "wish list", "how do I write a stream to the sheet")


def content_of(connection: sqlite3.Connection) -> list[object]:
    """What the search tables say, with addresses for the numbers of units."""
    return [_postings_of(connection, within, table) for within, table in _TABLE_OF.items()] + [
        connection.execute("SELECT * FROM search_weight ORDER BY 1, 2").fetchall(),
        connection.execute("SELECT within, name, state, units FROM search_file ORDER BY 1, 2").fetchall(),
    ]


def _postings_of(connection: sqlite3.Connection, within: str, table: str) -> dict[str, list[tuple[int, str]]]:
    rows = connection.execute(
        f"SELECT unit, address FROM search_unit JOIN {table} ON {table}.id = row_id WHERE within = ?"
        " ORDER BY unit",
        (within,),
    )
    addresses = dict(rows.fetchall())
    assert [*addresses.values()] == sorted(addresses.values())
    terms: dict[str, list[tuple[int, str]]] = {}
    rows = connection.execute(
        "SELECT term, units, postings FROM search_posting WHERE within = ? ORDER BY term, part", (within,)
    )
    for term, count, packed in rows:
        units, impacts = unpack(packed)
        assert len(units) == count
        pairs = zip(impacts.tolist(), units.tolist(), strict=True)
        terms[term] = [(impact, addresses[unit]) for impact, unit in pairs]
    return terms


def answers_of(connection: sqlite3.Connection) -> list[object]:
    """What ranking and full-text search answer."""
    ranked = [rank_passages(connection, query, limit=1000) for query in _QUERIES]
    found = connection.execute(
        "SELECT address FROM section_fts JOIN section ON section.id = docid"
        " WHERE section_fts MATCH 'cell' ORDER BY address"
    )
    return [[(place.address, place.score) for place in places] for places in ranked] + found.fetchall()


def built_anew(connection: sqlite3.Connection) -> sqlite3.Connection:
    """The same content in a new database, all of it indexed at once."""
    full = sqlite3.connect(":memory:")
    full.executescript(TABLES)
    for table in _COPIED:
        for row in connection.execute(f"SELECT * FROM {table}"):
            full.execute(f"INSERT INTO {table} VALUES ({', '.join('?' * len(row))})", row)
    build_search(full)
    return full


def check_update(connection: sqlite3.Connection) -> None:
    """The search tables say and answer what those of a full build do."""
    with closing(built_anew(connection)) as full:
        assert content_of(connection) == content_of(full)
        assert answers_of(connection) == answers_of(full)
