"""The types that statements declare: interfaces merged, classes, enums, aliases, namespaces. Pure."""

from collections.abc import Iterator, Mapping

from tree_sitter import Node

from indexer.types.model import Declaration
from indexer.types.scope import Scope
from indexer.types.syntax import place_of, text_of

_KINDS = {
    "interface_declaration": "interface",
    "class_declaration": "class",
    "abstract_class_declaration": "class",
    "enum_declaration": "enum",
    "type_alias_declaration": "alias",
    "internal_module": "namespace",
    "module": "namespace",
}


def unwrapped_statements(block: Node) -> Iterator[tuple[Node, Node | None]]:
    """The statements of *block* without ``export`` and ``declare`` around them, and that export."""
    for child in block.named_children:
        inner, exported = child, None
        while inner.type in ("export_statement", "ambient_declaration", "expression_statement"):
            declared = inner.child_by_field_name("declaration")
            if inner.type == "export_statement":
                exported = inner if declared is not None else exported
            elif declared is None:
                declared = next((c for c in inner.named_children if _is_wrapped(inner, c)), None)
            if declared is None:
                break
            inner = declared
        yield inner, exported


def _is_wrapped(outer: Node, inner: Node) -> bool:
    if outer.type == "expression_statement":
        return inner.type == "internal_module"
    return inner.type in _KINDS or inner.type in (
        "lexical_declaration", "variable_declaration", "function_signature", "function_declaration",
    )  # fmt: skip


def declared_types(statements: list[Node], scope: Scope) -> Mapping[str, Declaration]:
    """The types that *statements* declare, by name; interfaces of one name are one declaration."""
    grouped: dict[str, list[Node]] = {}
    for statement in statements:
        kind = _KINDS.get(statement.type)
        name = statement.child_by_field_name("name")
        if kind is None or name is None or name.type == "string":
            continue
        grouped.setdefault(text_of(name, scope.module.source), []).append(statement)
    return {name: _declaration(name, nodes, scope) for name, nodes in grouped.items()}


def _declaration(name: str, nodes: list[Node], scope: Scope) -> Declaration:
    typed = [node for node in nodes if _KINDS[node.type] != "namespace"] or nodes
    first = typed[0]
    kind = _KINDS[first.type]
    merged = tuple(node for node in typed if _merges(_KINDS[node.type], kind))
    source = scope.module.source
    return Declaration(
        name=name,
        kind=kind,  # type: ignore[arg-type]  # values of _KINDS are the literals
        nodes=merged,
        scope=scope,
        place=place_of(first, scope.module.key),
        parameters=tuple(parameter_names(first, source)),
    )


def _merges(kind: str, first: str) -> bool:
    return kind == first or {kind, first} == {"interface", "class"}


def parameter_names(node: Node, source: bytes) -> Iterator[str]:
    """The names of the type parameters that *node* declares, in order."""
    parameters = node.child_by_field_name("type_parameters")
    for each in parameters.named_children if parameters else ():
        name = each.child_by_field_name("name")
        if each.type == "type_parameter" and name is not None:
            yield text_of(name, source)
