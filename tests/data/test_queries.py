"""The SQL of programs, taken from their source and run on the sample rows of the quality file."""

import re
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from indexer.base.config import read_quality

DATA = Path(__file__).parents[2] / "data"
STATEMENT = re.compile(r"^const [A-Z_]+_SQL = `(.*?)`;", re.DOTALL | re.MULTILINE)


def answer(path: str, **values: int) -> list[dict[str, object]]:
    """Rows that the one statement of the program at *path* gives on its sample rows."""
    entry = read_quality(DATA / "quality.toml").pattern[f"starter/{path}"]
    (statement,) = STATEMENT.findall((DATA / "programs" / path).read_text())
    with closing(sqlite3.connect(":memory:")) as database:
        database.row_factory = sqlite3.Row
        for table, rows in entry.rows.items():
            columns = list(rows[0])
            database.execute(f"CREATE TABLE {table} ({', '.join(columns)})")
            places = ", ".join(f":{column}" for column in columns)
            database.executemany(f"INSERT INTO {table} VALUES ({places})", rows)
        return [dict(row) for row in database.execute(statement, values)]


def identifiers(path: str, **values: int) -> list[object]:
    return [row["id"] for row in answer(path, **values)]


def test_the_inbox_holds_its_members_newest_first_over_the_end_of_a_month() -> None:
    assert identifiers("mail/inbox-reader.tsx", limit=50) == ["m5", "m3", "m2", "m1"]


def test_an_older_inbox_message_stays_and_a_newer_archived_one_is_left_out() -> None:
    found = identifiers("mail/inbox-reader.tsx", limit=50)
    assert "m1" in found
    assert "m4" not in found


def test_the_inbox_is_at_most_its_limit() -> None:
    assert identifiers("mail/inbox-reader.tsx", limit=2) == ["m5", "m3"]


def test_unread_mail_leaves_out_what_was_read_or_archived() -> None:
    assert identifiers("mail/unread-mail.tsx", limit=50) == ["m3", "m1"]


def test_booked_transactions_leave_out_announced_ones() -> None:
    assert identifiers("money/bank-transactions.tsx", limit=500) == ["t3", "t2", "t1"]


@pytest.mark.parametrize(
    ("path", "fields"),
    [
        pytest.param(
            "mail/inbox-reader.tsx", ["id", "sender", "subject", "snippet", "date"], id="inbox reader"
        ),
        pytest.param(
            "mail/unread-mail.tsx", ["id", "sender", "subject", "snippet", "date"], id="unread mail"
        ),
        pytest.param(
            "money/bank-transactions.tsx",
            ["id", "date", "payee", "amountCents", "category"],
            id="bank reader",
        ),
    ],
)
def test_rows_have_the_fields_of_the_row_type(path: str, fields: list[str]) -> None:
    assert list(answer(path, limit=1)[0]) == fields


def test_the_monthly_reader_asks_for_the_current_month_only() -> None:
    (statement,) = STATEMENT.findall((DATA / "programs/mail/month-headers.tsx").read_text())
    assert "strftime('%Y-%m', 'now')" in statement
    assert "snippet" not in statement
