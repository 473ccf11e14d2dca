"""Loops: what their bodies know, and what is known no longer after them. Pure."""

from typing import TYPE_CHECKING

from tree_sitter import Node

from indexer.types.infer.destructure import Binder, bind_pattern
from indexer.types.infer.look import element_type
from indexer.types.infer.names import At, Flow, declare_names
from indexer.types.infer.narrowing import narrow
from indexer.types.model import STRING
from indexer.types.syntax import text_of

if TYPE_CHECKING:
    from indexer.types.infer.session import Inference

_CHANGES = frozenset({"assignment_expression", "augmented_assignment_expression", "update_expression"})
_PARTS = frozenset({"member_expression", "subscript_expression", "non_null_expression"})


def loop(inference: "Inference", node: Node, at: At) -> None:
    """Walks a ``for``, ``while`` or ``do`` statement."""
    from indexer.types.infer.statements import run_statement  # noqa: PLC0415  # statements hold loops in turn

    inner = At(at.env.inside(), _without_assigned(node, at), at.returns, at.expected_return)
    at.flow = inner.flow
    _initialize(inference, node, inner)
    condition = node.child_by_field_name("condition")
    if condition is not None and condition.type != "empty_statement":
        asked = condition.named_children[0] if condition.type == "expression_statement" else condition
        inference.typed(asked, inner)
        if node.type != "do_statement":
            inner.flow = narrow(inference, asked, inner, truth=True)
    body, increment = node.child_by_field_name("body"), node.child_by_field_name("increment")
    if body is not None:
        run_statement(inference, body, inner)
    if increment is not None:
        inference.typed(increment, inner)


def _initialize(inference: "Inference", node: Node, at: At) -> None:
    from indexer.types.infer.statements import run_statement  # noqa: PLC0415  # statements hold loops in turn

    initializer = node.child_by_field_name("initializer")
    if initializer is None:
        return
    if initializer.type in ("lexical_declaration", "variable_declaration"):
        declare_names(at.env, initializer)
    run_statement(inference, initializer, at)


def for_each(inference: "Inference", node: Node, at: At) -> None:
    """Walks a ``for .. of`` or ``for .. in`` statement."""
    from indexer.types.infer.statements import run_statement  # noqa: PLC0415  # statements hold loops in turn

    left, right, body = (node.child_by_field_name(name) for name in ("left", "right", "body"))
    if left is None or right is None or body is None:
        return
    source = inference.typed(right, at)
    names = any(child.type == "in" for child in node.children)
    inner = At(at.env.inside(), _without_assigned(node, at), at.returns, at.expected_return)
    at.flow = inner.flow
    bind_pattern(
        Binder(inference, inner, inner.env), left, STRING if names else element_type(inference.engine, source)
    )
    run_statement(inference, body, inner)


def _without_assigned(node: Node, at: At) -> Flow:
    """The flow without what the loop *node* may change: names that are assigned in it."""
    if not at.flow:
        return at.flow
    names = assigned_names(node, at.env.module.source)
    return {path: type_ for path, type_ in at.flow.items() if getattr(path[0], "name", "") not in names}


def assigned_names(node: Node, source: bytes) -> frozenset[str]:
    """The names at the root of everything that is assigned inside *node*."""
    found: set[str] = set()
    waiting = [node]
    while waiting:
        each = waiting.pop()
        if each.type in _CHANGES:
            target = each.child_by_field_name("left") or each.child_by_field_name("argument")
            found.add(text_of(_root_of(target), source) if target is not None else "")
        waiting.extend(each.named_children)
    return frozenset(found)


def _root_of(target: Node) -> Node:
    while target.type in _PARTS and target.named_children:
        target = target.named_children[0]
    return target
