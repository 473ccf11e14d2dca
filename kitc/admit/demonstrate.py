"""Demonstrations: a selected pattern's own SQL on sample rows, read-only. IO: an in-memory database."""

from collections.abc import Mapping, Sequence

from pydantic import JsonValue

from kitc.base.kit import Demonstration
from kitc.base.task import Task
from kitc.queries.find import Statement, find_statements
from kitc.queries.run import Row, Shown, run_query
from kitc.tools.answers import PassageAnswer, PatternAnswer

_FEW = 2
"""A limit small enough to be seen at work on samples."""


def demonstrate(answer: PatternAnswer, source: PassageAnswer | None, task: Task) -> tuple[Demonstration, ...]:
    """What the pattern's statements give on the task's sample rows, else on those recorded of it."""
    tables = _tables(task, answer)
    if not tables or source is None:
        return ()
    found: list[Demonstration] = []
    for statement in find_statements(source.text, answer.address.split("#")[0]):
        found += _demonstrations(statement, tables, answer, task)
    return tuple(found[:4])


def _tables(task: Task, answer: PatternAnswer) -> dict[str, Sequence[Row]]:
    recorded = answer.sample_rows if not task.rows else dict(task.rows)
    tables: dict[str, Sequence[Row]] = {}
    for name, rows in recorded.items():
        if isinstance(rows, (list, tuple)):
            tables[name] = [row for row in rows if isinstance(row, dict)]
    return tables


def _demonstrations(
    statement: Statement, tables: Mapping[str, Sequence[Row]], answer: PatternAnswer, task: Task
) -> list[Demonstration]:
    from kitc.queries.describe import describe_query  # noqa: PLC0415 - sqlglot only where SQL is

    shown = run_query(statement.sql, tables)
    described = describe_query(statement.sql)
    if isinstance(shown, str) or described is None:
        return []
    main = next((name for name in described.tables if name in tables and _has_ids(tables[name])), "")
    given = len(tables.get(main, ()))
    samples = "the task's sample rows" if task.rows else "its recorded sample rows"
    how = f"its own SQL (lines {statement.first_line}-{statement.last_line}), read-only on {samples}"
    what = [f"{answer.name}: {len(shown.rows)} of {given} sample rows of {main or 'its tables'} come back"]
    what += _order(shown, descending=described.descending, is_ordered=bool(described.order))
    what += _kept(shown, tables.get(main, ()), described.order)
    found = [Demonstration(what="; ".join(what), how=how)]
    if shown.parameters and len(shown.rows) > _FEW:
        fewer = run_query(statement.sql, tables, limit=_FEW)
        if isinstance(fewer, Shown) and len(fewer.rows) <= _FEW:
            found.append(
                Demonstration(
                    what=f"{answer.name}: with a limit of {_FEW}, at most {_FEW} rows come back", how=how
                )
            )
    return found


def _has_ids(rows: Sequence[Row]) -> bool:
    return bool(rows) and "id" in rows[0]


def _order(shown: Shown, *, descending: bool, is_ordered: bool) -> list[str]:
    """Whether the rows stand in the order of their dates, across months where the samples span some."""
    dates = [_date(row) for row in shown.rows]
    if not is_ordered or len(dates) < 2 or not all(dates):
        return []
    texts = [date for date in dates if date]
    if texts != sorted(texts, reverse=descending):
        return []
    months = len({text[:7] for text in texts})
    across = f" across {months} months" if months > 1 else ""
    return [f"{'newest' if descending else 'oldest'} first{across} ({texts[0]} to {texts[-1]})"]


def _date(row: Mapping[str, JsonValue]) -> str:
    for value in row.values():
        if isinstance(value, str) and len(value) >= 10 and value[:4].isdigit() and value[4] == "-":
            return value
    return ""


def _kept(shown: Shown, rows: Sequence[Row], order: tuple[str, ...]) -> list[str]:
    """An older row that is kept and a newer one that is left out: that is a filter at work, not a limit."""
    ids = {row.get("id") for row in shown.rows}
    kept = sorted((_date(row), str(row["id"])) for row in rows if row.get("id") in ids and _date(row))
    left = sorted((_date(row), str(row["id"])) for row in rows if row.get("id") not in ids and _date(row))
    newer = [entry for entry in left if kept and entry[0] > kept[0][0]]
    if not kept or not newer or not order:
        return []
    return [f"the older row {kept[0][1]} is kept, the newer row {newer[-1][1]} is left out by its conditions"]
