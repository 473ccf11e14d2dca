"""JSON Schemas as plain values, and the merges that unions make. Pure."""

from collections.abc import Iterable
from typing import TypeAlias, cast

from indexer.base.digest import canonical_json

Schema: TypeAlias = bool | dict[str, object]
_NESTING = (dict, list)
_SIMPLE_KEYS = frozenset({"type", "enum"})


def as_object(schema: Schema) -> dict[str, object]:
    """*schema* as an object that keys can be added to; ``false`` becomes ``{"not": true}``."""
    if isinstance(schema, bool):
        return {} if schema else {"not": True}
    return dict(schema)


def with_default(schema: Schema, value: object) -> Schema:
    """*schema* with a ``default`` beside what it says."""
    return {**as_object(schema), "default": value}


def parts_of(value: object, *, but: frozenset[str]) -> list[object]:
    """The objects and lists right inside a schema or a list, in order, without those of keywords in *but*."""
    if isinstance(value, dict):
        return [part for key, part in value.items() if type(part) in _NESTING and key not in but]
    return [part for part in value if type(part) in _NESTING] if isinstance(value, list) else []


def same(left: object, right: object) -> bool:
    """Whether two JSON values are equal, ``true`` and ``1`` apart."""
    if isinstance(left, dict) and isinstance(right, dict):
        return left.keys() == right.keys() and all(same(value, right[key]) for key, value in left.items())
    if isinstance(left, list) and isinstance(right, list):
        return len(left) == len(right) and all(map(same, left, right))
    return left == right and isinstance(left, bool) == isinstance(right, bool)


def combine(schemas: Iterable[Schema]) -> Schema:
    """The union of *schemas* in their order: equal ones once, simple types merged, one alone unwrapped."""
    options = _Options()
    for schema in schemas:
        if schema is True:
            return True
        if isinstance(schema, dict):
            options.add(schema)
    if not options.all:
        return False
    return options.all[0] if len(options.all) == 1 else {"anyOf": options.all}


def any_of(schemas: list[Schema]) -> Schema:
    """The union of *schemas* without any merging."""
    return schemas[0] if len(schemas) == 1 else {"anyOf": schemas}


def _is_simple(schema: dict[str, object]) -> bool:
    return schema.keys() <= _SIMPLE_KEYS


class _Options:
    """The alternatives so far; equal ones are found by their JSON, so that wide unions stay cheap."""

    __slots__ = ("_known", "_simple", "all")

    def __init__(self) -> None:
        self.all: list[dict[str, object]] = []
        self._known: set[str] = set()
        self._simple: list[int] = []

    def add(self, schema: dict[str, object]) -> None:
        """Adds *schema*, or merges it into a simple one of its kind."""
        text = canonical_json(schema)
        if text in self._known:
            return
        at = next((at for at in self._simple if self._is_same_type(at, schema)), None)
        if at is not None:
            self._replace(at, _merged_same_type(self.all[at], schema))
            return
        plain = _is_simple(schema) and "enum" not in schema and "type" in schema
        at = next((at for at in self._simple if "enum" not in self.all[at]), None) if plain else None
        if at is not None:
            names = {*_type_names(self.all[at]), *_type_names(schema)}
            self._replace(at, {**self.all[at], "type": sorted(names)})
            return
        if _is_simple(schema):
            self._simple.append(len(self.all))
        self._known.add(text)
        self.all.append(schema)

    def _is_same_type(self, at: int, schema: dict[str, object]) -> bool:
        return "type" in self.all[at] and self.all[at]["type"] == schema.get("type")

    def _replace(self, at: int, schema: dict[str, object]) -> None:
        self._known.discard(canonical_json(self.all[at]))
        self._known.add(canonical_json(schema))
        self.all[at] = schema


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


def _type_names(schema: dict[str, object]) -> list[str]:
    named = schema.get("type")
    return cast("list[str]", named) if isinstance(named, list) else [str(named)]
