"""Results that no type argument declares: inferred from what the callback returns. Pure.

The framework prints the type of the returned expression. Where ``any`` or ``unknown`` shows in it, or a
returned name is declared with a scope, it reads each property's own expression instead; where that cannot be
done, it prints the type's own spelling (:mod:`indexer.contracts.node_schemas`).
"""

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from tree_sitter import Node

from indexer.contracts.input_types import inline_whole, read_value
from indexer.contracts.loose_types import shows_any
from indexer.contracts.node_schemas import print_spelled
from indexer.contracts.patterns import PatternCall, callback_of, first_parameter
from indexer.contracts.returned import Returned, explicit_types, is_plain_object, own_literal, value_nodes
from indexer.contracts.schema import Schema
from indexer.contracts.tiers import returned_object, uncast
from indexer.types.model import ANY, UNKNOWN, Lazy, Loose, Member, Native, Shape, Type
from indexer.types.module import Module

if TYPE_CHECKING:
    from indexer.contracts.printer import Printer
    from indexer.types.engine import TypeEngine


@dataclass(frozen=True, slots=True)
class _Callback:
    module: Module
    function: Node
    returned: Returned | None
    whole: str
    """The name of the whole input, empty when it is taken apart."""
    typed: bool
    """Whether the input has an annotation, so that it is read as declared."""


def print_inferred(engine: "TypeEngine", printer: "Printer", call: PatternCall) -> Schema:
    """The schema of what the callback of *call* returns."""
    found = callback_of(engine, call)
    if found is None:
        return printer.unknown("a callback that is not read")
    module, function = found
    written = function.child_by_field_name("return_type")
    if written is not None:
        return printer.print_root(engine.resolve_annotation(written, module.scope))
    callback = _read_callback(engine, call, module, function)
    if callback.whole and _is_named(function.child_by_field_name("body"), callback):
        return True
    inferred = inferred_result(engine, call)
    result = _as_read(engine, inferred, callback)
    returned = callback.returned
    scoped = returned is not None and any(each.scoped for each in returned.explicit.values())
    loose = shows_any(engine, result, module)
    if returned is not None and (loose or scoped) and returned.plain and isinstance(result, Shape):
        own = _own_types(engine, result, returned, module)
        if not any(
            engine.resolved(member.type) in (ANY, UNKNOWN) or isinstance(member.type, Loose)
            for member in own.members
        ):
            return printer.print_root(own)
    return print_spelled(printer, result, module) if loose else printer.print_root(result)


def _read_callback(engine: "TypeEngine", call: PatternCall, module: Module, function: Node) -> _Callback:
    literal = returned_object(function)
    parameter = first_parameter(function)
    pattern = (parameter.child_by_field_name("pattern") or parameter) if parameter is not None else None
    whole = module.text(pattern) if pattern is not None and pattern.type == "identifier" else ""
    typed = parameter is not None and parameter.child_by_field_name("type") is not None
    if literal is None:
        return _Callback(module, function, None, whole, typed)
    returned = Returned(
        plain=is_plain_object(literal),
        values=value_nodes(engine, module, literal),
        explicit=explicit_types(engine, call, module, function, literal),
    )
    return _Callback(module, function, returned, whole, typed)


def _is_named(body: Node | None, callback: _Callback) -> bool:
    """Whether a callback gives back its whole input as it is."""
    return body is not None and body.type == "identifier" and callback.module.text(body) == callback.whole


def inferred_result(engine: "TypeEngine", call: PatternCall) -> Type:
    """The type of what the callback of *call* returns."""
    made = engine.type_of_expression(call.node, call.module.scope)
    if isinstance(made, Native) and made.name == "PatternFactory":
        result = made.arguments[1]
        return result.type if isinstance(result, Loose) else result
    return made


def _as_read(engine: "TypeEngine", result: Type, callback: _Callback) -> Type:
    """*result* as the callback sees its parts: defaults are filled in, the whole input has no name."""
    if callback.typed:
        return result
    if not isinstance(result, Shape) or result.alias is not None:
        return inline_whole(engine, result)
    values = callback.returned.values if callback.returned is not None else {}

    def changed(member: Member) -> Member:
        node = values.get(member.name)
        is_whole = bool(callback.whole) and node is not None and callback.module.text(node) == callback.whole
        if is_whole:
            return replace(member, lazy=Lazy(lambda: inline_whole(engine, member.type)))
        if node is not None and _reaches_inside(node, callback):
            return member
        return replace(member, lazy=Lazy(lambda: read_value(engine, member.type)))

    return replace(result, members=tuple(changed(member) for member in result.members))


def _reaches_inside(node: Node, callback: _Callback) -> bool:
    """Whether *node* reads a field of an input: its default is then part of the type that is read."""
    inner = uncast(node)
    if inner.type != "member_expression":
        return False
    owner = inner.child_by_field_name("object")
    return owner is not None and callback.module.text(owner) != callback.whole


def _own_types(engine: "TypeEngine", result: Shape, returned: Returned, module: Module) -> Shape:
    """*result* with each member typed by its own expression: not widened, declared types as declared."""

    def own(member: Member) -> Member:
        explicit = returned.explicit.get(member.name)
        if explicit is not None:
            return replace(member, lazy=Lazy(lambda: explicit.type), optional=False)
        node = returned.values.get(member.name)
        literal = own_literal(engine, node, module) if node is not None else None
        return member if literal is None else replace(member, lazy=Lazy(lambda: literal))

    return replace(result, members=tuple(own(member) for member in result.members))
