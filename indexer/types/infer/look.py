"""Looking at a type as code sees a value of it: aliases followed, transparent wrappers taken off. Pure."""

from typing import TYPE_CHECKING

from indexer.types.infer.library import BUILT_IN, WRAPPERS, library
from indexer.types.kinds import CELL_KINDS
from indexer.types.model import (
    ANY,
    BIGINT,
    BOOLEAN,
    NEVER,
    NUMBER,
    STRING,
    UNKNOWN,
    ArrayOf,
    LiteralType,
    Loose,
    Named,
    Native,
    Scalar,
    Template,
    TupleElement,
    TupleOf,
    Type,
    Undetermined,
    UnionOf,
    Wrapper,
)
from indexer.types.unions import union_of

if TYPE_CHECKING:
    from indexer.types.engine import TypeEngine

NULLISH = frozenset({"null", "undefined", "void"})
_HELD = CELL_KINDS | {"SqliteDb"}
_MARKERS = frozenset({"Default", "DeepDefault"})
_BASES = {"string": STRING, "number": NUMBER, "boolean": BOOLEAN, "bigint": BIGINT}


def look(engine: "TypeEngine", type_: Type) -> Type:
    """*type_* as a reader meets it: no alias, scope, default or label around it; cells and streams stay."""
    while True:
        type_ = engine.resolved(type_)
        if isinstance(type_, Wrapper) and type_.kind not in _HELD:
            type_ = type_.element
        elif isinstance(type_, Named) and type_.declaration.place.key in library().keys:
            return _as_known(type_)
        else:
            return type_


def _as_known(named: Named) -> Type:
    """A type of our own declarations in the form that the engine gives it."""
    name = named.declaration.name
    if name in WRAPPERS:
        return Wrapper(name, named.arguments[0] if named.arguments else UNKNOWN)  # type: ignore[arg-type]  # WRAPPERS are kinds
    if name == "Array":
        return ArrayOf(named.arguments[0] if named.arguments else ANY)
    return Native(name, named.arguments) if name in BUILT_IN else named


def parts(engine: "TypeEngine", type_: Type) -> list[Type]:
    """The members of *type_* as a union, each looked at; default markers go where values stand beside."""
    seen = look(engine, type_)
    if not isinstance(seen, UnionOf):
        return [] if seen == NEVER else [seen]
    resolved = [engine.resolved(member) for member in seen.members]
    values = [each for each in resolved if not _is_marker(each)]
    found: list[Type] = []
    for each in values or resolved:
        looked = look(engine, each)
        found.extend(parts(engine, looked) if isinstance(looked, UnionOf) else [looked])
    return found


def _is_marker(type_: Type) -> bool:
    return (
        isinstance(type_, Wrapper) and type_.kind in _MARKERS and (type_.bare or type_.kind == "DeepDefault")
    )


def is_nullish(type_: Type) -> bool:
    """Whether *type_* is null, undefined or void."""
    return isinstance(type_, Scalar) and type_.name in NULLISH


def is_open(type_: Type) -> bool:
    """Whether nothing can be told against *type_*: ``any``, or we cannot tell."""
    return type_ == ANY or isinstance(type_, (Undetermined, Loose))


def present(engine: "TypeEngine", type_: Type) -> Type:
    """*type_* without null and undefined."""
    seen = look(engine, type_)
    if not isinstance(seen, UnionOf):
        return seen
    return union_of(engine, [each for each in parts(engine, seen) if not is_nullish(each)])


def widened(engine: "TypeEngine", type_: Type) -> Type:
    """*type_* with fresh literals as their base types, in unions and arrays too."""
    if isinstance(type_, LiteralType):
        return _BASES[type_.base] if type_.fresh else type_
    if isinstance(type_, UnionOf) and any(
        isinstance(each, LiteralType) and each.fresh for each in type_.members
    ):
        return union_of(engine, [widened(engine, each) for each in type_.members])
    if isinstance(type_, ArrayOf):
        element = widened(engine, type_.element)
        return type_ if element is type_.element else ArrayOf(element, type_.readonly)
    return type_


def base_name(type_: Type) -> str | None:
    """The name of the primitive type, ``null`` or ``undefined`` that *type_* is of, if it is of one."""
    if isinstance(type_, LiteralType):
        return type_.base
    if isinstance(type_, Template):
        return "string"
    if isinstance(type_, Scalar) and type_.name not in ("any", "unknown", "never", "object"):
        return "undefined" if type_.name == "void" else type_.name
    return None


def element_type(engine: "TypeEngine", type_: Type) -> Type:
    """What iterating over *type_* gives."""
    found = [_element(engine, each) for each in parts(engine, type_) if not is_nullish(each)]
    return union_of(engine, found) if found else Undetermined("nothing to iterate over")


def _element(engine: "TypeEngine", type_: Type) -> Type:
    if isinstance(type_, ArrayOf):
        return type_.element
    if isinstance(type_, TupleOf):
        return union_of(engine, [each.type for each in type_.elements])
    if base_name(type_) == "string":
        return STRING
    if isinstance(type_, Native) and type_.arguments:
        if type_.name == "Map" and len(type_.arguments) == 2:
            return pair_of(type_.arguments[0], type_.arguments[1])
        return type_.arguments[0]
    if isinstance(type_, Named) and type_.declaration.name == "IterableIterator" and type_.arguments:
        return type_.arguments[0]
    return type_ if is_open(type_) else _element_of_shape(engine, type_)


def _element_of_shape(engine: "TypeEngine", type_: Type) -> Type:
    shape = engine.shape_of(type_)
    for rule in shape.indexes if shape else ():
        if rule.key == "number":
            return rule.type
    return Undetermined("iterating over what is no array")


def pair_of(first: Type, second: Type) -> TupleOf:
    """The tuple of two."""
    return TupleOf((TupleElement(first), TupleElement(second)))
