"""Parameters and returns of call signatures. Pure."""

from typing import TYPE_CHECKING

from tree_sitter import Node

from indexer.types.model import ANY, Signature, TupleElement, TupleOf, Type, Undetermined
from indexer.types.objects import parameter_scope
from indexer.types.scope import Scope

if TYPE_CHECKING:
    from indexer.types.engine import TypeEngine

_FUNCTIONS = frozenset({"arrow_function", "function_expression", "function_declaration", "method_definition"})


def signature_scope(engine: "TypeEngine", signature: Signature, arguments: tuple[Type, ...] = ()) -> Scope:
    """The scope inside *signature*: its own type parameters are *arguments*, as far as given."""
    if signature.node.child_by_field_name("type_parameters") is None:
        return signature.scope
    return parameter_scope(engine, signature.node, signature.scope, arguments)


def return_type(engine: "TypeEngine", signature: Signature, arguments: tuple[Type, ...] = ()) -> Type:
    """What a call gives: the written return type, else what the body says."""
    node, scope = signature.node, signature_scope(engine, signature, arguments)
    written = node.child_by_field_name("return_type") or (
        node.child_by_field_name("type") if node.type in ("constructor_type", "construct_signature") else None
    )
    if written is not None:
        return engine.resolve_annotation(written, scope)
    if node.type in _FUNCTIONS:
        return engine.returned_by(node, scope)
    return ANY


def parameter_nodes(signature: Signature) -> list[Node]:
    """The parameters of *signature* as written, without a ``this`` parameter."""
    parameters = signature.node.child_by_field_name("parameters")
    found = (
        [] if parameters is None else [each for each in parameters.named_children if each.type != "comment"]
    )
    return [each for each in found if not _is_this(each)]


def _is_this(node: Node) -> bool:
    pattern = node.child_by_field_name("pattern")
    return pattern is not None and pattern.type == "this"


def _is_rest(node: Node) -> bool:
    pattern = node.child_by_field_name("pattern")
    return pattern is not None and pattern.type == "rest_pattern"


def parameter_type(engine: "TypeEngine", signature: Signature, position: int) -> Type:
    """The type of the parameter at *position*, counted from 0."""
    nodes = parameter_nodes(signature)
    if position >= len(nodes):
        return Undetermined("there is no such parameter")
    typed = nodes[position].child_by_field_name("type")
    return engine.resolve_annotation(typed, signature_scope(engine, signature)) if typed else ANY


def parameters_type(engine: "TypeEngine", signature: Signature) -> Type:
    """All parameters as a tuple."""
    from indexer.types.lookups import element_of  # noqa: PLC0415  # lookups read signatures through the engine

    elements: list[TupleElement] = []
    for position, node in enumerate(parameter_nodes(signature)):
        typed = parameter_type(engine, signature, position)
        if _is_rest(node):
            elements.append(TupleElement(element_of(engine, typed) or typed, rest=True))
        else:
            elements.append(TupleElement(typed, optional=node.type == "optional_parameter"))
    return TupleOf(tuple(elements))
