"""Schemas printed before those of a pattern: of handlers, lifts, cells, computed values. Pure.

They matter only for the numbers of recursive types without a name, which are given in that order.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from tree_sitter import Node

from indexer.contracts.captured import captured
from indexer.contracts.naming import AnonymousNames
from indexer.contracts.order import Order
from indexer.contracts.patterns import PatternCall, runtime_name
from indexer.contracts.printer import Printer
from indexer.types.model import UNKNOWN, ArrayOf, Named, Type, UnionOf
from indexer.types.module import Module

if TYPE_CHECKING:
    from indexer.types.engine import TypeEngine

_MOST_READ = 8_000
"""Bytes of a pattern whose callback is read for names alone."""
_BUILDERS = ("handler", "lift")
_MADE = "(call_expression) @made (new_expression) @made"
_CELLS = ("Writable", "Cell", "ReadonlyCell", "WriteonlyCell", "ComparableCell", "OpaqueCell")
_FUNCTIONS = ("arrow_function", "function_expression")


def name_earlier(engine: "TypeEngine", module: Module, order: Order, names: AnonymousNames) -> None:
    """Prints the schemas of handlers and lifted functions at the top of *module*, for their *names* alone."""
    for call in _calls(engine, module):
        for typed in _typed_nodes(call):
            printer = Printer(engine=engine, order=order, names=names, writer_of=lambda _key: {})
            printer.print_root(engine.resolve_annotation(typed, module.scope))


def name_cells(engine: "TypeEngine", call: PatternCall, order: Order, names: AnonymousNames) -> None:
    """Prints the schemas of what the callback of *call* makes and computes, for their *names* alone."""
    for typed in _inner_types(engine, call):
        printer = Printer(engine=engine, order=order, names=names, writer_of=lambda _key: {})
        printer.print_root(typed)


def _inner_types(engine: "TypeEngine", call: PatternCall) -> Iterator[Type]:
    scope = call.module.scope
    engine.type_of_expression(call.node, scope)
    if call.node.id in engine.callbacks and call.node.end_byte - call.node.start_byte < _MOST_READ:
        engine.callbacks[call.node.id].get()
    engine.walk_left(call.module.key)
    for node, _ in captured(_MADE, call.node, call.module):
        written = node.child_by_field_name("type_arguments")
        made = node.child_by_field_name("constructor") or node.child_by_field_name("function")
        if made is not None and made.type == "member_expression":
            made = made.child_by_field_name("object")
        if made is None:
            continue
        name = runtime_name(engine, call.module, made)
        if name == "computed":
            made_type = engine.resolved(engine.computed.get(node.id, UNKNOWN))
            if isinstance(made_type, (ArrayOf, Named, UnionOf)):
                yield made_type
        elif written is not None and name in _CELLS:
            yield from (engine.resolve_annotation(each, scope) for each in written.named_children[:1])


def _calls(engine: "TypeEngine", module: Module) -> Iterator[Node]:
    for node in sorted(
        {id(node): node for node in module.values.values()}.values(), key=lambda node: node.start_byte
    ):
        value = node.child_by_field_name("value") if node.type == "variable_declarator" else None
        called = (
            value.child_by_field_name("function")
            if value is not None and value.type == "call_expression"
            else None
        )
        if value is None or called is None:
            continue
        if runtime_name(engine, module, called) in _BUILDERS:
            yield value


def _typed_nodes(call: Node) -> list[Node]:
    written = call.child_by_field_name("type_arguments")
    if written is not None:
        return [each for each in written.named_children if each.type != "comment"]
    given = call.child_by_field_name("arguments")
    function = (
        next((each for each in given.named_children if each.type in _FUNCTIONS), None) if given else None
    )
    listed = function.child_by_field_name("parameters") if function is not None else None
    found = [each.child_by_field_name("type") for each in listed.named_children] if listed is not None else []
    return [each for each in found if each is not None]
