"""Inference of type arguments: what a type parameter must be for an argument to fit its parameter. Pure."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from indexer.types.assign import assignable
from indexer.types.infer.fields import field_of
from indexer.types.infer.look import base_name, element_type, is_nullish, is_open, look, parts, widened
from indexer.types.model import (
    ArrayOf,
    IntersectionOf,
    Named,
    Native,
    Shape,
    Signature,
    TupleOf,
    Type,
    TypeParameter,
    Undetermined,
    UnionOf,
    Wrapper,
)
from indexer.types.unions import union_of

if TYPE_CHECKING:
    from indexer.types.engine import TypeEngine
    from indexer.types.infer.session import Inference
    from indexer.types.infer.signatures import ReadSignature

_ITERABLE = frozenset({"Iterable", "ArrayLike", "ReadonlyArray", "IterableIterator"})
_FACTORIES = frozenset({"PatternFactory", "ModuleFactory"})
_DEEPEST = 12


class Found(dict[TypeParameter, list[Type]]):
    """What was told of each type parameter, in the order told; a type may be told twice."""

    __slots__ = ("_levels",)

    def __init__(self, parameters: Iterable[TypeParameter]) -> None:
        super().__init__((parameter, []) for parameter in parameters)
        self._levels: dict[tuple[Type, Type], int] = {}

    def is_told(self, wanted: Type, part: Type, depth: int) -> bool:
        """Whether *part* has stood for *wanted* before, not deeper: it tells nothing new then.

        Types that refer to one another would else be walked along every path that leads to them.
        """
        if self._levels.get((wanted, part), depth + 1) <= depth:
            return True
        self._levels[wanted, part] = depth
        return False


def unify(inference: "Inference", parameter: Type, given: Type, found: Found, depth: int = 0) -> None:
    """Notes in *found* what the type parameters in *parameter* are where *given* stands in its place."""
    if depth > _DEEPEST:
        return
    engine = inference.engine
    wanted = engine.resolved(parameter)
    if isinstance(wanted, TypeParameter):
        if wanted in found:
            found[wanted].append(given)
        return
    if isinstance(wanted, UnionOf):
        _unify_union(inference, wanted, given, found, depth)
    elif isinstance(wanted, Wrapper):
        _unify_wrapper(inference, wanted, given, found, depth)
    elif isinstance(wanted, IntersectionOf):
        for member in wanted.members:
            unify(inference, member, given, found, depth + 1)
    else:
        for part in parts(engine, given):
            if not is_nullish(part) and not is_open(part):
                _unify_part(inference, wanted, part, found, depth)


def _unify_union(inference: "Inference", wanted: UnionOf, given: Type, found: Found, depth: int) -> None:
    naked = [each for each in wanted.members if isinstance(each, TypeParameter)]
    structured = [each for each in wanted.members if not isinstance(each, TypeParameter)]
    rest: list[Type] = []
    for part in parts(inference.engine, given):
        if is_nullish(part) and any(is_nullish(each) for each in structured):
            continue
        matching = [each for each in structured if _alike(inference, each, part)]
        for each in matching:
            unify(inference, each, part, found, depth + 1)
        if not matching:
            rest.append(part)
    for parameter in naked if rest else ():
        unify(inference, parameter, union_of(inference.engine, rest), found, depth + 1)


def _alike(inference: "Inference", wanted: Type, part: Type) -> bool:
    seen = look(inference.engine, wanted)
    if isinstance(seen, (ArrayOf, TupleOf)):
        return isinstance(part, (ArrayOf, TupleOf))
    if isinstance(seen, Native):
        return (isinstance(part, Native) and part.name == seen.name) or (
            seen.name in _ITERABLE and _iterates(part)
        )
    if isinstance(seen, Wrapper):
        return isinstance(part, Wrapper)
    if isinstance(seen, Named) and seen.declaration.name in _ITERABLE:
        return _iterates(part)
    return isinstance(seen, (Shape, Named)) and isinstance(part, (Shape, Named, IntersectionOf))


def _iterates(part: Type) -> bool:
    if isinstance(part, Native):
        return part.name in ("Set", "Map", "Iterable")
    return isinstance(part, (ArrayOf, TupleOf)) or (
        isinstance(part, Named) and part.declaration.name in _ITERABLE
    )


def _unify_wrapper(inference: "Inference", wanted: Wrapper, given: Type, found: Found, depth: int) -> None:
    inside = look(inference.engine, given)
    if isinstance(inside, Wrapper):
        unify(inference, wanted.element, inside.element, found, depth + 1)
    elif look(inference.engine, wanted) is not wanted:
        unify(inference, wanted.element, given, found, depth + 1)


def _unify_part(inference: "Inference", wanted: Type, part: Type, found: Found, depth: int) -> None:
    engine = inference.engine
    if isinstance(part, Native) and part.name in _FACTORIES and not isinstance(wanted, (Native, Named)):
        shape = engine.shape_of(wanted)
        for call in shape.calls[:1] if shape is not None else ():
            _unify_result(inference, call, part.arguments[1], found, depth)
    elif isinstance(wanted, ArrayOf):
        unify(inference, wanted.element, element_type(engine, part), found, depth + 1)
    elif isinstance(wanted, TupleOf):
        for position, each in enumerate(wanted.elements):
            given = (
                field_of(engine, part, str(position)).type
                if isinstance(part, TupleOf)
                else element_type(engine, part)
            )
            unify(inference, each.type, given, found, depth + 1)
    elif isinstance(wanted, Native) or (isinstance(wanted, Named) and wanted.declaration.name in _ITERABLE):
        _unify_native(inference, wanted, part, found, depth)
    elif (
        isinstance(wanted, Named) and isinstance(part, Native) and wanted.declaration.name == part.name
    ) or (isinstance(wanted, Named) and isinstance(part, Named) and wanted.declaration is part.declaration):
        for one, other in zip(wanted.arguments, part.arguments, strict=False):
            unify(inference, one, other, found, depth + 1)
    else:
        _unify_shape(inference, wanted, part, found, depth)


def _unify_result(inference: "Inference", call: Signature, result: Type, found: Found, depth: int) -> None:
    from indexer.types.infer.signatures import read_signature  # noqa: PLC0415  # signatures come after generics

    returned = read_signature(inference, call).returns()
    if returned is not None:
        unify(inference, returned, result, found, depth + 1)


def _unify_native(
    inference: "Inference", wanted: Native | Named, part: Type, found: Found, depth: int
) -> None:
    if isinstance(wanted, Native) and isinstance(part, Native) and part.name == wanted.name:
        for one, other in zip(wanted.arguments, part.arguments, strict=False):
            unify(inference, one, other, found, depth + 1)
        return
    name = wanted.name if isinstance(wanted, Native) else wanted.declaration.name
    if name in _ITERABLE and wanted.arguments:
        unify(inference, wanted.arguments[0], element_type(inference.engine, part), found, depth + 1)


def _unify_shape(inference: "Inference", wanted: Type, part: Type, found: Found, depth: int) -> None:
    from indexer.types.infer.signatures import read_signature  # noqa: PLC0415  # signatures come after generics

    shape, given = inference.engine.shape_of(wanted), inference.engine.shape_of(part)
    if shape is None or given is None or found.is_told(wanted, part, depth):
        return
    for member in shape.members:
        inner = field_of(inference.engine, part, member.name)
        if inner.outcome == "found":
            unify(inference, member.type, inner.type, found, depth + 1)
    for rule in shape.indexes:
        types = [each.type for each in given.members] + [each.type for each in given.indexes]
        if types:
            unify(inference, rule.type, union_of(inference.engine, types), found, depth + 1)
    if shape.calls and given.calls:
        one = read_signature(inference, shape.calls[0])
        other = _fitted(inference, given.calls[-1], one)
        unify(inference, one.returns(), other.returns(), found, depth + 1)
        for mine, theirs in zip(one.parameters, other.parameters, strict=False):
            unify(inference, mine.type, theirs.type, found, depth + 1)


def _fitted(inference: "Inference", given: Signature, wanted: "ReadSignature") -> "ReadSignature":
    """*given* as it stands where *wanted* is asked for: its own type parameters are what that one takes."""
    from indexer.types.infer.signatures import (  # noqa: PLC0415  # signatures come after generics
        open_scope,
        read_signature,
        type_parameters,
    )

    read = read_signature(inference, given)
    found = Found(parameter for _, parameter in type_parameters(given, read.scope))
    if not found:
        return read
    for theirs, mine in zip(read.parameters, wanted.parameters, strict=False):
        unify(inference, theirs.type, mine.type, found, 1)
    known = solved(inference, found)
    told = tuple(known.get(each.name, Undetermined(f"nothing tells of {each.name}")) for each in found)
    return read_signature(inference, given, open_scope(inference, given, told))


def solved(inference: "Inference", found: Found) -> dict[str, Type]:
    """The type arguments by name, where any argument told of them."""
    return {
        parameter.name: _combined(inference.engine, parameter, types)
        for parameter, types in found.items()
        if types
    }


def _combined(engine: "TypeEngine", parameter: TypeParameter, types: list[Type]) -> Type:
    """What arguments that told of *types* make of *parameter*: of types that fit each other, the last."""
    if _keeps_literals(engine, parameter):
        return union_of(engine, types)
    made = list(dict.fromkeys(widened(engine, each) for each in types))
    objects = [each for each in made if isinstance(look(engine, each), (Shape, Named))]
    if len(made) < 2 or len(objects) < len(made):
        return widened(engine, union_of(engine, types))
    chosen = made[0]
    for each in made[1:]:
        chosen = each if assignable(engine, chosen, each) else chosen
    return chosen


def _keeps_literals(engine: "TypeEngine", parameter: TypeParameter) -> bool:
    """Whether the constraint of *parameter* asks for strings, numbers or keys."""
    if parameter.constraint is None:
        return False
    seen = look(engine, parameter.constraint.get())
    if isinstance(seen, Undetermined):
        return True
    return bool(parts(engine, seen)) and all(base_name(each) is not None for each in parts(engine, seen))
