"""Which streams of a result only wrap state of one session: ``tier: "wrapper"``. Pure.

The framework marks a returned stream when it is a handler without an event whose bound state is scoped to the
session, by its declared types or by a name that the pattern's own schemas scope so. Everything is found by
name in one file; what is not found stays unmarked.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tree_sitter import Node

from indexer.contracts.patterns import PatternCall, callback_of, is_runtime_value
from indexer.contracts.schema import Schema
from indexer.types.module import Module
from indexer.types.syntax import string_value

if TYPE_CHECKING:
    from indexer.types.engine import TypeEngine

_CASTS = frozenset({"parenthesized_expression", "as_expression", "satisfies_expression"})
_SESSION_TYPE = re.compile(r"\bPerSession\b")
_SESSION_CELL = re.compile(r"^(?:new\s+)?\w+\s*\.\s*perSession\b")
_MOST_HOPS = 8


def with_tiers(
    engine: "TypeEngine", result: Schema, call: PatternCall, schemas: tuple[Schema, ...]
) -> Schema:
    """*result* with ``tier`` on such streams; *schemas* are argument and result with their cells."""
    if not isinstance(result, dict) or b"ession" not in call.module.source:
        return result
    found = callback_of(engine, call)
    returned = returned_object(found[1]) if found is not None else None
    if found is None or returned is None:
        return result
    scan = _Scan(engine, found[0], _constants(found[1].child_by_field_name("body")), _session_names(schemas))
    marked = {name for name, value in returned_values(found[0], returned) if scan.is_wrapper(value)}
    properties = result.get("properties")
    if not marked or not isinstance(properties, dict):
        return result
    return {
        **result,
        "properties": {n: _marked(part) if n in marked else part for n, part in properties.items()},
    }


def _marked(schema: Schema) -> Schema:
    cells = schema.get("asCell") if isinstance(schema, dict) else None
    if not isinstance(schema, dict) or not isinstance(cells, list) or "stream" not in cells:
        return schema
    return {**schema, "tier": "wrapper"}


def returned_object(function: Node) -> Node | None:
    """The object literal that a function returns: its expression body, or of its first such ``return``."""
    body = function.child_by_field_name("body")
    if body is None:
        return None
    if body.type != "statement_block":
        inner = uncast(body)
        return inner if inner.type == "object" else None
    for statement in body.named_children:
        if statement.type == "return_statement" and statement.named_children:
            inner = uncast(statement.named_children[0])
            if inner.type == "object":
                return inner
    return None


def uncast(node: Node) -> Node:
    """The expression inside parentheses and casts."""
    while node.type in _CASTS and node.named_children:
        node = node.named_children[0]
    return node


def returned_values(module: Module, returned: Node) -> Iterator[tuple[str, Node]]:
    """Name and value of each property of an object literal that has a plain name."""
    for each in returned.named_children:
        if each.type == "shorthand_property_identifier":
            yield module.text(each), each
        key, value = each.child_by_field_name("key"), each.child_by_field_name("value")
        if each.type == "pair" and key is not None and value is not None:
            if key.type == "property_identifier":
                yield module.text(key), value
            elif key.type == "string":
                yield string_value(key, module.source), value


def _constants(body: Node | None) -> dict[str, Node]:
    """Initial value by name of the constants that *body* declares at its top."""
    found: dict[str, Node] = {}
    for statement in body.named_children if body is not None else ():
        if statement.type != "lexical_declaration":
            continue
        for each in statement.named_children:
            name, value = each.child_by_field_name("name"), each.child_by_field_name("value")
            if name is not None and value is not None and name.type == "identifier" and name.text is not None:
                found.setdefault(name.text.decode(), each)
    return found


def _session_names(schemas: tuple[Schema, ...]) -> frozenset[str]:
    names: set[str] = set()
    for schema in schemas:
        properties = schema.get("properties") if isinstance(schema, dict) else None
        for name, part in properties.items() if isinstance(properties, dict) else ():
            if _has_session(part):
                names.add(str(name))
    return frozenset(names)


def _has_session(value: object) -> bool:
    if isinstance(value, list):
        return any(_has_session(each) for each in value)
    if not isinstance(value, dict):
        return False
    return value.get("scope") == "session" or any(_has_session(each) for each in value.values())


@dataclass(frozen=True, slots=True)
class _Scan:
    engine: "TypeEngine"
    module: Module
    constants: Mapping[str, Node]
    """Declarators in the callback, by name."""
    session_names: frozenset[str]

    def is_wrapper(self, value: Node) -> bool:
        """Whether *value* leads to a handler without an event that binds session state."""
        applied = self._followed(value)
        function = applied.child_by_field_name("function") if applied.type == "call_expression" else None
        if function is None:
            return False
        if is_runtime_value(self.engine, self.module, function, "action"):
            return self._takes_nothing(applied, 0) and self._captures_session(applied)
        factory = self._followed(function)
        inner = factory.child_by_field_name("function") if factory.type == "call_expression" else None
        if inner is None or not is_runtime_value(self.engine, self.module, inner, "handler"):
            return False
        return self._takes_nothing(factory, 1) and (
            self._declares_session(factory) or self._binds_session(applied)
        )

    def _followed(self, node: Node) -> Node:
        for _hop in range(_MOST_HOPS):
            node = uncast(node)
            if node.type not in ("identifier", "shorthand_property_identifier"):
                break
            name = self.module.text(node)
            declared = self.constants.get(name) or self.module.values.get(name)
            value = declared.child_by_field_name("value") if declared is not None else None
            if value is None:
                break
            node = value
        return node

    def _takes_nothing(self, call: Node, position: int) -> bool:
        """Whether the event is void: by type argument, by annotation, or because no parameter takes it."""
        written = call.child_by_field_name("type_arguments")
        if written is not None and written.named_children:
            return self.module.text(written.named_children[0]) == "void"
        parameters = _parameters(_function_of(call))
        if not parameters:
            return True
        typed = parameters[0].child_by_field_name("type")
        text = self.module.text(typed).lstrip(": ") if typed is not None else ""
        return text == "void" or (
            position == 1 and not text and self.module.text(parameters[0]).startswith("_")
        )

    def _captures_session(self, call: Node) -> bool:
        function = _function_of(call)
        body = function.child_by_field_name("body") if function is not None else None
        return body is not None and any(
            self._is_session_name(name) for name in set(_names_in(body, self.module))
        )

    def _is_session_name(self, name: str) -> bool:
        declared = self.constants.get(name)
        if declared is None:
            return name in self.session_names
        typed, value = declared.child_by_field_name("type"), declared.child_by_field_name("value")
        if typed is not None:
            return _SESSION_TYPE.search(self.module.text(typed)) is not None
        return value is not None and _SESSION_CELL.match(self.module.text(value)) is not None

    def _declares_session(self, factory: Node) -> bool:
        written = factory.child_by_field_name("type_arguments")
        if written is not None:
            state = written.named_children[1:2]
        else:
            state = [
                each for each in _parameters(_function_of(factory))[1:2] if each.child_by_field_name("type")
            ]
        return any(_SESSION_TYPE.search(self.module.text(each)) for each in state)

    def _binds_session(self, applied: Node) -> bool:
        given = applied.child_by_field_name("arguments")
        literal = uncast(given.named_children[0]) if given is not None and given.named_children else None
        if literal is None or literal.type != "object":
            return False
        bound = [value for _, value in returned_values(self.module, literal)]
        names = [
            self.module.text(uncast(value)) for value in bound if uncast(value).type.endswith("identifier")
        ]
        return any(name in self.session_names for name in names)


def _function_of(call: Node) -> Node | None:
    given = call.child_by_field_name("arguments")
    kinds = ("arrow_function", "function_expression")
    return (
        next((each for each in given.named_children if each.type in kinds), None)
        if given is not None
        else None
    )


def _parameters(function: Node | None) -> list[Node]:
    if function is None:
        return []
    alone = function.child_by_field_name("parameter")
    listed = function.child_by_field_name("parameters")
    found = [each for each in listed.named_children if each.type != "comment"] if listed is not None else []
    return [alone] if alone is not None else found


def _names_in(node: Node, module: Module) -> Iterator[str]:
    pending = [node]
    while pending:
        each = pending.pop()
        if each.type in ("identifier", "shorthand_property_identifier"):
            yield module.text(each)
        pending.extend(each.named_children)
