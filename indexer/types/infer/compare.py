"""Whether a value of one type may be given for another: yes, no, or cannot tell; slow to say no. Pure.

It differs from assignability where inference knows less than the compiler: a union fits unless no member of
it does, and missing null checks are not judged.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from indexer.types.infer.look import base_name, element_type, is_nullish, is_open, parts
from indexer.types.model import (
    NEVER,
    OBJECT,
    UNKNOWN,
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
    Wrapper,
)

if TYPE_CHECKING:
    from indexer.types.engine import TypeEngine

_DEEPEST = 6
_VIEWS = frozenset({"VNode", "JSX.Element"})
_WIDE_NATIVES = frozenset({"Iterable", "Object", "String", "Number"})
_ARRAY_MEMBERS = frozenset({"length", "map", "filter", "forEach", "slice", "concat"})


def fits(engine: "TypeEngine", given: Type, wanted: Type, *, factory: bool) -> bool | None:
    """Whether *given* may stand for *wanted*; with *factory* a cell stands for what it holds."""
    return _fits(_Comparison(engine, factory), given, wanted)


@dataclass(frozen=True, slots=True)
class _Comparison:
    """How two types are compared, and how deep inside the types that were asked about."""

    engine: "TypeEngine"
    factory: bool
    depth: int = 0

    def deeper(self) -> "_Comparison":
        """The same, one level further in."""
        return replace(self, depth=self.depth + 1)


def _fits(comparison: _Comparison, given: Type, wanted: Type) -> bool | None:
    engine = comparison.engine
    sources, targets = parts(engine, given), parts(engine, wanted)
    if not sources:
        return True
    if comparison.depth > _DEEPEST or UNKNOWN in targets:
        return None
    if not targets:
        return None if wanted != NEVER else all(is_open(each) for each in sources)
    solid = [each for each in sources if not is_nullish(each)]
    if not solid:
        return any(is_nullish(each) or is_open(each) for each in targets)
    answers = [_any(_once(comparison, each, target) for target in targets) for each in solid]
    if all(answer is False for answer in answers):
        return False
    return True if all(answers) else None


def _any(answers: Iterable[bool | None]) -> bool | None:
    unclear = False
    for answer in answers:
        if answer:
            return True
        unclear = unclear or answer is None
    return None if unclear else False


def _all(answers: Iterable[bool | None]) -> bool | None:
    found = list(answers)
    if any(answer is False for answer in found):
        return False
    return True if all(found) else None


def _once(comparison: _Comparison, source: Type, target: Type) -> bool | None:
    engine = comparison.engine
    if target in (source, UNKNOWN):
        return True
    if any(is_open(each) or isinstance(each, TypeParameter) for each in (source, target)):
        return None
    inside = (
        [part for each in target.members for part in parts(engine, each)]
        if isinstance(target, IntersectionOf)
        else []
    )
    if isinstance(source, Wrapper) and any(isinstance(each, Wrapper) for each in inside):
        return None
    if isinstance(target, Wrapper) or isinstance(source, Wrapper):
        return _held(comparison, source, target)
    if inside:
        return _all([_once(comparison, source, each) for each in inside])
    if base_name(target) is not None:
        return _primitive(source, target)
    if base_name(source) is not None:
        return _primitive_for_object(engine, target)
    if source == OBJECT or isinstance(source, Scalar):
        return None
    return True if target == OBJECT else _object(comparison, source, target)


def _held(comparison: _Comparison, source: Type, target: Type) -> bool | None:
    """Where one of the two is a cell, a stream or a database."""
    one = source if isinstance(source, Wrapper) else None
    other = target if isinstance(target, Wrapper) else None
    kinds = {each.kind if each is not None else "" for each in (one, other)}
    if "SqliteDb" in kinds:
        return True if len(kinds) == 1 else None
    if "Stream" in kinds:
        return True if len(kinds) == 1 else (None if one and other else False)
    if not comparison.factory:
        return False if other is None and base_name(target) is not None else None
    held, wanted = one.element if one else source, other.element if other else target
    return _fits(comparison.deeper(), held, wanted)


def _primitive(source: Type, target: Type) -> bool | None:
    wanted, given = base_name(target), base_name(source)
    if given is None:
        return None if isinstance(source, (IntersectionOf, Scalar)) else False
    if wanted != given:
        return False
    if isinstance(target, Template):
        return None
    if isinstance(target, LiteralType):
        return source == target if isinstance(source, LiteralType) else None
    return True


def _primitive_for_object(engine: "TypeEngine", target: Type) -> bool | None:
    """Whether text, a number or the like may stand for an object."""
    if isinstance(target, (ArrayOf, TupleOf)):
        return False
    if isinstance(target, Native):
        return None if target.name in _WIDE_NATIVES else False
    shape = engine.shape_of(target)
    if shape is None or shape.unresolved:
        return None
    if shape.calls or any(not member.optional for member in shape.members) or shape.indexes:
        return False
    return not shape.members


def _object(comparison: _Comparison, source: Type, target: Type) -> bool | None:
    engine = comparison.engine
    if isinstance(target, (ArrayOf, TupleOf)):
        return _array(comparison, source, target)
    if isinstance(target, Native) or isinstance(source, Native):
        return _native(source, target)
    shape = engine.shape_of(target)
    if shape is None or shape.unresolved:
        return None
    if isinstance(source, (ArrayOf, TupleOf)):
        return _array_for_shape(shape)
    if isinstance(source, Named) and isinstance(target, Named) and source.declaration is target.declaration:
        return True
    given = engine.shape_of(source)
    return None if given is None or given.unresolved else _shape(comparison, given, shape)


def _array(comparison: _Comparison, source: Type, target: Type) -> bool | None:
    if not isinstance(source, (ArrayOf, TupleOf)):
        return False if isinstance(source, Shape) and not source.unresolved and not source.indexes else None
    if isinstance(source, TupleOf) and not source.elements:
        return True
    engine = comparison.engine
    return _fits(comparison.deeper(), element_type(engine, source), element_type(engine, target))


def _native(source: Type, target: Type) -> bool | None:
    names = {each.name for each in (source, target) if isinstance(each, Native)}
    both = isinstance(source, Native) and isinstance(target, Native)
    return True if both and (len(names) == 1 or names <= _VIEWS) else None


def _array_for_shape(shape: Shape) -> bool | None:
    if any(rule.key == "number" for rule in shape.indexes) or not shape.members:
        return None
    return None if any(member.name in _ARRAY_MEMBERS for member in shape.members) else False


def _shape(comparison: _Comparison, given: Shape, wanted: Shape) -> bool | None:
    if wanted.calls or given.calls:
        return False if wanted.calls and not given.calls else None
    shared = any(given.member(member.name) is not None for member in wanted.members)
    closed = not wanted.indexes and not given.indexes
    if wanted.members and given.members and closed and not shared:
        return False
    answers = [_member(comparison, given, member) for member in wanted.members]
    return _all([*answers, *([None] if given.indexes else [])])


def _member(comparison: _Comparison, given: Shape, member: Member) -> bool | None:
    own = given.member(member.name)
    if own is None:
        return True if member.optional else (None if given.indexes else False)
    if own.method or member.method:
        return True
    return _fits(comparison.deeper(), own.type, member.type)
