"""Conditions that tell of a type by a test of it: typeof, instanceof, in, predicates. Pure."""

from typing import TYPE_CHECKING

from tree_sitter import Node

from indexer.types.infer.fields import field_of
from indexer.types.infer.look import base_name, is_open, look, parts
from indexer.types.infer.names import At, Flow
from indexer.types.infer.signatures import predicate_of
from indexer.types.infer.told import discriminate, put
from indexer.types.model import (
    ANY,
    BOOLEAN,
    NUMBER,
    STRING,
    ArrayOf,
    LiteralType,
    Named,
    Native,
    Scalar,
    TupleOf,
    Type,
    Undetermined,
)
from indexer.types.unions import union_of

if TYPE_CHECKING:
    from indexer.types.infer.session import Inference

_TYPEOF = {"string": STRING, "number": NUMBER, "boolean": BOOLEAN}


def by_typeof(inference: "Inference", operand: Node, right: Node, at: At, *, same: bool) -> Flow:
    """The flow where ``typeof x`` is (not) the word *right*."""
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
        return put(inference, inner, at, Undetermined("narrowed by typeof to nothing that we see"))
    flow = put(inference, inner, at, kept)
    return discriminate(
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


def by_field(inference: "Inference", left: Node, right: Node, at: At, *, truth: bool) -> Flow:
    """The flow where the key *left* is (not) in the value *right*."""
    key = look(inference.engine, inference.typed(left, at))
    if not isinstance(key, LiteralType):
        return at.flow
    seen = parts(inference.engine, inference.typed(right, at))
    if len(seen) < 2:
        single = seen[0] if seen else ANY
        found = field_of(inference.engine, single, str(key.value))
        if truth and found.outcome in ("absent", "unknown"):
            return put(inference, right, at, Undetermined(f"narrowed by {key.value!r} in"))
        return at.flow
    kept: list[Type] = []
    for each in seen:
        found = field_of(inference.engine, each, str(key.value))
        optional = found.member is not None and found.member.optional
        if (found.outcome != "absent") == truth or (
            not truth and (optional or found.outcome in ("any", "unknown"))
        ):
            kept.append(each)
    return put(inference, right, at, kept) if kept and len(kept) < len(seen) else at.flow


def by_class(inference: "Inference", left: Node, right: Node, at: At, *, truth: bool) -> Flow:
    """The flow where *left* is an instance of *right*."""
    if not truth:
        return at.flow
    seen = look(inference.engine, inference.typed(right, at))
    if isinstance(seen, Native) and seen.name == "class" and isinstance(seen.arguments[0], Named):
        return put(inference, left, at, seen.arguments[0])
    name = at.env.module.text(right)
    known = {"Date", "Error", "Map", "Set", "RegExp", "URL", "Promise"}
    if name in known:
        return put(
            inference,
            left,
            at,
            Native(name, (ANY, ANY) if name == "Map" else (ANY,) if name in ("Set", "Promise") else ()),
        )
    if name == "Array":
        return put(inference, left, at, _arrays(inference, left, at))
    return put(inference, left, at, Undetermined(f"an instance of {name}"))


def _arrays(inference: "Inference", node: Node, at: At) -> Type:
    seen = parts(inference.engine, inference.typed(node, at))
    found: list[Type] = [
        ArrayOf(ANY) if isinstance(each, ArrayOf) and each.readonly else each
        for each in seen
        if isinstance(each, (ArrayOf, TupleOf))
    ]
    return union_of(inference.engine, found) if found else ArrayOf(ANY)


def by_call(inference: "Inference", node: Node, at: At, *, truth: bool) -> Flow:
    """``isX(value)`` by its type predicate; ``Array.isArray(value)``; ``Boolean(value)``."""
    function, listed = node.child_by_field_name("function"), node.child_by_field_name("arguments")
    if function is None or listed is None or not listed.named_children:
        return at.flow
    text, first = at.env.module.text(function), listed.named_children[0]
    if text == "Array.isArray":
        return _is_array(inference, first, at, truth=truth)
    shape = inference.engine.shape_of(look(inference.engine, inference.typed(function, at)))
    told = predicate_of(inference, shape) if shape is not None else None
    if told is None:
        return at.flow
    return _told(inference, first, told[1], at, truth=truth)


def _is_array(inference: "Inference", node: Node, at: At, *, truth: bool) -> Flow:
    if truth:
        return put(inference, node, at, _arrays(inference, node, at))
    seen = parts(inference.engine, inference.typed(node, at))
    kept = [each for each in seen if not isinstance(each, (ArrayOf, TupleOf))]
    return put(inference, node, at, kept) if kept and len(kept) < len(seen) else at.flow


def _told(inference: "Inference", node: Node, type_: Type, at: At, *, truth: bool) -> Flow:
    if truth:
        return put(inference, node, at, type_)
    seen, told = parts(inference.engine, inference.typed(node, at)), parts(inference.engine, type_)
    kept = [each for each in seen if each not in told]
    return put(inference, node, at, kept) if kept and len(kept) < len(seen) else at.flow
