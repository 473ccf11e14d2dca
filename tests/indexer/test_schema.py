"""SCHEMA.md says what the tables are, and its queries run."""

import json
import re
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

import indexer
from indexer.base.schema import TABLES
from indexer.corpus import Corpus
from indexer.search.fields import SetName
from indexer.search.query import stemmer
from indexer.search.question import words_of
from indexer.search.tables import TABLES as SEARCH_TABLES

PAGE = (Path(indexer.__file__).parent / "SCHEMA.md").read_text(encoding="utf-8")
QUERIES = re.findall(r"```sql\n(.*?)```", PAGE, re.DOTALL)


def documented() -> dict[str, list[str]]:
    """Columns by table, in the order of the page."""
    tables: dict[str, list[str]] = {}
    for title, body in re.findall(r"^### (\w+)\n(.*?)(?=^##|\Z)", PAGE, re.DOTALL | re.MULTILINE):
        rows = re.findall(r"^\| (.*?) \|", body, re.MULTILINE)
        if "column" in rows:
            tables[title] = [row.strip("`") for row in rows if row != "column"]
    return tables


def test_each_table_is_documented_column_by_column() -> None:
    connection = sqlite3.connect(":memory:")
    connection.executescript(TABLES + SEARCH_TABLES)
    rows = connection.execute("SELECT name FROM sqlite_schema WHERE type IN ('table', 'view')")
    # Tables behind a view of the same columns are not for readers.
    tables = [name for (name,) in rows if not name.endswith("_row")]
    page = documented()
    for table in tables:
        columns = [row[1] for row in connection.execute(f'PRAGMA table_info("{table}")')]
        assert page.get(table) is not None, f"{table} is not documented"
        if table != "meta":
            assert page[table] == columns, table


@pytest.fixture
def connection(corpus: Corpus) -> Iterator[sqlite3.Connection]:
    """The small corpus, as a foreign reader opens it."""
    opened = sqlite3.connect(f"{corpus.path.as_uri()}?mode=ro&immutable=1", uri=True)
    yield opened
    opened.close()


def test_the_page_has_five_queries() -> None:
    assert len(QUERIES) >= 5


def test_a_passage_by_its_address(connection: sqlite3.Connection, corpus: Corpus) -> None:
    address = "doc:guide/cells.md#writing"
    (row,) = connection.execute(QUERIES[0], {"address": address}).fetchall()
    passage = corpus.open_passage(address)
    assert row == (passage.title, passage.digest, passage.first_line, passage.text)


def test_the_contract_of_a_pattern(connection: sqlite3.Connection, corpus: Corpus) -> None:
    program = corpus.program("list.tsx")
    (row,) = connection.execute(QUERIES[1], {"identity": program.identity}).fetchall()
    (contract,) = program.contracts
    assert row == ("default", "complete", "[]", contract.argument_schema, contract.result_schema)
    assert '"title":{"type":"string"}' in contract.argument_schema


def test_patterns_whose_result_carries_a_field(connection: sqlite3.Connection, corpus: Corpus) -> None:
    rows = connection.execute(QUERIES[2], {"field": "COUNT"}).fetchall()
    assert rows == [(corpus.program("list.tsx").address, "list.tsx", "count", "number")]


def test_the_files_of_a_program(connection: sqlite3.Connection, corpus: Corpus) -> None:
    program = corpus.program("list.tsx")
    rows = connection.execute(QUERIES[3], {"identity": program.identity}).fetchall()
    assert [name for name, _, _ in rows] == ["/item.ts", "/list.tsx"]
    assert rows[1][1:] == (program.identity, corpus.open_passage("src:parts/list.tsx").text)


def test_what_is_wrong_in_a_source(connection: sqlite3.Connection) -> None:
    assert connection.execute(QUERIES[4]).fetchall() == [
        ("guide", "docs", "complete", "", "broken-link", 1),
        ("parts", "programs", "complete", "", None, 0),
        ("runtime", "code", "complete", "", None, 0),
    ]


@pytest.mark.parametrize("within", ["docs", "programs", "symbols", "source"])
@pytest.mark.parametrize("query", ["cells", "write to a cell", "ListInput items", "a list of titles", "zzz"])
def test_ranking_in_plain_sql(
    connection: sqlite3.Connection, corpus: Corpus, within: SetName, query: str
) -> None:
    words = words_of(query, within, stemmer())
    asked = [
        [place, term, word.share, word.widens] for place, word in enumerate(words) for term in word.terms
    ]
    rows = connection.execute(QUERIES[5], {"within": within, "asked": json.dumps(asked)}).fetchall()
    table = {"docs": "section", "programs": "program", "symbols": "symbol", "source": "module"}[within]
    addresses = [
        connection.execute(f"SELECT address FROM {table} WHERE id = ?", (row_id,)).fetchone()[0]
        for row_id, _ in rows
    ]
    assert addresses == [hit.address for hit in corpus.search(query, within=within, limit=10)]
