"""What a condition tells of references when it holds, and when it does not. Pure."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from tree_sitter import Node

from indexer.types.infer.access import path_of
from indexer.types.infer.guards import by_call, by_class, by_field, by_typeof
from indexer.types.infer.look import base_name, is_nullish, is_open, look, parts
from indexer.types.infer.names import At, Flow
from indexer.types.infer.told import discriminate, operator_of, put
from indexer.types.model import (
    NULL,
    NUMBER,
    STRING,
    UNDEFINED,
    LiteralType,
    Scalar,
    Type,
)
from indexer.types.unions import split_members, union_of

if TYPE_CHECKING:
    from indexer.types.infer.session import Inference

_AROUND = frozenset({"parenthesized_expression", "non_null_expression"})
_DEEPEST = 40


def narrow(inference: "Inference", condition: Node, at: At, *, truth: bool, depth: int = 0) -> Flow:
    """The flow of *at* where *condition* is *truth*."""
    while condition.type in _AROUND and condition.named_children:
        condition = condition.named_children[0]
    if depth > _DEEPEST:
        return at.flow
    with inference.quiet():
        if condition.type == "unary_expression" and operator_of(condition) == "!":
            inner = condition.child_by_field_name("argument")
            return narrow(inference, inner, at, truth=not truth, depth=depth + 1) if inner else at.flow
        if condition.type == "binary_expression":
            return _binary(inference, condition, at, truth=truth, depth=depth)
        if condition.type == "call_expression":
            return _call(inference, condition, at, truth=truth, depth=depth)
        if condition.type == "assignment_expression":
            return at.flow
        return _truthy(inference, condition, at, truth=truth)


def _binary(inference: "Inference", node: Node, at: At, *, truth: bool, depth: int) -> Flow:
    operator = operator_of(node)
    left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
    if left is None or right is None:
        return at.flow
    if operator in ("&&", "||"):
        if (operator == "&&") == truth:
            first = narrow(inference, left, at, truth=truth, depth=depth + 1)
            return narrow(inference, right, at.branch(first), truth=truth, depth=depth + 1)
        return _either(inference, node, at, truth=truth, depth=depth)
    if operator == "??":
        return at.flow
    if operator in ("===", "!==", "==", "!="):
        same = (operator in ("===", "==")) == truth
        return narrow_equal(inference, left, right, at, same=same)
    if operator == "in":
        return by_field(inference, left, right, at, truth=truth)
    if operator == "instanceof":
        return by_class(inference, left, right, at, truth=truth)
    return at.flow


def _call(inference: "Inference", node: Node, at: At, *, truth: bool, depth: int) -> Flow:
    function, listed = node.child_by_field_name("function"), node.child_by_field_name("arguments")
    if function is not None and listed is not None and at.env.module.text(function) == "Boolean":
        first = next(iter(listed.named_children), None)
        return narrow(inference, first, at, truth=truth, depth=depth + 1) if first is not None else at.flow
    return by_call(inference, node, at, truth=truth)


def _either(inference: "Inference", node: Node, at: At, *, truth: bool, depth: int) -> Flow:
    """One of two told it: what both tell of a reference, joined."""
    left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
    if left is None or right is None:
        return at.flow
    one = narrow(inference, left, at, truth=truth, depth=depth + 1)
    opposite = at.branch(narrow(inference, left, at, truth=not truth, depth=depth + 1))
    other = narrow(inference, right, opposite, truth=truth, depth=depth + 1)
    return join_flows(inference, one, other)


def join_flows(inference: "Inference", one: Flow, other: Flow) -> Flow:
    """What holds after either of two ways: references that both tell of."""
    if one is other:
        return one
    return {
        path: type_ if other[path] is type_ else union_of(inference.engine, [type_, other[path]])
        for path, type_ in one.items()
        if path in other
    }


def _truthy(inference: "Inference", node: Node, at: At, *, truth: bool) -> Flow:
    type_ = inference.typed(node, at)
    seen = parts(inference.engine, type_)
    if truth:
        kept = [each for each in seen if not is_nullish(each) and not _is_falsy_literal(each)]
    else:
        kept = [
            each for each in seen if base_name(each) is not None or is_open(each) or isinstance(each, Scalar)
        ]
    if not kept or len(kept) == len(seen):
        return _owner(inference, node, at, truth=truth)
    flow = put(inference, node, at, kept)
    return _owner(inference, node, at.branch(flow), truth=truth)


def _is_falsy_literal(type_: Type) -> bool:
    return isinstance(type_, LiteralType) and not type_.value


def _owner(inference: "Inference", node: Node, at: At, *, truth: bool) -> Flow:
    """``if (x.ok)`` tells which members of the union x are left."""
    return discriminate(inference, node, at, lambda each: _may_be(inference, each, truth=truth))


def _may_be(inference: "Inference", type_: Type, *, truth: bool) -> bool:
    seen = split_members(inference.engine, look(inference.engine, type_))
    if truth:
        return any(not is_nullish(each) and not _is_falsy_literal(each) for each in seen)
    return any(
        (base_name(each) is not None and not (isinstance(each, LiteralType) and each.value)) or is_open(each)
        for each in seen
    )


def narrow_equal(inference: "Inference", left: Node, right: Node, at: At, *, same: bool) -> Flow:
    """The flow of *at* where *left* equals *right*, or with *same* false where it does not."""
    if left.type == "unary_expression" and operator_of(left) == "typeof":
        return by_typeof(inference, left, right, at, same=same)
    if right.type == "unary_expression" and operator_of(right) == "typeof":
        return by_typeof(inference, right, left, at, same=same)
    if path_of(left, at) is None and path_of(right, at) is not None:
        left, right = right, left
    values = parts(inference.engine, inference.typed(right, at))
    units = [each for each in values if isinstance(each, LiteralType) or each in (NULL, UNDEFINED)]
    if not units or len(units) != len(values):
        return at.flow
    if _is_loose(left.parent) and any(is_nullish(each) for each in units):
        units = [*units, NULL, UNDEFINED]
    seen = split_members(
        inference.engine, union_of(inference.engine, parts(inference.engine, inference.typed(left, at)))
    )
    kept = [each for each in seen if _comparable(each, units, same=same)]
    flow = put(inference, left, at, kept) if kept and len(kept) < len(seen) else at.flow
    if same and len(units) == 1 and any(each in (STRING, NUMBER) for each in seen):
        flow = put(inference, left, at, units)

    def fits(type_: Type) -> bool:
        split = split_members(inference.engine, union_of(inference.engine, parts(inference.engine, type_)))
        return any(_comparable(each, units, same=same) for each in split)

    return discriminate(inference, left, at.branch(flow), fits)


def _is_loose(node: Node | None) -> bool:
    """Whether ``==`` or ``!=`` compares, to which null and undefined are the same."""
    return node is not None and node.type == "binary_expression" and operator_of(node) in ("==", "!=")


def _comparable(type_: Type, units: Sequence[Type], *, same: bool) -> bool:
    """Whether a value of *type_* may (not) be one of *units*."""
    if is_open(type_) or (isinstance(type_, Scalar) and type_.name in ("unknown", "object")):
        return True
    if isinstance(type_, LiteralType) or is_nullish(type_):
        return (type_ in units) == same
    if not same:
        return True
    return base_name(type_) in {base_name(each) for each in units}
