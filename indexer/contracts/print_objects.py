"""Objects, arrays and intersections as schemas. Pure."""

from typing import TYPE_CHECKING

from indexer.contracts.docs import described, is_deprecated, tagged
from indexer.contracts.inherited import property_type, skips_required
from indexer.contracts.schema import Schema
from indexer.contracts.type_text import type_text
from indexer.types.lookups import element_of
from indexer.types.model import (
    NEVER,
    ArrayOf,
    IndexRule,
    IntersectionOf,
    Member,
    Named,
    Native,
    Shape,
    TupleOf,
    Type,
    Undetermined,
    Wrapper,
)

if TYPE_CHECKING:
    from indexer.contracts.printer import Printer

_FUNCTIONS = frozenset({"PatternFactory", "ModuleFactory", "framework", "cell-member", "class"})
_INDEX_COMMENT = "Unsupported intersection pattern: index signature on constituent"
_PART_COMMENT = "Unsupported intersection pattern: non-object constituent"


def print_array(printer: "Printer", type_: ArrayOf | TupleOf) -> Schema:
    """An array of the elements' schema; lengths and positions are not told."""
    printer.unwritten = False
    element = element_of(printer.engine, type_)
    if element is None or printer.engine.resolved(element) == NEVER:
        return {"type": "array", "items": False}
    return {"type": "array", "items": printer.child(element, "[]")}


def print_shape(printer: "Printer", shape: Shape) -> Schema:
    """An object with its properties, or an array when only numbers index it."""
    keys = {rule.key for rule in shape.indexes}
    if "number" in keys and "string" not in keys:
        rule = next(each for each in shape.indexes if each.key == "number")
        return {"type": "array", "items": printer.child(rule.type, "[]")}
    properties: dict[str, object] = {}
    required: list[str] = []
    for member in printer.order.members(shape.members):
        schema = _print_member(printer, member)
        if schema is None:
            continue
        if not member.optional and not skips_required(member):
            required.append(member.name)
        properties[member.name] = schema
    for reason in shape.unresolved:
        printer.unknown(reason)
    made: dict[str, object] = {"type": "object", "properties": properties}
    rule_schema = _print_index(printer, shape.indexes)
    if rule_schema is not None:
        made["additionalProperties"] = rule_schema
    if required:
        made["required"] = required
    return made


def _print_member(printer: "Printer", member: Member) -> Schema | None:
    if member.method or member.name.startswith("__@"):
        return None
    typed = property_type(printer.engine, member)
    seen = printer.engine.resolved(typed)
    if isinstance(seen, Native) and seen.name == "HandlerFactory":
        # A handler that has not been bound shows as a stream of anything.
        return {"asCell": ["stream"]}
    if _is_function(printer, seen):
        return None
    printer.path.append(f".{member.name}")
    try:
        printer.note_member(member)
        schema = printer.written_in(typed, member.scope.module if member.scope is not None else None)
    finally:
        printer.path.pop()
    if isinstance(schema, dict) and member.doc:
        cells = schema.get("asCell")
        if isinstance(cells, list) and "stream" in cells and is_deprecated(member.doc):
            schema = {**schema, "deprecated": True}
        if not _is_library(member):
            return described(schema, member.doc)
    return schema


def _is_library(member: Member) -> bool:
    return member.place is not None and member.place.key.startswith("library:")


def _is_function(printer: "Printer", seen: Type) -> bool:
    """Whether *seen* can be called or constructed, so that it is no data."""
    if isinstance(seen, Native):
        return seen.name in _FUNCTIONS
    shape = printer.engine.shape_of(seen) if isinstance(seen, (Shape, Named)) else None
    return shape is not None and bool(shape.calls)


def _print_index(printer: "Printer", indexes: tuple[IndexRule, ...]) -> Schema | None:
    rule = next((each for each in indexes if each.key == "string"), None)
    if rule is None:
        return None
    schema = printer.child(rule.type, "[*]")
    return described(schema, rule.doc) if rule.doc else schema


def print_intersection(printer: "Printer", type_: IntersectionOf) -> Schema:
    """The constituents merged in order; the first definition of a property wins."""
    cell = next((each for each in type_.members if isinstance(each, Wrapper)), None)
    if cell is not None:
        return printer.child(cell)
    shapes: list[tuple[Type, Shape]] = []
    for part in type_.members:
        if isinstance(part, Undetermined):
            return printer.unknown(part.reason)
        shape = printer.engine.shape_of(part)
        if shape is None:
            return (
                _permissive(_PART_COMMENT)
                if not _is_brand_only(printer, type_)
                else printer.child(type_.members[0])
            )
        shapes.append((part, shape))
    full = [
        (part, shape) for part, shape in shapes if shape.members or shape.indexes or shape.unresolved
    ] or shapes
    if len(full) == 1:
        return printer.child(full[0][0])
    if any(rule.key in ("string", "number") for _, shape in full for rule in shape.indexes):
        return _permissive(_INDEX_COMMENT)
    return _with_part_docs(printer, _merged(printer, [part for part, _ in full]), [part for part, _ in full])


def _is_brand_only(printer: "Printer", type_: IntersectionOf) -> bool:
    """Whether all parts but the first are empty objects: ``string & {}``."""
    shapes = [printer.engine.shape_of(each) for each in type_.members[1:]]
    return all(shape is not None and not shape.members and not shape.indexes for shape in shapes)


def _permissive(comment: str) -> Schema:
    return {"type": "object", "additionalProperties": True, "$comment": comment}


def _merged(printer: "Printer", parts: list[Type]) -> dict[str, object]:
    properties: dict[str, object] = {}
    required: dict[str, None] = {}
    for part in parts:
        schema = _object_schema(printer, printer.child(part))
        own = schema.get("properties")
        for name, value in own.items() if isinstance(own, dict) else ():
            properties.setdefault(name, value)
        needed = schema.get("required")
        required.update(dict.fromkeys(needed if isinstance(needed, list) else ()))
    made: dict[str, object] = {"type": "object", "properties": properties}
    if required:
        made["required"] = list(required)
    return made


def _object_schema(printer: "Printer", schema: Schema) -> dict[str, object]:
    if not isinstance(schema, dict):
        return {}
    reference = schema.get("$ref")
    if isinstance(reference, str) and schema.get("type") != "object":
        found = printer.definitions.get(reference.removeprefix("#/$defs/"))
        return found if isinstance(found, dict) and found.get("type") == "object" else {}
    return schema


def _with_part_docs(printer: "Printer", schema: dict[str, object], parts: list[Type]) -> Schema:
    """The docs of the constituents, joined, with a comment on where they came from."""
    texts: list[str] = []
    documented: list[str] = []
    missing: list[str] = []
    for part in parts:
        found = printer.type_docs(part)
        texts.extend(found[:1])
        (documented if found else missing).append(type_text(printer.engine, part))
    unique = list(dict.fromkeys(texts))
    if not unique:
        return schema
    description = "\n\n".join(unique)
    comment = ["Docs inherited from intersection constituents."]
    if len(unique) > 1:
        comment.append(f"Sources: {', '.join(dict.fromkeys(documented))}.")
    if missing:
        comment.append(f"Missing docs for: {', '.join(dict.fromkeys(missing))}.")
    return {**schema, "description": description, **tagged(description), "$comment": " ".join(comment)}
