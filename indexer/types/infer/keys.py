"""The names that property keys spell. Pure."""

from typing import TYPE_CHECKING

from tree_sitter import Node

from indexer.types.infer.look import look
from indexer.types.infer.names import At
from indexer.types.members import property_name
from indexer.types.model import LiteralType

if TYPE_CHECKING:
    from indexer.types.infer.session import Inference


def key_name(inference: "Inference", node: Node, at: At) -> str | None:
    """The property name that *node* spells; ``None`` where it is worked out at run time."""
    if node.type == "computed_property_name" and node.named_children:
        inner = node.named_children[0]
        seen = look(inference.engine, inference.typed(inner, at))
        return str(seen.value) if isinstance(seen, LiteralType) else None
    if node.type == "identifier":
        return at.env.module.text(node)
    return property_name(inference.engine, node, at.env.scope)
