"""JSON Schemas as plain values, and the merges that unions make. Pure."""

from collections.abc import Iterable
from typing import TypeAlias, cast

Schema: TypeAlias = bool | dict[str, object]
_SIMPLE_KEYS = frozenset({"type", "enum"})


def as_object(schema: Schema) -> dict[str, object]:
    """*schema* as an object that keys can be added to; ``false`` becomes ``{"not": true}``."""
    if isinstance(schema, bool):
        return {} if schema else {"not": True}
    return dict(schema)


def with_default(schema: Schema, value: object) -> Schema:
    """*schema* with a ``default`` beside what it says."""
    return {**as_object(schema), "default": value}


def same(left: object, right: object) -> bool:
    """Whether two JSON values are equal, ``true`` and ``1`` apart."""
    if isinstance(left, dict) and isinstance(right, dict):
        return left.keys() == right.keys() and all(same(value, right[key]) for key, value in left.items())
    if isinstance(left, list) and isinstance(right, list):
        return len(left) == len(right) and all(map(same, left, right))
    return left == right and isinstance(left, bool) == isinstance(right, bool)


def combine(schemas: Iterable[Schema]) -> Schema:
    """The union of *schemas* in their order: equal ones once, simple types merged, one alone unwrapped."""
    options: list[dict[str, object]] = []
    for schema in schemas:
        if schema is True:
            return True
        if isinstance(schema, dict):
            _merge_into(options, schema)
    if not options:
        return False
    return options[0] if len(options) == 1 else {"anyOf": options}


def any_of(schemas: list[Schema]) -> Schema:
    """The union of *schemas* without any merging."""
    return schemas[0] if len(schemas) == 1 else {"anyOf": schemas}


def _is_simple(schema: dict[str, object]) -> bool:
    return schema.keys() <= _SIMPLE_KEYS


def _merge_into(options: list[dict[str, object]], schema: dict[str, object]) -> None:
    if any(same(option, schema) for option in options):
        return
    at = next(
        (
            at
            for at, option in enumerate(options)
            if _is_simple(option) and "type" in option and option["type"] == schema.get("type")
        ),
        None,
    )
    if at is not None:
        options[at] = _merged_same_type(options[at], schema)
    elif _is_simple(schema) and "enum" not in schema and "type" in schema:
        _merge_plain_type(options, schema)
    else:
        options.append(schema)


def _merged_same_type(option: dict[str, object], schema: dict[str, object]) -> dict[str, object]:
    ours, theirs = option.get("enum"), schema.get("enum")
    rest = {key: value for key, value in option.items() if key != "enum"}
    if not isinstance(ours, list) or not isinstance(theirs, list):
        return rest
    values: list[object] = []
    for value in [*ours, *theirs]:
        if not any(same(value, known) for known in values):
            values.append(value)
    if schema.get("type") == "boolean" and len(values) == 2:
        return rest
    return {**option, "enum": sorted(values, key=_spelled)}


def _spelled(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _merge_plain_type(options: list[dict[str, object]], schema: dict[str, object]) -> None:
    for at, option in enumerate(options):
        if _is_simple(option) and "enum" not in option:
            names = {*_type_names(option), *_type_names(schema)}
            options[at] = {**option, "type": sorted(names)}
            return
    options.append(schema)


def _type_names(schema: dict[str, object]) -> list[str]:
    named = schema.get("type")
    return cast("list[str]", named) if isinstance(named, list) else [str(named)]
