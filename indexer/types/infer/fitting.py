"""Whether what is written in a place fits it: keys known, required ones there, values of fitting type. Pure."""

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Literal

from tree_sitter import Node

from indexer.types.infer.compare import fits
from indexer.types.infer.events import Mismatch
from indexer.types.infer.look import is_nullish, is_open, look, parts, present
from indexer.types.infer.names import At
from indexer.types.infer.narrowing import narrow
from indexer.types.infer.spelling import spelled
from indexer.types.model import (
    ANY,
    NEVER,
    TRUE,
    UNDEFINED,
    ArrayOf,
    IntersectionOf,
    Lazy,
    LiteralType,
    Member,
    Named,
    Place,
    Scalar,
    Shape,
    TupleOf,
    Type,
    Wrapper,
)
from indexer.types.unions import union_of

if TYPE_CHECKING:
    from indexer.types.infer.session import Inference

_ALWAYS = frozenset({"key", "ref", "children"})


@dataclass(frozen=True, slots=True)
class Taker:
    """What takes a value."""

    name: str
    role: Literal["argument", "event", "attribute"]
    factory: bool
    """True where a cell of a value stands for the value."""
    quiet: bool = False
    """True where misfits are not noted."""


@dataclass(slots=True)
class _Given:
    """The keys that an object literal or an element gives."""

    names: dict[str, Node] = field(default_factory=dict)
    open: bool = False
    """True where a spread value may give any key."""


@dataclass(frozen=True, slots=True)
class Slots:
    """The keys that an object type takes."""

    members: dict[str, Member]
    alternatives: tuple[Shape, ...]
    any_key: Type | None
    """The type of keys that are not named, if such may be given."""
    place: Place | None


def fit(
    inference: "Inference", node: Node, wanted: Type, at: At, taker: Taker, key: Node | None = None
) -> None:
    """Types the expression *node* that is given for *wanted*; notes where it does not fit.

    *key* is the key or attribute that it is given for.
    """
    inner = node
    while inner.type == "parenthesized_expression" and len(inner.named_children) == 1:
        inner = inner.named_children[0]
    target = _unheld(inference, wanted) if taker.factory else wanted
    if inner.type == "object" and _fit_object(inference, inner, target, at, taker):
        return
    if inner.type == "array" and _fit_array(inference, inner, target, at, taker):
        return
    if inner.type == "ternary_expression":
        _fit_ternary(inference, inner, wanted, at, taker, key)
        return
    given = inference.typed(inner, at, wanted)
    _judge(inference, inner, given, target, at, taker, key)


def _judge(
    inference: "Inference", node: Node, given: Type, target: Type, at: At, taker: Taker, key: Node | None
) -> None:  # fmt: skip
    if taker.quiet or fits(inference.engine, given, target, factory=taker.factory) is not False:
        return
    place = key if key is not None else node
    name = at.env.module.text(key) if key is not None else "it"
    inference.note(at, lambda: Mismatch(
        kind="type", node=place, name=name.strip("\"'"), taker=taker.name, role=taker.role,
        wanted=spelled(inference.engine, target), given=spelled(inference.engine, given), place=_place(inference, target),
    ))  # fmt: skip


def _place(inference: "Inference", type_: Type) -> Place | None:
    seen = look(inference.engine, type_)
    return (
        seen.declaration.place if isinstance(seen, Named) else seen.place if isinstance(seen, Shape) else None
    )


def _unheld(inference: "Inference", wanted: Type) -> Type:
    """*wanted* where cells stand for what they hold."""
    seen = parts(inference.engine, wanted)
    if not any(isinstance(each, Wrapper) and each.kind != "Stream" for each in seen):
        return wanted
    return union_of(
        inference.engine,
        [
            each.element if isinstance(each, Wrapper) and each.kind not in ("Stream", "SqliteDb") else each
            for each in seen
        ],
    )


def _fit_ternary(
    inference: "Inference", node: Node, wanted: Type, at: At, taker: Taker, key: Node | None
) -> None:  # fmt: skip
    condition = node.child_by_field_name("condition")
    if condition is None:
        return
    inference.typed(condition, at)
    for name, truth in (("consequence", True), ("alternative", False)):
        branch = node.child_by_field_name(name)
        if branch is not None:
            fit(
                inference,
                branch,
                wanted,
                at.branch(narrow(inference, condition, at, truth=truth)),
                taker,
                key,
            )


def slots_of(inference: "Inference", wanted: Type) -> Slots | None:
    """The keys that *wanted* takes; ``None`` where an object literal cannot be judged against it."""
    engine = inference.engine
    shapes: list[Shape] = []
    for part in parts(engine, wanted):
        if is_nullish(part) or isinstance(part, (ArrayOf, TupleOf, LiteralType)):
            continue
        if isinstance(part, Scalar) and part.name in ("string", "number", "boolean", "bigint", "symbol"):
            continue
        shape = engine.shape_of(part) if isinstance(part, (Named, Shape, IntersectionOf)) else None
        if is_open(part) or shape is None or shape.unresolved or shape.calls:
            return None
        if not shape.members and not shape.indexes:
            return None
        shapes.append(shape)
    if not shapes:
        return None
    members = {member.name: member for shape in shapes for member in shape.members}
    for shape in shapes[1:]:
        members = {
            name: member
            if shape.member(name) is None or shapes[0].member(name) is None
            else _either(inference, name, shapes)
            for name, member in members.items()
        }
    rules = [rule for shape in shapes for rule in shape.indexes]
    return Slots(
        members,
        tuple(shapes),
        union_of(engine, [rule.type for rule in rules]) if rules else None,
        shapes[0].place,
    )


def _either(inference: "Inference", name: str, shapes: list[Shape]) -> Member:
    found = [member for shape in shapes if (member := shape.member(name)) is not None]
    return replace(found[0], lazy=Lazy(lambda: union_of(inference.engine, [each.type for each in found])))


def _fit_object(inference: "Inference", node: Node, wanted: Type, at: At, taker: Taker) -> bool:
    slots = slots_of(inference, wanted)
    if slots is None:
        return False
    given = _Given()
    for child in node.named_children:
        if child.type == "spread_element":
            _spread(inference, child.named_children[0], wanted, at, given)
        elif child.type in ("pair", "method_definition", "shorthand_property_identifier"):
            _fit_property(inference, child, slots, at, taker, given)
    _note_missing(inference, node, slots, given, at, taker)
    return True


def _spread(inference: "Inference", node: Node, wanted: Type, at: At, given: _Given) -> None:
    """The keys that a spread value gives; they are never unknown ones to the compiler."""
    type_ = inference.typed(node, at, wanted)
    for part in parts(inference.engine, type_):
        shape = inference.engine.shape_of(part)
        if shape is None or shape.unresolved or shape.indexes:
            given.open = True
        for member in shape.members if shape is not None else ():
            given.names.setdefault(member.name, node)


def _fit_property(
    inference: "Inference", child: Node, slots: Slots, at: At, taker: Taker, given: _Given
) -> None:  # fmt: skip
    from indexer.types.infer.expressions import key_name  # noqa: PLC0415  # expressions fit arguments in turn

    key = (
        child
        if child.type == "shorthand_property_identifier"
        else child.child_by_field_name("key") or child.child_by_field_name("name")
    )
    name = key_name(inference, key, at) if key is not None and key is not child else at.env.module.text(child)
    value = child.child_by_field_name("value") if child.type == "pair" else child
    if name is None or value is None or key is None:
        given.open = True
        inference.typed(value if value is not None else child, at)
        return
    given.names[name] = key
    fit_slot(inference, name, key, value, slots, at, taker)


def fit_slot(
    inference: "Inference", name: str, key: Node, value: Node, slots: Slots, at: At, taker: Taker
) -> None:  # fmt: skip
    """Types *value*, given under *name*; notes a name that is not taken and a value that does not fit."""
    member = slots.members.get(name)
    wanted = member.type if member is not None else slots.any_key
    if wanted is None or (wanted == NEVER and member is None):
        inference.typed(value, at)
        if not taker.quiet:
            inference.note(at, lambda: Mismatch(
                kind="unknown", node=key, name=name, taker=taker.name, role=taker.role,
                names=tuple(slots.members), place=slots.place,
            ))  # fmt: skip
        return
    if member is not None and member.optional:
        wanted = union_of(inference.engine, (wanted, UNDEFINED))
    fit(inference, value, wanted, at, taker, key)


def _note_missing(
    inference: "Inference", node: Node, slots: Slots, given: _Given, at: At, taker: Taker
) -> None:  # fmt: skip
    if given.open or taker.quiet:
        return
    lacking = [_missing(shape, given) for shape in slots.alternatives]
    if not all(lacking):
        return
    names = min(lacking, key=len)
    for name in names:
        inference.note(at, lambda name=name: Mismatch(  # type: ignore[misc]  # bound at once
            kind="missing", node=node, name=name, taker=taker.name, role=taker.role, place=slots.place,
        ))  # fmt: skip


def _missing(shape: Shape, given: _Given) -> list[str]:
    return [member.name for member in shape.members if not member.optional and member.name not in given.names]


def _fit_array(inference: "Inference", node: Node, wanted: Type, at: At, taker: Taker) -> bool:
    seen = [each for each in parts(inference.engine, present(inference.engine, wanted))]
    arrays = [each for each in seen if isinstance(each, ArrayOf)]
    if len(arrays) != 1 or len(seen) != 1:
        return False
    for child in node.named_children:
        if child.type == "spread_element" and child.named_children:
            inference.typed(child.named_children[0], at, wanted)
        elif child.type != "comment":
            fit(inference, child, arrays[0].element, at, taker)
    return True


def fit_attributes(
    inference: "Inference", node: Node, name: Node, wanted: Type, at: At, *, pattern: bool, has_children: bool
) -> None:
    """Types the attributes of an element that *wanted* takes; notes what does not fit."""
    taker = Taker(at.env.module.text(name), "attribute", factory=pattern)
    slots = slots_of(inference, _unheld(inference, wanted) if pattern else wanted)
    given = _Given()
    if has_children:
        given.names["children"] = node
    for attribute in node.children_by_field_name("attribute"):
        if attribute.type == "jsx_expression":
            inner = attribute.named_children[0] if attribute.named_children else attribute
            _spread(
                inference,
                inner.named_children[0] if inner.type == "spread_element" else inner,
                wanted,
                at,
                given,
            )
        elif attribute.type == "jsx_attribute":
            _fit_attribute(inference, attribute, slots, at, taker, given)
    if slots is not None:
        _note_missing(inference, name, slots, given, at, taker)


def _fit_attribute(
    inference: "Inference", attribute: Node, slots: Slots | None, at: At, taker: Taker, given: _Given
) -> None:  # fmt: skip
    children = [child for child in attribute.named_children if child.type != "comment"]
    key, value = children[0], children[1] if len(children) > 1 else None
    name = at.env.module.text(key)
    given.names[name] = key
    if value is not None and value.type == "jsx_expression":
        value = next((child for child in value.named_children if child.type != "comment"), None)
    if slots is None or name in _ALWAYS:
        if value is not None:
            inference.typed(value, at, ANY)
        return
    if value is None:
        member = slots.members.get(name)
        if member is None and slots.any_key is None:
            inference.note(
                at,
                lambda: Mismatch(
                    kind="unknown",
                    node=key,
                    name=name,
                    taker=taker.name,
                    role=taker.role,
                    names=tuple(slots.members),
                    place=slots.place,
                ),
            )
        elif member is not None:
            _judge(inference, key, TRUE, _unheld(inference, member.type), at, taker, key)
        return
    fit_slot(inference, name, key, value, slots, at, taker)
