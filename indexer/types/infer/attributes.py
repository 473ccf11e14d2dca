"""The attributes of an element against what its component takes. Pure."""

from tree_sitter import Node

from indexer.types.infer.fitting import (
    Fitting,
    Given,
    fit_slot,
    judge,
    note_missing,
    note_needless,
    note_unknown,
    spread_into,
    takes_nothing,
)
from indexer.types.infer.slots import Slots, slots_of, unheld
from indexer.types.model import ANY, TRUE, Type

_ALWAYS = frozenset({"key", "ref", "children"})
"""Attributes that every component takes."""


def fit_attributes(fitting: Fitting, node: Node, name: Node, wanted: Type, *, has_children: bool) -> None:
    """Types the attributes of the element *node* called *name*, which takes *wanted*; notes misfits."""
    engine = fitting.inference.engine
    slots = slots_of(engine, unheld(engine, wanted) if fitting.taker.factory else wanted)
    given = Given()
    if has_children:
        given.names["children"] = node
    for attribute in node.children_by_field_name("attribute"):
        if attribute.type == "jsx_expression":
            inner = attribute.named_children[0] if attribute.named_children else attribute
            spread = inner.named_children[0] if inner.type == "spread_element" else inner
            spread_into(fitting, spread, wanted, given)
        elif attribute.type == "jsx_attribute":
            _fit_attribute(fitting, attribute, slots, given)
    if slots is not None:
        note_missing(fitting, name, slots, given)
    elif given.names and takes_nothing(engine, wanted):
        note_needless(fitting, next(iter(given.names.values())))


def _fit_attribute(fitting: Fitting, attribute: Node, slots: Slots | None, given: Given) -> None:
    children = [child for child in attribute.named_children if child.type != "comment"]
    key, value = children[0], children[1] if len(children) > 1 else None
    name = fitting.at.env.module.text(key)
    given.names[name] = key
    if value is not None and value.type == "jsx_expression":
        value = next((child for child in value.named_children if child.type != "comment"), None)
    if slots is None or name in _ALWAYS:
        if value is not None:
            fitting.inference.typed(value, fitting.at, ANY)
    elif value is None:
        _fit_bare(fitting, key, slots, name)
    else:
        fit_slot(fitting, key, value, slots, name=name)


def _fit_bare(fitting: Fitting, key: Node, slots: Slots, name: str) -> None:
    """An attribute without a value is ``true``."""
    wanted = slots.wanted(fitting.inference.engine, name)
    if wanted is None:
        note_unknown(fitting, key, slots, name=name)
    else:
        judge(fitting, key, TRUE, unheld(fitting.inference.engine, wanted))
