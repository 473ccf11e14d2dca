"""Object literals given to plain functions, judged by what the parameters take. Pure."""

import re
from typing import TYPE_CHECKING

from tree_sitter import Node

from indexer.types.infer.arguments import arguments_of, type_arguments_of
from indexer.types.infer.closures import Made, parameters_of
from indexer.types.infer.fitting import Fitting, Taker, fit
from indexer.types.infer.library import library
from indexer.types.infer.names import At
from indexer.types.infer.signatures import open_scope, overloads_of
from indexer.types.model import Shape, Signature

if TYPE_CHECKING:
    from indexer.types.infer.session import Inference


def judge_arguments(inference: "Inference", shape: Shape, node: Node, at: At) -> None:
    """Notes keys of object literals in the call *node* that a function of one signature does not take."""
    if len(shape.calls) != 1 or not inference.is_watching(at):
        return
    signature = shape.calls[0]
    outside = signature.scope.module.key in library().keys or isinstance(signature, Made)
    if outside or len(overloads_of(signature)) > 1:
        return
    scope = open_scope(inference, signature, type_arguments_of(inference, node, at))
    free = () if node.child_by_field_name("type_arguments") else _parameter_names(signature)
    function = node.child_by_field_name("function") or node
    fitting = Fitting(inference, at, Taker(at.env.module.text(function), "argument", factory=False))
    for argument, parameter in zip(arguments_of(node), parameters_of(signature.node), strict=False):
        annotation = parameter.child_by_field_name("type")
        if argument.type == "object" and annotation is not None:
            words = re.findall(r"\w+", signature.scope.module.text(annotation))
            if not set(words) & set(free):
                fit(fitting, argument, inference.engine.resolve_annotation(annotation, scope))


def _parameter_names(signature: Signature) -> tuple[str, ...]:
    declared = signature.node.child_by_field_name("type_parameters")
    names = [each.child_by_field_name("name") for each in declared.named_children] if declared else []
    return tuple(signature.scope.module.text(name) for name in names if name is not None)
