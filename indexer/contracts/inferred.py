"""Results that no type argument declares: inferred from what the callback returns. Pure."""

from typing import TYPE_CHECKING

from tree_sitter import Node

from indexer.contracts.patterns import PatternCall, callback_of
from indexer.contracts.schema import Schema
from indexer.types.infer import attach_inference
from indexer.types.model import Loose, Native, Shape, Type
from indexer.types.module import Module

if TYPE_CHECKING:
    from indexer.contracts.printer import Printer
    from indexer.types.engine import TypeEngine


def print_inferred(engine: "TypeEngine", printer: "Printer", call: PatternCall) -> Schema:
    """The schema of what the callback of *call* returns."""
    found = callback_of(engine, call)
    if found is None:
        return printer.unknown("a callback that is not read")
    module, function = found
    written = function.child_by_field_name("return_type")
    if written is not None:
        return printer.print_root(engine.resolve_annotation(written, module.scope))
    return printer.print_root(inferred_result(engine, call))


def inferred_result(engine: "TypeEngine", call: PatternCall) -> Type:
    """The type of what the callback of *call* returns."""
    if engine.infer is None:
        attach_inference(engine)
    made = engine.type_of_expression(call.node, call.module.scope)
    if isinstance(made, Native) and made.name == "PatternFactory":
        result = made.arguments[1]
        return result.type if isinstance(result, Loose) else result
    return made


__all__ = ["Module", "Node", "Shape", "inferred_result", "print_inferred"]
