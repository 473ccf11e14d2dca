"""What a SELECT reads: tables, filters, order, limit. Pure. Imports sqlglot, so only where SQL was found."""

from dataclasses import dataclass

import sqlglot
from sqlglot import exp
from sqlglot.errors import SqlglotError


@dataclass(frozen=True, slots=True)
class QueryFacts:
    """One statement, read."""

    tables: tuple[str, ...]
    columns: tuple[str, ...]
    """Names that the rows carry, in order; empty for ``*``."""
    filters: tuple[str, ...]
    """Conditions of WHERE and HAVING, each as SQL."""
    order: tuple[str, ...]
    """ORDER BY terms, as SQL."""
    descending: bool
    limit: str
    """The LIMIT as written, or empty."""
    grouped: bool

    def sentence(self) -> str:
        """What it reads, in one sentence."""
        parts = [f"reads {', '.join(self.tables) or 'no table'}"]
        parts += [f"keeps rows where {' and '.join(self.filters)}"] if self.filters else ["keeps every row"]
        parts.append(f"ordered by {', '.join(self.order)}" if self.order else "in no given order")
        parts.append(f"at most {self.limit} rows" if self.limit else "without a limit")
        return "; ".join(parts)


def describe_query(sql: str) -> QueryFacts | None:
    """The facts of *sql*, ``None`` when it cannot be parsed as SQLite: unknown, not empty."""
    try:
        tree = sqlglot.parse_one(sql, read="sqlite")
    except (SqlglotError, RecursionError):
        return None
    if not isinstance(tree, exp.Query):
        return None
    order, limit = tree.args.get("order"), tree.args.get("limit")
    ordered = tuple(order.expressions) if order else ()
    common = {name.alias for name in tree.find_all(exp.CTE)}
    return QueryFacts(
        tables=tuple(sorted({table.name for table in tree.find_all(exp.Table)} - common)),
        columns=tuple(name for name in tree.named_selects if name != "*"),
        filters=_filters(tree),
        order=tuple(term.sql(dialect="sqlite") for term in ordered),
        descending=bool(ordered and ordered[0].args.get("desc")),
        limit=limit.expression.sql(dialect="sqlite") if limit is not None and limit.expression else "",
        grouped=tree.args.get("group") is not None,
    )


def _filters(tree: exp.Query) -> tuple[str, ...]:
    found: list[str] = []
    for key in ("where", "having"):
        clause = tree.args.get(key)
        if clause is not None:
            condition = clause.this
            parts = condition.flatten() if isinstance(condition, exp.And) else (condition,)
            found.extend(part.sql(dialect="sqlite") for part in parts)
    return tuple(found)
