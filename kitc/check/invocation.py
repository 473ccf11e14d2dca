"""Rule `input-binding`: the inputs of an invocation against the composition's own argument type. Pure."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from pydantic import JsonValue

from indexer.base.words import Span
from indexer.contracts.compatible import can_feed
from indexer.contracts.contract import Contract
from indexer.contracts.schema import Schema
from kitc.base.grant import Grant
from kitc.check.nearest import nearest_names
from kitc.check.report import Finding, Lines, Unknown

RULE_ID = "input-binding"
DOCUMENTATION = """The inputs of the invocation do not suit the composition's argument type.

Every input must be a property of the argument type, every property that is neither optional nor has a default
must be given, a granted handle must carry a value of the property's type, and a literal must be one."""
HANDLE = "cfh:"


def judge_inputs(  # noqa: PLR0913 - the whole question, its options by name
    inputs: Mapping[str, JsonValue],
    contract: Contract,
    *,
    grants: Sequence[Grant] | None,
    unbound: Collection[str] = (),
    lines: Lines,
    place: Span,
) -> tuple[tuple[Finding, ...], tuple[Unknown, ...]]:
    """Findings and what cannot be told of *inputs*; *place* is where the composition states its argument.

    *unbound* inputs are known to be missing until they are granted: that is untold, no error.
    With ``None`` for *grants* nothing is known of handles, so what they carry stays unknown.
    """
    known = {grant.token: grant for grant in grants or ()}
    found = list(_troubles(inputs, contract, known, unbound))
    line, column = lines.place(place.start)
    end_line, end_column = lines.place(place.stop)
    findings = [
        Finding(
            rule=RULE_ID,
            severity="error",
            span=place,
            line=line,
            column=column,
            end_line=end_line,
            end_column=end_column,
            message=message,
        )
        for message, certain in found
        if certain
    ]
    unknown = [
        Unknown(subject="the invocation", reason=message, span=place, line=line, column=column)
        for message, certain in found
        if not certain
    ]
    return tuple(findings), tuple(unknown)


def _troubles(
    inputs: Mapping[str, JsonValue],
    contract: Contract,
    grants: Mapping[str, Grant],
    unbound: Collection[str],
) -> Iterator[tuple[str, bool]]:
    """Each trouble, and whether it is certain."""
    argument = contract.argument_schema
    if not isinstance(argument, dict):
        if argument is False and inputs:
            yield f"inputs {_listed(inputs)} are given, but the composition takes none", True
        return
    properties = argument.get("properties")
    if not isinstance(properties, dict) or "$ref" in argument:
        yield "its argument type is not an object with known properties", False
        return
    yield from _names(inputs, argument, properties, partial=contract.status == "partial")
    yield from _required(inputs, argument, properties, unbound)
    for name in sorted(set(inputs) & set(properties)):
        wanted = _with_definitions(properties[name], argument)
        yield from _value(name, inputs[name], wanted, grants)


def _names(
    inputs: Mapping[str, JsonValue],
    argument: Mapping[str, object],
    properties: Mapping[str, Schema],
    *,
    partial: bool,
) -> Iterator[tuple[str, bool]]:
    open_ended = argument.get("additionalProperties", False) is not False
    for name in sorted(set(inputs) - set(properties)):
        near = nearest_names(name, properties, limit=1)
        hint = f", the nearest is {near[0]}" if near else ""
        if not open_ended:
            yield f"input {name} is no property of the argument type{hint}", not partial


def _required(
    inputs: Mapping[str, JsonValue],
    argument: Mapping[str, object],
    properties: Mapping[str, Schema],
    unbound: Collection[str],
) -> Iterator[tuple[str, bool]]:
    required = argument.get("required")
    for name in required if isinstance(required, list) else ():
        wanted = properties.get(name)
        if name in inputs or (isinstance(wanted, dict) and "default" in wanted):
            continue
        if name in unbound:
            yield f"input {name} is still to be granted", False
        else:
            yield f"input {name} is required by the argument type and not given", True


def _value(
    name: str, value: JsonValue, wanted: Schema, grants: Mapping[str, Grant]
) -> Iterator[tuple[str, bool]]:
    if isinstance(value, str) and value.startswith(HANDLE):
        grant = grants.get(value)
        if grant is None:
            return  # ungranted-handle judges tokens when grants are known
        granted = grant.value_schema
        offered: Schema = granted if isinstance(granted, bool) else dict(granted)
    else:
        offered = value_schema(value)
    fit = can_feed(offered, wanted)
    where = f"input {name}{'.' + fit.path if fit.path and not fit.path.startswith('[') else fit.path}"
    if fit.verdict == "no":
        yield f"{where}: {fit.reason}", True
    elif fit.verdict == "unknown" and grants:
        yield f"{where}: {fit.reason}", False


def value_schema(value: JsonValue) -> Schema:
    """The schema of one literal value.

    >>> value_schema({"a": [1]})["properties"]
    {'a': {'type': 'array', 'items': {'anyOf': [{'type': 'number', 'enum': [1]}]}}}
    """
    match value:
        case None:
            return {"type": "null"}
        case bool() | str() | int() | float():
            kinds: dict[type, str] = {bool: "boolean", str: "string"}
            return {"type": kinds.get(type(value), "number"), "enum": [value]}
        case list():
            return {
                "type": "array",
                "items": {"anyOf": [value_schema(item) for item in value]} if value else False,
            }
        case dict():
            fields = {key: value_schema(item) for key, item in value.items()}
            return {"type": "object", "properties": fields, "required": sorted(fields)}


def _with_definitions(schema: object, whole: Mapping[str, object]) -> Schema:
    """A property's schema, with the definitions of the whole that it may refer to."""
    if not isinstance(schema, dict):
        return schema if isinstance(schema, bool) else True
    return {**schema, "$defs": whole["$defs"]} if "$defs" in whole else schema


def _listed(names: Iterable[str]) -> str:
    return ", ".join(sorted(names))
