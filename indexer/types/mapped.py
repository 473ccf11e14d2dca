"""Mapped types: ``{ [K in Keys as Name]?: Value }``, and the building that utility types share. Pure."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal

from tree_sitter import Node

from indexer.types.model import (
    NUMBER,
    STRING,
    SYMBOL,
    UNDEFINED,
    ArrayOf,
    Declaration,
    IndexRule,
    Lazy,
    LiteralType,
    Member,
    Named,
    Shape,
    Template,
    TupleOf,
    Type,
    Undetermined,
)
from indexer.types.scope import Scope
from indexer.types.syntax import place_of, text_of
from indexer.types.unions import members_of, union_of

if TYPE_CHECKING:
    from indexer.types.engine import TypeEngine

Modifier = Literal["add", "remove", "keep"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Mapping:
    """How a mapped type makes its members from keys."""

    value: Callable[[Type], Type]
    """The type of the member with a key."""
    source: Shape | None = None
    """The object whose modifiers and docs the members keep, if it is homomorphic."""
    rename: Callable[[Type], Type] | None = None
    optional: Modifier = "keep"
    readonly: Modifier = "keep"
    run: int = 0


def mapped_clause(node: Node) -> Node | None:
    """The ``mapped_type_clause`` of an object type, ``None`` when it is no mapped type."""
    for child in node.named_children:
        if child.type == "index_signature":
            return next((each for each in child.named_children if each.type == "mapped_type_clause"), None)
        if child.type != "comment":
            return None
    return None


def maps_parameter(node: Node, declaration: Declaration) -> bool:
    """Whether *node*, the right side of *declaration*, is ``{ [K in keyof T]: ... }`` with a parameter ``T``.

    An object made from it is called after this alias, also where another alias names it.
    """
    clause = mapped_clause(node) if node.type == "object_type" else None
    keys = clause.child_by_field_name("type") if clause is not None else None
    if keys is None or keys.type != "index_type_query":
        return False
    return text_of(keys.named_children[0], declaration.scope.module.source) in declaration.parameters


def read_mapped(engine: "TypeEngine", node: Node, clause: Node, scope: Scope, alias: Named | None) -> Type:
    """The type of an ``object_type`` node that holds the mapped type *clause*."""
    known = (node.id, id(scope))
    found = engine.known_shape(known)
    if found is not None:
        return found
    made = _read(engine, clause, scope)
    if isinstance(made, Shape):
        return engine.shape_once(known, replace(made, alias=alias, place=place_of(node, scope.module.key)))
    return made


def _read(engine: "TypeEngine", clause: Node, scope: Scope) -> Type:
    keys_node, name_node = clause.child_by_field_name("type"), clause.child_by_field_name("name")
    signature = clause.parent
    if keys_node is None or name_node is None or signature is None:
        return Undetermined("a mapped type without keys")
    name = text_of(name_node, scope.module.source)
    value_node, as_node = signature.child_by_field_name("type"), clause.child_by_field_name("alias")
    source, listed = _source(engine, keys_node, scope)
    value = _evaluator(engine, value_node, name, scope)
    if isinstance(source, (ArrayOf, TupleOf)) and as_node is None and not listed:
        return mapped_array(engine, source, value, _modifiers(signature)[0])
    shape = engine.shape_of(source) if source is not None else None
    if source is not None and shape is None and not listed:
        return source
    keys = engine.resolve_annotation(keys_node, scope)
    optional, readonly = _modifiers(signature)
    return build_mapped(
        engine,
        members_of(engine, keys),
        Mapping(
            value=value, source=shape, optional=optional, readonly=readonly,
            rename=_evaluator(engine, as_node, name, scope) if as_node else None,
            run=0 if shape is not None and not listed else keys_node.id,
        ),
    )  # fmt: skip


def _source(engine: "TypeEngine", keys_node: Node, scope: Scope) -> tuple[Type | None, bool]:
    """The ``T`` of ``[K in keyof T]`` or of a parameter that extends it; whether keys are listed apart."""
    while keys_node.type == "parenthesized_type":
        keys_node = keys_node.named_children[0]
    if keys_node.type == "index_type_query":
        return engine.resolved(engine.resolve_annotation(keys_node.named_children[0], scope)), False
    if keys_node.type == "type_identifier":
        constraint = engine.constraint_node(scope.module.text(keys_node), scope)
        if constraint is not None and constraint[0].type == "index_type_query":
            inner, where = constraint
            return engine.resolved(engine.resolve_annotation(inner.named_children[0], where)), True
    return None, True


def _evaluator(engine: "TypeEngine", node: Node | None, name: str, scope: Scope) -> Callable[[Type], Type]:
    if node is None:
        return lambda _key: Undetermined("a mapped type without a value")
    return lambda key: engine.resolve_annotation(node, scope.bind({name: key}))


def _modifiers(signature: Node) -> tuple[Modifier, Modifier]:
    optional: Modifier = "keep"
    readonly: Modifier = "keep"
    sign: Modifier = "add"
    for child in signature.children:
        if child.type in ("+", "-"):
            sign = "remove" if child.type == "-" else "add"
        elif child.type == "readonly":
            readonly, sign = sign, "add"
        elif child.type in ("omitting_type_annotation", "adding_type_annotation", "opting_type_annotation"):
            optional = "remove" if child.type == "omitting_type_annotation" else "add"
        elif child.type == "?":
            optional = sign
    return optional, readonly


def mapped_array(
    engine: "TypeEngine", source: ArrayOf | TupleOf, value: Callable[[Type], Type], optional: Modifier
) -> Type:
    """A mapped type over an array or a tuple maps its elements."""
    if isinstance(source, ArrayOf):
        element = value(NUMBER)
        return ArrayOf(
            union_of(engine, (element, UNDEFINED)) if optional == "add" else element, source.readonly
        )
    return TupleOf(
        tuple(
            replace(
                each,
                type=value(LiteralType(str(at), "string")),
                optional=_modified(optional, written=each.optional) and not each.rest,
            )
            for at, each in enumerate(source.elements)
        ),
        source.readonly,
    )


def build_mapped(engine: "TypeEngine", keys: Iterable[Type], mapping: Mapping) -> Type:
    """The object with one member for each literal key and an index rule for each open one."""
    members: dict[str, Member] = {}
    indexes: list[IndexRule] = []
    for key in keys:
        if isinstance(key, Undetermined):
            return key
        for named in members_of(engine, mapping.rename(key)) if mapping.rename else (key,):
            if isinstance(named, LiteralType):
                members.setdefault(str(named.value), _member(engine, key, str(named.value), mapping))
            elif isinstance(named, Undetermined):
                return named
            else:
                indexes.extend(_index(key, named, mapping, indexes))
    return Shape(members=tuple(members.values()), indexes=tuple(indexes))


def _index(key: Type, named: Type, mapping: Mapping, made: list[IndexRule]) -> Iterator[IndexRule]:
    if named == NUMBER and any(rule.key == "string" for rule in made) and mapping.source is not None:
        return
    kind: Literal["string", "number", "template", "symbol"] = "template"
    if named in (STRING, NUMBER, SYMBOL):
        kind = "string" if named == STRING else "number" if named == NUMBER else "symbol"
    elif not isinstance(named, Template):
        return
    yield IndexRule(kind, Lazy(lambda: mapping.value(key)), readonly=mapping.readonly == "add")


def _member(engine: "TypeEngine", key: Type, name: str, mapping: Mapping) -> Member:
    origin = (
        mapping.source.member(str(key.value)) if mapping.source and isinstance(key, LiteralType) else None
    )
    optional = _modified(mapping.optional, written=origin is not None and origin.optional)
    drops = mapping.optional == "remove" and origin is not None and origin.optional
    lazy = Lazy(lambda: without_undefined(engine, mapping.value(key)) if drops else mapping.value(key))
    if origin is None:
        return Member(name, lazy, optional, mapping.readonly == "add", mapped=True, run=mapping.run)
    readonly = _modified(mapping.readonly, written=origin.readonly)
    return replace(
        origin, name=name, lazy=lazy, optional=optional, readonly=readonly,
        mapped=True, run=mapping.run or origin.run, computed=False,
    )  # fmt: skip


def _modified(modifier: Modifier, *, written: bool) -> bool:
    return written if modifier == "keep" else modifier == "add"


def without_undefined(engine: "TypeEngine", type_: Type) -> Type:
    """*type_* without ``undefined`` among its members."""
    return union_of(engine, (each for each in members_of(engine, type_) if each != UNDEFINED))
