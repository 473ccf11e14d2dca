"""Calls of what the framework made: patterns, handlers, lifted functions, parts of cells, streams. Pure."""

from dataclasses import replace
from typing import TYPE_CHECKING

from tree_sitter import Node

from indexer.types.infer.arguments import arguments_of, type_all
from indexer.types.infer.events import Instance, Mismatch
from indexer.types.infer.fields import field_of
from indexer.types.infer.fitting import Fitting, Taker, fit
from indexer.types.infer.look import element_type, is_nullish, is_open, look, parts
from indexer.types.infer.names import At
from indexer.types.infer.notes import read_event
from indexer.types.model import ANY, UNKNOWN, VOID, LiteralType, Native, Type, Wrapper
from indexer.types.unions import union_of

if TYPE_CHECKING:
    from indexer.types.infer.session import Inference


def call_factory(inference: "Inference", native: Native, node: Node, at: At) -> Type:
    """What calling a pattern, a handler or a lifted function gives: its result, a stream, its value."""
    first, second = native.arguments
    is_handler, is_pattern = native.name == "HandlerFactory", native.name == "PatternFactory"
    arguments = arguments_of(node)
    function = node.child_by_field_name("function") or node
    taker = Taker(at.env.module.text(function), "argument", factory=True)
    if arguments:
        fit(Fitting(inference, at, taker), arguments[0], second if is_handler else first)
    elif is_pattern and _wants_argument(inference, first):
        inference.note(
            at,
            lambda: Mismatch(
                kind="missing", node=node, name="its argument", taker=taker.name, role="argument"
            ),
        )
    type_all(inference, arguments[1:], at)
    if is_pattern:
        inference.note(at, lambda: Instance(node=node, callee=function, result=second))
    return Wrapper("Stream", first) if is_handler else second


def _wants_argument(inference: "Inference", taken: Type) -> bool:
    seen = look(inference.engine, taken)
    return not is_open(seen) and not is_nullish(seen) and seen != UNKNOWN


def call_held(inference: "Inference", native: Native, node: Node, at: At) -> Type:
    """What ``cell.key(..)``, ``cell.elementById(..)`` and ``stream.send(..)`` give."""
    held, member = native.arguments
    if not isinstance(held, Wrapper) or not isinstance(member, LiteralType):
        return ANY
    if member.value == "send":
        _send(inference, held, node, at)
        return VOID
    if member.value == "elementById":
        type_all(inference, arguments_of(node), at)
        return Wrapper(held.kind, element_type(inference.engine, held.element))
    return _keyed(inference, held, node, at)


def uncelled(inference: "Inference", type_: Type) -> Type:
    """What a cell holds; any other type is itself."""
    found = [
        uncelled(inference, each.element)
        if isinstance(each, Wrapper) and each.kind not in ("Stream", "SqliteDb")
        else each
        for each in parts(inference.engine, type_)
    ]
    return union_of(inference.engine, found) if found else type_


def _keyed(inference: "Inference", held: Wrapper, node: Node, at: At) -> Type:
    type_: Type = held.element
    for argument in arguments_of(node):
        type_ = _held_part(inference, uncelled(inference, type_), argument, at)
    seen = look(inference.engine, type_)
    return seen if isinstance(seen, Wrapper) else Wrapper(held.kind, type_)


def _held_part(inference: "Inference", type_: Type, node: Node, at: At) -> Type:
    """The part of a held value that the key *node* names; a wrong key is ``any`` to the compiler."""
    key = look(inference.engine, inference.typed(node, at))
    if not isinstance(key, LiteralType):
        return _part_by_any_key(inference, type_)
    if key.base == "number":
        return element_type(inference.engine, type_)
    found = field_of(inference.engine, type_, str(key.value))
    if found.outcome == "absent":
        found = replace(found, outcome="loose-absent")
    inference.note(at, lambda: read_event(node, str(key.value), type_, found))
    return found.type


def _part_by_any_key(inference: "Inference", type_: Type) -> Type:
    seen = [each for each in parts(inference.engine, type_) if not is_nullish(each)]
    shape = inference.engine.shape_of(seen[0]) if seen else None
    if shape is None:
        return element_type(inference.engine, type_)
    return shape.indexes[0].type if shape.indexes else ANY


def _send(inference: "Inference", held: Wrapper, node: Node, at: At) -> None:
    """Judges the event that is sent; none may be left out unless the stream takes nothing."""
    function, arguments = node.child_by_field_name("function") or node, arguments_of(node)
    owner, named = function.child_by_field_name("object"), function.child_by_field_name("property")
    text = at.env.module.text(owner) if owner is not None else "the stream"
    if arguments:
        fit(Fitting(inference, at, Taker(text, "event", factory=True)), arguments[0], held.element)
        type_all(inference, arguments[1:], at)
        return
    seen = parts(inference.engine, held.element)
    if seen and not any(is_nullish(each) or is_open(each) for each in seen):
        place = named or node
        inference.note(
            at, lambda: Mismatch(kind="missing", node=place, name="its event", taker=text, role="event")
        )
