"""Whether values of one schema may feed another: yes, no with the place, or unknown with the place. Pure.

A value schema is one that a pattern promises (a result field, a grant); an argument schema is one that it
asks for. Cells and scopes around values do not matter: the runtime reads and links them. Streams feed only
streams.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from indexer.contracts.schema import Schema, same
from indexer.contracts.sides import (
    MOST_STEPS,
    Side,
    as_list,
    as_mapping,
    cells_of,
    followed,
    has_default,
    items_of,
    keyword_of,
    keywords_of,
    kind_of,
    kind_of_value,
    options_of,
    says_nothing,
    side_of,
    takes_anything,
    values_of,
)

Verdict = Literal["yes", "no", "unknown"]
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


def can_feed(value_schema: Schema, argument_schema: Schema) -> Fit:
    """Whether every value of *value_schema* is one that *argument_schema* takes.

    >>> can_feed({"type": "string"}, {"type": ["number", "string"]}).verdict
    'yes'
    >>> texts, numbers = {"type": "string"}, {"type": "number"}
    >>> can_feed({"type": "array", "items": texts}, {"type": "array", "items": numbers})
    Fit(verdict='no', path='[]', reason='a string where a number is asked for')
    """
    return _feeds(side_of(value_schema), side_of(argument_schema), "", frozenset())


def _feeds(value: Side, wanted: Side, path: str, seen: frozenset[tuple[str, str]]) -> Fit:
    value, names_value = followed(value)
    wanted, names_wanted = followed(wanted)
    if value.schema is False or wanted.schema is True or takes_anything(wanted.schema):
        return YES
    if value.schema is True or says_nothing(value.schema):
        return Fit("unknown", path, "the value may be anything")
    if wanted.schema is False:
        return Fit("no", path, "nothing is taken here")
    met = (names_value, names_wanted)
    if names_value and names_wanted:
        if met in seen:
            return YES
        seen = seen | {met}
    if len(seen) > MOST_STEPS or path.count(".") + path.count("[") > MOST_STEPS:
        return Fit("unknown", path, "nested too deeply")
    return _feeds_object(value, wanted, path, seen)


def _feeds_object(value: Side, wanted: Side, path: str, seen: frozenset[tuple[str, str]]) -> Fit:
    stream = _stream_fit(value.schema, wanted.schema, path)
    if stream is not None and stream.verdict != "yes":
        return stream
    options = options_of(value)
    if len(options) > 1:
        return _worst(_feeds(option, wanted, path, seen) for option in options)
    if "default" in keywords_of(wanted.schema) and kind_of(value) == "undefined":
        return YES
    choices = options_of(wanted)
    if len(choices) > 1:
        return _best((_feeds(value, choice, path, seen) for choice in choices), path)
    return _feeds_single(value, wanted, path, seen)


def _feeds_single(value: Side, wanted: Side, path: str, seen: frozenset[tuple[str, str]]) -> Fit:
    enum = _enum_fit(value.schema, wanted.schema, path)
    if enum is not None:
        return enum
    ours, theirs = kind_of(value), kind_of(wanted)
    if not theirs:
        return YES
    if not ours or "unknown" in (ours, theirs):
        return YES if theirs == "unknown" else Fit("unknown", path, "the value's type is not told")
    if ours != theirs:
        return Fit("no", path, f"{_a(ours)} where {_a(theirs)} is asked for")
    if ours == "array":
        return _feeds(
            value.part(items_of(value)),
            wanted.part(items_of(wanted)),
            f"{path}[]",
            seen,
        )
    if ours == "object":
        return _feeds_members(value, wanted, path, seen)
    return YES


def _feeds_members(value: Side, wanted: Side, path: str, seen: frozenset[tuple[str, str]]) -> Fit:
    return _worst(_member_fits(value, wanted, path, seen))


def _member_fits(value: Side, wanted: Side, path: str, seen: frozenset[tuple[str, str]]) -> Iterable[Fit]:
    given = as_mapping(keyword_of(value, "properties", {}))
    asked = as_mapping(keyword_of(wanted, "properties", {}))
    needed, sure = as_list(keyword_of(wanted, "required", [])), as_list(keyword_of(value, "required", []))
    rest = keyword_of(value, "additionalProperties", None)
    for name, part in asked.items():
        inner = f"{path}.{name}" if path else name
        if name in given:
            if name in needed and name not in sure and not has_default(part):
                yield Fit("no", inner, "may be missing, but is required")
            yield _feeds(value.part(given[name]), wanted.part(part), inner, seen)
        elif rest not in (None, False):
            yield Fit("unknown", inner, "may be among the further properties")
        elif name in needed and not has_default(part):
            yield Fit("no", inner, "is required and missing")
    open_part = keyword_of(wanted, "additionalProperties", None)
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
    side, _name = followed(side_of(argument_schema))
    properties = as_mapping(keyword_of(side, "properties", {}))
    needed = as_list(keyword_of(side, "required", []))
    return tuple(str(name) for name in needed if not has_default(properties.get(str(name), True)))


def field_schema(schema: Schema, name: str) -> Schema | None:
    """The schema of the property *name*, with the definitions it refers to; ``None`` when there is none."""
    side, _name = followed(side_of(schema))
    found = as_mapping(keyword_of(side, "properties", {})).get(name)
    if isinstance(found, dict):
        return {**found, "$defs": dict(side.definitions)} if side.definitions else found
    return found if isinstance(found, bool) else None


def _stream_fit(value: Schema, wanted: Schema, path: str) -> Fit | None:
    ours, theirs = "stream" in cells_of(value), "stream" in cells_of(wanted)
    if ours != theirs:
        return Fit(
            "no",
            path,
            "a stream where a value is asked for" if ours else "a value where a stream is asked for",
        )
    return None


def _enum_fit(value: Schema, wanted: Schema, path: str) -> Fit | None:
    ours, theirs = values_of(value), values_of(wanted)
    if theirs is None:
        return None
    if ours is None:
        kinds = {kind_of_value(each) for each in theirs}
        kind = str(keywords_of(value).get("type", ""))
        if kind and kind not in kinds:
            return Fit("no", path, f"{_a(kind)} where one of {len(theirs)} values is asked for")
        return Fit("no", path, f"any {kind or 'value'} where one of {len(theirs)} values is asked for")
    odd = next((each for each in ours if not any(same(each, known) for known in theirs)), None)
    if odd is None and not (None in ours and None not in theirs):
        return YES
    return Fit("no", path, f"{odd!r} is none of the values asked for")


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
