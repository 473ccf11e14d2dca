"""The other form of schemas: types printed from their spelling, unions unmerged, literals ``const``. Pure.

The framework falls back to it where a type shows ``any``: it reads the spelling with the names that the
module itself declares; every other name is anything.
"""

from typing import TYPE_CHECKING

from indexer.contracts.loose_types import spelled_name
from indexer.contracts.naming import definition_name
from indexer.contracts.print_wrappers import in_cell
from indexer.contracts.schema import Schema
from indexer.types.kinds import CELL_KINDS
from indexer.types.lookups import element_of
from indexer.types.model import (
    NEVER,
    UNDEFINED,
    ArrayOf,
    IntersectionOf,
    LiteralType,
    Member,
    Named,
    Native,
    Scalar,
    Shape,
    TupleOf,
    Type,
    UnionOf,
    Wrapper,
)
from indexer.types.module import Module
from indexer.types.unions import union_of

if TYPE_CHECKING:
    from indexer.contracts.printer import Printer

_LANGUAGE = frozenset({"library:ecmascript.d.ts", "library:web.d.ts"})
"""Modules whose names are known everywhere."""
_BRANDS = {
    "Cell": "cell", "Writable": "cell", "ReadonlyCell": "readonly", "WriteonlyCell": "writeonly",
    "ComparableCell": "comparable", "OpaqueCell": "opaque", "Stream": "stream",
}  # fmt: skip


def print_spelled(printer: "Printer", type_: Type, module: Module) -> Schema:
    """The schema of *type_* in this form, with the definitions it reaches."""
    return printer.finished(node_schema(printer, type_, module), None)


def node_schema(printer: "Printer", type_: Type, module: Module | None = None) -> Schema:
    """The schema of *type_* in this form; without a module, named types are printed as always."""
    seen = printer.engine.resolved(type_)
    if isinstance(seen, LiteralType) and seen.base != "bigint":
        return {"type": seen.base, "const": seen.value}
    if isinstance(seen, Scalar):
        return printer.child(seen)
    if module is not None:
        named = spelled_name(seen, module)
        if named is not None:
            return _named(printer, seen, named, module)
    elif definition_name(seen) is not None:
        return printer.child(type_)
    if isinstance(seen, Wrapper):
        return _wrapper(printer, seen, module)
    if isinstance(seen, UnionOf):
        return _union(printer, seen, module)
    if isinstance(seen, (ArrayOf, TupleOf)):
        return _array(printer, seen, module)
    if isinstance(seen, Shape):
        return _object(printer, seen, module)
    if module is not None and isinstance(seen, (Native, IntersectionOf)):
        return printer.child(seen) if isinstance(seen, Native) and seen.name == "Date" else True
    return printer.child(type_)


def _array(printer: "Printer", seen: ArrayOf | TupleOf, module: Module | None) -> Schema:
    element = element_of(printer.engine, seen)
    if module is not None and isinstance(seen, TupleOf) and seen.elements:
        return True
    if element is None or element == NEVER:
        return {"type": "array", "items": False}
    if module is not None and _stands_in_parentheses(printer, element, module):
        return {"type": "array", "items": True}
    return {"type": "array", "items": node_schema(printer, element, module)}


def _stands_in_parentheses(printer: "Printer", element: Type, module: Module) -> bool:
    """Whether the spelling of an array puts its *element* in parentheses, which are not read."""
    seen = printer.engine.resolved(element)
    if spelled_name(seen, module) is not None:
        return False
    return isinstance(seen, (UnionOf, IntersectionOf)) or (isinstance(seen, Shape) and bool(seen.calls))


def _named(printer: "Printer", seen: Type, named: Named, module: Module) -> Schema:
    """A name: printed as always where the module declares it, anything where it comes from elsewhere."""
    home = named.declaration.scope.module
    if home.key in _LANGUAGE:
        return printer.child(seen)
    if home is not module or named.declaration.parameters:
        return True
    return printer.child(seen)


def _wrapper(printer: "Printer", wrapper: Wrapper, module: Module | None) -> Schema:
    if module is not None and wrapper.kind in CELL_KINDS:
        made = wrapper.kind == "Writable" and wrapper.scope is None
        spelled = "Cell" if made else wrapper.kind
        if all(each.imported != spelled for each in module.imports.values()):
            return True
    if wrapper.kind in CELL_KINDS:
        return in_cell(node_schema(printer, wrapper.element, module), _BRANDS[wrapper.kind])
    return printer.child(wrapper)


def _union(printer: "Printer", union: UnionOf, module: Module | None) -> Schema:
    members = printer.order.printed(union.members)
    options = [node_schema(printer, each, module) for each in members]
    options = [option for option in options if option is not False]
    if True in [option for option in options if isinstance(option, bool)]:
        return True
    return options[0] if len(options) == 1 else {"anyOf": options}


def _object(printer: "Printer", shape: Shape, module: Module | None) -> Schema:
    if shape.calls:
        return True
    properties: dict[str, object] = {}
    required: list[str] = []
    for member in shape.members:
        if member.method:
            continue
        properties[member.name] = _member(printer, member, module)
        if not member.optional:
            required.append(member.name)
    made: dict[str, object] = {"type": "object", "properties": properties}
    if shape.indexes:
        made["additionalProperties"] = node_schema(printer, shape.indexes[0].type, module)
    return {**made, "required": required} if required else made


def _member(printer: "Printer", member: Member, module: Module | None) -> Schema:
    printer.path.append(f".{member.name}")
    try:
        printer.note_member(member)
        spelled = (
            union_of(printer.engine, (member.type, UNDEFINED)) if member.optional and module else member.type
        )
        return node_schema(printer, spelled, module)
    finally:
        printer.path.pop()
