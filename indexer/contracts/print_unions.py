"""Unions as schemas: nullable, enum, or a merged list in the compiler's order of types. Pure."""

from typing import TYPE_CHECKING

from indexer.contracts.deep_defaults import with_deep_default
from indexer.contracts.defaults import NO_VALUE, DefaultParts, default_parts, value_of_type
from indexer.contracts.schema import Schema, any_of, combine, with_default
from indexer.types.assign import assignable
from indexer.types.kinds import CELL_KINDS
from indexer.types.model import (
    BOOLEAN,
    FALSE,
    NULL,
    TRUE,
    UNDEFINED,
    LiteralType,
    TupleOf,
    Type,
    UnionOf,
    Wrapper,
)
from indexer.types.unions import members_of, union_of

if TYPE_CHECKING:
    from indexer.contracts.printer import Printer

_ENUM_BASES = frozenset({"string", "number", "boolean"})


def print_union(printer: "Printer", union: UnionOf) -> Schema:
    """The schema of *union*."""
    unwritten, printer.unwritten = printer.unwritten, False
    written = None if unwritten else _print_written_default(printer, union)
    if written is not None:
        return written
    if unwritten and not _has_readable_default(printer, union):
        return _print_members(printer, _without_markers(printer, union))
    defaulted = [each for each in union.members if default_parts(printer.engine, each) is not None]
    if defaulted:
        return _print_expanded_default(printer, union, defaulted)
    return _print_members(printer, union.members)


def _has_readable_default(printer: "Printer", union: UnionOf) -> bool:
    """Whether the default's value can be read from its type alone: a literal, or an object with members."""
    for each in union.members:
        parts = default_parts(printer.engine, each)
        if parts is not None:
            value = value_of_type(printer.engine, parts.default_type)
            return value is not NO_VALUE and value != {}
    return True


def _without_markers(printer: "Printer", union: UnionOf) -> tuple[Type, ...]:
    found = [(each, default_parts(printer.engine, each)) for each in union.members]
    return tuple(each if parts is None else parts.value for each, parts in found)


def _print_members(printer: "Printer", written: tuple[Type, ...]) -> Schema:
    members = _sorted_members(printer, written)
    if _is_cell_union(members):
        return any_of([printer.child(each) for each in members])
    present = [each for each in members if each != NULL]
    has_null = len(present) < len(members)
    if has_null and len(present) == 1:
        return {"anyOf": [printer.child(present[0]), {"type": "null"}]}
    if present and all(isinstance(each, LiteralType) and each.base in _ENUM_BASES for each in present):
        return _print_enum(present, has_null=has_null)
    return combine(printer.child(each) for each in members)


def _sorted_members(printer: "Printer", members: tuple[Type, ...]) -> list[Type]:
    split = [part for each in members for part in ((FALSE, TRUE) if each == BOOLEAN else (each,))]
    return printer.order.sorted(split)


def _is_cell_union(members: list[Type]) -> bool:
    present = [each for each in members if each not in (NULL, UNDEFINED)]
    return bool(present) and all(isinstance(each, Wrapper) and each.kind in CELL_KINDS for each in present)


def _print_enum(present: list[Type], *, has_null: bool) -> Schema:
    values: list[object] = [each.value for each in present if isinstance(each, LiteralType)]
    if len(values) == 2 and set(present) == {TRUE, FALSE}:
        return {"anyOf": [{"type": "boolean"}, {"type": "null"}]} if has_null else {"type": "boolean"}
    return {"enum": [*values, None] if has_null else values}


def combine_written(schemas: list[Schema]) -> Schema:
    """The union of schemas in written order; a null beside one other comes last."""
    if not schemas:
        return True
    null = next((each for each in schemas if isinstance(each, dict) and each.get("type") == "null"), None)
    others = [each for each in schemas if each is not null]
    if null is not None and len(others) == 1:
        return {"anyOf": [others[0], null]}
    return combine(schemas)


def _print_written_default(printer: "Printer", union: UnionOf) -> Schema | None:
    """``T | Default<V>``: the written members, then V if none of them covers it, with the default."""
    found = [
        (at, parts)
        for at, each in enumerate(union.written)
        if (parts := default_parts(printer.engine, each, by_node=True))
    ]
    if not found:
        return None
    at, parts = found[0]
    others = [each for place, each in enumerate(union.written) if place != at]
    schemas = [printer.child(each) for each in others]
    if _is_deep(printer, union.written[at]):
        return with_deep_default(combine_written(schemas), parts.default, printer.definitions)
    if not _is_covered(printer, parts, others):
        schemas.append(printer.child(parts.value))
    combined = combine_written(schemas)
    return combined if parts.default is NO_VALUE else with_default(combined, parts.default)


def _is_deep(printer: "Printer", type_: Type) -> bool:
    seen = printer.engine.resolved(type_)
    return isinstance(seen, Wrapper) and seen.kind == "DeepDefault"


def _is_covered(printer: "Printer", parts: DefaultParts, others: list[Type]) -> bool:
    return any(assignable(printer.engine, parts.default_type, each) is not False for each in others)


def _print_expanded_default(printer: "Printer", union: UnionOf, defaulted: list[Type]) -> Schema:
    """A default inside an alias that stands beside other members: those in type order, with the default."""
    parts = default_parts(printer.engine, defaulted[0])
    if parts is None:
        return printer.unknown("a default that is not read")
    whole = union_of(
        printer.engine, [*(each for each in union.members if each not in defaulted), parts.value]
    )
    rest = members_of(printer.engine, whole)
    arrays = tuple(each for each in rest if not (isinstance(each, TupleOf) and not each.elements))
    combined = combine_written([printer.child(each) for each in _sorted_members(printer, arrays or rest)])
    return combined if parts.default is NO_VALUE else with_default(combined, parts.default)
