"""``keyof``, ``T[K]``, ``typeof x``, array elements and ``Namespace.Name``. Pure."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from tree_sitter import Node

from indexer.types.model import (
    ANY,
    NEVER,
    NUMBER,
    QUERIED,
    STRING,
    SYMBOL,
    UNDEFINED,
    ArrayOf,
    Declaration,
    IntersectionOf,
    LiteralType,
    Member,
    Named,
    Native,
    Shape,
    TupleOf,
    Type,
    TypeParameter,
    Undetermined,
    UnionOf,
    Wrapper,
)
from indexer.types.scope import Scope
from indexer.types.unions import members_of, union_of

if TYPE_CHECKING:
    from indexer.types.engine import TypeEngine, TypeTarget


def element_of(engine: "TypeEngine", type_: Type) -> Type | None:
    """The type of an array's or tuple's elements; ``None`` when *type_* is neither."""
    seen = engine.resolved(type_)
    if isinstance(seen, ArrayOf):
        return seen.element
    if isinstance(seen, TupleOf):
        return union_of(
            engine, (part for each in seen.elements for part in _present(each.type, each.optional))
        )
    if isinstance(seen, (TypeParameter, Undetermined)) or seen == ANY:
        return seen
    return None


def _present(type_: Type, optional: bool) -> tuple[Type, ...]:  # noqa: FBT001  # private, read at one place
    return (type_, UNDEFINED) if optional else (type_,)


def keys_of(engine: "TypeEngine", type_: Type) -> Type:
    """``keyof`` of *type_*: literal names in declared order, then ``string`` or ``number`` of index rules."""
    seen = engine.resolved(type_)
    if isinstance(seen, UnionOf):
        sets = [set(members_of(engine, keys_of(engine, each))) for each in seen.members]
        return union_of(
            engine,
            (k for k in members_of(engine, keys_of(engine, seen.members[0])) if all(k in s for s in sets)),
        )
    if isinstance(seen, IntersectionOf):
        return union_of(engine, (keys_of(engine, each) for each in seen.members))
    if isinstance(seen, (TypeParameter, Undetermined)):
        return Undetermined("keyof of a type that is not known")
    if seen == ANY:
        return union_of(engine, (STRING, NUMBER, SYMBOL))
    shape = engine.shape_of(seen)
    if shape is None:
        return Undetermined("keyof of what is no object") if seen != NEVER else NEVER
    if shape.unresolved:
        return Undetermined(shape.unresolved[0])
    names: list[Type] = [LiteralType(member.name, "string") for member in shape.members]
    for rule in shape.indexes:
        names.extend((STRING, NUMBER) if rule.key == "string" else (NUMBER,) if rule.key == "number" else ())
    return union_of(engine, names)


def member_type(engine: "TypeEngine", member: Member) -> Type:
    """The type that reading *member* gives: with ``undefined`` when it is optional."""
    return union_of(engine, (member.type, UNDEFINED)) if member.optional else member.type


def indexed(engine: "TypeEngine", object_type: Type, index: Type) -> Type:
    """``T[K]``: over a union of keys the union of what each gives, in the order of the keys."""
    keys = members_of(engine, index)
    if len(keys) == 1:
        return _indexed_once(engine, object_type, keys[0])
    return union_of(engine, (_indexed_once(engine, object_type, key) for key in keys))


def _indexed_once(engine: "TypeEngine", object_type: Type, key: Type) -> Type:
    seen = engine.resolved(object_type)
    if isinstance(seen, UnionOf):
        return union_of(engine, (_indexed_once(engine, each, key) for each in seen.members))
    if seen == ANY or isinstance(seen, Undetermined):
        return seen
    if isinstance(seen, (ArrayOf, TupleOf)):
        return _array_index(engine, seen, key)
    if isinstance(seen, Wrapper):
        return _indexed_once(engine, seen.element, key)
    shape = engine.shape_of(seen)
    if shape is None or isinstance(key, (TypeParameter, Undetermined)):
        return Undetermined("an indexed access into what is not known")
    return _shape_index(engine, shape, key)


def _array_index(engine: "TypeEngine", array: ArrayOf | TupleOf, key: Type) -> Type:
    if isinstance(key, LiteralType) and isinstance(array, TupleOf) and str(key.value).isdigit():
        at = int(key.value)
        if at < len(array.elements) and not any(each.rest for each in array.elements[: at + 1]):
            each = array.elements[at]
            return union_of(engine, _present(each.type, each.optional))
    if isinstance(key, LiteralType) and key.value == "length":
        return LiteralType(len(array.elements), "number") if isinstance(array, TupleOf) else NUMBER
    if key == NUMBER or (isinstance(key, LiteralType) and key.base == "number"):
        return element_of(engine, array) or Undetermined("no element")
    return Undetermined("an array member is not read")


def _shape_index(engine: "TypeEngine", shape: Shape, key: Type) -> Type:
    if isinstance(key, LiteralType):
        member = shape.member(str(key.value))
        if member is not None:
            return member_type(engine, member)
    for rule in shape.indexes:
        if rule.key == "string" or (rule.key == "number" and _is_numeric(key)):
            return rule.type
    reason = shape.unresolved[0] if shape.unresolved else "an indexed access to a member that does not exist"
    return Undetermined(reason)


def _is_numeric(key: Type) -> bool:
    return key == NUMBER or (isinstance(key, LiteralType) and key.base == "number")


def type_query(engine: "TypeEngine", node: Node, scope: Scope) -> Type:
    """``typeof x`` and ``typeof x.y`` in a type."""
    target = next((each for each in node.named_children if each.type != "comment"), None)
    return Undetermined("typeof of nothing") if target is None else engine.type_of_expression(target, scope)


def queried_value(engine: "TypeEngine", node: Node, scope: Scope) -> Type:
    """``typeof x`` as a type argument: the type, with the name where a call made the value.

    Two handlers may have one type, and yet be told apart by types that say who may write.
    """
    found = engine.resolve_annotation(node, scope)
    target = next((each for each in node.named_children if each.type == "identifier"), None)
    if target is None:
        return found
    value = engine.made_by_call(scope.module, scope.module.text(target))
    if value is None:
        return found
    return Native(QUERIED, (LiteralType(value[0], "string"), LiteralType(value[1], "string"), found))


def namespace_member(
    engine: "TypeEngine", steps: Iterable[str], arguments: tuple[Type, ...], scope: Scope
) -> Type:
    """The type ``A.B.C``: a member of a namespace, of a whole imported module, or of an enum."""
    first, *rest = steps
    found = scope.find(first)
    if found is None and first in scope.module.imports:
        return _imported_member(engine, first, rest, arguments, scope)
    if found is None and first in ("JSX", "React") and rest:
        return Native("JSX.Element")
    if not isinstance(found, Declaration) or not rest:
        return Undetermined(f"no namespace {first} is declared")
    return _declared_member(engine, found, rest, arguments)


def _imported_member(
    engine: "TypeEngine", first: str, rest: list[str], arguments: tuple[Type, ...], scope: Scope
) -> Type:
    imported = scope.module.imports[first]
    return _module_member(engine, engine.whole_import(imported, scope.module.key), rest, arguments)


def import_type(
    engine: "TypeEngine", specifier: str, steps: list[str], arguments: tuple[Type, ...], scope: Scope
) -> Type:
    """The type ``import("specifier").A.B``."""
    target = engine.whole_module(specifier, scope.module.key)
    return _module_member(engine, target, steps, arguments)


def _module_member(
    engine: "TypeEngine", target: "TypeTarget", steps: list[str], arguments: tuple[Type, ...]
) -> Type:
    for at, step in enumerate(steps):
        if isinstance(target, Declaration):
            return _declared_member(engine, target, steps[at:], arguments)
        target = engine.member_of_module(target, step)
    return engine.referred(target, arguments)


def _declared_member(
    engine: "TypeEngine", found: Declaration, rest: list[str], arguments: tuple[Type, ...]
) -> Type:
    for at, step in enumerate(rest):
        if found.kind == "enum" and at == len(rest) - 1:
            return engine.enum_member(found, step)
        inner = engine.namespace_types(found).get(step)
        if inner is None:
            return Undetermined(f"{found.name} declares no type {step}")
        found = inner
    return Named(found, arguments)
