"""Tuple types, with labels, optional and rest elements. Pure."""

from typing import TYPE_CHECKING

from tree_sitter import Node

from indexer.types import lookups
from indexer.types.model import Named, TupleElement, TupleOf, Type, Undetermined
from indexer.types.scope import Scope

if TYPE_CHECKING:
    from indexer.types.engine import TypeEngine


def read_tuple(engine: "TypeEngine", node: Node, scope: Scope, alias: Named | None) -> Type:
    """The type of a ``tuple_type`` node."""
    elements = tuple(
        _tuple_element(engine, each, scope) for each in node.named_children if each.type != "comment"
    )
    return TupleOf(elements, alias=alias)


def _tuple_element(engine: "TypeEngine", node: Node, scope: Scope) -> TupleElement:
    typed = node.child_by_field_name("type")
    if node.type in ("required_parameter", "optional_parameter") and typed is not None:
        name = node.child_by_field_name("name")
        read = engine.resolve_annotation(typed, scope)
        if name is not None and name.type == "rest_pattern":
            return TupleElement(_rest_element(engine, read), rest=True)
        return TupleElement(
            read, optional=node.type == "optional_parameter", label=scope.module.text(name) if name else ""
        )
    if node.type == "optional_type":
        return TupleElement(engine.resolve_annotation(node.named_children[0], scope), optional=True)
    if node.type == "rest_type":
        return TupleElement(
            _rest_element(engine, engine.resolve_annotation(node.named_children[0], scope)), rest=True
        )
    return TupleElement(engine.resolve_annotation(node, scope))


def _rest_element(engine: "TypeEngine", array: Type) -> Type:
    element = lookups.element_of(engine, array)
    return element if element is not None else Undetermined("a rest of no array")
