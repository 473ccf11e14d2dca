"""The union of values that stand side by side: array elements, branches, returns. Pure.

A value that fits another's type adds nothing to the union; object literals side by side show the properties
of their siblings as absent, as the compiler widens them.
"""

from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING

from indexer.types.assign import assignable
from indexer.types.model import UNDEFINED, ArrayOf, Lazy, Member, Named, Shape, TupleOf, Type, UnionOf
from indexer.types.unions import union_of

if TYPE_CHECKING:
    from indexer.types.engine import TypeEngine

_MOST = 24
_ABSENT = Lazy(lambda: UNDEFINED)


def best_union(engine: "TypeEngine", types: Iterable[Type]) -> Type:
    """The union of *types* without those that another one takes in, literals beside one another filled up."""
    whole = union_of(engine, types)
    if not isinstance(whole, UnionOf) or not 1 < len(whole.members) <= _MOST:
        return whole
    members = list(whole.members)
    ordered = list(reversed(whole.members))
    ordered.sort(key=lambda each: not _is_literal(each))
    for member in ordered:
        others = [each for each in members if each is not member]
        if _is_object(member) and any(_takes_in(engine, other, member) for other in others):
            members = others
    literals = [each for each in members if _is_literal(each)]
    if len(literals) < 2:
        return union_of(engine, members)
    return union_of(engine, [_filled(each, literals) if _is_literal(each) else each for each in members])


def _is_object(type_: Type) -> bool:
    return isinstance(type_, (Shape, Named, ArrayOf, TupleOf))


def _is_literal(type_: Type) -> bool:
    """Whether a shape was read from an object literal."""
    return (
        isinstance(type_, Shape) and type_.alias is None and not type_.indexes and not type_.calls
        and (not type_.members or any(_stands_in_literal(each) for each in type_.members))
    )  # fmt: skip


def _stands_in_literal(member: Member) -> bool:
    return member.node is not None and member.node.type in ("pair", "shorthand_property_identifier")


def _takes_in(engine: "TypeEngine", wide: Type, narrow: Type) -> bool:
    if not _is_object(wide) or assignable(engine, narrow, wide) is not True:
        return False
    if _is_literal(narrow):
        return not _is_literal(wide) or _names(narrow) == _names(wide)
    ours, theirs = engine.shape_of(narrow), engine.shape_of(wide)
    if ours is None or theirs is None:
        return not _is_literal(wide)
    return all(ours.member(each.name) is not None for each in theirs.members)


def _names(type_: Type) -> set[str]:
    return {member.name for member in type_.members} if isinstance(type_, Shape) else set()


def is_filled(member: Member) -> bool:
    """Whether *member* only stands for what a sibling literal has."""
    return member.lazy is _ABSENT


def _filled(type_: Type, literals: list[Type]) -> Type:
    if not isinstance(type_, Shape):
        return type_
    names = {member.name for member in type_.members}
    missing: dict[str, Member] = {}
    for sibling in literals:
        for member in sibling.members if isinstance(sibling, Shape) else ():
            if member.name not in names:
                missing.setdefault(member.name, Member(member.name, _ABSENT, optional=True))
    return replace(type_, members=(*type_.members, *missing.values())) if missing else type_
