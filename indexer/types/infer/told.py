"""Putting what was told of a reference into the flow. Pure."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from tree_sitter import Node

from indexer.types.infer.access import path_of
from indexer.types.infer.chains import opens_chain
from indexer.types.infer.fields import field_of
from indexer.types.infer.look import is_nullish, parts
from indexer.types.infer.names import At, Flow
from indexer.types.model import UNDEFINED, Type
from indexer.types.unions import union_of

if TYPE_CHECKING:
    from indexer.types.infer.session import Inference


def put(inference: "Inference", node: Node, at: At, kept: Sequence[Type] | Type) -> Flow:
    """The flow of *at* where the reference *node* is of the type *kept*, or of the union of those."""
    path = path_of(node, at)
    if path is None:
        return at.flow
    type_ = union_of(inference.engine, kept) if isinstance(kept, Sequence) else kept
    return {**at.flow, path: type_}


def discriminate(inference: "Inference", node: Node, at: At, fits: Callable[[Type], bool]) -> Flow:
    """Narrows the owner of a field to the union members whose field *fits*."""
    if node.type not in ("member_expression", "subscript_expression"):
        return at.flow
    owner = node.child_by_field_name("object")
    path = path_of(node, at)
    if owner is None or path is None or not isinstance(path[-1], str):
        return at.flow
    seen = parts(inference.engine, inference.typed(owner, at))
    objects = [each for each in seen if not is_nullish(each)]
    if len(objects) < 2:
        return (
            put(inference, owner, at, objects)
            if len(seen) > len(objects) == 1 and opens_chain(node)
            else at.flow
        )
    kept: list[Type] = []
    for each in objects:
        found = field_of(inference.engine, each, path[-1])
        if found.outcome == "absent":
            if fits(UNDEFINED):
                kept.append(each)
        elif found.outcome != "found" or fits(found.type):
            kept.append(each)
    return put(inference, owner, at, kept) if kept and len(kept) < len(seen) else at.flow


def operator_of(node: Node) -> str:
    """The operator of an expression, empty if it has none."""
    operator = node.child_by_field_name("operator")
    return operator.type if operator is not None else ""
