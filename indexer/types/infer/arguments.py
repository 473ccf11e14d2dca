"""What is written at a call: arguments and type arguments. Pure."""

from typing import TYPE_CHECKING

from tree_sitter import Node

from indexer.types.infer.names import At
from indexer.types.model import Type

if TYPE_CHECKING:
    from indexer.types.infer.session import Inference

FUNCTIONS = frozenset({"arrow_function", "function_expression"})
"""Arguments that are typed by what their place expects of a function."""


def arguments_of(node: Node) -> list[Node]:
    """The argument expressions of a call or construction."""
    listed = node.child_by_field_name("arguments")
    return [child for child in listed.named_children if child.type != "comment"] if listed is not None else []


def type_arguments_of(inference: "Inference", node: Node, at: At) -> tuple[Type, ...]:
    """The type arguments written at a call or construction."""
    written = node.child_by_field_name("type_arguments")
    return tuple(
        inference.engine.resolve_annotation(each, at.env.scope)
        for each in (written.named_children if written is not None else ())
        if each.type != "comment"
    )


def type_all(inference: "Inference", arguments: list[Node], at: At, expected: Type | None = None) -> None:
    """Types arguments whose places say nothing."""
    for argument in arguments:
        spread = argument.type == "spread_element" and argument.named_children
        inference.typed(argument.named_children[0] if spread else argument, at, expected)
