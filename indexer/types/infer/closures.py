"""Functions as values: their parameters, by annotation or by context, and what their bodies return. Pure."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tree_sitter import Node

from indexer.types.declare import parameter_names
from indexer.types.infer.destructure import Binder, bind_pattern, with_default
from indexer.types.infer.look import is_nullish, look, parts, widened
from indexer.types.infer.names import At, Env, declare_statements
from indexer.types.infer.siblings import best_union
from indexer.types.infer.tables import Reader
from indexer.types.model import (
    ANY,
    UNDEFINED,
    VOID,
    ArrayOf,
    Lazy,
    Native,
    Shape,
    Signature,
    TupleOf,
    Type,
    Undetermined,
)
from indexer.types.objects import parameter_scope
from indexer.types.scope import Scope
from indexer.types.syntax import place_of
from indexer.types.unions import union_of

if TYPE_CHECKING:
    from indexer.types.infer.session import Inference


@dataclass(frozen=True, slots=True, eq=False)
class Closure(Signature):
    """A signature with a body: what it takes in its context, and what the body returns."""

    taken: tuple[Type, ...] = ()
    returned: Lazy | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Made(Signature):
    """A signature that is written nowhere: what the framework takes and gives."""

    taken: tuple[Type, ...] = ()
    result: Type | None = None


def function_type(node: Node, at: At, taken: tuple[Type, ...], result: Type | None = None) -> Shape:
    """A function that takes *taken* and gives *result*, as the place *node* expects it."""
    return Shape(calls=(Made(node, at.env.scope, taken=taken, result=result),))


@dataclass(frozen=True, slots=True, eq=False)
class _Body:
    """A function's body and the place it is typed at."""

    node: Node
    at: At
    env: Env
    asynchronous: bool
    generator: bool


def parameters_of(node: Node) -> Iterator[Node]:
    """The parameters of a function node, without ``this``; a lone identifier is one too."""
    single = node.child_by_field_name("parameter")
    if single is not None:
        yield single
        return
    listed = node.child_by_field_name("parameters")
    for child in listed.named_children if listed is not None else ():
        pattern = child.child_by_field_name("pattern")
        if child.type != "comment" and not (pattern is not None and pattern.type == "this"):
            yield child


def _closure(inference: "Inference", node: Node, at: At, expected: Type | None) -> Type:
    """The shape of a function expression or declaration; the body waits until it is asked for."""
    engine = inference.engine
    scope = at.env.scope
    if node.child_by_field_name("type_parameters") is not None and not _is_applied(node, scope):
        scope = parameter_scope(engine, node, scope, ())
    env = at.env.inside(scope)
    context = context_signature(inference, expected)
    taken = tuple(
        _bind_parameters(
            _Taking(inference, At(env, at.flow), context, isinstance(expected, Undetermined)), node
        )
    )
    name = node.child_by_field_name("name")
    if node.type in ("function_expression", "generator_function") and name is not None:
        env.add(at.env.module.text(name), "known", node, ANY)
    written = node.child_by_field_name("return_type")
    wanted = engine.resolve_annotation(written, scope) if written is not None else None
    body = node.child_by_field_name("body")
    returned = Lazy(lambda: VOID)
    if body is not None:
        keywords = {child.type for child in node.children if not child.is_named}
        whole = _Body(body, at, env, "async" in keywords, "*" in keywords or "generator" in node.type)
        inferred = Lazy(lambda: _body_type(inference, whole, wanted, context))
        returned = Lazy(lambda: _settled(wanted, inferred))
        if inference.is_watching(at):
            inference.pending.append(inferred)
    closure = Closure(node, scope, taken=taken, returned=returned)
    return Shape(calls=(closure,), place=place_of(node, at.env.module.key))


def _is_applied(node: Node, scope: Scope) -> bool:
    """Whether *scope* puts types in for all type parameters of the function *node*."""
    names = set(parameter_names(node, scope.module.source))
    return bool(names) and names <= scope.bindings.keys()


def _settled(wanted: Type | None, inferred: Lazy) -> Type:
    return inferred.get() if wanted is None else wanted


@dataclass(frozen=True, slots=True, eq=False)
class Context:
    """What the place of a function expects it to take and return."""

    taken: tuple[Type, ...]
    rest: Type | None
    returned: Type | None


def context_signature(inference: "Inference", expected: Type | None) -> Context | None:
    """The context that *expected* gives to a function written in its place."""
    from indexer.types.infer.signatures import read_signature  # noqa: PLC0415  # signatures read closures

    if expected is None or isinstance(expected, Undetermined):
        return None
    for part in parts(inference.engine, expected):
        shape = (
            part
            if isinstance(part, Shape)
            else (inference.engine.shape_of(part) if not is_nullish(part) else None)
        )
        if shape is not None and shape.calls:
            read = read_signature(inference, shape.calls[0])
            taken = tuple(each.type for each in read.parameters if not each.rest)
            rest = next((each.type for each in read.parameters if each.rest), None)
            result = shape.calls[0].result if isinstance(shape.calls[0], Made) else read.returns()
            return Context(taken, rest, result)
    return None


@dataclass(frozen=True, slots=True, eq=False)
class _Taking:
    """How a function's parameters get their types."""

    inference: "Inference"
    at: At
    """Inside the function, before its body."""
    context: Context | None
    open: bool
    """True where the place says nothing of parameters that we can tell."""


def _bind_parameters(taking: _Taking, node: Node) -> Iterator[Type]:
    for position, parameter in enumerate(parameters_of(node)):
        pattern = parameter.child_by_field_name("pattern") or parameter
        type_ = _parameter_type(taking, parameter, position)
        bind_pattern(Binder(taking.inference, taking.at, taking.at.env, "parameter"), pattern, type_)
        yield type_


def _parameter_type(taking: _Taking, parameter: Node, position: int) -> Type:
    """The annotation, else what the place expects, else the type of the default value."""
    inference, at = taking.inference, taking.at
    annotation, value = parameter.child_by_field_name("type"), parameter.child_by_field_name("value")
    pattern = parameter.child_by_field_name("pattern")
    is_rest = pattern is not None and pattern.type == "rest_pattern"
    if annotation is not None:
        wanted = inference.engine.resolve_annotation(annotation, at.env.scope)
        if value is not None:
            inference.typed(value, at, wanted)
        elif parameter.type == "optional_parameter":
            return union_of(inference.engine, (wanted, UNDEFINED))
        return wanted
    contextual = _contextual(taking.context, position, rest=is_rest)
    if value is not None:
        given = widened(inference.engine, inference.typed(value, at, contextual))
        return with_default(inference, contextual, given) if contextual is not None else given
    if contextual is not None:
        return contextual
    return Undetermined("a parameter without a type") if taking.open or taking.context is None else ANY


def _contextual(context: Context | None, position: int, *, rest: bool) -> Type | None:
    if context is None:
        return None
    if rest:
        return context.rest if context.rest is not None else ANY
    if position < len(context.taken):
        return context.taken[position]
    return context.rest.element if isinstance(context.rest, ArrayOf) else None


def _body_type(inference: "Inference", body: _Body, wanted: Type | None, context: Context | None) -> Type:
    """What the body returns; ``Promise`` of it where it is asynchronous."""
    expected = wanted if wanted is not None else (context.returned if context else None)
    if body.asynchronous and expected is not None:
        expected = _awaited(inference, expected)
    env = body.env.inside()
    at = At(env, body.at.flow, returns=[], expected_return=expected)
    if body.node.type == "statement_block":
        found = _block_type(inference, body.node, at)
    else:
        found = inference.typed(body.node, at, expected)
    if not _wants_literals(inference, expected):
        found = widened(inference.engine, found)
    if body.generator:
        return Undetermined("a generator")
    return Native("Promise", (found,)) if body.asynchronous and not _is_promise(inference, found) else found


def _wants_literals(inference: "Inference", expected: Type | None) -> bool:
    from indexer.types.model import LiteralType  # noqa: PLC0415  # used here only

    return expected is not None and any(
        isinstance(each, LiteralType) for each in parts(inference.engine, expected)
    )


def _is_promise(inference: "Inference", type_: Type) -> bool:
    seen = look(inference.engine, type_)
    return isinstance(seen, Native) and seen.name == "Promise"


def _awaited(inference: "Inference", type_: Type) -> Type:
    seen = look(inference.engine, type_)
    return (
        seen.arguments[0] if isinstance(seen, Native) and seen.name == "Promise" and seen.arguments else type_
    )


def _block_type(inference: "Inference", block: Node, at: At) -> Type:
    from indexer.types.infer.statements import run_block  # noqa: PLC0415  # statements type expressions in turn

    declare_statements(at.env, block)
    run_block(inference, block, at)
    found = at.returns or []
    if not found:
        return VOID
    if at.reachable:
        found = [*found, UNDEFINED]
    kept = [each for each in found if not (isinstance(each, TupleOf) and not each.elements)] or found
    return best_union(inference.engine, kept)


READERS: dict[str, Reader] = {
    "arrow_function": _closure,
    "function_expression": _closure,
    "function_declaration": _closure,
    "generator_function": _closure,
    "generator_function_declaration": _closure,
    "method_definition": _closure,
    "function_signature": lambda _inference, node, at, _expected: Shape(
        calls=(Signature(node, at.env.scope),), place=place_of(node, at.env.module.key)
    ),
}
