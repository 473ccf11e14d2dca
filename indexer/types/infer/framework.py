"""Calls of the framework: patterns, handlers, computed values, cells; and calls of what they make. Pure."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from tree_sitter import Node

from indexer.types.engine import runtime_declarations
from indexer.types.infer.closures import Closure, function_type
from indexer.types.infer.events import Instance, Mismatch
from indexer.types.infer.fields import field_of
from indexer.types.infer.fitting import Taker, fit
from indexer.types.infer.look import element_type, is_nullish, is_open, look, parts, widened
from indexer.types.infer.names import At
from indexer.types.infer.notes import note_read
from indexer.types.model import (
    ANY,
    BOOLEAN,
    CELL_KINDS,
    UNKNOWN,
    VOID,
    ArrayOf,
    Lazy,
    LiteralType,
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

_FUNCTIONS = frozenset({"arrow_function", "function_expression"})


def _arguments(node: Node) -> list[Node]:
    listed = node.child_by_field_name("arguments")
    return [child for child in listed.named_children if child.type != "comment"] if listed is not None else []


def _type_arguments(inference: "Inference", node: Node, at: At) -> tuple[Type, ...]:
    written = node.child_by_field_name("type_arguments")
    return tuple(
        inference.engine.resolve_annotation(each, at.env.scope)
        for each in (written.named_children if written is not None else ())
        if each.type != "comment"
    )


def call_framework(inference: "Inference", name: str, node: Node, at: At, expected: Type | None) -> Type:
    """What calling the framework's value *name* gives."""
    modelled = _CALLS.get(name)
    if modelled is not None:
        return modelled(inference, node, at)
    head, _, last = name.rpartition(".")
    if last in ("of", "for"):
        return construct_framework(inference, head, node, at, expected)
    for argument in _arguments(node):
        inference.typed(argument, at)
    return BOOLEAN if last in ("equals", "equalLinks") else ANY


def construct_framework(inference: "Inference", name: str, node: Node, at: At, expected: Type | None) -> Type:
    """The cell that ``new Writable<T>(value)``, ``Cell.of(value)`` and their scoped forms make."""
    kind = name.split(".", maxsplit=1)[0]
    given, arguments = _type_arguments(inference, node, at), _arguments(node)
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
    for argument in _arguments(node):
        if argument.type in _FUNCTIONS:
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
    given = _type_arguments(inference, node, at)
    result = given[1] if len(given) > 1 else None
    made = _callback(inference, node, at, (given[0],) if given else (), result)
    taken: Type = given[0] if given else (made.taken[0] if made is not None and made.taken else UNKNOWN)
    if result is None:
        result = Loose(Lazy(lambda: _returned(made))) if given else _returned(made)
    return Native("PatternFactory", (taken, result))


def _handler(inference: "Inference", node: Node, at: At) -> Type:
    given = _type_arguments(inference, node, at)
    made = _callback(inference, node, at, given[:2], None)
    taken = made.taken if made is not None else ()
    event = given[0] if given else (taken[0] if taken else VOID)
    state = given[1] if len(given) > 1 else (taken[1] if len(taken) > 1 else ANY)
    return Native("HandlerFactory", (event, state))


def _action(inference: "Inference", node: Node, at: At) -> Type:
    given = _type_arguments(inference, node, at)
    made = _callback(inference, node, at, given[:1], None)
    taken = made.taken if made is not None else ()
    return Wrapper("Stream", given[0] if given else (taken[0] if taken else VOID))


def _computed(inference: "Inference", node: Node, at: At) -> Type:
    given = _type_arguments(inference, node, at)
    made = _callback(inference, node, at, (), given[0] if given else None)
    return given[0] if given else _returned(made)


def _lift(inference: "Inference", node: Node, at: At) -> Type:
    given = _type_arguments(inference, node, at)
    made = _callback(inference, node, at, given[:1], given[1] if len(given) > 1 else None)
    taken = made.taken if made is not None else ()
    state = given[0] if given else (taken[0] if taken else ANY)
    result = (
        given[1] if len(given) > 1 else Undetermined("a lift without a function") if made is None else None
    )
    return Native("ModuleFactory", (state, result if result is not None else _returned(made)))


def _derive(inference: "Inference", node: Node, at: At) -> Type:
    arguments, given = _arguments(node), _type_arguments(inference, node, at)
    source = inference.typed(arguments[0], at) if arguments else ANY
    if len(arguments) < 2:
        return Undetermined("a derive without a function")
    type_ = inference.typed(arguments[-1], at, function_type(node, at, (uncelled(inference, source),)))
    shape = inference.engine.shape_of(look(inference.engine, type_))
    made = next((call for call in (shape.calls if shape else ()) if isinstance(call, Closure)), None)
    return given[1] if len(given) > 1 else _returned(made)


def uncelled(inference: "Inference", type_: Type) -> Type:
    """What a cell holds; any other type is itself."""
    found = [
        uncelled(inference, each.element)
        if isinstance(each, Wrapper) and each.kind not in ("Stream", "SqliteDb")
        else each
        for each in parts(inference.engine, type_)
    ]
    return union_of(inference.engine, found) if found else type_


def _choice(inference: "Inference", node: Node, at: At) -> Type:
    """``ifElse``: either branch."""
    found = [uncelled(inference, inference.typed(argument, at)) for argument in _arguments(node)]
    return union_of(inference.engine, found[1:]) if len(found) > 1 else ANY


def _either(inference: "Inference", node: Node, at: At) -> Type:
    """``when`` and ``unless``: the condition or the value."""
    found = [uncelled(inference, inference.typed(argument, at)) for argument in _arguments(node)]
    return union_of(inference.engine, found) if found else ANY


def _any(inference: "Inference", node: Node, at: At) -> Type:
    for argument in _arguments(node):
        inference.typed(argument, at)
    return ANY


def _tool(inference: "Inference", node: Node, at: At) -> Type:
    """``patternTool(Pattern, extra)``: the pattern as a tool, with what is given beforehand."""
    found = [inference.typed(argument, at) for argument in _arguments(node)]
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


def call_factory(inference: "Inference", native: Native, node: Node, function: Node, at: At) -> Type:
    """What calling a pattern, a handler or a lifted function gives: its result, a stream, its value."""
    arguments = _arguments(node)
    taken = native.arguments[0]
    is_pattern = native.name == "PatternFactory"
    taker = Taker(at.env.module.text(function), "argument", factory=True, quiet=not is_pattern)
    for argument in arguments[:1]:
        fit(inference, argument, taken, at, taker)
    if not arguments and is_pattern:
        _note_no_argument(inference, node, taken, at, taker)
    for argument in arguments[1:]:
        inference.typed(argument, at)
    if native.name == "HandlerFactory":
        return Wrapper("Stream", taken)
    if is_pattern:
        inference.note(at, lambda: Instance(node=node, callee=function, result=native.arguments[1]))
    return native.arguments[1]


def _note_no_argument(inference: "Inference", node: Node, taken: Type, at: At, taker: Taker) -> None:
    seen = look(inference.engine, taken)
    if not is_open(seen) and not is_nullish(seen) and seen != UNKNOWN:
        inference.note(at, lambda: Mismatch(
            kind="missing", node=node, name="its argument", taker=taker.name, role="argument",
        ))  # fmt: skip


def call_held(inference: "Inference", native: Native, node: Node, at: At) -> Type:
    """What ``cell.key(..)``, ``cell.elementById(..)`` and ``stream.send(..)`` give."""
    held, member = native.arguments
    arguments = _arguments(node)
    if not isinstance(held, Wrapper) or not isinstance(member, LiteralType):
        return ANY
    if member.value == "send":
        _send(inference, held, node, arguments, at)
        return VOID
    keys = [inference.typed(argument, at) for argument in arguments]
    if member.value == "elementById":
        return Wrapper(held.kind, element_type(inference.engine, held.element))
    return _keyed(inference, held, arguments, keys, at)


def _keyed(inference: "Inference", held: Wrapper, arguments: list[Node], keys: list[Type], at: At) -> Type:
    type_: Type = held.element
    for node, each in zip(arguments, keys, strict=True):
        type_ = _held_part(inference, uncelled(inference, type_), node, look(inference.engine, each), at)
    seen = look(inference.engine, type_)
    return seen if isinstance(seen, Wrapper) else Wrapper(held.kind, type_)


def _held_part(inference: "Inference", type_: Type, node: Node, key: Type, at: At) -> Type:
    if not isinstance(key, LiteralType):
        seen = [each for each in parts(inference.engine, type_) if not is_nullish(each)]
        shape = inference.engine.shape_of(seen[0]) if seen else None
        return (
            shape.indexes[0].type
            if shape and shape.indexes
            else element_type(inference.engine, type_)
            if shape is None
            else ANY
        )
    if key.base == "number":
        return element_type(inference.engine, type_)
    found = field_of(inference.engine, type_, str(key.value))
    if found.outcome == "absent":
        found = type(found)("loose-absent", ANY, found.names, found.place)
    note_read(inference, at, node, str(key.value), type_, found)
    return found.type


def _send(inference: "Inference", held: Wrapper, node: Node, arguments: list[Node], at: At) -> None:
    event = held.element
    function = node.child_by_field_name("function")
    named = function.child_by_field_name("property") if function is not None else None
    owner = function.child_by_field_name("object") if function is not None else None
    text = at.env.module.text(owner) if owner is not None else "stream"
    taker = Taker(text, "event", factory=True)
    seen = parts(inference.engine, event)
    nothing = [each for each in seen if is_nullish(each)]
    if arguments:
        for argument in arguments[1:]:
            inference.typed(argument, at)
        fit(inference, arguments[0], event, at, taker)
    elif not nothing and seen and not any(is_open(each) for each in seen):
        place = named if named is not None else node
        inference.note(
            at, lambda: Mismatch(kind="missing", node=place, name="its event", taker=text, role="event")
        )
