"""Unions and intersections in normal form: flat, no repeats, absorbed where a wider member stands. Pure."""

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from indexer.types.model import (
    ANY,
    BOOLEAN,
    FALSE,
    NEVER,
    TRUE,
    UNKNOWN,
    IntersectionOf,
    LiteralType,
    Named,
    Scalar,
    Type,
    UnionOf,
)

if TYPE_CHECKING:
    from indexer.types.engine import TypeEngine


def union_of(engine: "TypeEngine", members: Iterable[Type], alias: Named | None = None) -> Type:
    """The union of *members*, in the order given; one member left is that member itself."""
    operands = [member if engine.is_being_read(member) else engine.resolved(member) for member in members]
    named = [each for each in operands if isinstance(each, UnionOf) and each.alias is not None]
    flat = dict.fromkeys(_flat(operands))
    if alias is None and len(named) == 1 and flat.keys() <= set(named[0].members):
        return named[0]
    if ANY in flat:
        return ANY
    if UNKNOWN in flat:
        return UNKNOWN
    wide = {each.name for each in flat if isinstance(each, Scalar)}
    if TRUE in flat and FALSE in flat:
        wide.add("boolean")
        flat = dict.fromkeys(BOOLEAN if each == TRUE else each for each in flat)
    kept = [
        each
        for each in flat
        if each is not NEVER and not (isinstance(each, LiteralType) and each.base in wide)
    ]
    if not kept:
        return NEVER
    return kept[0] if len(kept) == 1 else UnionOf(tuple(kept), alias)


def _flat(operands: Iterable[Type]) -> Iterator[Type]:
    for operand in operands:
        if isinstance(operand, UnionOf):
            yield from operand.members
        else:
            yield operand


def members_of(engine: "TypeEngine", type_: Type) -> tuple[Type, ...]:
    """The members of a union, ``boolean`` as it is; any other type is its own only member."""
    seen = engine.resolved(type_)
    if isinstance(seen, UnionOf):
        return seen.members
    return () if seen == NEVER else (seen,)


def split_members(engine: "TypeEngine", type_: Type) -> tuple[Type, ...]:
    """Like :func:`members_of`, with ``boolean`` as its two literals."""
    return tuple(
        part for each in members_of(engine, type_) for part in ((FALSE, TRUE) if each == BOOLEAN else (each,))
    )


def intersection_of(engine: "TypeEngine", members: Iterable[Type], alias: Named | None = None) -> Type:
    """The intersection of *members*; unions inside are distributed, impossible literals become ``never``."""
    flat: list[Type] = []
    for member in members:
        seen = engine.resolved(member)
        flat.extend(seen.members if isinstance(seen, IntersectionOf) else (seen,))
    flat = list(dict.fromkeys(each for each in flat if each != UNKNOWN))
    if NEVER in flat:
        return NEVER
    if ANY in flat:
        return ANY
    position = next((at for at, each in enumerate(flat) if isinstance(each, UnionOf)), None)
    if position is not None and len(flat) > 1:
        return _distributed(engine, flat, position, alias)
    flat = _narrowed(flat)
    if not flat:
        return UNKNOWN
    return flat[0] if len(flat) == 1 else IntersectionOf(tuple(flat), alias)


def _distributed(engine: "TypeEngine", flat: list[Type], position: int, alias: Named | None) -> Type:
    union = flat[position]
    parts = union.members if isinstance(union, UnionOf) else (union,)
    return union_of(
        engine,
        (intersection_of(engine, (*flat[:position], part, *flat[position + 1 :])) for part in parts),
        alias,
    )


_DISJOINT = frozenset({"string", "number", "boolean", "bigint", "symbol", "null", "undefined", "void"})


def _narrowed(flat: list[Type]) -> list[Type]:
    """Scalars beside literals of their kind go; two different kinds or literals leave ``never``."""
    bases = {
        each.base if isinstance(each, LiteralType) else each.name
        for each in flat
        if isinstance(each, LiteralType) or (isinstance(each, Scalar) and each.name in _DISJOINT)
    }
    literals = [each for each in flat if isinstance(each, LiteralType)]
    if len(bases) > 1 or len(literals) > 1:
        return [NEVER]
    if literals:
        return [each for each in flat if not (isinstance(each, Scalar) and each.name == literals[0].base)]
    return flat
