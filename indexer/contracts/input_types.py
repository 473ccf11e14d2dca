"""Types of a pattern's input as its callback reads them: without defaults, the whole without a name. Pure."""

from dataclasses import replace
from typing import TYPE_CHECKING

from indexer.types.kinds import CELL_KINDS
from indexer.types.model import UNDEFINED, IntersectionOf, Lazy, Named, Shape, Type, UnionOf, Wrapper
from indexer.types.unions import union_of

if TYPE_CHECKING:
    from indexer.types.engine import TypeEngine

_DEFAULTS = frozenset({"Default", "DeepDefault"})
_MOST_NESTED = 12


def read_value(engine: "TypeEngine", type_: Type, depth: int = 0) -> Type:
    """*type_* without its defaults, in cells and in object literals too; what has a name keeps its own."""
    seen = engine.resolved(type_)
    if depth > _MOST_NESTED:
        return type_
    if isinstance(seen, Wrapper) and seen.kind in _DEFAULTS:
        return read_value(engine, seen.element, depth + 1)
    if isinstance(seen, Wrapper) and seen.kind in CELL_KINDS:
        inner = read_value(engine, seen.element, depth + 1)
        return type_ if inner is seen.element else replace(seen, element=inner, nodes=(), scope=None)
    if isinstance(seen, UnionOf) and any(_is_default(engine, each) for each in seen.members):
        return _without_markers(engine, seen, depth)
    if isinstance(seen, UnionOf) and any(_holds_default(engine, each) for each in seen.members):
        kept = [each for each in seen.members if engine.resolved(each) != UNDEFINED]
        return union_of(engine, [read_value(engine, each, depth + 1) for each in kept])
    if isinstance(seen, Shape) and seen.alias is None and _is_literal(seen):
        return _read_members(engine, seen, depth)
    return type_


def _is_default(engine: "TypeEngine", type_: Type) -> bool:
    seen = engine.resolved(type_)
    return isinstance(seen, Wrapper) and seen.kind in _DEFAULTS


def _holds_default(engine: "TypeEngine", type_: Type) -> bool:
    """Whether *type_* is a cell of a value with a default."""
    seen = engine.resolved(type_)
    if not isinstance(seen, Wrapper) or seen.kind not in CELL_KINDS:
        return False
    inner = engine.resolved(seen.element)
    members = inner.members if isinstance(inner, UnionOf) else (inner,)
    return any(_is_default(engine, each) for each in members)


def _without_markers(engine: "TypeEngine", union: UnionOf, depth: int) -> Type:
    kept: list[Type] = []
    markers: list[Type] = []
    for member in union.members:
        seen = engine.resolved(member)
        if not isinstance(seen, Wrapper) or seen.kind not in _DEFAULTS:
            kept.append(member)
        elif seen.kind == "Default" and not seen.bare:
            kept.append(read_value(engine, seen.element, depth + 1))
        elif seen.kind == "Default":
            markers.append(seen.element)
    return union_of(engine, [each for each in kept if engine.resolved(each) != UNDEFINED] or markers)


def _is_literal(shape: Shape) -> bool:
    kinds = ("pair", "shorthand_property_identifier")
    return any(member.node is not None and member.node.type in kinds for member in shape.members)


def _read_members(engine: "TypeEngine", shape: Shape, depth: int) -> Shape:
    members = tuple(replace(member, lazy=_lazy(engine, member.lazy, depth + 1)) for member in shape.members)
    return replace(shape, members=members)


def _lazy(engine: "TypeEngine", lazy: Lazy, depth: int) -> Lazy:
    return Lazy(lambda: read_value(engine, lazy.get(), depth))


def inline_whole(engine: "TypeEngine", type_: Type) -> Type:
    """The whole input as the callback sees it: a mapped type of its own, so that no name is left."""
    seen = engine.resolved(type_)
    if not isinstance(seen, (Named, Shape, IntersectionOf)):
        return read_value(engine, type_)
    shape = engine.shape_of(seen)
    if shape is None or shape.calls:
        return type_
    members = tuple(
        replace(member, lazy=_lazy(engine, member.lazy, 0), doc="")
        for member in shape.members
        if not member.method
    )
    return replace(shape, members=members, alias=None)
