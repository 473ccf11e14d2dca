"""Cells, streams, scopes, databases, defaults and labels as schemas. Pure."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from indexer.contracts.defaults import NO_VALUE, OPEN, default_parts, holds_no_value, open_element
from indexer.contracts.labels import label_metadata
from indexer.contracts.schema import Schema, as_object, with_default
from indexer.types.kinds import CELL_KINDS, LABEL_KINDS, SCOPE_KINDS
from indexer.types.model import Named, Type, Wrapper

if TYPE_CHECKING:
    from indexer.contracts.printer import Printer

_BRANDS = {
    "Cell": "cell", "Writable": "cell", "ReadonlyCell": "readonly", "WriteonlyCell": "writeonly",
    "ComparableCell": "comparable", "OpaqueCell": "opaque", "Stream": "stream", "SqliteDb": "sqlite",
}  # fmt: skip
_SCOPES = {"PerUser": "user", "PerSession": "session", "PerSpace": "space", "PerAny": "any"}
_DATABASE: dict[str, object] = {"type": "object", "properties": {}}


def print_written(printer: "Printer", type_: Type) -> Schema | None:
    """The schema of a type whose written form matters; ``None`` for all others."""
    if not isinstance(type_, Named):
        return {} if type_ is OPEN else None
    if not type_.arguments or type_.declaration.kind != "alias":
        return None
    parts = default_parts(printer.engine, type_)
    return None if parts is None else _print_default(printer, type_)


def print_wrapper(printer: "Printer", wrapper: Wrapper) -> Schema:
    """The schema of *wrapper*: that of its element, and what the wrapper adds."""
    if wrapper.kind == "SqliteDb":
        return _print_database(printer, wrapper)
    if wrapper.kind in CELL_KINDS:
        made = in_cell(printer.child(wrapper.element), _BRANDS[wrapper.kind])
        return in_cell(made, _BRANDS[wrapper.kind]) if wrapper.repeated else made
    if wrapper.kind in SCOPE_KINDS:
        return _print_scope(printer, wrapper)
    if wrapper.kind in LABEL_KINDS:
        return _print_label(printer, wrapper)
    return _print_default(printer, wrapper)


def in_cell(schema: Schema, brand: str) -> Schema:
    """*schema* as the value of a cell of that kind."""
    made = as_object(schema)
    inner = made.get("asCell")
    return {**made, "asCell": [brand, *(inner if isinstance(inner, list) else [])]}


def _print_database(printer: "Printer", wrapper: Wrapper) -> Schema:
    if not wrapper.bare:
        return in_cell(printer.child(wrapper.element), "sqlite")
    printer.definitions.setdefault("SqliteDatabase", dict(_DATABASE))
    return in_cell(printer.reference("SqliteDatabase"), "sqlite")


def _print_scope(printer: "Printer", wrapper: Wrapper) -> Schema:
    element = open_element(printer.engine, wrapper) or wrapper.element
    schema = printer.written_in(element, wrapper.scope.module if wrapper.scope is not None else None)
    if wrapper.alias is not None:
        return schema
    made, scope = as_object(schema), _SCOPES[wrapper.kind]
    cells = made.get("asCell")
    if isinstance(cells, list) and cells:
        first = cells[0]
        entry = {**first, "scope": scope} if isinstance(first, dict) else {"kind": first, "scope": scope}
        return {**made, "asCell": [entry, *cells[1:]]}
    return {**made, "scope": scope}


def _print_default(printer: "Printer", type_: Type) -> Schema:
    parts = default_parts(printer.engine, type_)
    if parts is None:
        return printer.unknown("a default that is not read")
    schema = printer.child(parts.value)
    return schema if parts.default is NO_VALUE else with_default(schema, parts.default)


def _print_label(printer: "Printer", wrapper: Wrapper) -> Schema:
    schema = printer.child(wrapper.element)
    metadata = label_metadata(printer.engine, wrapper, printer.writer_of)
    if holds_no_value(metadata):
        printer.unknown("a label whose atoms are not all written out")
        metadata = {key: each for key, each in metadata.items() if not holds_no_value(each)}
    if not metadata:
        return schema
    made = as_object(schema)
    known = made.get("ifc")
    return {**made, "ifc": {**(known if isinstance(known, dict) else {}), **metadata}}


WriterOf = Callable[[str], "dict[str, object]"]
"""The identity record of the module with a key."""
