"""Whether a node stands where TypeScript expects a type. Pure."""

from tree_sitter import Node

_TYPE_PARENTS = frozenset(
    (
        "array_type",
        "asserts",
        "conditional_type",
        "constraint",
        "constructor_type",
        "default_type",
        "extends_type_clause",
        "function_type",
        "generic_type",
        "implements_clause",
        "index_type_query",
        "infer_type",
        "intersection_type",
        "lookup_type",
        "nested_type_identifier",
        "optional_type",
        "parenthesized_type",
        "readonly_type",
        "rest_type",
        "template_type",
        "tuple_type",
        "type_alias_declaration",
        "type_annotation",
        "type_arguments",
        "type_predicate",
        "type_predicate_annotation",
        "type_query",
        "union_type",
    )
)
_CHAIN = frozenset(("member_expression", "nested_identifier"))
_CASTS = frozenset(("as_expression", "satisfies_expression"))


def is_type_position(node: Node) -> bool:
    """Whether *node*, or the dotted name it begins, is written as a type."""
    top = node
    parent = top.parent
    while parent is not None and parent.type in _CHAIN and parent.start_byte == node.start_byte:
        top, parent = parent, parent.parent
    if parent is None:
        return False
    if parent.type in _CASTS:
        return parent.start_byte != top.start_byte
    return parent.type in _TYPE_PARENTS
