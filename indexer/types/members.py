"""Members of an object type, interface or class body, in the compiler's order. Pure."""

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Literal

from tree_sitter import Node

from indexer.types.framework import well_known_key
from indexer.types.model import (
    ANY,
    STRING,
    IndexRule,
    Lazy,
    LiteralType,
    Member,
    Scalar,
    Shape,
    Signature,
    Type,
    Undetermined,
)
from indexer.types.scope import Scope
from indexer.types.syntax import documented_children, number_value, place_of, string_value

if TYPE_CHECKING:
    from indexer.types.engine import TypeEngine

_Parts = tuple[list[Member], list[IndexRule], list[Signature]]
_RULES: dict[str, Literal["string", "number", "symbol"]] = {
    "string": "string", "number": "number", "symbol": "symbol",
}  # fmt: skip
_FIELDS = frozenset({"property_signature", "public_field_definition"})
_METHODS = frozenset({"method_signature", "method_definition", "abstract_method_signature"})
_ACCESSORS = frozenset({"get", "set"})
_NO_TOKENS: frozenset[str] = frozenset()


def read_members(engine: "TypeEngine", body: Node, scope: Scope) -> _Parts:
    """Members, index signatures and call signatures of *body*; names in brackets come after plain ones."""
    members: dict[str, Member] = {}
    indexes: list[IndexRule] = []
    calls: list[Signature] = []
    for child, doc in documented_children(body, scope.module.source):
        kind = child.type
        if kind in _FIELDS or kind in _METHODS:
            for member in _members(engine, child, scope, doc):
                members.setdefault(member.name, member)
        elif kind == "index_signature":
            indexes.extend(_index_rule(engine, child, scope, doc))
        elif kind in ("call_signature", "construct_signature"):
            calls.append(Signature(child, scope, construct=kind == "construct_signature"))
    ordered = sorted(members.values(), key=lambda member: member.computed)
    return ordered, indexes, calls


def _members(engine: "TypeEngine", node: Node, scope: Scope, doc: str) -> Iterable[Member]:
    """The member that *node* declares; a constructor may declare any number."""
    has_tokens = node.child_count > node.named_child_count
    tokens = {child.type for child in node.children} if has_tokens else _NO_TOKENS
    named = node.child_by_field_name("name")
    name = property_name(engine, named, scope) if named and "static" not in tokens else None
    if name is None or named is None:
        return ()
    is_method = node.type in _METHODS
    if name == "constructor" and node.type == "method_definition":
        return _parameter_properties(engine, node, scope)
    accessor = is_method and bool(tokens & _ACCESSORS)
    member = Member(
        name=name,
        lazy=Lazy(lambda: _member_type(engine, node, scope, accessor=accessor)),
        optional="?" in tokens,
        readonly="readonly" in tokens or (accessor and "get" in tokens),
        method=is_method and not accessor,
        doc=doc,
        place=place_of(node, scope.module.key),
        node=node,
        scope=scope,
        computed=named.type == "computed_property_name",
    )
    return (member,)


def _member_type(engine: "TypeEngine", node: Node, scope: Scope, *, accessor: bool) -> Type:
    if node.type in _METHODS and not accessor:
        return Shape(calls=(Signature(node, scope),), place=place_of(node, scope.module.key))
    typed = node.child_by_field_name("return_type" if accessor else "type")
    if accessor and typed is None:
        return _setter_type(engine, node, scope)
    if typed is not None:
        return engine.resolve_annotation(typed, scope)
    value = node.child_by_field_name("value")
    return engine.type_of_expression(value, scope) if value is not None else ANY


def _setter_type(engine: "TypeEngine", node: Node, scope: Scope) -> Type:
    parameters = node.child_by_field_name("parameters")
    for each in parameters.named_children if parameters else ():
        typed = each.child_by_field_name("type")
        if typed is not None:
            return engine.resolve_annotation(typed, scope)
    return Undetermined("an accessor without a type")


def _parameter_properties(engine: "TypeEngine", node: Node, scope: Scope) -> Iterator[Member]:
    parameters = node.child_by_field_name("parameters")
    for each in parameters.named_children if parameters else ():
        kinds = {child.type for child in each.children}
        pattern, typed = each.child_by_field_name("pattern"), each.child_by_field_name("type")
        if kinds & {"accessibility_modifier", "readonly"} and pattern is not None:
            yield Member(
                name=scope.module.text(pattern),
                lazy=_annotated(engine, typed, scope),
                optional=each.type == "optional_parameter",
                readonly="readonly" in kinds,
                place=place_of(each, scope.module.key),
                node=each,
            )


def _annotated(engine: "TypeEngine", typed: Node | None, scope: Scope) -> Lazy:
    return Lazy(lambda: engine.resolve_annotation(typed, scope) if typed is not None else ANY)


def property_name(engine: "TypeEngine", node: Node, scope: Scope) -> str | None:
    """The name that a property-name node spells; ``None`` for one that is not known statically."""
    if node.type in ("property_identifier", "private_property_identifier", "shorthand_property_identifier"):
        return scope.module.text(node)
    if node.type == "string":
        return string_value(node, scope.module.source)
    if node.type == "number":
        number = number_value(scope.module.text(node))
        return None if number is None else str(number)
    if node.type == "computed_property_name" and node.named_children:
        return _computed_name(engine, node.named_children[0], scope)
    return None


def _computed_name(engine: "TypeEngine", node: Node, scope: Scope) -> str | None:
    if node.type in ("string", "number"):
        return property_name(engine, node, scope)
    text = scope.module.text(node)
    imported = scope.module.imports.get(text)
    if imported is not None and (key := well_known_key(imported.imported)) is not None:
        return key
    seen = engine.resolved(engine.type_of_expression(node, scope))
    return str(seen.value) if isinstance(seen, LiteralType) else None


def _index_rule(engine: "TypeEngine", node: Node, scope: Scope, doc: str) -> Iterator[IndexRule]:
    key_node, typed = node.child_by_field_name("index_type"), node.child_by_field_name("type")
    if typed is None:
        return
    key = engine.resolved(engine.resolve_annotation(key_node, scope)) if key_node else STRING
    name = key.name if isinstance(key, Scalar) else "template"
    readonly = any(child.type == "readonly" for child in node.children)
    yield IndexRule(
        _RULES.get(name, "template"),
        _annotated(engine, typed, scope),
        readonly,
        doc,
    )
