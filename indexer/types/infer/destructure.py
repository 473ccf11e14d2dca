"""Binding patterns: which name gets which part of a value. Pure."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from tree_sitter import Node

from indexer.types.infer.events import Read
from indexer.types.infer.fields import Field, field_of
from indexer.types.infer.keys import key_name
from indexer.types.infer.look import element_type, is_nullish, look, parts, present
from indexer.types.infer.names import At, BindingKind, Env
from indexer.types.infer.notes import read_event
from indexer.types.model import ANY, ArrayOf, Declaration, Named, Scalar, Shape, TupleOf, Type, Undetermined
from indexer.types.syntax import place_of
from indexer.types.unions import union_of

if TYPE_CHECKING:
    from indexer.types.infer.session import Inference


@dataclass(frozen=True, slots=True)
class Binder:
    """Binds names in *env*, at a point of a function."""

    inference: "Inference"
    at: At
    env: Env
    kind: BindingKind = "const"


def bind_pattern(binder: Binder, target: Node, type_: Type) -> None:
    """Gives every name that the pattern *target* binds its part of a value of *type_*."""
    if target.type in ("identifier", "shorthand_property_identifier_pattern"):
        _bind_name(binder, target, type_)
    elif target.type == "object_pattern":
        _bind_object(binder, target, type_)
    elif target.type == "array_pattern":
        _bind_array(binder, target, type_)
    elif target.type in ("assignment_pattern", "object_assignment_pattern"):
        _bind_default(binder, target, type_)
    elif target.type == "rest_pattern" and target.named_children:
        bind_pattern(binder, target.named_children[0], type_)


def _bind_name(binder: Binder, target: Node, type_: Type) -> None:
    env = binder.env
    name = env.module.text(target)
    found = env.names.get(name)
    if found is None:
        env.add(name, binder.kind, target, type_)
    else:
        found.type = type_


def _bind_default(binder: Binder, target: Node, type_: Type) -> None:
    inference, at = binder.inference, binder.at
    left, right = target.child_by_field_name("left"), target.child_by_field_name("right")
    given = inference.typed(right, at, type_) if right is not None else ANY
    if left is not None:
        bind_pattern(binder, left, with_default(inference, type_, given))


def with_default(inference: "Inference", type_: Type, given: Type) -> Type:
    """*type_* where ``undefined`` is replaced by *given*."""
    engine = inference.engine
    seen = parts(engine, type_)
    kept = [each for each in seen if not (isinstance(each, Scalar) and each.name == "undefined")]
    if not kept:
        return given
    empty = isinstance(given, TupleOf) and not given.elements
    return union_of(engine, kept) if empty or len(kept) == len(seen) else union_of(engine, [*kept, given])


def _bind_object(binder: Binder, target: Node, type_: Type) -> None:
    inference, at = binder.inference, binder.at
    taken: set[str] = set()
    for child in target.named_children:
        if child.type == "rest_pattern":
            bind_pattern(binder, child, _rest(binder, child, type_, taken))
            continue
        key = _key_node(child)
        if key is None:
            continue
        name = _key_text(inference, key, at)
        if name is None:
            bind_pattern(binder, _value_node(child), Undetermined("a key worked out at run time"))
            continue
        taken.add(name)
        found = field_of(inference.engine, type_, name)
        _note(inference, at, read_event(key, name, type_, found))
        bind_pattern(binder, _value_node(child), _part(found))


def _note(inference: "Inference", at: At, event: Read) -> None:
    inference.note(at, lambda: event)


def _part(found: Field) -> Type:
    if found.outcome in ("found", "maybe", "any", "loose-absent"):
        return found.type
    return Undetermined(found.reason or "no such field")


def _key_node(child: Node) -> Node | None:
    if child.type == "object_assignment_pattern":
        return child.child_by_field_name("left")
    if child.type == "pair_pattern":
        return child.child_by_field_name("key")
    return child if child.type == "shorthand_property_identifier_pattern" else None


def _value_node(child: Node) -> Node:
    return child.child_by_field_name("value") or child


def _key_text(inference: "Inference", key: Node, at: At) -> str | None:
    if key.type == "shorthand_property_identifier_pattern":
        return at.env.module.text(key)
    return key_name(inference, key, at)


def _rest(binder: Binder, target: Node, type_: Type, taken: set[str]) -> Type:
    """What a rest element holds: an object that is called after it, as the compiler has it."""
    inference = binder.inference
    shape = inference.engine.shape_of(look(inference.engine, type_))
    if shape is None:
        return Undetermined("the rest of what is not known")
    return Shape(
        members=tuple(member for member in shape.members if member.name not in taken),
        indexes=shape.indexes, place=shape.place, unresolved=shape.unresolved,
        alias=_called_after(binder, target),
    )  # fmt: skip


def _called_after(binder: Binder, target: Node) -> Named | None:
    name = target.named_children[0] if target.named_children else target
    if name.type != "identifier":
        return None
    module = binder.env.module
    return Named(Declaration(module.text(name), "alias", (name,), module.scope, place_of(name, module.key)))


def _bind_array(binder: Binder, target: Node, type_: Type) -> None:
    position = 0
    for child in target.children:
        if child.type == ",":
            position += 1
        elif child.is_named and child.type != "comment":
            rest = child.type == "rest_pattern"
            bind_pattern(binder, child, _element_at(binder.inference, type_, position, rest=rest))


def _element_at(inference: "Inference", type_: Type, position: int, *, rest: bool) -> Type:
    seen = [
        each for each in parts(inference.engine, present(inference.engine, type_)) if not is_nullish(each)
    ]
    if rest:
        return ArrayOf(element_type(inference.engine, type_))
    found = [
        field_of(inference.engine, each, str(position)).type for each in seen if isinstance(each, TupleOf)
    ]
    if seen and len(found) == len(seen):
        return union_of(inference.engine, found)
    return element_type(inference.engine, type_)
