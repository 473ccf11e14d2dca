"""Calls and constructions: which signature, which type arguments, what comes back. Pure."""

from typing import TYPE_CHECKING

from tree_sitter import Node

from indexer.types.infer.events import Misuse
from indexer.types.infer.framework import call_factory, call_framework, call_held, construct_framework
from indexer.types.infer.generics import Found, solved, unify
from indexer.types.infer.look import is_nullish, is_open, look, parts
from indexer.types.infer.names import At
from indexer.types.infer.predicates import kept_by_predicate
from indexer.types.infer.signatures import (
    ReadSignature,
    open_scope,
    overloads_of,
    parameters_of,
    read_signature,
    type_parameters,
)
from indexer.types.infer.tables import Reader
from indexer.types.model import (
    ANY,
    STRING,
    LiteralType,
    Loose,
    Named,
    Native,
    Shape,
    Signature,
    Type,
    Undetermined,
)
from indexer.types.unions import union_of

if TYPE_CHECKING:
    from indexer.types.infer.session import Inference

FUNCTIONS = frozenset({"arrow_function", "function_expression"})


def arguments_of(node: Node) -> list[Node]:
    """The argument expressions of a call."""
    listed = node.child_by_field_name("arguments")
    return [child for child in listed.named_children if child.type != "comment"] if listed is not None else []


def type_arguments_of(inference: "Inference", node: Node, at: At) -> tuple[Type, ...]:
    """The type arguments written at a call or construction."""
    written = node.child_by_field_name("type_arguments")
    return tuple(
        inference.engine.resolve_annotation(each, at.env.scope)
        for each in (written.named_children if written is not None else ())
        if each.type != "comment"
    )


def _call(inference: "Inference", node: Node, at: At, expected: Type | None) -> Type:
    function = node.child_by_field_name("function")
    if function is None:
        return Undetermined("a call of nothing")
    if function.type == "import":
        type_arguments(inference, arguments_of(node), at, None)
        return Native("Promise", (ANY,))
    if function.type == "await_expression" and function.named_children:
        return _awaited_call(inference, node, function.named_children[0], at, expected)
    listed = node.child_by_field_name("arguments")
    callee = inference.typed(function, at)
    if listed is not None and listed.type == "template_string":
        inference.typed(listed, at)
        return STRING if look(inference.engine, callee) != ANY else ANY
    return call_value(inference, node, function, callee, at, expected)


def _awaited_call(inference: "Inference", node: Node, function: Node, at: At, expected: Type | None) -> Type:
    """``await f<T>(x)``, which the grammar reads as ``(await f)<T>(x)``."""
    callee = inference.typed(function, at)
    return awaited(inference, call_value(inference, node, function, callee, at, expected))


def type_arguments(inference: "Inference", arguments: list[Node], at: At, expected: Type | None) -> None:
    """Types arguments whose places say nothing."""
    for argument in arguments:
        inner = (
            argument.named_children[0]
            if argument.type == "spread_element" and argument.named_children
            else argument
        )
        inference.typed(inner, at, expected)


def call_value(
    inference: "Inference", node: Node, function: Node, callee: Type, at: At, expected: Type | None
) -> Type:
    """What calling a value of type *callee* gives; its arguments are typed once."""
    seen = [each for each in parts(inference.engine, callee) if not is_nullish(each)]
    callable_ = [each for each in seen if _is_callable(inference, each)]
    target = (
        callable_[0]
        if callable_
        else (seen[0] if seen else Undetermined("a call of what is null or undefined"))
    )
    found = _call_part(inference, node, function, target, at, expected)
    if len(callable_) > 1:
        others = [_returned_simply(inference, each) for each in callable_[1:]]
        return union_of(inference.engine, [found, *others])
    return found


def _is_callable(inference: "Inference", part: Type) -> bool:
    if isinstance(part, Native):
        return part.name not in ("Date", "VNode", "RegExp", "Map", "Set")
    shape = inference.engine.shape_of(part)
    return is_open(part) or (shape is not None and bool(shape.calls))


def _returned_simply(inference: "Inference", part: Type) -> Type:
    shape = inference.engine.shape_of(part)
    return (
        read_signature(inference, shape.calls[0]).returns()
        if shape and shape.calls
        else part
        if is_open(part)
        else ANY
    )


def _call_part(
    inference: "Inference", node: Node, function: Node, part: Type, at: At, expected: Type | None
) -> Type:
    if is_open(part):
        type_arguments(
            inference,
            arguments_of(node),
            at,
            Undetermined("given to what is not known") if part != ANY else ANY,
        )
        return part if not isinstance(part, Loose) else ANY
    if isinstance(part, Native):
        return _call_native(inference, node, function, part, at, expected)
    shape = inference.engine.shape_of(part)
    if shape is not None and shape.calls:
        return call_shape(inference, node, shape, at, expected, member_node=function)
    inference.note(at, lambda: Misuse(node=function, operation="called", type=part))
    type_arguments(inference, arguments_of(node), at, None)
    return Undetermined("a call of what is no function")


def _call_native(
    inference: "Inference", node: Node, function: Node, native: Native, at: At, expected: Type | None
) -> Type:
    if native.name == "framework" and isinstance(native.arguments[0], LiteralType):
        return call_framework(inference, str(native.arguments[0].value), node, at, expected)
    if native.name == "cell-member":
        return call_held(inference, native, node, at)
    if native.name == "same":
        type_arguments(inference, arguments_of(node), at, None)
        return native.arguments[0]
    if native.name in ("PatternFactory", "HandlerFactory", "ModuleFactory"):
        return call_factory(inference, native, node, function, at)
    type_arguments(inference, arguments_of(node), at, None)
    if native.name in ("Function", "Object"):
        return ANY
    return Undetermined(f"a call of a {native.name}")


def call_shape(
    inference: "Inference",
    node: Node,
    shape: Shape,
    at: At,
    expected: Type | None,
    member_node: Node | None = None,
) -> Type:
    """What calling a function of *shape* gives: the first signature that takes these arguments."""
    arguments = arguments_of(node)
    given = type_arguments_of(inference, node, at)
    signatures = [s for s in shape.calls if not s.construct] or list(shape.calls)
    if len(signatures) == 1:
        signatures = overloads_of(signatures[0], None)
    signature = _chosen(inference, signatures, arguments, at)
    made = call_signature(inference, signature, arguments, given, at, expected)
    return kept_by_predicate(inference, node, member_node, made, at)


def _chosen(inference: "Inference", signatures: list[Signature], arguments: list[Node], at: At) -> Signature:
    """The first signature of fitting length; one that asks for a type predicate only if one is given."""
    if len(signatures) == 1:
        return signatures[0]
    fitting = [each for each in signatures if _takes(each, arguments)] or signatures
    for each in fitting:
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
    if first.type in FUNCTIONS:
        returned = first.child_by_field_name("return_type")
        return returned is not None and returned.type == "type_predicate_annotation"
    with inference.quiet():
        shape = inference.engine.shape_of(look(inference.engine, inference.typed(first, at)))
    written = shape.calls[0].node.child_by_field_name("return_type") if shape and shape.calls else None
    return written is not None and written.type == "type_predicate_annotation"


def call_signature(
    inference: "Inference", signature: Signature, arguments: list[Node], given: tuple[Type, ...], at: At, expected: Type | None
) -> Type:  # fmt: skip
    """What a call of *signature* gives; arguments are typed with what their parameters expect."""
    scope = open_scope(inference, signature, given)
    found: Found = {parameter: [] for _, parameter in type_parameters(signature, scope)}
    read = read_signature(inference, signature, scope)
    if not found:
        for position, argument in enumerate(arguments):
            _typed_argument(inference, argument, _parameter_at(read, position), at)
        return read.returns()
    late = [(p, a) for p, a in enumerate(arguments) if a.type in FUNCTIONS]
    for position, argument in enumerate(arguments):
        if argument.type not in FUNCTIONS:
            _infer_from(inference, argument, _parameter_at(read, position), found, at)
    for position, argument in late:
        wanted = _parameter_at(read, position)
        inner = read_signature(
            inference, signature, open_scope(inference, signature, _ordered(inference, signature, found))
        )
        type_ = _typed_argument(inference, argument, _parameter_at(inner, position), at)
        if wanted is not None:
            _unify_function(inference, wanted, type_, found, argument)
    if expected is not None and any(not types for types in found.values()):
        unify(inference, read.returns(), expected, found)
    return read_signature(
        inference, signature, open_scope(inference, signature, _ordered(inference, signature, found))
    ).returns()


def _unify_function(inference: "Inference", wanted: Type, type_: Type, found: Found, argument: Node) -> None:
    """A written function tells of what it returns; a predicate of what it says."""
    from indexer.types.infer.signatures import predicate_of  # noqa: PLC0415  # this one use

    shape = inference.engine.shape_of(type_)
    told = predicate_of(inference, shape) if shape is not None else None
    if told is not None:
        for types in found.values():
            if not types:
                types.append(told[1])
        return
    del argument
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
    return getattr(last.type, "element", ANY)


def _ordered(inference: "Inference", signature: Signature, found: Found) -> tuple[Type, ...]:
    """The type arguments in declared order; what nothing told of cannot be told."""
    known = solved(inference, found)
    declared = signature.node.child_by_field_name("type_parameters")
    names = (
        [each.child_by_field_name("name") for each in declared.named_children] if declared is not None else []
    )
    texts = [signature.scope.module.text(name) for name in names if name is not None]
    return tuple(known.get(name, Undetermined(f"nothing tells of {name}")) for name in texts)


def _new(inference: "Inference", node: Node, at: At, expected: Type | None) -> Type:
    constructor = node.child_by_field_name("constructor")
    if constructor is None:
        return Undetermined("a construction of nothing")
    seen = look(inference.engine, inference.typed(constructor, at))
    if isinstance(seen, Native) and seen.name == "framework" and isinstance(seen.arguments[0], LiteralType):
        return construct_framework(inference, str(seen.arguments[0].value), node, at, expected)
    if isinstance(seen, Native) and seen.name == "class":
        type_arguments(inference, arguments_of(node), at, None)
        return _instance(inference, seen, node, at)
    shape = inference.engine.shape_of(seen)
    constructors = [each for each in shape.calls if each.construct] if shape is not None else []
    if constructors:
        return call_signature(
            inference,
            constructors[0],
            arguments_of(node),
            type_arguments_of(inference, node, at),
            at,
            expected,
        )
    type_arguments(inference, arguments_of(node), at, None)
    return seen if is_open(seen) else Undetermined("a construction of what is no class")


def _instance(inference: "Inference", seen: Native, node: Node, at: At) -> Type:
    first = seen.arguments[0]
    return (
        Named(first.declaration, type_arguments_of(inference, node, at))
        if isinstance(first, Named)
        else first
    )


def _await(inference: "Inference", node: Node, at: At, expected: Type | None) -> Type:
    return awaited(
        inference, inference.typed(node.named_children[0], at, expected) if node.named_children else ANY
    )


def awaited(inference: "Inference", type_: Type) -> Type:
    """What a promise resolves to; any other type is itself."""
    found = [
        each.arguments[0] if isinstance(each, Native) and each.name == "Promise" and each.arguments else each
        for each in parts(inference.engine, type_)
    ]
    return union_of(inference.engine, found)


READERS: dict[str, Reader] = {"call_expression": _call, "new_expression": _new, "await_expression": _await}
