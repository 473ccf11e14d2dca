"""Signatures read for a call: parameters, type parameters, what comes back. Pure."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tree_sitter import Node

from indexer.types.infer.closures import Closure, Made, parameters_of
from indexer.types.model import ANY, Shape, Signature, Type, TypeParameter
from indexer.types.objects import parameter_scope
from indexer.types.scope import Scope

if TYPE_CHECKING:
    from indexer.types.infer.session import Inference


@dataclass(frozen=True, slots=True, eq=False)
class Parameter:
    """One parameter of a signature."""

    type: Type
    optional: bool
    rest: bool


@dataclass(frozen=True, slots=True, eq=False)
class ReadSignature:
    """A signature with its type parameters put in or left open."""

    parameters: tuple[Parameter, ...]
    returns: Callable[[], Type]
    scope: Scope


def read_signature(inference: "Inference", signature: Signature, scope: Scope | None = None) -> ReadSignature:
    """*signature* in *scope*, the scope inside it (by default with its own type parameters left open)."""
    if isinstance(signature, Made):
        made = tuple(Parameter(type=each, optional=False, rest=False) for each in signature.taken)
        result = signature.result if signature.result is not None else ANY
        return ReadSignature(made, lambda: result, signature.scope)
    inner = scope if scope is not None else open_scope(inference, signature)
    taken = signature.taken if isinstance(signature, Closure) else None
    found = tuple(
        _parameter(inference, node, inner, taken[position] if taken and position < len(taken) else None)
        for position, node in enumerate(parameters_of(signature.node))
    )
    return ReadSignature(found, lambda: returned(inference, signature, inner), inner)


def open_scope(inference: "Inference", signature: Signature, given: tuple[Type, ...] = ()) -> Scope:
    """The scope inside *signature*: type parameters are *given*, else their defaults, else themselves."""
    if signature.node.child_by_field_name("type_parameters") is None:
        return signature.scope
    if isinstance(signature, Closure) and not given:
        return signature.scope
    return parameter_scope(inference.engine, signature.node, _outer(signature), given)


def _outer(signature: Signature) -> Scope:
    """The scope around the type parameters; a closure's scope is the one inside them already."""
    if isinstance(signature, Closure) and signature.scope.parent is not None:
        return signature.scope.parent
    return signature.scope


def type_parameters(signature: Signature, scope: Scope) -> Iterator[tuple[str, TypeParameter]]:
    """The type parameters of *signature* that stand for themselves in *scope*."""
    declared = signature.node.child_by_field_name("type_parameters")
    for node in declared.named_children if declared is not None else ():
        name = node.child_by_field_name("name")
        found = scope.find(scope.module.text(name)) if name is not None else None
        if isinstance(found, TypeParameter):
            yield found.name, found


def _parameter(inference: "Inference", node: Node, scope: Scope, contextual: Type | None) -> Parameter:
    annotation, pattern = node.child_by_field_name("type"), node.child_by_field_name("pattern")
    type_ = contextual if contextual is not None else ANY
    if annotation is not None:
        type_ = inference.engine.resolve_annotation(annotation, scope)
    return Parameter(
        type=type_,
        optional=node.type == "optional_parameter" or node.child_by_field_name("value") is not None,
        rest=pattern is not None and pattern.type == "rest_pattern",
    )


def returned(inference: "Inference", signature: Signature, scope: Scope | None = None) -> Type:
    """What a call of *signature* gives, in *scope*."""
    node, inner = signature.node, scope or signature.scope
    written = node.child_by_field_name("return_type") or (
        node.child_by_field_name("type") if node.type in ("constructor_type", "construct_signature") else None
    )
    if written is not None:
        return inference.engine.resolve_annotation(written, inner)
    if isinstance(signature, Closure):
        applied = scope is not None and scope is not signature.scope
        if applied and node.child_by_field_name("type_parameters") is not None:
            return inference.engine.returned_by(node, inner)
        return signature.returned.get() if signature.returned is not None else ANY
    if node.type in ("arrow_function", "function_declaration", "function_expression", "method_definition"):
        return inference.engine.returned_by(node, inner)
    return ANY


def overloads_of(signature: Signature) -> list[Signature]:
    """All signatures written under the name of a method, in order; *signature* alone if it has no others."""
    node = signature.node
    body = node.parent
    name = node.child_by_field_name("name")
    if node.type not in ("method_signature", "call_signature") or body is None:
        return [signature]
    spelled = name.text if name is not None else None
    found = [
        Signature(each, signature.scope)
        for each in body.named_children
        if each.type == node.type and _spelled(each) == spelled
    ]
    return found or [signature]


def _spelled(node: Node) -> bytes | None:
    name = node.child_by_field_name("name")
    return name.text if name is not None else None


def predicate_of(inference: "Inference", shape: Shape) -> tuple[str, Type] | None:
    """The parameter that a type predicate tells of, and the type it tells."""
    for signature in shape.calls:
        written = signature.node.child_by_field_name("return_type")
        inner = (
            next((c for c in written.named_children if c.type == "type_predicate"), None) if written else None
        )
        if inner is None and written is not None and written.type == "type_predicate":
            inner = written
        name, type_ = (
            (inner.child_by_field_name("name"), inner.child_by_field_name("type")) if inner else (None, None)
        )
        if name is not None and type_ is not None:
            text = signature.scope.module.text(name)
            return text, inference.engine.resolve_annotation(type_, signature.scope)
    return None
