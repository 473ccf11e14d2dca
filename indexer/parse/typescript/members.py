"""Members of classes, interfaces, type literals and enums. Pure."""

from collections.abc import Iterator
from typing import NamedTuple

from tree_sitter import Node

from indexer.parse.typescript.documented import documented
from indexer.parse.typescript.facts import SymbolKind
from indexer.parse.typescript.grammar import SyntaxTree
from indexer.parse.typescript.names import name_text
from indexer.parse.typescript.signature import declaration_signature, value_signature

_DEEPEST = 6
"""Object types inside one another whose members are named."""
_METHODS = frozenset(("method_signature", "method_definition", "abstract_method_signature"))
_UNNAMED: dict[str, tuple[str, SymbolKind]] = {
    "call_signature": ("()", "call"),
    "construct_signature": ("new", "constructor"),
    "index_signature": ("[]", "index"),
}
_ENUM_NAMES = frozenset(("property_identifier", "string", "computed_property_name"))


class Member(NamedTuple):
    """One member, before it is placed among the module's symbols."""

    node: Node
    name: str
    kind: SymbolKind
    signature: str
    doc: str
    inner: tuple["Member", ...] = ()


def members_of(parsed: SyntaxTree, declaration: Node) -> tuple[Member, ...]:
    """The members of *declaration* in file order; of an alias, those of the object types it is made of."""
    if declaration.type == "type_alias_declaration":
        value = declaration.child_by_field_name("value")
        return _of_type(parsed, value, 0) if value is not None else ()
    body = declaration.child_by_field_name("body")
    if body is None:
        return ()
    if declaration.type == "enum_declaration":
        return tuple(_enum_members(parsed, body))
    return tuple(_of_body(parsed, body, 0))


def _of_type(parsed: SyntaxTree, node: Node, depth: int) -> tuple[Member, ...]:
    """Members of an object type, or of the object types in an intersection."""
    if depth > _DEEPEST:
        return ()
    if node.type == "object_type":
        return tuple(_of_body(parsed, node, depth))
    if node.type in ("intersection_type", "parenthesized_type"):
        parts = (_of_type(parsed, part, depth + 1) for part in node.named_children)
        return tuple(member for part in parts for member in part)
    return ()


def _of_body(parsed: SyntaxTree, body: Node, depth: int) -> Iterator[Member]:
    for child, doc in documented(parsed, body):
        yield from _member(parsed, child, doc, depth)


def _member(parsed: SyntaxTree, node: Node, doc: str, depth: int) -> Iterator[Member]:
    form = node.type
    if form in _UNNAMED:
        name, kind = _UNNAMED[form]
        yield Member(node, name, kind, declaration_signature(parsed, node), doc)
        return
    name_node = node.child_by_field_name("name")
    if name_node is None:
        return
    name = name_text(parsed, name_node)
    if form in _METHODS:
        kind = _method_kind(parsed, node, name_node, name)
        yield Member(node, name, kind, declaration_signature(parsed, node), doc)
        if kind == "constructor":
            yield from _parameter_properties(parsed, node)
    elif form == "property_signature":
        annotation = node.child_by_field_name("type")
        inner = _of_annotation(parsed, annotation, depth)
        yield Member(node, name, "property", declaration_signature(parsed, node), doc, inner)
    elif form == "public_field_definition":
        yield Member(node, name, "property", value_signature(parsed, node.start_byte, node), doc)


def _of_annotation(parsed: SyntaxTree, annotation: Node | None, depth: int) -> tuple[Member, ...]:
    if annotation is None or not annotation.named_child_count:
        return ()
    if b"{" not in parsed.content[annotation.start_byte : annotation.end_byte]:  # most hold no object type
        return ()
    return _of_type(parsed, annotation.named_children[0], depth + 1)


def _method_kind(parsed: SyntaxTree, node: Node, name_node: Node, name: str) -> SymbolKind:
    before = parsed.content[node.start_byte : name_node.start_byte].split()
    if b"get" in before:
        return "getter"
    if b"set" in before:
        return "setter"
    return "constructor" if name == "constructor" and node.type == "method_definition" else "method"


def _parameter_properties(parsed: SyntaxTree, constructor: Node) -> Iterator[Member]:
    """Fields declared by ``private``, ``readonly`` and the like on a constructor's parameters."""
    parameters = constructor.child_by_field_name("parameters")
    for parameter in parameters.named_children if parameters is not None else ():
        pattern = parameter.child_by_field_name("pattern")
        first = parameter.children[0] if parameter.child_count else None
        if pattern is None or first is None or first.type not in ("accessibility_modifier", "readonly"):
            continue
        yield Member(
            parameter, parsed.text(pattern), "property", declaration_signature(parsed, parameter), ""
        )


def _enum_members(parsed: SyntaxTree, body: Node) -> Iterator[Member]:
    for child, doc in documented(parsed, body):
        name_node = child.child_by_field_name("name") if child.type == "enum_assignment" else child
        if name_node is not None and name_node.type in _ENUM_NAMES:
            signature = declaration_signature(parsed, child)
            yield Member(child, name_text(parsed, name_node), "enum-member", signature, doc)
