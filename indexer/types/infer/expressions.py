"""Plain expressions: names, literals, arrays, objects, casts, templates. Pure."""

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from tree_sitter import Node

from indexer.types.engine import NotFound
from indexer.types.infer.events import TypeAsValue
from indexer.types.infer.fields import field_of
from indexer.types.infer.library import library
from indexer.types.infer.look import element_type, is_nullish, look, parts, present, widened
from indexer.types.infer.names import At
from indexer.types.infer.narrowing import narrow
from indexer.types.infer.siblings import best_union
from indexer.types.infer.tables import Reader
from indexer.types.members import property_name
from indexer.types.model import (
    ANY,
    NULL,
    STRING,
    UNDEFINED,
    ArrayOf,
    Declaration,
    IndexRule,
    Lazy,
    LiteralType,
    Loose,
    Member,
    Native,
    Shape,
    TupleElement,
    TupleOf,
    Type,
    Undetermined,
)
from indexer.types.syntax import doc_before, number_value, place_of, string_value
from indexer.types.unions import union_of

if TYPE_CHECKING:
    from indexer.types.infer.session import Inference


def _identifier(inference: "Inference", node: Node, at: At, _expected: Type | None) -> Type:
    name = at.env.module.text(node)
    binding = at.env.find(name)
    if binding is not None:
        if binding.kind == "import":
            _note_type_as_value(inference, node, name, at)
        narrowed = at.flow.get((binding,))
        return narrowed if narrowed is not None else inference.type_of_binding(binding)
    if name == "undefined":
        return UNDEFINED
    known = library().language.get(name)
    if known is None:
        return Undetermined(f"nothing called {name} is declared")
    return inference.exported_value(known[1], name, known[0])


def _note_type_as_value(inference: "Inference", node: Node, name: str, at: At) -> None:
    engine, module = inference.engine, at.env.module
    imported = module.imports.get(name)
    if imported is None or not inference.is_watching(at):
        return
    only = imported.type_only or (
        isinstance(engine.local_value(module, name), NotFound)
        and isinstance(engine.local_type(module, name), Declaration)
    )
    if only:
        inference.note(at, lambda: TypeAsValue(node=node, name=name, type_only=imported.type_only))


def _string(_inference: "Inference", node: Node, at: At, _expected: Type | None) -> Type:
    return LiteralType(string_value(node, at.env.module.source), "string", fresh=True)


def _number(_inference: "Inference", node: Node, at: At, _expected: Type | None) -> Type:
    text = at.env.module.text(node)
    value = number_value(text.rstrip("n"))
    if value is None:
        return Undetermined(f"the number {text[:20]} is not read")
    return LiteralType(value, "bigint" if text.endswith("n") else "number", fresh=True)


def _boolean(_inference: "Inference", node: Node, _at: At, _expected: Type | None) -> Type:
    return LiteralType(node.type == "true", "boolean", fresh=True)


def _template(inference: "Inference", node: Node, at: At, _expected: Type | None) -> Type:
    for child in node.named_children:
        if child.type == "template_substitution":
            _each_child(inference, child, at)
    if not any(child.type == "template_substitution" for child in node.named_children):
        return LiteralType(string_value(node, at.env.module.source), "string", fresh=True)
    return STRING


def _each_child(inference: "Inference", node: Node, at: At) -> None:
    for child in node.named_children:
        if child.type != "comment":
            inference.typed(child, at)


def _inner(inference: "Inference", node: Node, at: At, expected: Type | None) -> Type:
    inner = next((child for child in node.named_children if child.type != "comment"), None)
    return (
        inference.typed(inner, at, expected) if inner is not None else Undetermined("nothing in parentheses")
    )


def _sequence(inference: "Inference", node: Node, at: At, expected: Type | None) -> Type:
    found: Type = Undetermined("an empty sequence")
    for child in node.named_children:
        if child.type != "comment":
            found = inference.typed(child, at, expected)
    return found


def _cast(inference: "Inference", node: Node, at: At, expected: Type | None) -> Type:
    """``x as T``: T; ``x as const``: what x is, not widened."""
    operands = [child for child in node.named_children if child.type != "comment"]
    if len(operands) < 2:
        inner = inference.typed(operands[0], at, _AS_CONST) if operands else ANY
        return _constant(inner)
    target = inference.engine.resolve_annotation(operands[-1], at.env.scope)
    inference.typed(operands[0], at, expected if target == ANY else target)
    return target


def _constant(type_: Type) -> Type:
    """A literal is fresh no longer, in tuples too."""
    if isinstance(type_, TupleOf):
        return replace(
            type_, elements=tuple(replace(each, type=_constant(each.type)) for each in type_.elements)
        )
    return LiteralType(type_.value, type_.base) if isinstance(type_, LiteralType) else type_


def _satisfies(inference: "Inference", node: Node, at: At, _expected: Type | None) -> Type:
    operands = [child for child in node.named_children if child.type != "comment"]
    wanted = inference.engine.resolve_annotation(operands[-1], at.env.scope)
    return inference.typed(operands[0], at, wanted)


def _type_assertion(inference: "Inference", node: Node, at: At, _expected: Type | None) -> Type:
    operands = [child for child in node.named_children if child.type != "comment"]
    inference.typed(operands[-1], at)
    types = operands[0].named_children if operands[0].type == "type_arguments" else operands[:1]
    return inference.engine.resolve_annotation(types[0], at.env.scope)


def _non_null(inference: "Inference", node: Node, at: At, expected: Type | None) -> Type:
    if node.named_children and node.named_children[0].type == "binary_expression":
        _inner(inference, node, at, expected)
        return _last_operand(inference, node.named_children[0], at)
    return present(inference.engine, _inner(inference, node, at, expected))


def _last_operand(inference: "Inference", node: Node, at: At) -> Type:
    """What `!` is meant for in ``a && b!.c``, which the grammar reads as ``(a && b)!.c``."""
    flow = at.flow
    while node.type == "binary_expression" and node.named_children:
        operator, left = node.child_by_field_name("operator"), node.child_by_field_name("left")
        if operator is not None and left is not None and operator.type in ("&&", "||"):
            flow = narrow(inference, left, at.branch(flow), truth=operator.type == "&&")
        node = node.child_by_field_name("right") or node.named_children[-1]
    with inference.quiet():
        return present(inference.engine, inference.typed(node, at.branch(flow)))


def _array(inference: "Inference", node: Node, at: At, expected: Type | None) -> Type:
    """``T[]`` of what its elements are; a tuple where one is expected."""
    wanted = expected if expected is _AS_CONST else expected_element(inference, expected)
    tuple_wanted = _expected_tuple(inference, expected)
    found: list[TupleElement] = []
    for index, child in enumerate(_elements(node)):
        if child.type == "spread_element":
            spread = _inner(inference, child, at, expected)
            found.append(TupleElement(element_type(inference.engine, spread), rest=True))
        else:
            slot = (
                tuple_wanted.elements[index].type
                if tuple_wanted and index < len(tuple_wanted.elements)
                else wanted
            )
            found.append(TupleElement(inference.typed(child, at, slot)))
    if tuple_wanted is not None:
        return TupleOf(tuple(found))
    if not found:
        return TupleOf(())
    if expected is _AS_CONST:
        return TupleOf(tuple(found), readonly=True)
    return ArrayOf(best_union(inference.engine, [widened(inference.engine, each.type) for each in found]))


def _elements(node: Node) -> Iterator[Node]:
    return (child for child in node.named_children if child.type != "comment")


def expected_element(inference: "Inference", expected: Type | None) -> Type | None:
    """The type that elements of an array literal are expected to have."""
    if expected is None:
        return None
    found = [
        each.element if isinstance(each, ArrayOf) else element_type(inference.engine, each)
        for each in parts(inference.engine, expected)
        if isinstance(each, (ArrayOf, TupleOf))
    ]
    return union_of(inference.engine, found) if found else None


def _expected_tuple(inference: "Inference", expected: Type | None) -> TupleOf | None:
    if expected is None:
        return None
    found = [each for each in parts(inference.engine, expected) if not is_nullish(each)]
    return found[0] if len(found) == 1 and isinstance(found[0], TupleOf) else None


def _object(inference: "Inference", node: Node, at: At, expected: Type | None) -> Type:
    """The shape of an object literal; keys that are not known make it open."""
    before: dict[str, Member] = {}
    written: dict[str, Member] = {}
    indexes: list[IndexRule] = []
    unresolved: list[str] = []
    for child in node.named_children:
        if child.type == "spread_element":
            before, written = _later_first(before, written), {}
            unresolved.extend(_spread(inference, _inner(inference, child, at, expected), before, indexes))
        elif child.type in ("pair", "method_definition", "shorthand_property_identifier"):
            _property(inference, child, at, expected, written, indexes)
    return Shape(
        members=tuple(_later_first(before, written).values()),
        indexes=tuple(indexes),
        place=place_of(node, at.env.module.key),
        unresolved=tuple(unresolved),
    )


def _later_first(before: dict[str, Member], later: dict[str, Member]) -> dict[str, Member]:
    """The members of a spread as the compiler orders them: later ones, then those before that they leave."""
    return {**later, **{name: member for name, member in before.items() if name not in later}}


def _property(
    inference: "Inference",
    node: Node,
    at: At,
    expected: Type | None,
    members: dict[str, Member],
    indexes: list[IndexRule],
) -> None:
    named = (
        node
        if node.type == "shorthand_property_identifier"
        else node.child_by_field_name("key" if node.type == "pair" else "name")
    )
    name = key_name(inference, named, at) if named is not None else None
    wanted = expected_field(inference, expected, name)
    value = _property_value(inference, node, at, wanted)
    lazy = Lazy(lambda: value)
    if name is None:
        indexes.append(IndexRule("string", lazy))
        return
    members[name] = Member(
        name=name, lazy=lazy, place=place_of(node, at.env.module.key), node=node,
        doc=doc_before(node, at.env.module.source),
    )  # fmt: skip


def _property_value(inference: "Inference", node: Node, at: At, wanted: Type | None) -> Type:
    if node.type == "shorthand_property_identifier":
        found = _identifier(inference, node, at, wanted)
    elif node.type == "method_definition":
        made = inference.typed(node, at, wanted)
        getter = any(child.type == "get" for child in node.children)
        return _returned(inference, made) if getter else made
    else:
        value = node.child_by_field_name("value")
        found = inference.typed(value, at, wanted) if value is not None else ANY
    if wanted is _AS_CONST:
        return _constant(found)
    return (
        found
        if wanted is not None and _wants_literal(inference, wanted)
        else widened(inference.engine, found)
    )


def _returned(inference: "Inference", made: Type) -> Type:
    from indexer.types.infer.signatures import returned  # noqa: PLC0415  # accessors only

    calls = made.calls if isinstance(made, Shape) else ()
    return returned(inference, calls[0]) if calls else ANY


def _wants_literal(inference: "Inference", wanted: Type) -> bool:
    return isinstance(wanted, Undetermined) or any(
        isinstance(each, LiteralType) for each in parts(inference.engine, wanted)
    )


def expected_field(inference: "Inference", expected: Type | None, name: str | None) -> Type | None:
    """The type that the property *name* of an object literal is expected to have."""
    if expected is None or isinstance(expected, Undetermined):
        return expected
    if name is None:
        return None
    found = [
        field_of(inference.engine, each, name)
        for each in parts(inference.engine, expected)
        if not is_nullish(each)
    ]
    types = [each.type for each in found if each.outcome == "found"]
    return union_of(inference.engine, types) if types else None


def key_name(inference: "Inference", node: Node, at: At) -> str | None:
    """The property name that *node* spells; ``None`` where it is worked out at run time."""
    if node.type == "computed_property_name" and node.named_children:
        inner = node.named_children[0]
        seen = look(inference.engine, inference.typed(inner, at))
        return str(seen.value) if isinstance(seen, LiteralType) else None
    if node.type == "identifier":
        return at.env.module.text(node)
    return property_name(inference.engine, node, at.env.scope)


def _spread(
    inference: "Inference", spread: Type, members: dict[str, Member], indexes: list[IndexRule]
) -> Iterator[str]:
    """Adds the members of a spread value; yields why some may be missing."""
    seen = [each for each in parts(inference.engine, spread) if not is_nullish(each)]
    maybe = len(seen) != 1 or len(seen) != len(parts(inference.engine, spread))
    for each in seen:
        inner = look(inference.engine, each.type) if isinstance(each, Loose) else each
        shape = inference.engine.shape_of(inner)
        if isinstance(inner, (TupleOf, LiteralType)):
            continue
        if shape is None or isinstance(each, Loose):
            yield "a spread value whose members are not known"
            continue
        yield from shape.unresolved
        indexes.extend(shape.indexes)
        added = {
            member.name: _spread_member(inference, member, members.get(member.name), maybe=maybe)
            for member in shape.members
            if not member.method
        }
        merged = _later_first(dict(members), added)
        members.clear()
        members.update(merged)


def _spread_member(inference: "Inference", member: Member, before: Member | None, *, maybe: bool) -> Member:
    if (maybe or member.optional) and before is not None:
        lazy = Lazy(lambda: union_of(inference.engine, [before.type, member.type]))
        return replace(member, lazy=lazy, optional=before.optional)
    return replace(member, optional=member.optional or maybe)


_AS_CONST = Undetermined("as const")
"""The context of what stands before ``as const``."""

READERS: dict[str, Reader] = {
    "identifier": _identifier,
    "shorthand_property_identifier": _identifier,
    "string": _string,
    "number": _number,
    "true": _boolean,
    "false": _boolean,
    "null": lambda _inference, _node, _at, _expected: NULL,
    "undefined": lambda _inference, _node, _at, _expected: UNDEFINED,
    "regex": lambda _inference, _node, _at, _expected: Native("RegExp"),
    "this": lambda _inference, _node, at, _expected: at.env.own() or Undetermined("this is not known"),
    "template_string": _template,
    "parenthesized_expression": _inner,
    "sequence_expression": _sequence,
    "as_expression": _cast,
    "satisfies_expression": _satisfies,
    "type_assertion": _type_assertion,
    "non_null_expression": _non_null,
    "array": _array,
    "object": _object,
    "instantiation_expression": _inner,
}
