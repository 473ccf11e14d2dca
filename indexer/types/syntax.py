"""Small readings of syntax nodes that every file of this package needs: text, names, places, JSDoc. Pure."""

import ast
import re
from collections.abc import Iterator

from tree_sitter import Node

from indexer.types.model import Place

_ESCAPE = re.compile(r"\\(?:u\{([0-9a-fA-F]+)\}|u([0-9a-fA-F]{4})|x([0-9a-fA-F]{2})|(\r\n|.))", re.DOTALL)
_SIMPLE = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f", "v": "\v", "0": "\0", "\n": "", "\r\n": ""}


def text_of(node: Node, source: bytes) -> str:
    """The text of *node* in *source*."""
    return source[node.start_byte : node.end_byte].decode("utf-8", "replace")


def place_of(node: Node, key: str) -> Place:
    """Where *node* stands in the module *key*."""
    return Place(key, node.start_byte, node.end_byte, node.start_point[0] + 1)


def string_value(node: Node, source: bytes) -> str:
    """The value of a string literal or of a template without holes."""
    return unescaped(source[node.start_byte + 1 : node.end_byte - 1].decode("utf-8", "replace"))


def unescaped(text: str) -> str:
    """*text* with JavaScript escapes replaced by what they stand for."""
    return _ESCAPE.sub(_replacement, text) if "\\" in text else text


def _replacement(found: re.Match[str]) -> str:
    digits = found[1] or found[2] or found[3]
    if digits:
        number = int(digits, 16)
        return chr(number) if number <= 0x10FFFF else "\ufffd"
    return _SIMPLE.get(found[4], found[4])


def number_value(text: str) -> float | int | None:
    """The value of a number literal; whole numbers as ``int``; ``None`` when it is none.

    >>> number_value("1_000"), number_value("2.50"), number_value("0x1F")
    (1000, 2.5, 31)
    """
    plain = text.replace("_", "")
    try:
        if plain.isascii() and plain[:2].lower() in ("0x", "0b", "0o"):
            return int(ast.literal_eval(plain.lower()))
        value = float(plain)
    except (ValueError, SyntaxError):
        return None
    return int(value) if value.is_integer() and abs(value) < 2**53 else value


def bound_names(target: Node, source: bytes) -> Iterator[str]:
    """The names that a binding target (identifier or pattern) binds, in order."""
    pending = [target]
    while pending:
        node = pending.pop()
        if node.type in ("identifier", "shorthand_property_identifier_pattern"):
            yield text_of(node, source)
        elif node.type == "pair_pattern":
            value = node.child_by_field_name("value")
            pending.extend((value,) if value else ())
        elif node.type in ("object_assignment_pattern", "assignment_pattern"):
            left = node.child_by_field_name("left")
            pending.extend((left,) if left else ())
        elif node.type in ("object_pattern", "array_pattern", "rest_pattern"):
            pending.extend(reversed(node.named_children))


def documented_children(body: Node, source: bytes) -> Iterator[tuple[Node, str]]:
    """The named children of *body* but for comments, each with the JSDoc before it, as :func:`doc_before`.

    What stands before a node is only looked for where a comment does: the tree is asked from its root.
    """
    commented = False
    for child in body.named_children:
        if child.type == "comment":
            commented = True
        else:
            yield child, doc_before(child, source) if commented else ""
            commented = False


def doc_before(node: Node, source: bytes) -> str:
    """The JSDoc blocks right before *node*, in order, joined by a NUL; empty if there is none.

    A block counts when a line ends between the token before it and itself, as in the compiler.
    """
    comments: list[Node] = []
    before = node.prev_sibling
    while before is not None and before.type == "comment":
        comments.append(before)
        before = before.prev_sibling
    if not comments:
        return ""
    position = before.end_byte if before is not None else 0
    begun = before is None and comments[-1].start_byte == 0
    blocks: list[str] = []
    for comment in reversed(comments):
        begun = begun or b"\n" in source[position : comment.start_byte]
        if begun and source[comment.start_byte : comment.start_byte + 3] == b"/**":
            blocks.append(text_of(comment, source))
        position = comment.end_byte
    return "\0".join(blocks)
