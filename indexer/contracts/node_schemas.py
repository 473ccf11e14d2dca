"""The other form of schemas: types printed from their nodes, unions unmerged and literals as ``const``. Pure."""

from typing import TYPE_CHECKING

from indexer.contracts.schema import Schema
from indexer.types.lookups import element_of
from indexer.types.model import (
    NEVER,
    UNDEFINED,
    ArrayOf,
    LiteralType,
    Member,
    Shape,
    TupleOf,
    Type,
    UnionOf,
)

if TYPE_CHECKING:
    from indexer.contracts.printer import Printer


def node_schema(printer: "Printer", type_: Type) -> Schema:
    """The schema of *type_* in this form; named types and wrappers are printed as always."""
    seen = printer.engine.resolved(type_)
    if isinstance(seen, LiteralType) and seen.base != "bigint":
        return {"type": seen.base, "const": seen.value}
    if isinstance(seen, UnionOf) and seen.alias is None:
        return _union(printer, seen)
    if isinstance(seen, (ArrayOf, TupleOf)):
        element = element_of(printer.engine, seen)
        if element is None or element == NEVER:
            return {"type": "array", "items": False}
        return {"type": "array", "items": node_schema(printer, element)}
    if isinstance(seen, Shape) and seen.alias is None and not seen.indexes and not seen.calls:
        return _object(printer, seen)
    return printer.child(type_)


def _union(printer: "Printer", union: UnionOf) -> Schema:
    members = printer.order.printed(union.members)
    options = [node_schema(printer, each) for each in members]
    options = [option for option in options if option is not False]
    if True in options:
        return True
    return options[0] if len(options) == 1 else {"anyOf": options}


def _object(printer: "Printer", shape: Shape) -> Schema:
    properties: dict[str, object] = {}
    required: list[str] = []
    for member in shape.members:
        if member.method:
            continue
        properties[member.name] = _member(printer, member)
        if not member.optional:
            required.append(member.name)
    made: dict[str, object] = {"type": "object", "properties": properties}
    return {**made, "required": required} if required else made


def _member(printer: "Printer", member: Member) -> Schema:
    printer.path.append(f".{member.name}")
    try:
        printer.note_member(member)
        return node_schema(printer, member.type)
    finally:
        printer.path.pop()


def is_undefined(type_: Type) -> bool:
    """Whether *type_* is ``undefined``."""
    return type_ == UNDEFINED
