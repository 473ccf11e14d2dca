"""Whether a value of one type may stand where another is asked for: yes, no, or cannot tell. Pure."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from indexer.types.lookups import element_of
from indexer.types.model import (
    ANY,
    NEVER,
    NULL,
    OBJECT,
    UNDEFINED,
    UNKNOWN,
    VOID,
    ArrayOf,
    IntersectionOf,
    LiteralType,
    Member,
    Named,
    Native,
    Scalar,
    Shape,
    Template,
    TupleOf,
    Type,
    TypeParameter,
    Undetermined,
    Wrapper,
)
from indexer.types.unions import split_members

if TYPE_CHECKING:
    from indexer.types.engine import TypeEngine

_Seen = frozenset[tuple[Type, Type]]
_MOST_STEPS = 40


def assignable(engine: "TypeEngine", source: Type, target: Type, seen: _Seen = frozenset()) -> bool | None:
    """Whether *source* fits *target* as TypeScript's ``strict`` mode has it; ``None``: cannot tell."""
    if source == target or (source, target) in seen:
        return True
    if len(seen) > _MOST_STEPS:
        return None
    inner = seen | {(source, target)}
    sources, targets = split_members(engine, source), split_members(engine, target)
    return _all(_any_target(engine, each, targets, inner) for each in sources)


def _all(answers: Iterable[bool | None]) -> bool | None:
    unclear = False
    for answer in answers:
        if answer is False:
            return False
        unclear = unclear or answer is None
    return None if unclear else True


def _any(answers: Iterable[bool | None]) -> bool | None:
    unclear = False
    for answer in answers:
        if answer:
            return True
        unclear = unclear or answer is None
    return None if unclear else False


def _any_target(engine: "TypeEngine", source: Type, targets: tuple[Type, ...], seen: _Seen) -> bool | None:
    return _any(_once(engine, source, each, seen) for each in targets)


def _once(engine: "TypeEngine", source: Type, target: Type, seen: _Seen) -> bool | None:
    source, target = engine.resolved(source), engine.resolved(target)
    if source in (target, NEVER) or target in (ANY, UNKNOWN):
        return True
    if isinstance(source, (Undetermined, TypeParameter)) or isinstance(target, (Undetermined, TypeParameter)):
        return None
    if source == ANY:
        return target != NEVER
    if isinstance(target, IntersectionOf):
        return _all(_once(engine, source, each, seen) for each in target.members)
    if isinstance(source, (Scalar, LiteralType, Template)):
        return _scalar_fits(engine, source, target)
    if isinstance(source, Wrapper) or isinstance(target, Wrapper):
        return _wrapper_fits(engine, source, target, seen)
    if isinstance(target, (Scalar, LiteralType, Template)):
        return target == OBJECT
    return _object_fits(engine, source, target, seen)


def _scalar_fits(engine: "TypeEngine", source: Scalar | LiteralType | Template, target: Type) -> bool | None:
    if isinstance(target, Scalar):
        if source == UNDEFINED and target == VOID:
            return True
        base = source.base if isinstance(source, LiteralType) else "string"
        return not isinstance(source, Scalar) and target.name == base
    if isinstance(target, Template):
        return None if isinstance(source, (LiteralType, Template)) else False
    if isinstance(target, Wrapper):
        return assignable(engine, source, target.element) if target.kind not in _CELLS else False
    if source in (NULL, UNDEFINED, VOID, UNKNOWN):
        return False
    shape = engine.shape_of(target)
    return shape is not None and not shape.members and not shape.indexes and not shape.unresolved


_CELLS = frozenset(
    {"Cell", "Writable", "ReadonlyCell", "WriteonlyCell", "ComparableCell", "OpaqueCell", "Stream"}
)


def _wrapper_fits(engine: "TypeEngine", source: Type, target: Type, seen: _Seen) -> bool | None:
    if isinstance(source, Wrapper) and source.kind not in _CELLS:
        return assignable(engine, source.element, target, seen)
    if isinstance(target, Wrapper) and target.kind not in _CELLS:
        return assignable(engine, source, target.element, seen)
    if isinstance(source, Wrapper) and isinstance(target, Wrapper):
        if (source.kind == "Stream") != (target.kind == "Stream"):
            return False
        return (
            assignable(engine, source.element, target.element, seen) if source.kind == target.kind else None
        )
    return None if isinstance(source, Wrapper) else False


def _object_fits(engine: "TypeEngine", source: Type, target: Type, seen: _Seen) -> bool | None:
    wanted = element_of(engine, target)
    if wanted is not None:
        return _array_fits(engine, source, target, wanted, seen)
    if isinstance(source, Named) and isinstance(target, Named) and source.declaration is target.declaration:
        pairs = zip(source.arguments, target.arguments, strict=False)
        if _all(assignable(engine, a, b, seen) for a, b in pairs):
            return True
    if isinstance(target, Native):
        return _native_fits(source, target)
    shape = engine.shape_of(target)
    if shape is None:
        return None
    if isinstance(source, (ArrayOf, TupleOf, Native)):
        return None if shape.members or shape.indexes else True
    given = engine.shape_of(source)
    return None if given is None else _shape_fits(engine, given, shape, seen)


def _native_fits(source: Type, target: Native) -> bool | None:
    if isinstance(source, Native):
        return source.name == target.name if not source.arguments and not target.arguments else None
    if target.name == "Function":
        return isinstance(source, Shape) and bool(source.calls)
    return None if isinstance(source, (Shape, Named)) else False


def _array_fits(engine: "TypeEngine", source: Type, target: Type, wanted: Type, seen: _Seen) -> bool | None:
    given = element_of(engine, source)
    if given is None:
        return False
    if isinstance(source, TupleOf) and isinstance(target, TupleOf):
        if len(source.elements) != len(target.elements):
            return None if any(each.rest or each.optional for each in target.elements) else False
        pairs = zip(source.elements, target.elements, strict=True)
        return _all(assignable(engine, a.type, b.type, seen) for a, b in pairs)
    if isinstance(target, TupleOf):
        return False
    if getattr(source, "readonly", False) and not getattr(target, "readonly", False):
        return False
    return assignable(engine, given, wanted, seen)


def _shape_fits(engine: "TypeEngine", given: Shape, wanted: Shape, seen: _Seen) -> bool | None:
    answers: list[bool | None] = [None] if given.unresolved or wanted.unresolved else []
    if wanted.calls:
        answers.append(None if given.calls else False)
    for member in wanted.members:
        answers.append(_member_fits(engine, given.member(member.name), given, member, seen))
        if answers[-1] is False:
            return False
    return _all(answers)


def _member_fits(
    engine: "TypeEngine", own: Member | None, given: Shape, wanted: Member, seen: _Seen
) -> bool | None:
    if own is None:
        return True if wanted.optional else (None if given.unresolved else False)
    if own.optional and not wanted.optional:
        return False
    if own.method and wanted.method:
        return True
    return assignable(engine, own.type, wanted.type, seen)
