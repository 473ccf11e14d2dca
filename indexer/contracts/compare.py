"""Declared schemas against parsed ones: each difference with its path and kind. Pure."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from indexer.contracts.schema import Schema, same

Kind = Literal[
    "missing-property", "extra-property", "type", "required", "enum", "default", "wrapper", "scope", "label",
    "other",
]  # fmt: skip
_MOST_STEPS = 64
_SETS = ("required", "enum", "type")
_KINDS: dict[str, Kind] = {
    "type": "type", "$ref": "type", "enum": "enum", "const": "enum", "default": "default",
    "asCell": "wrapper", "scope": "scope", "ifc": "label", "required": "required",
}  # fmt: skip
_IGNORED = frozenset({"description", "tags", "$comment", "$defs", "$schema", "title"})


@dataclass(frozen=True, slots=True, order=True)
class Difference:
    """One place where two schemas differ."""

    path: str
    """As ``items[].name``; empty for the whole."""
    kind: Kind
    declared: str
    """What the declared schema has there, in short; empty when it has nothing."""
    parsed: str

    def __str__(self) -> str:
        place = self.path or "(whole)"
        return (
            f"{place}: {self.kind}: declared {self.declared or 'nothing'}, parsed {self.parsed or 'nothing'}"
        )


def compare_schemas(declared: Schema, parsed: Schema) -> tuple[Difference, ...]:
    """The differences between *declared* and *parsed*, sorted; words for people and the order of sets aside.

    A reference and what it refers to are the same; so are references under different names.
    """
    walk = _Walk(_definitions(declared), _definitions(parsed))
    return tuple(sorted(set(walk.differences(declared, parsed, "", frozenset()))))


def _definitions(schema: Schema) -> dict[str, Schema]:
    found = schema.get("$defs") if isinstance(schema, dict) else None
    return found if isinstance(found, dict) else {}


@dataclass(frozen=True, slots=True)
class _Walk:
    declared: dict[str, Schema]
    parsed: dict[str, Schema]

    def differences(
        self, ours: Schema, theirs: Schema, path: str, seen: frozenset[tuple[str, str]]
    ) -> Iterator[Difference]:
        """Differences at *path* and below."""
        ours, left = _followed(ours, self.declared)
        theirs, right = _followed(theirs, self.parsed)
        if (left or right) and (left, right) in seen:
            return
        seen = seen | {(left, right)} if left or right else seen
        if len(seen) > _MOST_STEPS:
            return
        if not isinstance(ours, dict) or not isinstance(theirs, dict):
            if not same(ours, theirs):
                yield Difference(path, "type", _short(ours), _short(theirs))
            return
        yield from self._keywords(ours, theirs, path)
        yield from self._properties(ours, theirs, path, seen)
        yield from self._parts(ours, theirs, path, seen)

    def _keywords(
        self, ours: dict[str, object], theirs: dict[str, object], path: str
    ) -> Iterator[Difference]:
        for key in sorted(
            (ours.keys() | theirs.keys())
            - _IGNORED
            - {"properties", "items", "anyOf", "additionalProperties"}
        ):
            left, right = ours.get(key), theirs.get(key)
            if key in _SETS:
                left, right = _sorted(left), _sorted(right)
            if not same(left, right) or (key in ours) != (key in theirs):
                shown = (_short(left) if key in ours else "", _short(right) if key in theirs else "")
                yield Difference(path, _KINDS.get(key, "other"), *shown)

    def _properties(
        self, ours: dict[str, object], theirs: dict[str, object], path: str, seen: frozenset[tuple[str, str]]
    ) -> Iterator[Difference]:
        left, right = ours.get("properties"), theirs.get("properties")
        given, found = left if isinstance(left, dict) else {}, right if isinstance(right, dict) else {}
        for name in sorted(given.keys() | found.keys()):
            inner = f"{path}.{name}" if path else name
            if name not in found:
                yield Difference(inner, "missing-property", _short(given[name]), "")
            elif name not in given:
                yield Difference(inner, "extra-property", "", _short(found[name]))
            else:
                yield from self.differences(given[name], found[name], inner, seen)

    def _parts(
        self, ours: dict[str, object], theirs: dict[str, object], path: str, seen: frozenset[tuple[str, str]]
    ) -> Iterator[Difference]:
        for key, step in (("items", "[]"), ("additionalProperties", "[*]")):
            left, right = ours.get(key), theirs.get(key)
            if isinstance(left, (dict, bool)) and isinstance(right, (dict, bool)):
                yield from self.differences(left, right, path + step, seen)
            elif left is not right:
                yield Difference(path + step, "type", _short(left), _short(right))
        left, right = _options(ours), _options(theirs)
        unmatched = [each for each in left if not any(self._same(each, other, seen) for other in right)]
        extra = [each for each in right if not any(self._same(other, each, seen) for other in left)]
        for each, other in zip(unmatched, extra, strict=False):
            yield from self.differences(each, other, path, seen)
        for each in unmatched[len(extra) :]:
            yield Difference(path, "type", _short(each), "")
        for each in extra[len(unmatched) :]:
            yield Difference(path, "type", "", _short(each))

    def _same(self, ours: Schema, theirs: Schema, seen: frozenset[tuple[str, str]]) -> bool:
        return next(iter(self.differences(ours, theirs, "", seen)), None) is None


def _followed(schema: Schema, definitions: dict[str, Schema]) -> tuple[Schema, str]:
    name = ""
    for _hop in range(_MOST_STEPS):
        reference = schema.get("$ref") if isinstance(schema, dict) else None
        if not isinstance(schema, dict) or not isinstance(reference, str):
            break
        following = reference.removeprefix("#/$defs/")
        target = definitions.get(following)
        if target is None or not reference.startswith("#/$defs/"):
            break
        name = following
        beside = {key: each for key, each in schema.items() if key not in ("$ref", "$defs")}
        schema = {**target, **beside} if isinstance(target, dict) else target
    return schema, name


def _options(schema: dict[str, object]) -> list[Schema]:
    options = schema.get("anyOf")
    return options if isinstance(options, list) else []


def _sorted(value: object) -> object:
    return sorted(value, key=str) if isinstance(value, list) else value


def _short(value: object) -> str:
    if isinstance(value, dict):
        named = (
            value.get("$ref")
            or value.get("type")
            or ("enum" if "enum" in value else "anyOf" if "anyOf" in value else "")
        )
        return str(named) if named else ", ".join(sorted(value)) or "anything"
    if isinstance(value, list):
        return ", ".join(str(each) for each in value)[:80]
    return "anything" if value is True else "never" if value is False else str(value)[:80]
