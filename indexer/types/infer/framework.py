"""Calls of the framework itself: patterns, handlers, computed values, cells are made. Pure."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from tree_sitter import Node

from indexer.types.engine import runtime_declarations
from indexer.types.infer.arguments import FUNCTIONS, arguments_of, type_arguments_of
from indexer.types.infer.closures import Closure, function_type
from indexer.types.infer.instances import uncelled
from indexer.types.infer.look import is_open, look, parts, widened
from indexer.types.infer.names import At
from indexer.types.kinds import CELL_KINDS
from indexer.types.model import (
    ANY,
    BOOLEAN,
    UNKNOWN,
    VOID,
    ArrayOf,
    Lazy,
    Loose,
    Named,
    Native,
    TupleOf,
    Type,
    Undetermined,
    Wrapper,
)
from indexer.types.unions import union_of

if TYPE_CHECKING:
    from indexer.types.infer.session import Inference


def call_framework(inference: "Inference", name: str, node: Node, at: At, expected: Type | None) -> Type:
    """What calling the framework's value *name* gives."""
    modelled = _CALLS.get(name)
    if modelled is not None:
        return modelled(inference, node, at)
    head, _, last = name.rpartition(".")
    if last in ("of", "for"):
        return construct_framework(inference, head, node, at, expected)
    for argument in arguments_of(node):
        inference.typed(argument, at)
    return BOOLEAN if last in ("equals", "equalLinks") else ANY


def construct_framework(inference: "Inference", name: str, node: Node, at: At, expected: Type | None) -> Type:
    """The cell that ``new Writable<T>(value)``, ``Cell.of(value)`` and their scoped forms make."""
    kind = name.split(".", maxsplit=1)[0]
    given, arguments = type_arguments_of(inference, node, at), arguments_of(node)
    held = _expected_element(inference, expected)
    element = given[0] if given else None
    value = inference.typed(arguments[0], at, element if element is not None else held) if arguments else None
    for argument in arguments[1:]:
        inference.typed(argument, at)
    if element is None:
        element = _element_from(inference, value, held)
    return Wrapper(kind, element) if kind in CELL_KINDS else ANY  # type: ignore[arg-type]  # CELL_KINDS are kinds


def _expected_element(inference: "Inference", expected: Type | None) -> Type | None:
    if expected is None:
        return None
    found = [each.element for each in parts(inference.engine, expected) if isinstance(each, Wrapper)]
    return found[0] if found else None


def _element_from(inference: "Inference", value: Type | None, held: Type | None) -> Type:
    if value is None or (isinstance(value, TupleOf) and not value.elements):
        return held if held is not None else (ANY if value is None else ArrayOf(ANY))
    return held if held is not None and not is_open(held) else widened(inference.engine, value)


def _callback(
    inference: "Inference", node: Node, at: At, taken: tuple[Type, ...], result: Type | None
) -> Closure | None:
    """Types the function among the arguments with what it takes; other arguments are typed too."""
    made: Closure | None = None
    for argument in arguments_of(node):
        if argument.type in FUNCTIONS:
            type_ = inference.typed(
                argument, at, function_type(node, at, taken, result) if taken or result else None
            )
        else:
            type_ = inference.typed(argument, at)
        shape = (
            inference.engine.shape_of(look(inference.engine, type_))
            if not isinstance(type_, Native)
            else None
        )
        for call in shape.calls if shape is not None else ():
            if isinstance(call, Closure) and made is None:
                made = call
    return made


def _returned(made: Closure | None) -> Type:
    return (
        made.returned.get()
        if made is not None and made.returned is not None
        else Undetermined("no callback to read")
    )


def _pattern(inference: "Inference", node: Node, at: At) -> Type:
    given = type_arguments_of(inference, node, at)
    result = given[1] if len(given) > 1 else None
    made = _callback(inference, node, at, (given[0],) if given else (), result)
    if made is not None and made.returned is not None:
        inference.engine.callbacks[node.id] = made.returned
    taken: Type = given[0] if given else (made.taken[0] if made is not None and made.taken else UNKNOWN)
    if result is None:
        result = Loose(Lazy(lambda: _returned(made))) if given else _returned(made)
    return Native("PatternFactory", (taken, result))


def _handler(inference: "Inference", node: Node, at: At) -> Type:
    given = type_arguments_of(inference, node, at)
    made = _callback(inference, node, at, given[:2], None)
    taken = made.taken if made is not None else ()
    event = given[0] if given else (taken[0] if taken else VOID)
    state = given[1] if len(given) > 1 else (taken[1] if len(taken) > 1 else ANY)
    return Native("HandlerFactory", (event, state))


def _action(inference: "Inference", node: Node, at: At) -> Type:
    given = type_arguments_of(inference, node, at)
    made = _callback(inference, node, at, given[:1], None)
    taken = made.taken if made is not None else ()
    return Wrapper("Stream", given[0] if given else (taken[0] if taken else VOID))


def _computed(inference: "Inference", node: Node, at: At) -> Type:
    given = type_arguments_of(inference, node, at)
    made = _callback(inference, node, at, (), given[0] if given else None)
    found = inference.engine.computed[node.id] = given[0] if given else _returned(made)
    return found


def _lift(inference: "Inference", node: Node, at: At) -> Type:
    given = type_arguments_of(inference, node, at)
    made = _callback(inference, node, at, given[:1], given[1] if len(given) > 1 else None)
    taken = made.taken if made is not None else ()
    state = given[0] if given else (taken[0] if taken else ANY)
    result = (
        given[1] if len(given) > 1 else Undetermined("a lift without a function") if made is None else None
    )
    return Native("ModuleFactory", (state, result if result is not None else _returned(made)))


def _derive(inference: "Inference", node: Node, at: At) -> Type:
    arguments, given = arguments_of(node), type_arguments_of(inference, node, at)
    source = inference.typed(arguments[0], at) if arguments else ANY
    if len(arguments) < 2:
        return Undetermined("a derive without a function")
    type_ = inference.typed(arguments[-1], at, function_type(node, at, (uncelled(inference, source),)))
    shape = inference.engine.shape_of(look(inference.engine, type_))
    made = next((call for call in (shape.calls if shape else ()) if isinstance(call, Closure)), None)
    return given[1] if len(given) > 1 else _returned(made)


def _choice(inference: "Inference", node: Node, at: At) -> Type:
    """``ifElse``: either branch."""
    found = [uncelled(inference, inference.typed(argument, at)) for argument in arguments_of(node)]
    return union_of(inference.engine, found[1:]) if len(found) > 1 else ANY


def _either(inference: "Inference", node: Node, at: At) -> Type:
    """``when`` and ``unless``: the condition or the value."""
    found = [uncelled(inference, inference.typed(argument, at)) for argument in arguments_of(node)]
    return union_of(inference.engine, found) if found else ANY


def _any(inference: "Inference", node: Node, at: At) -> Type:
    for argument in arguments_of(node):
        inference.typed(argument, at)
    return ANY


def _tool(inference: "Inference", node: Node, at: At) -> Type:
    """``patternTool(Pattern, extra)``: the pattern as a tool, with what is given beforehand."""
    found = [inference.typed(argument, at) for argument in arguments_of(node)]
    declared = runtime_declarations()["PatternToolResult"]
    return Named(declared, (found[1],) if len(found) > 1 else ())


_CALLS: dict[str, Callable[["Inference", Node, At], Type]] = {
    "pattern": _pattern,
    "handler": _handler,
    "action": _action,
    "computed": _computed,
    "lift": _lift,
    "derive": _derive,
    "assert": _any,
    "patternTool": _tool,
    "byRef": _any,
    "ifElse": _choice,
    "when": _either,
    "unless": _either,
    "cell": lambda inference, node, at: construct_framework(inference, "Cell", node, at, None),
}
