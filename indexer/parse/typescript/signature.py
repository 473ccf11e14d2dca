"""Declarations on one line, without their bodies. Pure."""

from tree_sitter import Node

from indexer.parse.typescript.grammar import SyntaxTree

_LONGEST = 400
"""Characters of a signature before it is cut with an ellipsis."""
_MOST_BYTES = 4 * _LONGEST
_LONGEST_VALUE = 80
_FUNCTIONS = ("arrow_function", "function_expression", "generator_function")
_CALLEES = ("identifier", "member_expression")
_WRAPPERS = ("as_expression", "satisfies_expression", "non_null_expression", "parenthesized_expression")


def declaration_signature(parsed: SyntaxTree, node: Node) -> str:
    """Text of *node* up to its body, or whole when it has none."""
    body = node.child_by_field_name("body")
    return _one_line(parsed, node.start_byte, body.start_byte if body is not None else node.end_byte)


def value_signature(parsed: SyntaxTree, start: int, node: Node) -> str:
    """A variable or field from byte *start*: its annotation, and of its value what says something short."""
    value = node.child_by_field_name("value")
    if value is None:
        return _one_line(parsed, start, node.end_byte)
    head = _one_line(parsed, start, value.start_byte)
    return _cut(f"{head} {value_head(parsed, value)}")


def value_head(parsed: SyntaxTree, value: Node) -> str:
    """The beginning of an expression: a function's parameters, a call without arguments, a short literal."""
    value = unwrapped(value)
    if value.type in _FUNCTIONS:
        return declaration_signature(parsed, value)
    arguments = value.child_by_field_name("arguments") if value.type == "call_expression" else None
    if arguments is not None and value.children[0].type in _CALLEES:
        stop = arguments.start_byte
        return _one_line(parsed, value.start_byte, stop) + "(…)"
    if value.end_byte - value.start_byte <= _LONGEST_VALUE:
        return _one_line(parsed, value.start_byte, value.end_byte)
    return "…"


def unwrapped(value: Node) -> Node:
    """The expression inside casts, parentheses and ``!``."""
    while value.type in _WRAPPERS and value.named_child_count:
        inner = value.named_children[0]
        if inner.type == "comment":
            break
        value = inner
    return value


def _one_line(parsed: SyntaxTree, start: int, stop: int) -> str:
    if stop - start > _MOST_BYTES:
        stop = start + _MOST_BYTES
    text = parsed.content[start:stop].decode("utf-8", "replace")
    line = " ".join(text.split()).rstrip("{;,").rstrip()
    return line if len(line) <= _LONGEST else _cut(line)


def _cut(text: str) -> str:
    return text if len(text) <= _LONGEST else text[: _LONGEST - 1] + "…"
