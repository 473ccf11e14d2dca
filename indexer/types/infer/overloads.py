"""Which of several signatures a call means. Pure."""

from typing import TYPE_CHECKING

from tree_sitter import Node

from indexer.types.infer.arguments import FUNCTIONS, arguments_of
from indexer.types.infer.closures import parameters_of
from indexer.types.infer.look import look
from indexer.types.infer.names import At
from indexer.types.infer.signatures import overloads_of
from indexer.types.model import Shape, Signature

if TYPE_CHECKING:
    from indexer.types.infer.session import Inference


def chosen_signature(inference: "Inference", shape: Shape, node: Node, at: At) -> Signature:
    """The first signature of fitting length; one that asks for a type predicate only if one is given."""
    signatures = [each for each in shape.calls if not each.construct] or list(shape.calls)
    if len(signatures) == 1:
        signatures = overloads_of(signatures[0])
    arguments = arguments_of(node)
    fitting = [each for each in signatures if _takes(each, arguments)] or signatures
    for each in fitting if len(fitting) > 1 else ():
        if b" is " not in (each.node.text or b"") or _gives_predicate(inference, arguments, at):
            return each
    return fitting[-1]


def _takes(signature: Signature, arguments: list[Node]) -> bool:
    nodes = list(parameters_of(signature.node))
    required = sum(1 for each in nodes if each.type == "required_parameter" and not _is_rest(each))
    rest = any(_is_rest(each) for each in nodes) or any(each.type == "spread_element" for each in arguments)
    return required <= len(arguments) and (rest or len(arguments) <= len(nodes))


def _is_rest(node: Node) -> bool:
    pattern = node.child_by_field_name("pattern")
    return pattern is not None and pattern.type == "rest_pattern"


def _gives_predicate(inference: "Inference", arguments: list[Node], at: At) -> bool:
    first = arguments[0] if arguments else None
    if first is None:
        return False
    written = first.child_by_field_name("return_type")
    if first.type not in FUNCTIONS:
        with inference.quiet():
            shape = inference.engine.shape_of(look(inference.engine, inference.typed(first, at)))
        written = shape.calls[0].node.child_by_field_name("return_type") if shape and shape.calls else None
    return written is not None and written.type == "type_predicate_annotation"
