"""Object types looked into: members of literals, interfaces and classes, bases after own ones. Pure."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from tree_sitter import Node

from indexer.types.members import read_members
from indexer.types.model import (
    ArrayOf,
    IndexRule,
    IntersectionOf,
    Lazy,
    Member,
    Named,
    Shape,
    Signature,
    TupleOf,
    Type,
    TypeParameter,
    Undetermined,
    UnionOf,
    Wrapper,
)
from indexer.types.scope import Scope
from indexer.types.syntax import doc_before, place_of, text_of

if TYPE_CHECKING:
    from indexer.types.engine import TypeEngine

_WORD = re.compile(r"[A-Za-z_$][\w$]*")


def with_alias(type_: Type, alias: Named | None) -> Type:
    """*type_* as built by *alias*: unions, intersections, tuples and anonymous shapes carry its name."""
    if alias is None:
        return type_
    if isinstance(type_, (UnionOf, IntersectionOf, TupleOf, Wrapper)):
        return replace(type_, alias=alias)
    if isinstance(type_, Named) and type_.arguments and type_.declaration.kind != "alias":
        return replace(type_, alias=alias)
    if isinstance(type_, Shape) and (type_.alias is None or type_.alias.declaration.kind == "alias"):
        return replace(type_, alias=alias)
    return type_


def literal_shape(engine: "TypeEngine", node: Node, scope: Scope, alias: Named | None) -> Shape:
    """The shape of an ``object_type`` node."""
    known = shape_key(node, scope)
    found = engine.known_shape(known)
    if found is not None:
        return found if alias is None or found.alias == alias else replace(found, alias=alias)
    members, indexes, calls = read_members(engine, node, scope)
    return engine.shape_once(
        known,
        Shape(
            members=tuple(members), indexes=tuple(indexes), calls=tuple(calls),
            place=place_of(node, scope.module.key), alias=alias, unresolved=_damage(node),
        ),
    )  # fmt: skip


def _damage(body: Node) -> tuple[str, ...]:
    """Why members of *body* may be missing: the grammar could not read all of it."""
    return ("text that cannot be read",) if body.has_error else ()


def shape_key(node: Node, scope: Scope) -> tuple[object, ...]:
    """What makes an object type one: its node, and what is put in for the parameters that it names."""
    level: Scope | None = scope
    bound: dict[str, Type] = {}
    while level is not None:
        for name, type_ in level.bindings.items():
            bound.setdefault(name, type_)
        level = level.parent
    if not bound:
        return ("shape", node.id)
    words = set(_WORD.findall(scope.module.text(node)))
    return ("shape", node.id, *((name, type_) for name, type_ in bound.items() if name in words))


def function_shape(engine: "TypeEngine", node: Node, scope: Scope, alias: Named | None) -> Shape:
    """The shape of a function or constructor type: one signature and no members."""
    signature = Signature(node, scope, construct=node.type == "constructor_type")
    known = (node.id, id(scope))
    made = Shape(calls=(signature,), place=place_of(node, scope.module.key), alias=alias)
    return engine.known_shape(known) or engine.shape_once(known, made)


def shape_of(engine: "TypeEngine", type_: Type) -> Shape | None:
    """The object type behind *type_*: members in declared order; ``None`` when it is no object."""
    type_ = engine.resolved(type_)
    if isinstance(type_, Shape):
        return type_
    if isinstance(type_, Named) and type_.declaration.kind in ("interface", "class"):
        return _declared_shape(engine, type_)
    if isinstance(type_, IntersectionOf):
        return _intersected_shape(engine, type_)
    return None


def _intersected_shape(engine: "TypeEngine", type_: IntersectionOf) -> Shape | None:
    known = ("and", type_)
    found = engine.known_shape(known)
    if found is not None:
        return found
    parts = [shape_of(engine, each) for each in type_.members]
    shapes = [part for part in parts if part is not None]
    if not shapes:
        return None
    unresolved = tuple(
        each.reason for each in map(engine.resolved, type_.members) if isinstance(each, Undetermined)
    )
    made = Shape(
        members=tuple(_merged_members(engine, shapes)),
        indexes=tuple(rule for shape in shapes for rule in shape.indexes),
        calls=tuple(call for shape in shapes for call in shape.calls),
        alias=type_.alias,
        unresolved=tuple(why for shape in shapes for why in shape.unresolved) + unresolved,
    )
    return engine.shape_once(known, made)


def _merged_members(engine: "TypeEngine", shapes: list[Shape]) -> Iterator[Member]:
    grouped: dict[str, list[Member]] = {}
    for shape in shapes:
        for member in shape.members:
            grouped.setdefault(member.name, []).append(member)
    for same in grouped.values():
        yield same[0] if len(same) == 1 else _both(engine, same)


def _both(engine: "TypeEngine", same: list[Member]) -> Member:
    from indexer.types.unions import intersection_of  # noqa: PLC0415  # unions resolve through the engine

    lazy = Lazy(lambda: intersection_of(engine, [each.type for each in same]))
    return replace(same[0], lazy=lazy, optional=all(each.optional for each in same))


def _declared_shape(engine: "TypeEngine", named: Named) -> Shape:
    found = engine.known_shape(named)
    if found is not None:
        return found
    if engine.is_open(named):
        return Shape(alias=named, unresolved=(f"{named.declaration.name} extends itself",))
    with engine.opened(named):
        made = _make_declared(engine, named)
    return engine.shape_once(named, made)


def _make_declared(engine: "TypeEngine", named: Named) -> Shape:
    scope = engine.scope_of(named)
    members: dict[str, Member] = {}
    indexes: list[IndexRule] = []
    calls: list[Signature] = []
    unresolved: list[str] = []
    for node in named.declaration.nodes:
        body = node.child_by_field_name("body")
        if body is not None:
            unresolved.extend(_damage(body))
            own, own_indexes, own_calls = read_members(engine, body, scope)
            for member in own:
                members.setdefault(member.name, member)
            indexes.extend(own_indexes)
            calls.extend(own_calls)
    for base in _bases(engine, named, scope):
        shape = shape_of(engine, base)
        seen = engine.resolved(base)
        if isinstance(seen, ArrayOf):
            indexes.append(_element_rule(seen))
            continue
        if shape is None:
            unresolved.append(_why_no_base(engine, base))
            continue
        unresolved.extend(shape.unresolved)
        for member in shape.members:
            known = members.setdefault(member.name, member)
            if member.doc and not known.doc:
                members[member.name] = replace(known, doc=member.doc)
        indexes.extend(rule for rule in shape.indexes if all(rule.key != own.key for own in indexes))
        calls.extend(shape.calls)
    first = named.declaration.nodes[0]
    return Shape(
        members=tuple(members.values()), indexes=tuple(indexes), calls=tuple(calls),
        place=named.declaration.place, alias=named,
        doc=doc_of_declaration(first, scope.module.source), unresolved=tuple(unresolved),
    )  # fmt: skip


def _element_rule(array: ArrayOf) -> IndexRule:
    """What an interface that extends an array has of it."""
    return IndexRule("number", Lazy(lambda: array.element), array.readonly)


def doc_of_declaration(node: Node, source: bytes) -> str:
    """The JSDoc before a declaration, before its ``export`` or ``declare`` if it has one."""
    outer = node
    while outer.parent is not None and outer.parent.type in ("export_statement", "ambient_declaration"):
        outer = outer.parent
    return doc_before(outer, source)


def _why_no_base(engine: "TypeEngine", base: Type) -> str:
    seen = engine.resolved(base)
    return seen.reason if isinstance(seen, Undetermined) else "extends what is no object"


def _bases(engine: "TypeEngine", named: Named, scope: Scope) -> Iterator[Type]:
    for node in named.declaration.nodes:
        for clause in node.named_children:
            if clause.type == "extends_type_clause":
                for each in clause.named_children:
                    if each.type != "comment":
                        yield engine.resolve_annotation(each, scope)
            elif clause.type == "class_heritage":
                yield from _class_bases(engine, clause, scope)


def _class_bases(engine: "TypeEngine", heritage: Node, scope: Scope) -> Iterator[Type]:
    for clause in heritage.named_children:
        value = clause.child_by_field_name("value") if clause.type == "extends_clause" else None
        if value is not None:
            written = clause.child_by_field_name("type_arguments")
            arguments = tuple(
                engine.resolve_annotation(each, scope) for each in (written.named_children if written else ())
            )
            yield engine.named_type(scope.module.text(value), arguments, scope, clause)


def inner_scope(engine: "TypeEngine", named: Named) -> Scope:
    """The scope inside a declaration: each type parameter is its argument, its default, or itself."""
    return parameter_scope(
        engine, named.declaration.nodes[0], named.declaration.scope, named.arguments, this=named
    )


def parameter_scope(
    engine: "TypeEngine", node: Node, scope: Scope, arguments: tuple[Type, ...], *, this: Type | None = None
) -> Scope:
    """The scope inside the generic *node*: each type parameter is its argument, its default, or itself."""
    bindings: dict[str, Type] = {} if this is None else {"this": this}
    inner = Scope(scope.module, parent=scope, bindings=bindings)
    for at, each in enumerate(_parameter_nodes(node)):
        name = each.child_by_field_name("name")
        if name is not None:
            text = text_of(name, scope.module.source)
            constraint = each.child_by_field_name("constraint")
            if constraint is not None:
                inner.constraints[text] = constraint.named_children[0]
            bindings[text] = arguments[at] if at < len(arguments) else _unbound(engine, text, each, inner)
    return inner


def _parameter_nodes(node: Node) -> Iterable[Node]:
    parameters = node.child_by_field_name("type_parameters")
    return [each for each in parameters.named_children if each.type == "type_parameter"] if parameters else ()


def _unbound(engine: "TypeEngine", name: str, node: Node, scope: Scope) -> Type:
    default, constraint = node.child_by_field_name("value"), node.child_by_field_name("constraint")
    if default is not None:
        return engine.resolve_annotation(default.named_children[0], scope)
    lazy = (
        Lazy(lambda: engine.resolve_annotation(constraint.named_children[0], scope)) if constraint else None
    )
    return TypeParameter(name, place_of(node, scope.module.key), lazy)
