"""What a callback returns, as written: values by property, declared types of names, literals. Pure."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tree_sitter import Node

from indexer.contracts.patterns import PatternCall, first_parameter
from indexer.contracts.tiers import uncast
from indexer.types.annotations import literal_of
from indexer.types.members import property_name
from indexer.types.model import LiteralType, Member, Type
from indexer.types.module import Module
from indexer.types.syntax import string_value
from indexer.types.unions import union_of

if TYPE_CHECKING:
    from indexer.types.engine import TypeEngine

_SCOPED = re.compile(r"\bPer(?:User|Session|Space|Any)\s*<")
_SIGNED = re.compile(r"[-+]\s*[\d._]+\Z")
_LITERALS = frozenset({"string", "number", "true", "false", "null", "undefined"})
_PLAIN = frozenset({"pair", "shorthand_property_identifier", "comment"})


@dataclass(frozen=True, slots=True)
class Explicit:
    """A type that a returned name was declared with."""

    type: Type
    scoped: bool
    """Whether a scope is written in it."""


@dataclass(frozen=True, slots=True)
class Returned:
    """A returned object literal."""

    plain: bool
    """Only properties with values: no spread, no method."""
    values: Mapping[str, Node]
    explicit: Mapping[str, Explicit]
    """Declared types of the names that are returned as they are."""


def is_plain_object(literal: Node) -> bool:
    """Whether an object literal holds nothing but properties with values."""
    return all(each.type in _PLAIN for each in literal.named_children)


def value_nodes(engine: "TypeEngine", module: Module, literal: Node) -> dict[str, Node]:
    """The value of each property of *literal*, by its name."""
    return dict(_values(engine, module, literal))


def _values(engine: "TypeEngine", module: Module, literal: Node) -> Iterator[tuple[str, Node]]:
    for each in literal.named_children:
        if each.type == "shorthand_property_identifier":
            yield module.text(each), each
        key, value = each.child_by_field_name("key"), each.child_by_field_name("value")
        if each.type == "pair" and key is not None and value is not None:
            name = property_name(engine, key, module.scope)
            if name is not None:
                yield name, value


def explicit_types(
    engine: "TypeEngine", call: PatternCall, module: Module, function: Node, literal: Node
) -> dict[str, Explicit]:
    """The declared types of the names that *literal* returns as they are."""
    declared = _declared_in(function.child_by_field_name("body"), module)
    bound = _scoped_inputs(engine, call, module, function)
    found: dict[str, Explicit] = {}
    for name, value in value_nodes(engine, module, literal).items():
        inner = uncast(value)
        if inner.type not in ("identifier", "shorthand_property_identifier"):
            continue
        text = module.text(inner)
        typed = declared.get(text)
        if typed is not None:
            scoped = _SCOPED.search(module.text(typed)) is not None
            found[name] = Explicit(engine.resolve_annotation(typed, module.scope), scoped)
        elif text in bound:
            found[name] = Explicit(bound[text].type, scoped=True)
    return found


def _declared_in(body: Node | None, module: Module) -> dict[str, Node]:
    """The annotations of variables at the top of a callback, by name; of the module's own below them."""
    found: dict[str, Node] = {}
    for name, node in module.values.items():
        typed = node.child_by_field_name("type") if node.type == "variable_declarator" else None
        if typed is not None:
            found[name] = typed
    for statement in body.named_children if body is not None else ():
        if statement.type not in ("lexical_declaration", "variable_declaration"):
            continue
        for each in statement.named_children:
            name_node, typed = each.child_by_field_name("name"), each.child_by_field_name("type")
            if name_node is not None and name_node.type == "identifier":
                found.pop(module.text(name_node), None)
                if typed is not None:
                    found[module.text(name_node)] = typed
    return found


def _scoped_inputs(
    engine: "TypeEngine", call: PatternCall, module: Module, function: Node
) -> dict[str, Member]:
    """The inputs that the callback takes by name and whose declared type is scoped."""
    parameter = first_parameter(function)
    pattern = parameter.child_by_field_name("pattern") if parameter is not None else None
    typed = parameter.child_by_field_name("type") if parameter is not None else None
    written = call.type_arguments[0] if call.type_arguments else typed
    if pattern is None or pattern.type != "object_pattern" or written is None:
        return {}
    shape = engine.shape_of(engine.resolve_annotation(written, call.module.scope))
    found: dict[str, Member] = {}
    for name, local in _bound(pattern, module):
        member = shape.member(name) if shape is not None else None
        node = (
            member.node.child_by_field_name("type")
            if member is not None and member.node is not None
            else None
        )
        if member is None or node is None or member.scope is None:
            continue
        if _SCOPED.search(member.scope.module.text(node)):
            found[local] = member
    return found


def _bound(pattern: Node, module: Module) -> Iterator[tuple[str, str]]:
    for each in pattern.named_children:
        if each.type == "shorthand_property_identifier_pattern":
            yield module.text(each), module.text(each)
        key, value = each.child_by_field_name("key"), each.child_by_field_name("value")
        if (
            each.type == "pair_pattern"
            and key is not None
            and value is not None
            and value.type == "identifier"
        ):
            yield module.text(key), module.text(value)


def own_literal(engine: "TypeEngine", node: Node, module: Module) -> Type | None:
    """The literal type of a value written as one, or chosen between such; ``None`` for any other."""
    while node.type == "parenthesized_expression":
        node = node.named_children[0]
    if node.type in _LITERALS or (node.type == "unary_expression" and _SIGNED.match(module.text(node))):
        return literal_of(node, module.scope)
    if node.type == "template_string" and not any(
        c.type == "template_substitution" for c in node.named_children
    ):
        return LiteralType(string_value(node, module.source), "string")
    if node.type == "ternary_expression":
        branches = [node.child_by_field_name("consequence"), node.child_by_field_name("alternative")]
        types = [own_literal(engine, each, module) if each is not None else None for each in branches]
        known = [each for each in types if each is not None]
        return union_of(engine, known) if len(known) == 2 else None
    return None
