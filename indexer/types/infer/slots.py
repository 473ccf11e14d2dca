"""The keys that an object type takes, as an object literal or an element is judged against it. Pure."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from indexer.types.infer.look import is_nullish, is_open, parts
from indexer.types.model import (
    NEVER,
    UNDEFINED,
    ArrayOf,
    IntersectionOf,
    Lazy,
    LiteralType,
    Member,
    Named,
    Place,
    Scalar,
    Shape,
    TupleOf,
    Type,
    Wrapper,
)
from indexer.types.unions import union_of

if TYPE_CHECKING:
    from indexer.types.engine import TypeEngine

_PRIMITIVE = frozenset({"string", "number", "boolean", "bigint", "symbol"})


@dataclass(frozen=True, slots=True)
class Slots:
    """The keys that an object type takes."""

    members: Mapping[str, Member]
    alternatives: tuple[Shape, ...]
    """The object types of a union; one of them must be satisfied."""
    any_key: Type | None
    """The type of keys that are not named, if such may be given."""
    place: Place | None

    def wanted(self, engine: "TypeEngine", name: str) -> Type | None:
        """The type of what is given under *name*; ``None`` where nothing may be."""
        member = self.members.get(name)
        if member is None:
            return None if self.any_key == NEVER else self.any_key
        return union_of(engine, (member.type, UNDEFINED)) if member.optional else member.type

    def missing(self, given: frozenset[str]) -> tuple[str, ...]:
        """The required keys that *given* lacks, of the alternative that lacks fewest."""
        lacking = [
            tuple(each.name for each in shape.members if not each.optional and each.name not in given)
            for shape in self.alternatives
        ]
        return min(lacking, key=len)


def slots_of(engine: "TypeEngine", wanted: Type) -> Slots | None:
    """The keys that *wanted* takes; ``None`` where an object literal cannot be judged against it."""
    shapes: list[Shape] = []
    for part in parts(engine, wanted):
        if is_nullish(part) or _is_no_object(part):
            continue
        shape = engine.shape_of(part) if isinstance(part, (Named, Shape, IntersectionOf)) else None
        if is_open(part) or shape is None or shape.unresolved or shape.calls:
            return None
        if not shape.members and not shape.indexes:
            return None
        shapes.append(shape)
    if not shapes:
        return None
    rules = [rule.type for shape in shapes for rule in shape.indexes]
    any_key = union_of(engine, rules) if rules else None
    return Slots(_joined_members(engine, shapes), tuple(shapes), any_key, shapes[0].place)


def _is_no_object(part: Type) -> bool:
    return isinstance(part, (ArrayOf, TupleOf, LiteralType)) or (
        isinstance(part, Scalar) and part.name in _PRIMITIVE
    )


def _joined_members(engine: "TypeEngine", shapes: list[Shape]) -> dict[str, Member]:
    grouped: dict[str, list[Member]] = {}
    for shape in shapes:
        for member in shape.members:
            grouped.setdefault(member.name, []).append(member)
    return {name: found[0] if len(found) == 1 else _either(engine, found) for name, found in grouped.items()}


def _either(engine: "TypeEngine", found: list[Member]) -> Member:
    return replace(found[0], lazy=Lazy(lambda: union_of(engine, [each.type for each in found])))


def unheld(engine: "TypeEngine", wanted: Type) -> Type:
    """*wanted* where cells stand for what they hold."""
    seen = parts(engine, wanted)
    held = [held_by(engine, each) for each in seen]
    if not any(held):
        return wanted
    return union_of(
        engine, [each if inside is None else inside for each, inside in zip(seen, held, strict=True)]
    )


def held_by(engine: "TypeEngine", part: Type) -> Type | None:
    """What the cell *part*, alone or with further members, holds; ``None`` for what is no cell."""
    if isinstance(part, IntersectionOf):
        found = (held_by(engine, inner) for each in part.members for inner in parts(engine, each))
        return next((each for each in found if each is not None), None)
    return part.element if isinstance(part, Wrapper) and part.kind not in ("Stream", "SqliteDb") else None
