"""Whether values of one schema may feed another: yes, no with the place, or unknown with the place. Pure.

A value schema is one that a pattern promises (a result field, a grant); an argument schema is one that it
asks for. Cells and scopes around values do not matter: the runtime reads and links them. Streams feed only
streams.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Literal

from indexer.contracts.schema import Schema, same

Verdict = Literal["yes", "no", "unknown"]
_MOST_STEPS = 48
_RANK: dict[Verdict, int] = {"yes": 0, "unknown": 1, "no": 2}
_NOTHING = frozenset({"null", "undefined"})


@dataclass(frozen=True, slots=True)
class Fit:
    """Whether a value fits, and where and why it does not or cannot be told."""

    verdict: Verdict
    path: str = ""
    """As ``items[].name``; empty for the whole."""
    reason: str = ""


YES = Fit("yes")


@dataclass(frozen=True, slots=True)
class _Side:
    schema: Schema
    definitions: Mapping[str, Schema]

    def part(self, schema: object) -> "_Side":
        return _Side(schema if isinstance(schema, (dict, bool)) else True, self.definitions)


def can_feed(value_schema: Schema, argument_schema: Schema) -> Fit:
    """Whether every value of *value_schema* is one that *argument_schema* takes.

    >>> can_feed({"type": "string"}, {"type": ["number", "string"]}).verdict
    'yes'
    >>> texts, numbers = {"type": "string"}, {"type": "number"}
    >>> can_feed({"type": "array", "items": texts}, {"type": "array", "items": numbers})
    Fit(verdict='no', path='[]', reason='a string where a number is asked for')
    """
    return _feeds(_side(value_schema), _side(argument_schema), "", frozenset())


def _side(schema: Schema) -> _Side:
    definitions = schema.get("$defs") if isinstance(schema, dict) else None
    return _Side(schema, definitions if isinstance(definitions, dict) else {})


def _feeds(value: _Side, wanted: _Side, path: str, seen: frozenset[tuple[str, str]]) -> Fit:
    value, names_value = _followed(value)
    wanted, names_wanted = _followed(wanted)
    if value.schema is False or wanted.schema is True or _takes_anything(wanted.schema):
        return YES
    if value.schema is True or _says_nothing(value.schema):
        return Fit("unknown", path, "the value may be anything")
    if wanted.schema is False:
        return Fit("no", path, "nothing is taken here")
    met = (names_value, names_wanted)
    if names_value and names_wanted:
        if met in seen:
            return YES
        seen = seen | {met}
    if len(seen) > _MOST_STEPS or path.count(".") + path.count("[") > _MOST_STEPS:
        return Fit("unknown", path, "nested too deeply")
    return _feeds_object(value, wanted, path, seen)


def _feeds_object(value: _Side, wanted: _Side, path: str, seen: frozenset[tuple[str, str]]) -> Fit:
    stream = _stream_fit(value.schema, wanted.schema, path)
    if stream is not None and stream.verdict != "yes":
        return stream
    options = _options(value)
    if len(options) > 1:
        return _worst(_feeds(option, wanted, path, seen) for option in options)
    if "default" in _keys(wanted.schema) and _kind(value) == "undefined":
        return YES
    choices = _options(wanted)
    if len(choices) > 1:
        return _best((_feeds(value, choice, path, seen) for choice in choices), path)
    return _feeds_single(value, wanted, path, seen)


def _feeds_single(value: _Side, wanted: _Side, path: str, seen: frozenset[tuple[str, str]]) -> Fit:
    enum = _enum_fit(value.schema, wanted.schema, path)
    if enum is not None:
        return enum
    ours, theirs = _kind(value), _kind(wanted)
    if not theirs:
        return YES
    if not ours or "unknown" in (ours, theirs):
        return YES if theirs == "unknown" else Fit("unknown", path, "the value's type is not told")
    if ours != theirs:
        return Fit("no", path, f"{_a(ours)} where {_a(theirs)} is asked for")
    if ours == "array":
        return _feeds(
            value.part(_items(value)),
            wanted.part(_items(wanted)),
            f"{path}[]",
            seen,
        )
    if ours == "object":
        return _feeds_members(value, wanted, path, seen)
    return YES


def _feeds_members(value: _Side, wanted: _Side, path: str, seen: frozenset[tuple[str, str]]) -> Fit:
    return _worst(_member_fits(value, wanted, path, seen))


def _member_fits(value: _Side, wanted: _Side, path: str, seen: frozenset[tuple[str, str]]) -> Iterable[Fit]:
    given, asked = _mapping(_get(value, "properties", {})), _mapping(_get(wanted, "properties", {}))
    needed, sure = _list(_get(wanted, "required", [])), _list(_get(value, "required", []))
    rest = _get(value, "additionalProperties", None)
    for name, part in asked.items():
        inner = f"{path}.{name}" if path else name
        if name in given:
            if name in needed and name not in sure and not _has_default(part):
                yield Fit("no", inner, "may be missing, but is required")
            yield _feeds(value.part(given[name]), wanted.part(part), inner, seen)
        elif rest not in (None, False):
            yield Fit("unknown", inner, "may be among the further properties")
        elif name in needed and not _has_default(part):
            yield Fit("no", inner, "is required and missing")
    open_part = _get(wanted, "additionalProperties", None)
    if isinstance(open_part, (dict, bool)) and open_part is not True:
        for name, part in given.items():
            if name not in asked:
                yield _feeds(
                    value.part(part), wanted.part(open_part), f"{path}.{name}" if path else name, seen
                )
        if isinstance(rest, (dict, bool)):
            yield _feeds(value.part(rest), wanted.part(open_part), f"{path}[*]", seen)


def missing_arguments(argument_schema: Schema) -> tuple[str, ...]:
    """The properties that must be given: required ones without a default, in order."""
    side, _name = _followed(_side(argument_schema))
    properties = _mapping(_get(side, "properties", {}))
    needed = _list(_get(side, "required", []))
    return tuple(str(name) for name in needed if not _has_default(properties.get(str(name), True)))


def field_schema(schema: Schema, name: str) -> Schema | None:
    """The schema of the property *name*, with the definitions it refers to; ``None`` when there is none."""
    side, _name = _followed(_side(schema))
    found = _mapping(_get(side, "properties", {})).get(name)
    if isinstance(found, dict):
        return {**found, "$defs": dict(side.definitions)} if side.definitions else found
    return found if isinstance(found, bool) else None


def _followed(side: _Side) -> tuple[_Side, str]:
    name = ""
    for _hop in range(_MOST_STEPS):
        reference = side.schema.get("$ref") if isinstance(side.schema, dict) else None
        if not isinstance(reference, str) or not reference.startswith("#/$defs/"):
            return side, name
        name = reference.removeprefix("#/$defs/")
        target = side.definitions.get(name, True)
        beside = {key: each for key, each in _keys(side.schema).items() if key not in ("$ref", "$defs")}
        merged = {**target, **beside} if isinstance(target, dict) else target
        side = replace(side, schema=merged)
    return side, name


def _takes_anything(schema: Schema) -> bool:
    keys = _keys(schema)
    return keys.get("type") == "unknown" or not any(
        key in keys
        for key in ("type", "anyOf", "enum", "const", "properties", "items", "$ref", "asCell", "not")
    )


def _says_nothing(schema: Schema) -> bool:
    keys = _keys(schema)
    return not any(
        key in keys for key in ("type", "anyOf", "enum", "const", "properties", "items", "$ref", "asCell")
    )


def _stream_fit(value: Schema, wanted: Schema, path: str) -> Fit | None:
    ours, theirs = "stream" in _cells(value), "stream" in _cells(wanted)
    if ours != theirs:
        return Fit(
            "no",
            path,
            "a stream where a value is asked for" if ours else "a value where a stream is asked for",
        )
    return None


def _cells(schema: Schema) -> list[str]:
    listed = _list(_keys(schema).get("asCell"))
    return [str(each.get("kind")) if isinstance(each, dict) else str(each) for each in listed[:1]]


def _options(side: _Side) -> list[_Side]:
    keys = _keys(side.schema)
    options = keys.get("anyOf")
    if isinstance(options, list):
        return [side.part(option) for option in options]
    if isinstance(keys.get("type"), list):
        return [side.part({**keys, "type": each}) for each in _list(keys["type"])]
    values = _list(keys.get("enum"))
    if "type" not in keys and len(values) > 1:
        return [side.part({"enum": [each]}) for each in values]
    return [side]


def _enum_fit(value: Schema, wanted: Schema, path: str) -> Fit | None:
    ours, theirs = _values(value), _values(wanted)
    if theirs is None:
        return None
    if ours is None:
        kinds = {_kind_of(each) for each in theirs}
        kind = str(_keys(value).get("type", ""))
        if kind and kind not in kinds:
            return Fit("no", path, f"{_a(kind)} where one of {len(theirs)} values is asked for")
        return Fit("no", path, f"any {kind or 'value'} where one of {len(theirs)} values is asked for")
    odd = next((each for each in ours if not any(same(each, known) for known in theirs)), None)
    if odd is None and not (None in ours and None not in theirs):
        return YES
    return Fit("no", path, f"{odd!r} is none of the values asked for")


def _values(schema: Schema) -> list[object] | None:
    keys = _keys(schema)
    if "const" in keys:
        return [keys["const"]]
    return _list(keys["enum"]) if "enum" in keys else None


def _kind(side: _Side) -> str:
    keys = _keys(side.schema)
    named = keys.get("type")
    if isinstance(named, str):
        return "number" if named == "integer" else named
    values = _values(side.schema)
    if values:
        return _kind_of(values[0])
    reference = keys.get("$ref")
    if isinstance(reference, str):
        return reference
    return "object" if "properties" in keys else "array" if "items" in keys else ""


def _kind_of(value: object) -> str:
    if isinstance(value, bool):
        return "boolean"
    if value is None:
        return "null"
    return "string" if isinstance(value, str) else "number" if isinstance(value, (int, float)) else "object"


def _a(kind: str) -> str:
    plain = "view node" if kind.endswith("/vnode.json") else kind
    return plain if plain in _NOTHING else f"{'an' if plain[:1] in 'aeiou' else 'a'} {plain}"


def _worst(fits: Iterable[Fit]) -> Fit:
    worst = YES
    for fit in fits:
        if _RANK[fit.verdict] > _RANK[worst.verdict]:
            worst = fit
        if worst.verdict == "no":
            break
    return worst


def _best(fits: Iterable[Fit], path: str) -> Fit:
    best = Fit("no", path, "fits none of the alternatives")
    for fit in fits:
        if _RANK[fit.verdict] < _RANK[best.verdict]:
            best = fit
        if best.verdict == "yes":
            break
    return best


def _keys(schema: Schema) -> dict[str, object]:
    return schema if isinstance(schema, dict) else {}


def _get(side: _Side, key: str, default: object) -> object:
    return _keys(side.schema).get(key, default)


def _items(side: _Side) -> object:
    return _keys(side.schema).get("items", {})


def _mapping(value: object) -> dict[str, Schema]:
    return value if isinstance(value, dict) else {}


def _list(value: object) -> list[object]:
    return value if isinstance(value, list) else []


def _has_default(schema: Schema) -> bool:
    return "default" in _keys(schema)
