"""What a condition tells of references when it holds, and when it does not. Pure."""

from typing import TYPE_CHECKING

from tree_sitter import Node

from indexer.types.infer.access import path_of
from indexer.types.infer.fields import field_of
from indexer.types.infer.look import base_name, is_nullish, is_open, look, parts
from indexer.types.infer.names import At, Flow
from indexer.types.infer.signatures import predicate_of
from indexer.types.model import (
    ANY,
    BOOLEAN,
    NULL,
    NUMBER,
    STRING,
    UNDEFINED,
    ArrayOf,
    LiteralType,
    Named,
    Native,
    Scalar,
    TupleOf,
    Type,
    Undetermined,
)
from indexer.types.unions import split_members, union_of

if TYPE_CHECKING:
    from indexer.types.infer.session import Inference

_TYPEOF = {"string": STRING, "number": NUMBER, "boolean": BOOLEAN}
_AROUND = frozenset({"parenthesized_expression", "non_null_expression"})
_DEEPEST = 40


def narrow(inference: "Inference", condition: Node, at: At, *, truth: bool, depth: int = 0) -> Flow:
    """The flow of *at* where *condition* is *truth*."""
    while condition.type in _AROUND and condition.named_children:
        condition = condition.named_children[0]
    if depth > _DEEPEST:
        return at.flow
    with inference.quiet():
        if condition.type == "unary_expression" and _operator(condition) == "!":
            inner = condition.child_by_field_name("argument")
            return narrow(inference, inner, at, truth=not truth, depth=depth + 1) if inner else at.flow
        if condition.type == "binary_expression":
            return _binary(inference, condition, at, truth=truth, depth=depth)
        if condition.type == "call_expression":
            return _call(inference, condition, at, truth=truth)
        if condition.type == "assignment_expression":
            return at.flow
        return _truthy(inference, condition, at, truth=truth)


def _operator(node: Node) -> str:
    operator = node.child_by_field_name("operator")
    return operator.type if operator is not None else ""


def _binary(inference: "Inference", node: Node, at: At, *, truth: bool, depth: int) -> Flow:
    operator = _operator(node)
    left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
    if left is None or right is None:
        return at.flow
    if operator in ("&&", "||"):
        if (operator == "&&") == truth:
            first = narrow(inference, left, at, truth=truth, depth=depth + 1)
            return narrow(inference, right, at.branch(first), truth=truth, depth=depth + 1)
        return _either(inference, left, right, at, truth=truth, depth=depth)
    if operator == "??":
        return at.flow
    if operator in ("===", "!==", "==", "!="):
        same = (operator in ("===", "==")) == truth
        return _equal(inference, left, right, at, same=same, loose=len(operator) == 2)
    if operator == "in":
        return _has_field(inference, left, right, at, truth=truth)
    if operator == "instanceof":
        return _instance(inference, left, right, at, truth=truth)
    return at.flow


def _either(inference: "Inference", left: Node, right: Node, at: At, *, truth: bool, depth: int) -> Flow:
    """One of two told it: what both tell of a reference, joined."""
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


def _put(inference: "Inference", node: Node, at: At, kept: list[Type] | Type) -> Flow:
    path = path_of(inference, node, at)
    if path is None:
        return at.flow
    type_ = union_of(inference.engine, kept) if isinstance(kept, list) else kept
    return {**at.flow, path: type_}


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
        return _owner(inference, node, at, "truthy", truth=truth)
    flow = _put(inference, node, at, kept)
    return _owner(inference, node, at.branch(flow), "truthy", truth=truth)


def _is_falsy_literal(type_: Type) -> bool:
    return isinstance(type_, LiteralType) and not type_.value


def _owner(inference: "Inference", node: Node, at: At, _how: str, *, truth: bool) -> Flow:
    """``if (x.ok)`` tells which members of the union x are left."""
    return _discriminated(inference, node, at, lambda each: _may_be(inference, each, truth=truth))


def _may_be(inference: "Inference", type_: Type, *, truth: bool) -> bool:
    seen = split_members(inference.engine, look(inference.engine, type_))
    if truth:
        return any(not is_nullish(each) and not _is_falsy_literal(each) for each in seen)
    return any(
        (base_name(each) is not None and not (isinstance(each, LiteralType) and each.value)) or is_open(each)
        for each in seen
    )


def _discriminated(inference: "Inference", node: Node, at: At, fits: "object") -> Flow:
    """Narrows the owner of a field to the union members whose field *fits*."""
    if node.type not in ("member_expression", "subscript_expression"):
        return at.flow
    owner = node.child_by_field_name("object")
    path = path_of(inference, node, at)
    if owner is None or path is None or not isinstance(path[-1], str):
        return at.flow
    seen = parts(inference.engine, inference.typed(owner, at))
    objects = [each for each in seen if not is_nullish(each)]
    if len(objects) < 2:
        return (
            _put(inference, owner, at, objects)
            if len(seen) > len(objects) == 1 and _is_chain(node)
            else at.flow
        )
    kept: list[Type] = []
    for each in objects:
        found = field_of(inference.engine, each, path[-1])
        if found.outcome == "absent":
            if fits(UNDEFINED):  # type: ignore[operator]  # a predicate of types
                kept.append(each)
        elif found.outcome != "found" or fits(found.type):  # type: ignore[operator]  # the same
            kept.append(each)
    return _put(inference, owner, at, kept) if kept and len(kept) < len(seen) else at.flow


def _is_chain(node: Node) -> bool:
    return any(child.type in ("optional_chain", "?.") for child in node.children)


def _equal(inference: "Inference", left: Node, right: Node, at: At, *, same: bool, loose: bool) -> Flow:
    if left.type == "unary_expression" and _operator(left) == "typeof":
        return _typeof(inference, left, right, at, same=same)
    if right.type == "unary_expression" and _operator(right) == "typeof":
        return _typeof(inference, right, left, at, same=same)
    if path_of(inference, left, at) is None and path_of(inference, right, at) is not None:
        left, right = right, left
    values = parts(inference.engine, inference.typed(right, at))
    units = [each for each in values if isinstance(each, LiteralType) or each in (NULL, UNDEFINED)]
    if not units or len(units) != len(values):
        return at.flow
    if loose and any(is_nullish(each) for each in units):
        units = [*units, NULL, UNDEFINED]
    seen = split_members(
        inference.engine, union_of(inference.engine, parts(inference.engine, inference.typed(left, at)))
    )
    kept = [each for each in seen if _comparable(each, units, same=same)]
    flow = _put(inference, left, at, kept) if kept and len(kept) < len(seen) else at.flow
    if same and len(units) == 1 and any(each in (STRING, NUMBER) for each in seen):
        flow = _put(inference, left, at, units)

    def fits(type_: Type) -> bool:
        split = split_members(inference.engine, union_of(inference.engine, parts(inference.engine, type_)))
        return any(_comparable(each, units, same=same) for each in split)

    return _discriminated(inference, left, at.branch(flow), fits)


def _comparable(type_: Type, units: list[Type], *, same: bool) -> bool:
    """Whether a value of *type_* may (not) be one of *units*."""
    if is_open(type_) or (isinstance(type_, Scalar) and type_.name in ("unknown", "object")):
        return True
    if isinstance(type_, LiteralType) or is_nullish(type_):
        return (type_ in units) == same
    if not same:
        return True
    return base_name(type_) in {base_name(each) for each in units}


def _typeof(inference: "Inference", operand: Node, right: Node, at: At, *, same: bool) -> Flow:
    inner = operand.child_by_field_name("argument")
    word = look(inference.engine, inference.typed(right, at))
    if inner is None or not isinstance(word, LiteralType):
        return at.flow
    type_ = inference.typed(inner, at)
    seen = parts(inference.engine, type_)
    kept: list[Type] = []
    for each in seen:
        kept.extend(_of_typeof(each, str(word.value), same=same))
    if not kept:
        return _put(inference, inner, at, Undetermined("narrowed by typeof to nothing that we see"))
    flow = _put(inference, inner, at, kept)
    return _discriminated(
        inference,
        inner,
        at.branch(flow),
        lambda each: any(
            _of_typeof(part, str(word.value), same=same) for part in parts(inference.engine, each)
        ),
    )


def _of_typeof(type_: Type, word: str, *, same: bool) -> list[Type]:
    if is_open(type_) or (isinstance(type_, Scalar) and type_.name in ("unknown", "object")):
        if not same or (type_ == ANY and word not in _TYPEOF):
            return [type_]
        return [_TYPEOF[word]] if word in _TYPEOF else [Undetermined(f"typeof {word} of what is not known")]
    name = base_name(type_)
    if name is None:
        is_function = bool(getattr(type_, "calls", ()))
        return (
            [type_]
            if (
                (word == "object" and not is_function)
                or (word == "function" and not isinstance(type_, (ArrayOf, TupleOf)))
            )
            == same
            else []
        )
    fits = name == word or (name == "null" and word == "object")
    return [type_] if fits == same else []


def _has_field(inference: "Inference", left: Node, right: Node, at: At, *, truth: bool) -> Flow:
    key = look(inference.engine, inference.typed(left, at))
    if not isinstance(key, LiteralType):
        return at.flow
    seen = parts(inference.engine, inference.typed(right, at))
    if len(seen) < 2:
        single = seen[0] if seen else ANY
        found = field_of(inference.engine, single, str(key.value))
        if truth and found.outcome in ("absent", "unknown"):
            return _put(inference, right, at, Undetermined(f"narrowed by {key.value!r} in"))
        return at.flow
    kept: list[Type] = []
    for each in seen:
        found = field_of(inference.engine, each, str(key.value))
        optional = found.member is not None and found.member.optional
        if (found.outcome != "absent") == truth or (
            not truth and (optional or found.outcome in ("any", "unknown"))
        ):
            kept.append(each)
    return _put(inference, right, at, kept) if kept and len(kept) < len(seen) else at.flow


def _instance(inference: "Inference", left: Node, right: Node, at: At, *, truth: bool) -> Flow:
    if not truth:
        return at.flow
    seen = look(inference.engine, inference.typed(right, at))
    if isinstance(seen, Native) and seen.name == "class" and isinstance(seen.arguments[0], Named):
        return _put(inference, left, at, seen.arguments[0])
    name = at.env.module.text(right)
    known = {"Date", "Error", "Map", "Set", "RegExp", "URL", "Promise"}
    if name in known:
        return _put(
            inference,
            left,
            at,
            Native(name, (ANY, ANY) if name == "Map" else (ANY,) if name in ("Set", "Promise") else ()),
        )
    if name == "Array":
        return _put(inference, left, at, _arrays(inference, left, at))
    return _put(inference, left, at, Undetermined(f"an instance of {name}"))


def _arrays(inference: "Inference", node: Node, at: At) -> Type:
    seen = parts(inference.engine, inference.typed(node, at))
    found: list[Type] = [
        ArrayOf(ANY) if isinstance(each, ArrayOf) and each.readonly else each
        for each in seen
        if isinstance(each, (ArrayOf, TupleOf))
    ]
    return union_of(inference.engine, found) if found else ArrayOf(ANY)


def _call(inference: "Inference", node: Node, at: At, *, truth: bool) -> Flow:
    """``isX(value)`` by its type predicate; ``Array.isArray(value)``; ``Boolean(value)``."""
    function, listed = node.child_by_field_name("function"), node.child_by_field_name("arguments")
    if function is None or listed is None or not listed.named_children:
        return _truthy(inference, node, at, truth=truth)
    text, first = at.env.module.text(function), listed.named_children[0]
    if text == "Array.isArray":
        return _is_array(inference, first, at, truth=truth)
    if text == "Boolean":
        return narrow(inference, first, at, truth=truth)
    shape = inference.engine.shape_of(look(inference.engine, inference.typed(function, at)))
    told = predicate_of(inference, shape) if shape is not None else None
    if told is None:
        return at.flow
    return _told(inference, first, told[1], at, truth=truth)


def _is_array(inference: "Inference", node: Node, at: At, *, truth: bool) -> Flow:
    if truth:
        return _put(inference, node, at, _arrays(inference, node, at))
    seen = parts(inference.engine, inference.typed(node, at))
    kept = [each for each in seen if not isinstance(each, (ArrayOf, TupleOf))]
    return _put(inference, node, at, kept) if kept and len(kept) < len(seen) else at.flow


def _told(inference: "Inference", node: Node, type_: Type, at: At, *, truth: bool) -> Flow:
    if truth:
        return _put(inference, node, at, type_)
    seen, told = parts(inference.engine, inference.typed(node, at)), parts(inference.engine, type_)
    kept = [each for each in seen if each not in told]
    return _put(inference, node, at, kept) if kept and len(kept) < len(seen) else at.flow
