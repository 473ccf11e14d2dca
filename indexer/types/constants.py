"""Types of constant expressions: literals, ``as const`` arrays and objects, casts, names. Pure."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from tree_sitter import Node

from indexer.types import annotations, lookups
from indexer.types.members import property_name
from indexer.types.model import (
    BOOLEAN,
    NUMBER,
    STRING,
    ArrayOf,
    Lazy,
    LiteralType,
    Member,
    Shape,
    Signature,
    TupleElement,
    TupleOf,
    Type,
    Undetermined,
)
from indexer.types.scope import Scope
from indexer.types.syntax import doc_before, place_of, string_value
from indexer.types.unions import union_of

if TYPE_CHECKING:
    from indexer.types.engine import TypeEngine

_LITERALS = frozenset({"string", "number", "true", "false", "null", "undefined"})
_WIDE = {"string": STRING, "number": NUMBER, "boolean": BOOLEAN}


def constant_type(engine: "TypeEngine", node: Node, scope: Scope, *, frozen: bool = False) -> Type:
    """The type of a constant expression; *frozen* inside ``as const``."""
    while node.type in ("parenthesized_expression", "satisfies_expression", "non_null_expression"):
        node = node.named_children[0]
    if node.type == "as_expression":
        return _cast(engine, node, scope)
    if node.type in _LITERALS or (node.type == "unary_expression" and scope.module.text(node)[:1] in "-+"):
        return annotations.literal_of(node, scope)
    if node.type == "array":
        return _array(engine, node, scope, frozen=frozen)
    if node.type == "object":
        return _object(engine, node, scope, frozen=frozen)
    if node.type in ("identifier", "member_expression", "property_identifier"):
        return _reference(engine, node, scope)
    if node.type in ("arrow_function", "function_expression", "function_declaration"):
        return Shape(calls=(Signature(node, scope),), place=place_of(node, scope.module.key))
    if node.type == "template_string" and not any(
        c.type == "template_substitution" for c in node.named_children
    ):
        return LiteralType(string_value(node, scope.module.source), "string")
    return Undetermined(f"the value of a {node.type} is not read")


def _cast(engine: "TypeEngine", node: Node, scope: Scope) -> Type:
    parts = node.named_children
    if len(parts) < 2:
        return constant_type(engine, parts[0], scope, frozen=True)
    return engine.resolve_annotation(parts[1], scope)


def _array(engine: "TypeEngine", node: Node, scope: Scope, *, frozen: bool) -> Type:
    parts = [
        constant_type(engine, each, scope, frozen=frozen)
        for each in node.named_children
        if each.type != "comment"
    ]
    if frozen:
        return TupleOf(tuple(TupleElement(each) for each in parts), readonly=True)
    return ArrayOf(union_of(engine, (widened(each) for each in parts)))


def widened(type_: Type) -> Type:
    """*type_* with a literal replaced by its kind."""
    return _WIDE.get(type_.base, type_) if isinstance(type_, LiteralType) else type_


def _object(engine: "TypeEngine", node: Node, scope: Scope, *, frozen: bool) -> Type:
    known = (node.id, id(scope), frozen)
    found = engine.known_shape(known)
    if found is not None:
        return found
    members = {each.name: each for each in _object_members(engine, node, scope, frozen=frozen)}
    spread = next((c for c in node.named_children if c.type == "spread_element"), None)
    unresolved = ("a spread is not read",) if spread is not None else ()
    made = Shape(
        members=tuple(members.values()), place=place_of(node, scope.module.key), unresolved=unresolved
    )
    return engine.shape_once(known, made)


def _object_members(engine: "TypeEngine", node: Node, scope: Scope, *, frozen: bool) -> Iterator[Member]:
    for each in node.named_children:
        key, value = each.child_by_field_name("key"), each.child_by_field_name("value")
        if each.type == "shorthand_property_identifier":
            key, value = each, each
        if each.type == "method_definition":
            key = each.child_by_field_name("name")
            value = each
        name = property_name(engine, key, scope) if key is not None else None
        if name is not None and value is not None:
            yield Member(
                name=name, lazy=_lazy(engine, value, scope, frozen=frozen), readonly=frozen,
                doc=doc_before(each, scope.module.source), place=place_of(each, scope.module.key), node=each,
                method=each.type == "method_definition",
            )  # fmt: skip


def _lazy(engine: "TypeEngine", value: Node, scope: Scope, *, frozen: bool) -> Lazy:
    def make() -> Type:
        if value.type == "method_definition":
            return Shape(calls=(Signature(value, scope),), place=place_of(value, scope.module.key))
        if value.type == "shorthand_property_identifier":
            return engine.value_type(scope.module.text(value), scope)
        read = constant_type(engine, value, scope, frozen=frozen)
        return read if frozen else widened(read)

    return Lazy(make)


def _reference(engine: "TypeEngine", node: Node, scope: Scope) -> Type:
    if node.type != "member_expression":
        text = scope.module.text(node)
        return Undetermined("undefined") if text == "undefined" else engine.value_type(text, scope)
    target, name = node.child_by_field_name("object"), node.child_by_field_name("property")
    if target is None or name is None:
        return Undetermined("a member of nothing")
    enum = scope.find(scope.module.text(target))
    if enum is not None and getattr(enum, "kind", "") == "enum":
        return engine.enum_member(enum, scope.module.text(name))  # type: ignore[arg-type]  # only declarations have a kind
    inside = constant_type(engine, target, scope)
    return lookups.indexed(engine, inside, LiteralType(scope.module.text(name), "string"))


def declared_value(engine: "TypeEngine", node: Node, name: str, scope: Scope) -> Type:
    """The type of a declared value: by its annotation, else by its initial value."""
    if node.type != "variable_declarator":
        if node.type == "enum_declaration":
            return Undetermined("an enum as a value")
        return engine.type_of_expression(node, scope)
    typed, value = node.child_by_field_name("type"), node.child_by_field_name("value")
    if typed is not None:
        return engine.resolve_annotation(typed, scope)
    target = node.child_by_field_name("name")
    if value is None or target is None or target.type != "identifier":
        return Undetermined(f"the value of {name} is not read")
    read = engine.type_of_expression(value, scope)
    is_constant = node.parent is not None and any(child.type == "const" for child in node.parent.children)
    return read if is_constant else widened(read)
