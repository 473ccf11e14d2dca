"""Optional chains: what ``a?.b.c()`` adds where ``a`` may be absent. Pure."""

from typing import TYPE_CHECKING

from tree_sitter import Node

from indexer.types.infer.look import is_nullish, is_open, parts
from indexer.types.model import UNDEFINED, Type
from indexer.types.unions import union_of

if TYPE_CHECKING:
    from indexer.types.engine import TypeEngine

_LINKS = {
    "member_expression": "object",
    "subscript_expression": "object",
    "call_expression": "function",
    "non_null_expression": "",
}
"""The expressions that continue a chain, with the field of what they continue."""


def opens_chain(node: Node) -> bool:
    """Whether *node* itself has a ``?.``."""
    return any(child.type in ("optional_chain", "?.") for child in node.children)


def chained(engine: "TypeEngine", node: Node, base: Type, type_: Type) -> Type:
    """*type_*, the type of the link *node* read from *base*, with the ``undefined`` of its chain."""
    if is_open(type_) or not _is_in_chain(node):
        return type_
    absent = any(is_nullish(part) for part in parts(engine, base))
    return union_of(engine, (type_, UNDEFINED)) if absent else type_


def _is_in_chain(node: Node) -> bool:
    while not opens_chain(node):
        field = _LINKS.get(node.type)
        if field is None:
            return False
        inner = node.child_by_field_name(field) if field else node.named_children[0]
        if inner is None:
            return False
        node = inner
    return True
