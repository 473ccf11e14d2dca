"""Results that no type argument declares: inferred from what the callback returns. Pure."""

from typing import TYPE_CHECKING

from indexer.contracts.patterns import PatternCall, callback_of
from indexer.contracts.schema import Schema

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
    return printer.unknown("an inferred result")
