"""Calls and constructions, by what is called. Pure."""

from typing import TYPE_CHECKING

from tree_sitter import Node

from indexer.types.infer.applying import apply_signature
from indexer.types.infer.arguments import arguments_of, type_all, type_arguments_of
from indexer.types.infer.chains import chained
from indexer.types.infer.events import Misuse
from indexer.types.infer.framework import call_framework, construct_framework
from indexer.types.infer.growing import note_growth
from indexer.types.infer.instances import call_factory, call_held
from indexer.types.infer.judging import judge_arguments
from indexer.types.infer.look import is_nullish, is_open, look, parts
from indexer.types.infer.names import At
from indexer.types.infer.overloads import chosen_signature
from indexer.types.infer.predicates import kept_by_predicate
from indexer.types.infer.signatures import read_signature
from indexer.types.infer.tables import Reader
from indexer.types.model import ANY, STRING, LiteralType, Loose, Named, Native, Type, Undetermined
from indexer.types.unions import union_of

if TYPE_CHECKING:
    from indexer.types.infer.session import Inference

_NOT_CALLED = frozenset({"Date", "VNode", "RegExp", "Map", "Set"})
_FACTORIES = frozenset({"PatternFactory", "HandlerFactory", "ModuleFactory"})


def _call(inference: "Inference", node: Node, at: At, expected: Type | None) -> Type:
    function = node.child_by_field_name("function")
    if function is None:
        return Undetermined("a call of nothing")
    if function.type == "import":
        type_all(inference, arguments_of(node), at)
        return Native("Promise", (ANY,))
    if function.type == "await_expression" and function.named_children:
        # the grammar reads `await f<T>(x)` as `(await f)<T>(x)`
        callee = inference.typed(function.named_children[0], at)
        return awaited(inference, call_value(inference, node, callee, at, expected))
    listed = node.child_by_field_name("arguments")
    callee = inference.typed(function, at)
    if listed is not None and listed.type == "template_string":
        inference.typed(listed, at)
        return STRING if look(inference.engine, callee) != ANY else ANY
    found = call_value(inference, node, callee, at, expected)
    note_growth(inference, node, at)
    return chained(inference.engine, node, callee, found)


def call_value(inference: "Inference", node: Node, callee: Type, at: At, expected: Type | None) -> Type:
    """What calling a value of type *callee* gives; its arguments are typed once."""
    seen = [each for each in parts(inference.engine, callee) if not is_nullish(each)]
    called = [each for each in seen if _is_callable(inference, each)]
    target = next(iter(called or seen), Undetermined("a call of what is null or undefined"))
    found = _call_part(inference, node, target, at, expected)
    return union_of(inference.engine, [found, *(_returned(inference, each) for each in called[1:])])


def _is_callable(inference: "Inference", part: Type) -> bool:
    if isinstance(part, Native):
        return part.name not in _NOT_CALLED
    shape = inference.engine.shape_of(part)
    return is_open(part) or (shape is not None and bool(shape.calls))


def _returned(inference: "Inference", part: Type) -> Type:
    """What another member of a union of functions returns."""
    shape = inference.engine.shape_of(part)
    if shape is not None and shape.calls:
        return read_signature(inference, shape.calls[0]).returns()
    return part if is_open(part) else ANY


def _call_part(inference: "Inference", node: Node, part: Type, at: At, expected: Type | None) -> Type:
    if is_open(part):
        known = part == ANY
        type_all(
            inference, arguments_of(node), at, ANY if known else Undetermined("given to what is not known")
        )
        return ANY if isinstance(part, Loose) else part
    if isinstance(part, Native):
        return _call_native(inference, node, part, at, expected)
    shape = inference.engine.shape_of(part)
    function = node.child_by_field_name("function") or node
    if shape is not None and shape.calls:
        signature = chosen_signature(inference, shape, node, at)
        made = apply_signature(inference, signature, node, at, expected)
        judge_arguments(inference, shape, node, at)
        return kept_by_predicate(inference, node, function, made, at)
    inference.note(at, lambda: Misuse(node=function, operation="called", type=part))
    type_all(inference, arguments_of(node), at)
    return Undetermined("a call of what is no function")


def _call_native(inference: "Inference", node: Node, native: Native, at: At, expected: Type | None) -> Type:
    first = native.arguments[0] if native.arguments else ANY
    if native.name == "framework" and isinstance(first, LiteralType):
        return call_framework(inference, str(first.value), node, at, expected)
    if native.name == "cell-member":
        return call_held(inference, native, node, at)
    if native.name in _FACTORIES:
        return call_factory(inference, native, node, at)
    type_all(inference, arguments_of(node), at)
    if native.name == "same":
        return first
    return ANY if native.name in ("Function", "Object") else Undetermined(f"a call of a {native.name}")


def _new(inference: "Inference", node: Node, at: At, expected: Type | None) -> Type:
    constructor = node.child_by_field_name("constructor")
    if constructor is None:
        return Undetermined("a construction of nothing")
    seen = look(inference.engine, inference.typed(constructor, at))
    first = seen.arguments[0] if isinstance(seen, Native) and seen.arguments else ANY
    if isinstance(seen, Native) and seen.name == "framework" and isinstance(first, LiteralType):
        return construct_framework(inference, str(first.value), node, at, expected)
    shape = inference.engine.shape_of(seen)
    for signature in shape.calls if shape is not None else ():
        if signature.construct:
            return apply_signature(inference, signature, node, at, expected)
    type_all(inference, arguments_of(node), at)
    if isinstance(seen, Native) and seen.name == "class" and isinstance(first, Named):
        return Named(first.declaration, type_arguments_of(inference, node, at))
    return seen if is_open(seen) else Undetermined("a construction of what is no class")


def _await(inference: "Inference", node: Node, at: At, expected: Type | None) -> Type:
    inner = node.named_children[0] if node.named_children else None
    return awaited(inference, inference.typed(inner, at, expected) if inner is not None else ANY)


def awaited(inference: "Inference", type_: Type) -> Type:
    """What a promise resolves to; any other type is itself."""
    found = [
        each.arguments[0] if isinstance(each, Native) and each.name == "Promise" and each.arguments else each
        for each in parts(inference.engine, type_)
    ]
    return union_of(inference.engine, found)


READERS: dict[str, Reader] = {"call_expression": _call, "new_expression": _new, "await_expression": _await}
