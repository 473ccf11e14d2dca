"""What a call of a signature gives: arguments typed by their parameters, type arguments inferred. Pure."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from tree_sitter import Node

from indexer.types.infer.arguments import FUNCTIONS, arguments_of, type_arguments_of
from indexer.types.infer.generics import Found, solved, unify
from indexer.types.infer.look import is_open, look
from indexer.types.infer.names import At
from indexer.types.infer.signatures import (
    ReadSignature,
    open_scope,
    predicate_of,
    read_signature,
    type_parameters,
)
from indexer.types.model import ANY, Signature, TupleOf, Type, Undetermined

if TYPE_CHECKING:
    from indexer.types.infer.session import Inference

_NO_HINTS: Mapping[str, Type] = {}


def apply_signature(
    inference: "Inference", signature: Signature, node: Node, at: At, expected: Type | None
) -> Type:
    """What the call or construction *node* of *signature* gives.

    Functions among the arguments are typed last, when the other arguments have told of the type arguments.
    """
    scope = open_scope(inference, signature, type_arguments_of(inference, node, at))
    found = Found(parameter for _, parameter in type_parameters(signature, scope))
    read = read_signature(inference, signature, scope)
    places = list(enumerate(arguments_of(node)))
    if not found:
        for position, argument in places:
            _typed_argument(inference, argument, _parameter_at(read, position), at)
        return read.returns()
    for position, argument in places:
        if argument.type not in FUNCTIONS:
            _infer_from(inference, argument, _parameter_at(read, position), found, at)
    hints = _hints(inference, read, found, expected)
    for position, argument in places:
        if argument.type in FUNCTIONS:
            wanted = _parameter_at(_solved_signature(inference, signature, found, hints), position)
            _unify_function(
                inference,
                _parameter_at(read, position),
                _typed_argument(inference, argument, wanted, at),
                found,
            )
    if expected is not None and any(not types for types in found.values()):
        unify(inference, read.returns(), expected, found)
    return _solved_signature(inference, signature, found).returns()


def _hints(
    inference: "Inference", read: ReadSignature, found: Found, expected: Type | None
) -> dict[str, Type]:
    """The tuples that the place of the call expects where no argument has told yet."""
    if expected is None or is_open(expected) or all(found.values()):
        return {}
    told = Found(found)
    unify(inference, read.returns(), expected, told)
    return {
        parameter.name: types[0]
        for parameter, types in told.items()
        if types and not found[parameter] and isinstance(look(inference.engine, types[0]), TupleOf)
    }


def _solved_signature(
    inference: "Inference", signature: Signature, found: Found, hints: Mapping[str, Type] = _NO_HINTS
) -> ReadSignature:
    """*signature* with what is *found* put in; what nothing told of cannot be told."""
    known = {**hints, **solved(inference, found)}
    declared = signature.node.child_by_field_name("type_parameters")
    names = [each.child_by_field_name("name") for each in declared.named_children] if declared else []
    texts = [signature.scope.module.text(name) for name in names if name is not None]
    given = tuple(known.get(name, Undetermined(f"nothing tells of {name}")) for name in texts)
    return read_signature(inference, signature, open_scope(inference, signature, given))


def _unify_function(inference: "Inference", wanted: Type | None, type_: Type, found: Found) -> None:
    """A written function tells of what it returns; a predicate of what it says."""
    shape = inference.engine.shape_of(type_)
    told = predicate_of(inference, shape) if shape is not None else None
    if told is not None:
        for types in found.values():
            types.extend(() if types else (told[1],))
    elif wanted is not None:
        unify(inference, wanted, type_, found)


def _infer_from(inference: "Inference", argument: Node, wanted: Type | None, found: Found, at: At) -> None:
    type_ = _typed_argument(inference, argument, None if wanted in found else wanted, at)
    if wanted is not None:
        unify(inference, wanted, type_, found)


def _typed_argument(inference: "Inference", argument: Node, wanted: Type | None, at: At) -> Type:
    if argument.type == "spread_element" and argument.named_children:
        return inference.typed(argument.named_children[0], at)
    return inference.typed(argument, at, wanted)


def _parameter_at(read: ReadSignature, position: int) -> Type | None:
    if position < len(read.parameters) and not read.parameters[position].rest:
        return read.parameters[position].type
    last = read.parameters[-1] if read.parameters else None
    if last is None or not last.rest:
        return None
    element: Type = getattr(last.type, "element", ANY)
    return element
