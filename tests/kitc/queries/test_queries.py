import pytest

from kitc.queries.describe import describe_query
from kitc.queries.find import find_statements
from kitc.queries.run import Row, Shown, run_query

MODULE = """
const JOINED = "SELECT id FROM mail " + 'ORDER BY sent DESC';
const NAMED = `
  SELECT id, sent FROM mail
  WHERE inbox = 1 AND spam = 0
  ORDER BY sent DESC, id
  LIMIT :limit
`;
const OPEN = `SELECT ${column} FROM mail`;
const PROSE = "please SELECT one";
"""
ROWS: dict[str, list[Row]] = {
    "mail": [
        {"id": "a", "sent": "2026-01-31", "inbox": 1, "spam": 0},
        {"id": "b", "sent": "2026-02-01", "inbox": 1, "spam": 0},
        {"id": "c", "sent": "2026-02-02", "inbox": 0, "spam": 0},
    ]
}


def test_statements_are_found_joined_and_with_their_lines() -> None:
    found = find_statements(MODULE, "reader.tsx")
    assert [(one.sql.split()[0], one.first_line) for one in found] == [("SELECT", 2), ("SELECT", 3)]
    assert found[0].sql == "SELECT id FROM mail ORDER BY sent DESC"


def test_a_statement_says_what_it_reads() -> None:
    described = describe_query(find_statements(MODULE, "reader.tsx")[1].sql)
    assert described is not None
    assert described.sentence() == (
        "reads mail; keeps rows where inbox = 1 and spam = 0; ordered by sent DESC, id; at most :limit rows"
    )
    assert described.descending


@pytest.mark.parametrize("sql", ["SELECT FROM WHERE", "DROP TABLE mail", "", "((((("])
def test_what_is_no_select_is_unknown_and_not_empty(sql: str) -> None:
    assert describe_query(sql) is None


def test_a_statement_runs_on_sample_rows_with_its_limit() -> None:
    sql = find_statements(MODULE, "reader.tsx")[1].sql
    shown, fewer = run_query(sql, ROWS), run_query(sql, ROWS, limit=1)
    assert isinstance(shown, Shown)
    assert [row["id"] for row in shown.rows] == ["b", "a"]
    assert isinstance(fewer, Shown)
    assert [row["id"] for row in fewer.rows] == ["b"]


@pytest.mark.parametrize(
    ("sql", "reason"),
    [
        pytest.param(
            "SELECT id FROM mail WHERE id = :who", "no value is known for :who", id="unknown parameter"
        ),
        pytest.param(
            "SELECT id FROM mail WHERE id = ?", "no values are known for its ? places", id="positional"
        ),
        pytest.param("DELETE FROM mail", "SQLite refuses it: not authorized", id="a write"),
        pytest.param(
            "SELECT id FROM nowhere", "SQLite refuses it: no such table: nowhere", id="another table"
        ),
        pytest.param("ATTACH 'x.db' AS other", "SQLite refuses it: not authorized", id="another file"),
        pytest.param(
            "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT max(i) FROM n",
            "SQLite refuses it: interrupted",
            id="a statement without end",
        ),
    ],
)
def test_what_cannot_be_shown_says_why(sql: str, reason: str) -> None:
    assert run_query(sql, ROWS) == reason


def test_a_question_mark_inside_a_text_is_no_parameter() -> None:
    assert isinstance(run_query("SELECT id FROM mail WHERE id != 'why?'", ROWS), Shown)
