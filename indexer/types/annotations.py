"""From a type node to a type: one reader a node kind, collected in a table. Pure."""

import re
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, TypeAlias

from tree_sitter import Node

from indexer.types import conditional, lookups, mapped, objects, tuples
from indexer.types.enums import enum_type
from indexer.types.globals_ import BUILDERS, HOMOMORPHIC, global_type
from indexer.types.model import (
    ArrayOf,
    Declaration,
    LiteralType,
    Named,
    Scalar,
    Shape,
    TupleOf,
    Type,
    TypeParameter,
    Undetermined,
    UnionOf,
    Wrapper,
)
from indexer.types.scope import Scope
from indexer.types.syntax import number_value, place_of, string_value, text_of
from indexer.types.templates import read_template
from indexer.types.unions import intersection_of, members_of, union_of

if TYPE_CHECKING:
    from indexer.types.engine import TypeEngine

_IMPORT_TYPE = re.compile(r"""import\s*\(\s*["']([^"']+)["'][^)]*\)\s*\.\s*([\w$.]+)""")
Reader: TypeAlias = "Callable[[TypeEngine, Node, Scope, Named | None], Type]"
_AROUND = frozenset(
    {"type_annotation", "parenthesized_type", "omitting_type_annotation", "opting_type_annotation"}
)


def read_annotation(engine: "TypeEngine", node: Node, scope: Scope, alias: Named | None = None) -> Type:
    """The type that *node* spells; *alias* is the alias whose whole right side it is."""
    while (kind := node.type) in _AROUND:
        inner = next((child for child in node.named_children if child.type != "comment"), None)
        if inner is None:
            return Undetermined("an empty annotation")
        node = inner
    reader = _READERS.get(kind)
    if reader is None:
        return Undetermined(f"a {kind} is not read")
    return reader(engine, node, scope, alias)


def expand_declaration(engine: "TypeEngine", named: Named) -> Type:
    """What an alias or enum stands for."""
    if named.declaration.kind == "enum":
        return enum_type(engine, named)
    value = named.declaration.nodes[0].child_by_field_name("value")
    if value is None:
        return Undetermined(f"{named.declaration.name} has no right side")
    return read_annotation(engine, value, engine.scope_of(named), named)


def written_arguments(node: Node) -> tuple[Node, ...]:
    """The type arguments of a ``generic_type`` node, as nodes."""
    written = node.child_by_field_name("type_arguments")
    return tuple(each for each in written.named_children if each.type != "comment") if written else ()


def type_arguments(engine: "TypeEngine", node: Node | None, scope: Scope) -> tuple[Type, ...]:
    """The types in a ``type_arguments`` node; empty for ``None``."""
    if node is None:
        return ()
    found = []
    for each in node.named_children:
        if each.type == "type_query":
            found.append(lookups.queried_value(engine, each, scope))
        elif each.type != "comment":
            found.append(engine.resolve_annotation(each, scope))
    return tuple(found)


def _read_predefined(_engine: "TypeEngine", node: Node, scope: Scope, _alias: Named | None) -> Type:
    name = scope.module.text(node)
    return Scalar("symbol" if name.startswith("unique") else name)  # type: ignore[arg-type]  # grammar's words


def _read_name(engine: "TypeEngine", node: Node, scope: Scope, _alias: Named | None) -> Type:
    return engine.named_type(scope.module.text(node), (), scope, node)


def _read_generic(engine: "TypeEngine", node: Node, scope: Scope, alias: Named | None) -> Type:
    name = node.child_by_field_name("name") or node.named_children[0]
    arguments = type_arguments(engine, node.child_by_field_name("type_arguments"), scope)
    if name.type == "nested_type_identifier":
        return _nested(engine, name, arguments, scope)
    found = engine.named_type(scope.module.text(name), arguments, scope, node)
    if isinstance(found, Wrapper) and not found.repeated:
        found = found.written(written_arguments(node), scope)
    if alias is not None and isinstance(found, Named) and found.declaration.kind == "alias":
        return _applied(engine, found, alias)
    return objects.with_alias(found, alias if _builds(scope.module.text(name), found) else None)


def _builds(name: str, found: Type) -> bool:
    """Whether an alias of the instantiation *found* of *name* has a name of its own."""
    if isinstance(found, Shape) and name in HOMOMORPHIC:
        return False
    return isinstance(found, (Wrapper, Named)) or name in BUILDERS


def _applied(engine: "TypeEngine", found: Named, alias: Named) -> Type:
    """The right side ``Other<X>`` of *alias*: what it builds carries the name of *alias*."""
    value = found.declaration.nodes[0].child_by_field_name("value")
    if value is None or engine.depth > 40:
        return found
    if mapped.maps_parameter(value, found.declaration) and isinstance(engine.resolved(found), Shape):
        return found
    return objects.with_alias(engine.resolved(found), alias)


def _read_nested(engine: "TypeEngine", node: Node, scope: Scope, _alias: Named | None) -> Type:
    return _nested(engine, node, (), scope)


def _nested(engine: "TypeEngine", node: Node, arguments: tuple[Type, ...], scope: Scope) -> Type:
    text = scope.module.text(node)
    whole = _IMPORT_TYPE.match(text)
    if whole is not None:
        return lookups.import_type(engine, whole[1], whole[2].split("."), arguments, scope)
    steps = text.replace(" ", "").split(".")
    return lookups.namespace_member(engine, steps, arguments, scope)


def _read_array(engine: "TypeEngine", node: Node, scope: Scope, _alias: Named | None) -> Type:
    return ArrayOf(engine.resolve_annotation(node.named_children[0], scope))


def _read_tuple(engine: "TypeEngine", node: Node, scope: Scope, alias: Named | None) -> Type:
    return tuples.read_tuple(engine, node, scope, alias)


def _operands(node: Node) -> Iterator[Node]:
    """The operands of a left-nested chain of one operator, in written order, without recursion."""
    pending, kind = [node], node.type
    while pending:
        each = pending.pop()
        if each.type == kind:
            pending.extend(child for child in reversed(each.named_children) if child.type != "comment")
        else:
            yield each


def _read_union(engine: "TypeEngine", node: Node, scope: Scope, alias: Named | None) -> Type:
    operands = [engine.resolve_annotation(each, scope) for each in _operands(node)]
    made = union_of(engine, operands, alias)
    if isinstance(made, UnionOf) and any(isinstance(each, Wrapper) for each in made.members):
        written = (
            _written_operand(each, scope) or operand
            for each, operand in zip(_operands(node), operands, strict=True)
        )
        return UnionOf(made.members, made.alias, tuple(written))
    return made


def _written_operand(node: Node, scope: Scope) -> Type | None:
    """The type parameter that an operand names, although a type has been put in for it."""
    name = scope.module.text(node) if node.type == "type_identifier" else ""
    level: Scope | None = scope if name else None
    while level is not None and name not in level.bindings:
        level = None if name in level.declared else level.parent
    return TypeParameter(name, place_of(node, scope.module.key)) if level is not None else None


def _read_intersection(engine: "TypeEngine", node: Node, scope: Scope, alias: Named | None) -> Type:
    return intersection_of(
        engine, [engine.resolve_annotation(each, scope) for each in _operands(node)], alias
    )


def _read_literal(_engine: "TypeEngine", node: Node, scope: Scope, _alias: Named | None) -> Type:
    return literal_of(node.named_children[0] if node.named_children else node, scope)


def literal_of(node: Node, scope: Scope) -> Type:
    """The literal type of a literal node: string, number, ``true``, ``null``, ``-1``, ``10n``."""
    text = text_of(node, scope.module.source)
    if node.type == "string":
        return LiteralType(string_value(node, scope.module.source), "string")
    if node.type in ("true", "false"):
        return LiteralType(node.type == "true", "boolean")
    if node.type in ("null", "undefined"):
        return Scalar(node.type)  # type: ignore[arg-type]  # both are scalars
    if text.endswith("n") and (whole := number_value(text[:-1].replace(" ", ""))) is not None:
        return LiteralType(whole, "bigint")
    number = number_value(text.replace(" ", ""))
    if node.type in ("number", "unary_expression") and number is not None:
        return LiteralType(number, "number")
    return Undetermined(f"a literal {node.type} is not read")


def _read_object(engine: "TypeEngine", node: Node, scope: Scope, alias: Named | None) -> Type:
    clause = mapped.mapped_clause(node)
    if clause is not None:
        return mapped.read_mapped(engine, node, clause, scope, alias)
    return objects.literal_shape(engine, node, scope, alias)


def _read_function(engine: "TypeEngine", node: Node, scope: Scope, alias: Named | None) -> Type:
    return objects.function_shape(engine, node, scope, alias)


def _read_readonly(engine: "TypeEngine", node: Node, scope: Scope, alias: Named | None) -> Type:
    inner = read_annotation(engine, node.named_children[0], scope, alias)
    if isinstance(inner, ArrayOf):
        return ArrayOf(inner.element, readonly=True)
    if isinstance(inner, TupleOf):
        return TupleOf(inner.elements, readonly=True, alias=inner.alias)
    return inner


def _read_keyof(engine: "TypeEngine", node: Node, scope: Scope, _alias: Named | None) -> Type:
    return lookups.keys_of(engine, engine.resolve_annotation(node.named_children[0], scope))


def _read_lookup(engine: "TypeEngine", node: Node, scope: Scope, alias: Named | None) -> Type:
    parts = [each for each in node.named_children if each.type != "comment"]
    if len(parts) != 2:
        return Undetermined("an indexed access without an index")
    object_type = engine.resolve_annotation(parts[0], scope)
    index = engine.resolve_annotation(parts[1], scope)
    found = lookups.indexed(engine, object_type, index)
    several = len(members_of(engine, index)) > 1 and not isinstance(object_type, (ArrayOf, TupleOf))
    return objects.with_alias(found, alias) if several else found


def _read_query(engine: "TypeEngine", node: Node, scope: Scope, _alias: Named | None) -> Type:
    return lookups.type_query(engine, node, scope)


def _read_conditional(engine: "TypeEngine", node: Node, scope: Scope, alias: Named | None) -> Type:
    return conditional.read_conditional(engine, node, scope, alias)


def _read_template_type(engine: "TypeEngine", node: Node, scope: Scope, _alias: Named | None) -> Type:
    return read_template(engine, node, scope)


def _read_this(_engine: "TypeEngine", _node: Node, scope: Scope, _alias: Named | None) -> Type:
    found = scope.find("this")
    return (
        found if found is not None and not isinstance(found, Declaration) else Undetermined("this of no type")
    )


def _read_predicate(_engine: "TypeEngine", _node: Node, _scope: Scope, _alias: Named | None) -> Type:
    return global_type(_engine, "Boolean", ())


_READERS: dict[str, Reader] = {
    "predefined_type": _read_predefined,
    "type_identifier": _read_name,
    "identifier": _read_name,
    "generic_type": _read_generic,
    "nested_type_identifier": _read_nested,
    "array_type": _read_array,
    "tuple_type": _read_tuple,
    "union_type": _read_union,
    "intersection_type": _read_intersection,
    "literal_type": _read_literal,
    "object_type": _read_object,
    "function_type": _read_function,
    "constructor_type": _read_function,
    "readonly_type": _read_readonly,
    "index_type_query": _read_keyof,
    "lookup_type": _read_lookup,
    "type_query": _read_query,
    "conditional_type": _read_conditional,
    "template_literal_type": _read_template_type,
    "this_type": _read_this,
    "type_predicate": _read_predicate,
    "type_predicate_annotation": _read_predicate,
    "asserts": _read_predicate,
}
