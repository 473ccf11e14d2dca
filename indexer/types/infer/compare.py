"""Whether a value of one type may be given for another: yes, no, or cannot tell; slow to say no. Pure.

It differs from assignability where inference knows less than the compiler: a union fits unless no member of it
does, and missing null checks are not judged.
"""

from typing import TYPE_CHECKING

from indexer.types.infer.look import base_name, element_type, is_nullish, is_open, parts
from indexer.types.model import (
    NEVER,
    OBJECT,
    UNKNOWN,
    ArrayOf,
    IntersectionOf,
    LiteralType,
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
_STREAMS = frozenset({"Stream"})
_VIEWS = frozenset({"VNode", "JSX.Element"})


def fits(engine: "TypeEngine", given: Type, wanted: Type, *, factory: bool, depth: int = 0) -> bool | None:
    """Whether *given* may stand for *wanted*; with *factory* a cell stands for what it holds."""
    sources, targets = parts(engine, given), parts(engine, wanted)
    if (
        depth > _DEEPEST
        or not sources
        or any(each in (UNKNOWN, NEVER) and each == UNKNOWN for each in targets)
    ):
        return True if not sources else None
    if not targets:
        return None if wanted != NEVER else all(is_open(each) for each in sources) or False
    solid = [each for each in sources if not is_nullish(each)]
    if not solid:
        return True if any(is_nullish(each) or is_open(each) for each in targets) else False
    answers = [_any(engine, each, targets, factory=factory, depth=depth) for each in solid]
    if all(answer is False for answer in answers):
        return False
    return True if all(answers) else None


def _any(
    engine: "TypeEngine", source: Type, targets: list[Type], *, factory: bool, depth: int
) -> bool | None:
    unclear = False
    for target in targets:
        answer = _once(engine, source, target, factory=factory, depth=depth)
        if answer:
            return True
        unclear = unclear or answer is None
    return None if unclear else False


def _once(engine: "TypeEngine", source: Type, target: Type, *, factory: bool, depth: int) -> bool | None:
    if source == target or target == UNKNOWN:
        return True
    if (
        is_open(source)
        or is_open(target)
        or isinstance(source, TypeParameter)
        or isinstance(target, TypeParameter)
    ):
        return None
    if isinstance(target, Wrapper) or isinstance(source, Wrapper):
        return _held(engine, source, target, factory=factory, depth=depth)
    if isinstance(target, IntersectionOf):
        return _all(
            [_once(engine, source, each, factory=factory, depth=depth) for each in _looked(engine, target)]
        )
    if base_name(target) is not None:
        return _primitive(source, target)
    if base_name(source) is not None:
        return _primitive_for_object(engine, source, target)
    if source == OBJECT or isinstance(source, Scalar):
        return None
    if target == OBJECT:
        return True
    return _object(engine, source, target, factory=factory, depth=depth)


def _looked(engine: "TypeEngine", both: IntersectionOf) -> list[Type]:
    return [part for each in both.members for part in parts(engine, each)]


def _all(answers: list[bool | None]) -> bool | None:
    if any(answer is False for answer in answers):
        return False
    return True if all(answers) else None


def _held(engine: "TypeEngine", source: Type, target: Type, *, factory: bool, depth: int) -> bool | None:
    source_kind = source.kind if isinstance(source, Wrapper) else None
    target_kind = target.kind if isinstance(target, Wrapper) else None
    if "SqliteDb" in (source_kind, target_kind):
        return True if source_kind == target_kind else None
    if source_kind in _STREAMS or target_kind in _STREAMS:
        if source_kind == target_kind:
            return True
        return None if source_kind and target_kind else False
    if source_kind and target_kind:
        return (
            None
            if not factory
            else fits(engine, source.element, target.element, factory=factory, depth=depth + 1)
        )  # type: ignore[union-attr]  # both have a kind
    if not factory:
        return False if target_kind is None and base_name(target) is not None else None
    if isinstance(source, Wrapper):
        return fits(engine, source.element, target, factory=factory, depth=depth + 1)
    return fits(engine, source, target.element, factory=factory, depth=depth + 1)  # type: ignore[union-attr]  # one has a kind


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


def _primitive_for_object(engine: "TypeEngine", source: Type, target: Type) -> bool | None:
    if isinstance(target, (ArrayOf, TupleOf)):
        return False
    if isinstance(target, Native):
        return None if target.name in ("Iterable", "Object", "String", "Number") else False
    shape = engine.shape_of(target)
    if shape is None or shape.unresolved:
        return None
    if shape.calls or any(not member.optional for member in shape.members) or shape.indexes:
        return False
    return not shape.members


def _object(engine: "TypeEngine", source: Type, target: Type, *, factory: bool, depth: int) -> bool | None:
    if isinstance(target, (ArrayOf, TupleOf)):
        if not isinstance(source, (ArrayOf, TupleOf)):
            return (
                False if isinstance(source, Shape) and not source.unresolved and not source.indexes else None
            )
        if isinstance(source, TupleOf) and not source.elements:
            return True
        return fits(
            engine,
            element_type(engine, source),
            element_type(engine, target),
            factory=factory,
            depth=depth + 1,
        )
    if isinstance(target, Native) or isinstance(source, Native):
        return _native(source, target)
    shape = engine.shape_of(target)
    if shape is None or shape.unresolved:
        return None
    if isinstance(source, (ArrayOf, TupleOf)):
        return _array_for_shape(shape)
    given = engine.shape_of(source)
    if given is None or given.unresolved:
        return None
    return _shape(engine, source, given, shape, factory=factory, depth=depth)


def _native(source: Type, target: Type) -> bool | None:
    if isinstance(source, Native) and isinstance(target, Native):
        if source.name == target.name or {source.name, target.name} <= _VIEWS:
            return True
    return None


def _array_for_shape(shape: Shape) -> bool | None:
    if any(rule.key == "number" for rule in shape.indexes) or not shape.members:
        return None
    known = {"length", "map", "filter", "forEach", "slice", "concat"}
    return None if any(member.name in known for member in shape.members) else False


def _shape(
    engine: "TypeEngine", source: Type, given: Shape, wanted: Shape, *, factory: bool, depth: int
) -> bool | None:
    if (
        isinstance(source, Named)
        and wanted.alias is not None
        and source.declaration is wanted.alias.declaration
    ):
        return True
    if wanted.calls or given.calls:
        return None if bool(wanted.calls) == bool(given.calls) or not wanted.calls else False
    answers: list[bool | None] = [None] if given.indexes else []
    shared = False
    for member in wanted.members:
        own = given.member(member.name)
        shared = shared or own is not None
        if own is None:
            answers.append(True if member.optional else None if given.indexes else False)
        elif not (own.method or member.method):
            answers.append(fits(engine, own.type, member.type, factory=factory, depth=depth + 1))
        if answers and answers[-1] is False:
            return False
    if wanted.members and not shared and given.members and not wanted.indexes and not given.indexes:
        return False
    return _all(answers)
