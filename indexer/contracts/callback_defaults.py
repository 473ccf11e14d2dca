"""Defaults written in a pattern's callback, ``({ city = "Lyon" }) => ..``, as part of its argument. Pure.

The framework prints the argument of such a callback from its nodes: an optional property of a named type
shows its members as written, ``undefined`` last, beside the default.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tree_sitter import Node

from indexer.contracts.defaults import NO_VALUE, default_parts, value_of_expression
from indexer.contracts.node_schemas import node_schema
from indexer.contracts.patterns import PatternCall, callback_of, first_parameter
from indexer.contracts.schema import Schema, as_object, with_default
from indexer.types.members import property_name
from indexer.types.model import UNDEFINED, Member, Type, UnionOf
from indexer.types.module import Module

if TYPE_CHECKING:
    from indexer.contracts.printer import Printer


@dataclass(frozen=True, slots=True)
class WrittenDefault:
    """One ``name = value`` of an object pattern."""

    name: str
    value: object
    """``NO_VALUE`` when it is not a value that the framework reads."""


def callback_pattern(printer: "Printer", call: PatternCall) -> tuple[Module, Node, bool] | None:
    """The object pattern of the callback's first parameter, and whether it has an inline type."""
    found = callback_of(printer.engine, call)
    parameter = first_parameter(found[1]) if found is not None else None
    if found is None or parameter is None:
        return None
    pattern, typed = parameter.child_by_field_name("pattern"), parameter.child_by_field_name("type")
    if pattern is None or pattern.type != "object_pattern":
        return None
    inline = typed is not None and typed.named_children[0].type == "object_type"
    return found[0], pattern, inline and not call.type_arguments


def with_callback_defaults(printer: "Printer", schema: Schema, typed: Type, call: PatternCall) -> Schema:
    """*schema* of the argument type *typed* with the defaults that the callback writes."""
    found = callback_pattern(printer, call)
    if found is None or not isinstance(schema, dict):
        return schema
    module, pattern, inline = found
    written = list(_written_defaults(printer, pattern, module))
    shape = printer.engine.shape_of(typed)
    properties = schema.get("properties")
    if not written or shape is None or not isinstance(properties, dict):
        return schema
    changed = dict(properties)
    for default in written:
        member = shape.member(default.name)
        if member is not None and default.name in changed:
            changed[default.name] = _defaulted(printer, changed[default.name], member, default, inline=inline)
    return {**schema, "properties": changed}


def _written_defaults(printer: "Printer", pattern: Node, module: Module) -> Iterator[WrittenDefault]:
    for each in pattern.named_children:
        if each.type == "object_assignment_pattern":
            named, right = each.child_by_field_name("left"), each.child_by_field_name("right")
            name = module.text(named) if named is not None else None
        elif each.type == "pair_pattern":
            key, value = each.child_by_field_name("key"), each.child_by_field_name("value")
            right = value.child_by_field_name("right") if value is not None else None
            name = property_name(printer.engine, key, module.scope) if key and right else None
        else:
            continue
        if name is not None and right is not None:
            yield WrittenDefault(name, value_of_expression(printer.engine, right, module.scope))


def _defaulted(
    printer: "Printer", schema: Schema, member: Member, default: WrittenDefault, *, inline: bool
) -> Schema:
    if member.optional and not inline:
        schema = _with_undefined(printer, schema, member)
    return schema if default.value is NO_VALUE else with_default(schema, default.value)


def _with_undefined(printer: "Printer", schema: Schema, member: Member) -> Schema:
    if default_parts(printer.engine, member.type) is not None:
        return {}
    kept = {key: value for key, value in as_object(schema).items() if key in ("description", "tags")}
    seen = printer.engine.resolved(member.type)
    parts = _written_members(printer, seen) if isinstance(seen, UnionOf) else [seen]
    options = [node_schema(printer, each) for each in parts if each != UNDEFINED]
    return {"anyOf": [*options, {"type": "undefined"}], **kept}


def _written_members(printer: "Printer", union: UnionOf) -> list[Type]:
    del printer
    return list(union.members)
