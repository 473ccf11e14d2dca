"""The SELECT statements written in a module, as text with their lines. Pure."""

import re
from dataclasses import dataclass

from tree_sitter import Node

from indexer.parse.typescript.grammar import SyntaxTree, parse_tree

_SELECT = re.compile(r"^\s*(?:SELECT|WITH)\b", re.IGNORECASE)
_STRINGS = ("string", "template_string")


@dataclass(frozen=True, slots=True)
class Statement:
    """One SELECT as written, joined where the source joins strings."""

    sql: str
    first_line: int
    last_line: int
    """Lines of the module, counted from 1."""


def may_hold_sql(text: str) -> bool:
    """Whether looking for statements is worth a parse."""
    return re.search(r"\bSELECT\b", text, re.IGNORECASE) is not None


def find_statements(text: str, path: str) -> tuple[Statement, ...]:
    """The statements of *text* in order; one with a ``${}`` part is left out, its text is not known."""
    if not may_hold_sql(text):
        return ()
    tree = parse_tree(text.encode(), path)
    found = []
    for node in _string_expressions(tree.root):
        sql = _joined(tree, node)
        if sql is not None and _SELECT.match(sql):
            found.append(Statement(sql.strip(), node.start_point[0] + 1, node.end_point[0] + 1))
    return tuple(found)


def _string_expressions(root: Node) -> list[Node]:
    """Strings, and sums of strings as one, in order."""
    found, waiting = [], [root]
    while waiting:
        node = waiting.pop()
        if node.type in _STRINGS or (node.type == "binary_expression" and _is_sum(node)):
            found.append(node)
        else:
            waiting.extend(reversed(node.named_children))
    return found


def _is_sum(node: Node) -> bool:
    if node.type != "binary_expression":
        return node.type in _STRINGS
    operator = node.child_by_field_name("operator")
    sides = (node.child_by_field_name("left"), node.child_by_field_name("right"))
    return operator is not None and operator.type == "+" and all(side and _is_sum(side) for side in sides)


def _joined(tree: SyntaxTree, node: Node) -> str | None:
    if node.type in _STRINGS:
        if any(child.type == "template_substitution" for child in node.children):
            return None
        return _unescape(tree.text(node)[1:-1])
    sides = (node.child_by_field_name("left"), node.child_by_field_name("right"))
    texts = [_joined(tree, side) if side else None for side in sides]
    return None if None in texts else "".join(text for text in texts if text is not None)


def _unescape(text: str) -> str:
    plain = {"n": "\n", "t": "\t", "r": "\r"}
    return re.sub(r"\\(.)", lambda match: plain.get(match[1], match[1]), text, flags=re.DOTALL)
