"""Arrays that start empty without a type: what is pushed tells what they hold. Pure."""

from typing import TYPE_CHECKING

from tree_sitter import Node

from indexer.types.infer.arguments import arguments_of
from indexer.types.infer.look import widened
from indexer.types.infer.names import At, Binding
from indexer.types.model import ArrayOf, Type
from indexer.types.unions import union_of

if TYPE_CHECKING:
    from indexer.types.infer.session import Inference

_GROWING = frozenset({"push", "unshift"})


def grown(inference: "Inference", binding: Binding, node: Node) -> Type | None:
    """The type of the array *binding* where *node* names it; ``None`` if nothing told, or it grows there."""
    if not binding.held or _owner_of_growth(node.parent, binding.env.module.source) is not None:
        return None
    return ArrayOf(union_of(inference.engine, binding.held))


def note_growth(inference: "Inference", node: Node, at: At) -> None:
    """Keeps what the call *node* adds to an array that started empty."""
    owner = _owner_of_growth(node.child_by_field_name("function"), at.env.module.source)
    binding = at.env.find(at.env.module.text(owner)) if owner is not None else None
    if binding is None or not _starts_empty(binding):
        return
    added = arguments_of(node)
    if any(each.type == "spread_element" for each in added):
        return
    with inference.quiet():
        binding.held.extend(widened(inference.engine, inference.typed(each, at)) for each in added)


def _owner_of_growth(function: Node | None, source: bytes) -> Node | None:
    """The name whose method ``push`` the member expression *function* is."""
    if function is None or function.type != "member_expression":
        return None
    owner, named = function.child_by_field_name("object"), function.child_by_field_name("property")
    if owner is None or named is None or owner.type != "identifier":
        return None
    return owner if source[named.start_byte : named.end_byte].decode() in _GROWING else None


def _starts_empty(binding: Binding) -> bool:
    if binding.kind not in ("const", "let") or binding.node.type != "variable_declarator":
        return False
    value = binding.node.child_by_field_name("value")
    named = binding.node.child_by_field_name("name")
    return (
        value is not None
        and value.type == "array"
        and not value.named_children
        and binding.node.child_by_field_name("type") is None
        and named is not None
        and named.type == "identifier"
    )
