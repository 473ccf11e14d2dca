"""Array and object literals: tuples where expected, spreads in the compiler's order. Pure."""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from tree_sitter import Node

from indexer.types.infer.expressions import AS_CONST, constant, identifier, inner_of
from indexer.types.infer.fields import field_of
from indexer.types.infer.keys import key_name
from indexer.types.infer.look import element_type, is_nullish, look, parts, widened
from indexer.types.infer.names import At
from indexer.types.infer.siblings import best_union, is_filled
from indexer.types.infer.tables import Reader
from indexer.types.model import (
    ANY,
    ArrayOf,
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
from indexer.types.syntax import doc_before, place_of
from indexer.types.unions import union_of

if TYPE_CHECKING:
    from indexer.types.infer.session import Inference


def _array(inference: "Inference", node: Node, at: At, expected: Type | None) -> Type:
    """``T[]`` of what its elements are; a tuple where one is expected."""
    wanted = expected if expected is AS_CONST else expected_element(inference, expected)
    tuple_wanted = _expected_tuple(inference, expected)
    found: list[TupleElement] = []
    for index, child in enumerate(_elements(node)):
        if child.type == "spread_element":
            spread = inner_of(inference, child, at, expected)
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
    if expected is AS_CONST:
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
        if isinstance(each, (ArrayOf, TupleOf)) or (isinstance(each, Native) and each.name == "Iterable")
    ]
    return union_of(inference.engine, found) if found else None


def _expected_tuple(inference: "Inference", expected: Type | None) -> TupleOf | None:
    if expected is None:
        return None
    found = [each for each in parts(inference.engine, expected) if not is_nullish(each)]
    return found[0] if len(found) == 1 and isinstance(found[0], TupleOf) else None


@dataclass(slots=True)
class _Literal:
    """An object literal as far as it was read."""

    before: dict[str, Member] = field(default_factory=dict)
    """What stands before the last spread, in the compiler's order."""
    written: dict[str, Member] = field(default_factory=dict)
    """What was written since."""
    indexes: list[IndexRule] = field(default_factory=list)
    unresolved: list[str] = field(default_factory=list)

    def close(self) -> None:
        """What was written since the last spread joins what stood before it."""
        self.before, self.written = _later_first(self.before, self.written), {}


def _object(inference: "Inference", node: Node, at: At, expected: Type | None) -> Type:
    """The shape of an object literal; keys that are not known make it open."""
    literal = _Literal()
    for child in node.named_children:
        if child.type == "spread_element":
            literal.close()
            literal.unresolved.extend(_spread(inference, inner_of(inference, child, at, expected), literal))
        elif child.type in ("pair", "method_definition", "shorthand_property_identifier"):
            _property(inference, child, at, expected, literal)
    literal.close()
    return Shape(
        members=tuple(literal.before.values()),
        indexes=tuple(literal.indexes),
        place=place_of(node, at.env.module.key),
        unresolved=tuple(literal.unresolved),
    )


def _later_first(before: dict[str, Member], later: dict[str, Member]) -> dict[str, Member]:
    """The members of a spread as the compiler orders them: later ones, then those before that they leave."""
    return {**later, **{name: member for name, member in before.items() if name not in later}}


def _property(inference: "Inference", node: Node, at: At, expected: Type | None, literal: _Literal) -> None:
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
        literal.indexes.append(IndexRule("string", lazy))
        return
    literal.written[name] = Member(
        name=name, lazy=lazy, place=place_of(node, at.env.module.key), node=node,
        doc=doc_before(node, at.env.module.source),
    )  # fmt: skip


def _property_value(inference: "Inference", node: Node, at: At, wanted: Type | None) -> Type:
    if node.type == "shorthand_property_identifier":
        found = identifier(inference, node, at, wanted)
    elif node.type == "method_definition":
        made = inference.typed(node, at, wanted)
        getter = any(child.type == "get" for child in node.children)
        return _returned(inference, made) if getter else made
    else:
        value = node.child_by_field_name("value")
        found = inference.typed(value, at, wanted) if value is not None else ANY
    if wanted is AS_CONST:
        return constant(found)
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


def _spread(inference: "Inference", spread: Type, literal: _Literal) -> Iterator[str]:
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
        literal.indexes.extend(shape.indexes)
        added = {
            member.name: _spread_member(inference, member, literal.before.get(member.name), maybe=maybe)
            for member in shape.members
            if not member.method and not (maybe and is_filled(member))
        }
        literal.before = _later_first(literal.before, added)


def _spread_member(inference: "Inference", member: Member, before: Member | None, *, maybe: bool) -> Member:
    if (maybe or member.optional) and before is not None:
        lazy = Lazy(lambda: union_of(inference.engine, [before.type, member.type]))
        return replace(member, lazy=lazy, optional=before.optional)
    return replace(member, optional=member.optional or maybe)


READERS: dict[str, Reader] = {"array": _array, "object": _object}
