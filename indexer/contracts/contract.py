"""The contract of a pattern: its argument and result schema, what is unknown, and its fields. Pure."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

from tree_sitter import Node

from indexer.contracts.callback_defaults import with_callback_defaults
from indexer.contracts.confidential import with_joined_confidentiality
from indexer.contracts.defaults import NO_VALUE, value_of_constant, value_of_expression
from indexer.contracts.earlier_schemas import name_cells, name_earlier
from indexer.contracts.fields import ContractField, Side, fields_of
from indexer.contracts.inferred import print_inferred
from indexer.contracts.naming import AnonymousNames
from indexer.contracts.order import Order
from indexer.contracts.order_met import order_of
from indexer.contracts.patterns import (
    PatternCall,
    callback_of,
    exported_pattern,
    first_parameter,
    module_patterns,
    pattern_exports,
)
from indexer.contracts.printer import Printer
from indexer.contracts.results import without_cells
from indexer.contracts.schema import Schema
from indexer.contracts.tiers import uncast, with_tiers
from indexer.types.infer import attach_inference

if TYPE_CHECKING:
    from indexer.types.engine import TypeEngine

Status = Literal["complete", "partial"]
WriterOf = Callable[[str], dict[str, object]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Contract:
    """What one exported pattern takes and returns."""

    export_name: str
    status: Status
    unresolved: tuple[str, ...]
    """Paths that could not be told, as ``argument.items[].name``, sorted."""
    argument_schema: Schema
    result_schema: Schema
    fields: tuple[ContractField, ...]


@dataclass(slots=True)
class _Side:
    printer: Printer
    schema: Schema = True


def contracts_of(
    engine: "TypeEngine", key: str, *, writer_of: WriterOf | None = None
) -> tuple[Contract, ...]:
    """The contracts of the patterns that the module *key* exports: ``default`` first, then by place.

    *writer_of* gives the ``file`` and ``moduleIdentity`` of a module, for types that name who may write.
    """
    module = engine.module(key)
    if module is None:
        return ()
    reader = _Reader(engine, writer_of or _path_of, order_of(engine, module))
    return tuple(reader.contract(name, call) for name, call in pattern_exports(engine, module))


def contract_of(
    engine: "TypeEngine", key: str, name: str = "default", *, writer_of: WriterOf | None = None
) -> Contract | None:
    """The contract of the export *name* of module *key*; ``None`` when it is no pattern."""
    call, module = exported_pattern(engine, key, name), engine.module(key)
    if call is None or module is None:
        return None
    return _Reader(engine, writer_of or _path_of, order_of(engine, module)).contract(name, call)


def _path_of(key: str) -> dict[str, object]:
    path = key.rpartition(":")[2]
    return {"file": path if path.startswith("/") else f"/{path}"}


@dataclass(slots=True)
class _Reader:
    engine: "TypeEngine"
    writer_of: WriterOf
    order: Order
    names: dict[str, AnonymousNames] = field(default_factory=dict)
    done: dict[tuple[str, int], tuple[_Side, _Side]] = field(default_factory=dict)

    def contract(self, name: str, call: PatternCall) -> Contract:
        """The contract of *call*, exported as *name*."""
        known = (call.module.key, call.node.id)
        if known not in self.done:
            self._print(call)
        argument, result = self.done[known]
        unresolved = sorted({*_paths("argument", argument), *_paths("result", result)})
        return Contract(
            export_name=name,
            status="partial" if unresolved else "complete",
            unresolved=tuple(unresolved),
            argument_schema=argument.schema,
            result_schema=result.schema,
            fields=(
                *_fields("argument", argument),
                *_fields("result", result),
            ),
        )

    def _print(self, call: PatternCall) -> None:
        """Prints *call*; where types are met inside themselves, after all that its file prints before it."""
        if self.engine.infer is None:
            attach_inference(self.engine)
        sides = self._sides(call, AnonymousNames())
        if any(side.printer.cyclic for side in sides):
            self._print_in_order(call)
        else:
            self.done[call.module.key, call.node.id] = sides

    def _print_in_order(self, call: PatternCall) -> None:
        module = call.module
        names = self.names.get(module.key)
        if names is None:
            names = self.names[module.key] = AnonymousNames()
            name_earlier(self.engine, module, self.order, names)
        for earlier in module_patterns(self.engine, module):
            known = (module.key, earlier.node.id)
            if known not in self.done or earlier.node.id == call.node.id:
                name_cells(self.engine, earlier, self.order, names)
                self.done[known] = self._sides(earlier, names)
            if earlier.node.id == call.node.id:
                return
        name_cells(self.engine, call, self.order, names)
        self.done[module.key, call.node.id] = self._sides(call, names)

    def _sides(self, call: PatternCall, names: AnonymousNames) -> tuple[_Side, _Side]:
        argument, result = self._side(names), self._side(names)
        argument.schema = self._argument(call, argument.printer)
        result.schema = self._result(call, result.printer, argument.schema)
        return argument, result

    def _side(self, names: AnonymousNames) -> _Side:
        printer = Printer(engine=self.engine, order=self.order, names=names, writer_of=self.writer_of)
        return _Side(printer)

    def _argument(self, call: PatternCall, printer: Printer) -> Schema:
        scope = call.module.scope
        if call.type_arguments:
            typed = self.engine.resolve_annotation(call.type_arguments[0], scope)
            return with_callback_defaults(printer, printer.print_root(typed), typed, call)
        if len(call.values) > 1:
            return self._schema_value(call, call.values[1], printer)
        found = callback_of(self.engine, call)
        if found is None:
            return printer.unknown("a callback that is not read")
        module, function = found
        parameter = first_parameter(function)
        if parameter is None or module.text(parameter).startswith("_"):
            return False
        typed_node = parameter.child_by_field_name("type")
        if typed_node is None:
            return printer.unknown("a parameter without a type")
        typed = self.engine.resolve_annotation(typed_node, module.scope)
        return with_callback_defaults(printer, printer.print_root(typed), typed, call)

    def _result(self, call: PatternCall, printer: Printer, argument: Schema) -> Schema:
        if not call.type_arguments and len(call.values) > 2:
            return self._schema_value(call, call.values[2], printer)
        if len(call.type_arguments) > 1:
            typed = self.engine.resolve_annotation(call.type_arguments[1], call.module.scope)
            printed = printer.print_root(typed)
        else:
            printed = print_inferred(self.engine, printer, call)
        schema = with_tiers(self.engine, without_cells(printed), call, (argument, printed))
        return with_joined_confidentiality(schema, argument)

    def _schema_value(self, call: PatternCall, node: Node, printer: Printer) -> Schema:
        module, node = call.module, uncast(node)
        if node.type == "call_expression":
            written = node.child_by_field_name("type_arguments")
            if written is not None:
                typed = self.engine.resolve_annotation(written.named_children[0], module.scope)
                schema = printer.print_root(typed)
                return {**schema, **self._extra_keys(node, call)} if isinstance(schema, dict) else schema
        value = self._constant(node, call)
        return value if isinstance(value, (dict, bool)) else printer.unknown("a schema that is not read")

    def _extra_keys(self, node: Node, call: PatternCall) -> dict[str, object]:
        given = node.child_by_field_name("arguments")
        parts = given.named_children if given is not None else []
        value = self._constant(parts[0], call) if parts else {}
        return value if isinstance(value, dict) else {}

    def _constant(self, node: Node, call: PatternCall) -> object:
        if node.type == "identifier":
            return value_of_constant(self.engine, node, call.module.scope, signed=True)
        value = value_of_expression(self.engine, node, call.module.scope, signed=True)
        return {} if value is NO_VALUE else value


def _fields(side: Side, printed: _Side) -> list[ContractField]:
    return fields_of(side, printed.schema, printed.printer.members, root_name=printed.printer.root_name)


def _paths(side: str, printed: _Side) -> list[str]:
    return [f"{side}.{path}" if path else side for path, _reason in printed.printer.unresolved]
