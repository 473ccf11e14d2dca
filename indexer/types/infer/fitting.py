"""Whether what is written in a place fits it: keys known and complete, values of fitting type. Pure."""

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Literal

from tree_sitter import Node

from indexer.types.infer.compare import fits
from indexer.types.infer.events import Mismatch
from indexer.types.infer.keys import key_name
from indexer.types.infer.look import look, parts, present
from indexer.types.infer.names import At
from indexer.types.infer.narrowing import narrow
from indexer.types.infer.slots import Slots, slots_of, unheld
from indexer.types.infer.spelling import spelled
from indexer.types.model import UNDEFINED, VOID, ArrayOf, Named, Place, Shape, Type

if TYPE_CHECKING:
    from indexer.types.engine import TypeEngine
    from indexer.types.infer.session import Inference


@dataclass(frozen=True, slots=True)
class Taker:
    """What takes a value."""

    name: str
    role: Literal["argument", "event", "attribute"]
    factory: bool
    """True where a cell of a value stands for the value."""
    quiet: bool = False
    """True where misfits are not noted."""


@dataclass(frozen=True, slots=True)
class Fitting:
    """One judgement: by whom, where, for what taker."""

    inference: "Inference"
    at: At
    taker: Taker


@dataclass(slots=True)
class Given:
    """The keys that an object literal or an element gives."""

    names: dict[str, Node] = field(default_factory=dict)
    open: bool = False
    """True where a spread value may give any key."""


def fit(fitting: Fitting, node: Node, wanted: Type, key: Node | None = None) -> None:
    """Types the expression *node* that is given for *wanted*; notes where it does not fit.

    *key* is the key or attribute that it is given for.
    """
    engine = fitting.inference.engine
    while node.type == "parenthesized_expression" and len(node.named_children) == 1:
        node = node.named_children[0]
    target = unheld(engine, wanted) if fitting.taker.factory else wanted
    if node.type == "object" and _fit_object(fitting, node, target):
        return
    if node.type == "array" and _fit_array(fitting, node, target):
        return
    if node.type == "object" and takes_nothing(engine, target) and node.named_children:
        fitting.inference.typed(node, fitting.at)
        pair = node.named_children[0]
        note_needless(fitting, pair.child_by_field_name("key") or pair)
        return
    if node.type == "ternary_expression":
        _fit_ternary(fitting, node, wanted, key)
        return
    given = fitting.inference.typed(node, fitting.at, wanted)
    judge(fitting, key if key is not None else node, given, target)


def judge(fitting: Fitting, node: Node, given: Type, target: Type) -> None:
    """Notes at *node*, a key or the value itself, that *given* does not fit *target*, if so."""
    engine, taker = fitting.inference.engine, fitting.taker
    if taker.quiet or fits(engine, given, target, factory=taker.factory) is not False:
        return
    fitting.inference.note(
        fitting.at,
        lambda: Mismatch(
            kind="type",
            node=node,
            name=_spelled_key(fitting, node),
            taker=taker.name,
            role=taker.role,
            wanted=spelled(engine, target),
            given=spelled(engine, given),
            place=_place(fitting, target),
        ),
    )


def _spelled_key(fitting: Fitting, node: Node) -> str:
    """The key that *node* is, or ``it`` where it is a value."""
    keys = ("property_identifier", "shorthand_property_identifier", "string", "computed_property_name")
    outer = node.parent
    is_key = node.type in keys and outer is not None and outer.type in ("pair", "jsx_attribute", "object")
    return fitting.at.env.module.text(node).strip("\"'") if is_key else "it"


def _place(fitting: Fitting, type_: Type) -> Place | None:
    seen = look(fitting.inference.engine, type_)
    if isinstance(seen, Named):
        return seen.declaration.place
    return seen.place if isinstance(seen, Shape) else None


def _fit_ternary(fitting: Fitting, node: Node, wanted: Type, key: Node | None) -> None:
    condition = node.child_by_field_name("condition")
    if condition is None:
        return
    fitting.inference.typed(condition, fitting.at)
    for name, truth in (("consequence", True), ("alternative", False)):
        branch = node.child_by_field_name(name)
        if branch is not None:
            flow = narrow(fitting.inference, condition, fitting.at, truth=truth)
            fit(replace(fitting, at=fitting.at.branch(flow)), branch, wanted, key)


def _fit_object(fitting: Fitting, node: Node, wanted: Type) -> bool:
    """Judges an object literal key by key; false where *wanted* does not tell its keys."""
    slots = slots_of(fitting.inference.engine, wanted)
    if slots is None:
        return False
    given = Given()
    for child in node.named_children:
        if child.type == "spread_element":
            spread_into(fitting, child.named_children[0], wanted, given)
        elif child.type in ("pair", "method_definition", "shorthand_property_identifier"):
            _fit_property(fitting, child, slots, given)
    note_missing(fitting, node, slots, given)
    return True


def spread_into(fitting: Fitting, node: Node, wanted: Type, given: Given) -> None:
    """The keys that a spread value gives; they are never unknown ones to the compiler."""
    engine = fitting.inference.engine
    for part in parts(engine, fitting.inference.typed(node, fitting.at, wanted)):
        shape = engine.shape_of(part)
        if shape is None or shape.unresolved or shape.indexes:
            given.open = True
        for member in shape.members if shape is not None else ():
            given.names.setdefault(member.name, node)


def _fit_property(fitting: Fitting, child: Node, slots: Slots, given: Given) -> None:
    shorthand = child.type == "shorthand_property_identifier"
    key = child if shorthand else child.child_by_field_name("key") or child.child_by_field_name("name")
    value = child.child_by_field_name("value") if child.type == "pair" else child
    if key is None or value is None:
        return
    name = fitting.at.env.module.text(child) if shorthand else key_name(fitting.inference, key, fitting.at)
    if name is None:
        given.open = True
        fitting.inference.typed(value, fitting.at)
        return
    given.names[name] = key
    fit_slot(fitting, key, value, slots, name=name)


def fit_slot(fitting: Fitting, key: Node, value: Node, slots: Slots, *, name: str) -> None:
    """Types *value*, given under *name*; notes a name that is not taken and a value that does not fit."""
    wanted = slots.wanted(fitting.inference.engine, name)
    if wanted is not None:
        fit(fitting, value, wanted, key)
        return
    fitting.inference.typed(value, fitting.at)
    note_unknown(fitting, key, slots, name=name)


def note_unknown(fitting: Fitting, key: Node, slots: Slots, *, name: str) -> None:
    """Notes that nothing may be given under *name*."""
    if fitting.taker.quiet:
        return
    fitting.inference.note(
        fitting.at,
        lambda: Mismatch(
            kind="unknown",
            node=key,
            name=name,
            taker=fitting.taker.name,
            role=fitting.taker.role,
            names=tuple(slots.members),
            place=slots.place,
        ),
    )


def takes_nothing(engine: "TypeEngine", wanted: Type) -> bool:
    """Whether *wanted* is ``void`` or ``undefined`` alone."""
    seen = parts(engine, wanted)
    return bool(seen) and all(each in (VOID, UNDEFINED) for each in seen)


def note_needless(fitting: Fitting, key: Node) -> None:
    """Notes that *key* is given to what takes nothing."""
    name, taker = fitting.at.env.module.text(key).strip("\"'"), fitting.taker
    if not taker.quiet:
        mismatch = Mismatch(kind="unknown", node=key, name=name, taker=taker.name, role=taker.role)
        fitting.inference.note(fitting.at, lambda: mismatch)


def note_missing(fitting: Fitting, node: Node, slots: Slots, given: Given) -> None:
    """Notes at *node* each required key that is not given."""
    if given.open or fitting.taker.quiet:
        return
    for name in slots.missing(frozenset(given.names)):
        mismatch = Mismatch(
            kind="missing",
            node=node,
            name=name,
            taker=fitting.taker.name,
            role=fitting.taker.role,
            place=slots.place,
        )
        fitting.inference.note(fitting.at, lambda mismatch=mismatch: mismatch)  # type: ignore[misc]  # bound at once


def _fit_array(fitting: Fitting, node: Node, wanted: Type) -> bool:
    """Judges an array literal element by element; false where *wanted* is no plain array."""
    engine = fitting.inference.engine
    seen = parts(engine, present(engine, wanted))
    if len(seen) != 1 or not isinstance(seen[0], ArrayOf):
        return False
    for child in node.named_children:
        if child.type == "spread_element" and child.named_children:
            fitting.inference.typed(child.named_children[0], fitting.at, wanted)
        elif child.type != "comment":
            fit(fitting, child, seen[0].element)
    return True
