"""Values of rows as their types, refusing what a damaged or hostile file put there. Pure."""

import json

from indexer.base.errors import DatabaseRefused
from indexer.save.connection import Value


def text(value: Value) -> str:
    """*value* as text.

    Raises:
        DatabaseRefused: it is something else.
    """
    if isinstance(value, str):
        return value
    raise DatabaseRefused("database", f"holds {type(value).__name__} where text is expected")


def text_or_none(value: Value) -> str | None:
    """*value* as text or ``None``."""
    return None if value is None else text(value)


def number(value: Value) -> int:
    """*value* as a whole number.

    Raises:
        DatabaseRefused: it is something else.
    """
    if isinstance(value, int):
        return value
    raise DatabaseRefused("database", f"holds {type(value).__name__} where a number is expected")


def real_or_none(value: Value) -> float | None:
    """*value* as a real number or ``None``."""
    if value is None or isinstance(value, (int, float)):
        return value
    raise DatabaseRefused("database", f"holds {type(value).__name__} where a number is expected")


def blob(value: Value) -> bytes:
    """*value* as bytes.

    Raises:
        DatabaseRefused: it is something else.
    """
    if isinstance(value, bytes):
        return value
    raise DatabaseRefused("database", f"holds {type(value).__name__} where bytes are expected")


def texts(value: Value) -> tuple[str, ...]:
    """*value*, a JSON list of texts, as a tuple.

    Raises:
        DatabaseRefused: it is something else.
    """
    try:
        items = json.loads(text(value))
    except (ValueError, RecursionError) as error:
        raise DatabaseRefused("database", "holds text where JSON is expected") from error
    if isinstance(items, list) and all(isinstance(item, str) for item in items):
        return tuple(items)
    raise DatabaseRefused("database", "holds JSON that is no list of texts where one is expected")
