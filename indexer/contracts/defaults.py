"""The values that ``Default`` types and constants stand for, as JSON. Pure."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from tree_sitter import Node

from indexer.types.engine import Value
from indexer.types.framework import well_known_key
from indexer.types.members import property_name
from indexer.types.model import NULL, UNKNOWN, LiteralType, Named, Scalar, Shape, TupleOf, Type, Wrapper
from indexer.types.scope import Scope
from indexer.types.syntax import number_value, string_value

if TYPE_CHECKING:
    from indexer.types.engine import TypeEngine

_MOST_NESTED = 30


class NoValue:
    """There is no such value: a default of ``undefined``, or one that is not written out."""


NO_VALUE = NoValue()


@dataclass(frozen=True, slots=True)
class DefaultParts:
    """The value type and the default value of a ``Default``."""

    value: Type
    default: object
    default_type: Type


def value_of_type(engine: "TypeEngine", type_: Type, depth: int = 0) -> object:
    """The only value of a literal type, tuple or object of such; ``NO_VALUE`` for any other."""
    seen = engine.resolved(type_)
    if isinstance(seen, LiteralType):
        return seen.value
    if seen == NULL:
        return None
    if depth > _MOST_NESTED:
        return NO_VALUE
    if isinstance(seen, TupleOf):
        return _all_values([value_of_type(engine, each.type, depth + 1) for each in seen.elements])
    shape = engine.shape_of(seen) if isinstance(seen, (Shape, Named)) else None
    if shape is None or shape.calls or shape.indexes:
        return NO_VALUE
    values = {member.name: value_of_type(engine, member.type, depth + 1) for member in shape.members}
    return NO_VALUE if NO_VALUE in values.values() else values


def holds_no_value(value: object) -> bool:
    """Whether *value* or a part of it could not be read."""
    if isinstance(value, dict):
        return any(holds_no_value(each) for each in value.values())
    if isinstance(value, list):
        return any(holds_no_value(each) for each in value)
    return value is NO_VALUE


def _all_values(values: list[object]) -> object:
    return NO_VALUE if any(value is NO_VALUE for value in values) else _plain_list(values)


def _plain_list(values: list[object]) -> list[object]:
    """A list whose inner lists are objects with index keys, as the framework's runtime stores them."""
    return [
        {str(at): each for at, each in enumerate(value)} if isinstance(value, list) else value
        for value in values
    ]


def value_of_type_node(engine: "TypeEngine", node: Node, scope: Scope) -> object:
    """The value that a type node spells; ``typeof X`` is read from the initial value of ``X``."""
    while node.type in ("parenthesized_type", "readonly_type", "type_annotation"):
        node = node.named_children[0]
    if node.type == "type_query":
        return value_of_constant(engine, node.named_children[0], scope)
    if node.type == "tuple_type":
        parts = [each for each in node.named_children if each.type != "comment"]
        return _all_values([value_of_type_node(engine, each, scope) for each in parts])
    if node.type == "object_type":
        return _value_of_object_type(engine, node, scope)
    if node.type == "type_identifier" and _is_parameter(scope.module.text(node), scope):
        return NO_VALUE
    found = engine.resolved(engine.resolve_annotation(node, scope))
    return value_of_type(engine, found) if isinstance(found, (LiteralType, Scalar)) else NO_VALUE


def _is_parameter(name: str, scope: Scope) -> bool:
    level: Scope | None = scope
    while level is not None and name not in level.bindings:
        level = None if name in level.declared else level.parent
    return level is not None


def _value_of_object_type(engine: "TypeEngine", node: Node, scope: Scope) -> object:
    values: dict[str, object] = {}
    for each in node.named_children:
        named, typed = each.child_by_field_name("name"), each.child_by_field_name("type")
        name = property_name(engine, named, scope) if named is not None else None
        if name is None or typed is None:
            continue
        value = value_of_type_node(engine, typed, scope)
        if value is not NO_VALUE:
            values[name] = value
    return values


def value_of_constant(engine: "TypeEngine", node: Node, scope: Scope, *, signed: bool = False) -> object:
    """The initial value of the constant that the identifier *node* names, as far as it is written out."""
    target = engine.local_value(scope.module, scope.module.text(node))
    if not isinstance(target, Value):
        return NO_VALUE
    module = engine.module(target.key)
    initial = target.node.child_by_field_name("value") if target.node.type == "variable_declarator" else None
    return (
        NO_VALUE
        if initial is None or module is None
        else value_of_expression(engine, initial, module.scope, signed=signed)
    )


def value_of_expression(engine: "TypeEngine", node: Node, scope: Scope, *, signed: bool = False) -> object:
    """The JSON value of a literal expression, arrays and objects included; *signed* reads ``-1`` too."""
    while node.type in ("as_expression", "satisfies_expression", "parenthesized_expression"):
        node = node.named_children[0]
    text = scope.module.text(node)
    if node.type == "string":
        return string_value(node, scope.module.source)
    if node.type == "number" or (signed and node.type == "unary_expression"):
        number = number_value(text.replace(" ", ""))
        return NO_VALUE if number is None else number
    if node.type in ("true", "false"):
        return node.type == "true"
    if node.type == "null":
        return None
    if node.type == "array":
        items = [value_of_expression(engine, each, scope, signed=signed) for each in _parts(node)]
        return _plain_list([None if item is NO_VALUE else item for item in items])
    if node.type == "object":
        return _value_of_object(engine, node, scope, signed=signed)
    if node.type == "identifier":
        imported = scope.module.imports.get(text)
        key = well_known_key(imported.imported) if imported is not None else None
        return key if key is not None else value_of_constant(engine, node, scope) if signed else NO_VALUE
    return NO_VALUE


def _parts(node: Node) -> list[Node]:
    return [each for each in node.named_children if each.type != "comment"]


def _value_of_object(engine: "TypeEngine", node: Node, scope: Scope, *, signed: bool) -> object:
    values: dict[str, object] = {}
    for each in _parts(node):
        if each.type == "shorthand_property_identifier":
            values[scope.module.text(each)] = value_of_constant(engine, each, scope)
            continue
        key, value = each.child_by_field_name("key"), each.child_by_field_name("value")
        name = property_name(engine, key, scope) if key is not None else None
        if name is not None and value is not None:
            values[name] = value_of_expression(engine, value, scope, signed=signed)
    return {name: value for name, value in values.items() if value is not NO_VALUE}


def default_parts(engine: "TypeEngine", type_: Type, *, by_node: bool = False) -> DefaultParts | None:
    """What a ``Default`` or an alias of one says; ``None`` for any other type.

    *by_node* takes the value only where it is written out, as the framework does beside other members.
    """
    if isinstance(type_, Named) and type_.arguments and _leads_to_default(engine, type_):
        return _applied_parts(engine, type_)
    seen = engine.resolved(type_)
    if not isinstance(seen, Wrapper) or seen.kind not in ("Default", "DeepDefault"):
        return None
    default_type = seen.extra[0] if seen.extra else seen.element
    value: object = NO_VALUE
    if seen.nodes and seen.scope is not None:
        value = value_of_type_node(engine, seen.nodes[-1], seen.scope)
    if value is NO_VALUE and not by_node:
        value = value_of_type(engine, default_type)
    return DefaultParts(_written_value(engine, seen), value, default_type)


def _written_value(engine: "TypeEngine", wrapper: Wrapper) -> Type:
    """The value type; for a type parameter in a generic declaration, what the declaration says of it."""
    return open_element(engine, wrapper) or wrapper.element


def open_element(engine: "TypeEngine", wrapper: Wrapper) -> Type | None:
    """The constraint that stands in for a wrapped type parameter; ``None`` when no parameter is wrapped.

    The framework reads defaults and scopes from their nodes, where a parameter has not been put in.
    """
    if not wrapper.nodes or wrapper.scope is None or wrapper.nodes[0].type != "type_identifier":
        return None
    name = wrapper.scope.module.text(wrapper.nodes[0])
    level: Scope | None = wrapper.scope
    while level is not None and name not in level.bindings:
        if name in level.declared:
            return None
        level = level.parent
    if level is None:
        return None
    constraint = level.constraints.get(name)
    return engine.resolve_annotation(constraint, level) if constraint is not None else OPEN


OPEN = Wrapper("Default", UNKNOWN, (), bare=True)
"""Stands for a type that says nothing: printed as the empty schema."""


def _leads_to_default(engine: "TypeEngine", named: Named) -> bool:
    """Whether the alias is, reference by reference, an alias of ``Default``."""
    declaration = named.declaration
    for _hop in range(_MOST_NESTED):
        if declaration.kind != "alias":
            return False
        value = declaration.nodes[0].child_by_field_name("value")
        if value is None or value.type not in ("generic_type", "type_identifier"):
            return False
        name = value.child_by_field_name("name") or value
        text = declaration.scope.module.text(name)
        imported = declaration.scope.module.imports.get(text)
        if imported is not None and imported.imported == "Default":
            return True
        following = declaration.scope.find(text)
        if following is None or not hasattr(following, "nodes") or isinstance(following, Wrapper):
            return False
        declaration = following  # type: ignore[assignment]  # only declarations are left
    del engine
    return False


def _applied_parts(engine: "TypeEngine", named: Named) -> DefaultParts:
    """The parts of ``Alias<A, B>``: the framework takes its arguments for those of ``Default``."""
    value_type = named.arguments[0]
    default_type = named.arguments[1] if len(named.arguments) > 1 else value_type
    value = value_of_type(engine, default_type)
    if value is NO_VALUE:
        seen = engine.resolved(named)
        inner = seen.extra[0] if isinstance(seen, Wrapper) and seen.extra else value_type
        value = value_of_type(engine, inner)
    return DefaultParts(value_type, value, default_type)
