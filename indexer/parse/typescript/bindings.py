"""The names that a binding pattern brings into scope. Pure."""

from tree_sitter import Node

from indexer.parse.typescript.grammar import SyntaxTree

_NAMES = ("identifier", "type_identifier", "shorthand_property_identifier_pattern")
_FIELDS = {"pair_pattern": "value", "object_assignment_pattern": "left", "assignment_pattern": "left"}


def bound_names(parsed: SyntaxTree, target: Node) -> tuple[str, ...]:
    """The names in *target*, an identifier or a destructuring pattern, in file order."""
    names: list[str] = []
    waiting = [target]
    while waiting:
        node = waiting.pop()
        if node.type in _NAMES:
            names.append(parsed.text(node))
        elif node.type in _FIELDS:
            inner = node.child_by_field_name(_FIELDS[node.type])
            waiting.extend([inner] if inner is not None else ())
        elif node.type in ("object_pattern", "array_pattern", "rest_pattern"):
            waiting.extend(reversed(node.named_children))
    return tuple(names)
