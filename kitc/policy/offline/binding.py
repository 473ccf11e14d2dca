"""Which value each argument of a pattern takes, by type: from grants, other results, defaults. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from indexer.contracts.compatible import can_feed
from kitc.base.grant import Grant, SchemaValue
from kitc.base.shape import Shape, ShapeField, root_shape
from kitc.policy.offline.facts import Facts
from kitc.policy.offline.lexicon import GENERIC_GRANT
from kitc.policy.offline.words import overlap

SlotKind = Literal["grant", "field", "default", "state", "unmet", "omitted"]
_STRONG_FIELDS = 2
"""Required fields that both must have before structure alone speaks for a match."""
_LEAST_AFFINITY = 0.2


@dataclass(frozen=True, slots=True)
class Slot:
    """One argument and the value it takes."""

    argument: ShapeField
    kind: SlotKind
    token: str = ""
    """Of a ``grant``: its token."""
    part: int = -1
    """Of a ``field``: place of the giving part."""
    field: str = ""
    """Of a ``field``: the result field given."""
    strength: float = 0.0
    """0 to 1: how sure the match is."""
    certain: bool = True
    """False when the schemas leave it open whether the value fits."""


def grant_strength(grant: Grant, argument: ShapeField, facts: Facts) -> tuple[float, bool]:
    """How strongly *grant* suits *argument*, 0 to 1, and whether the types are certain to fit."""
    fit = can_feed(_plain(grant.value_schema), _plain(argument.shape.whole()))
    if fit.verdict == "no":
        return 0.0, True
    about = " ".join(
        (
            argument.name,
            argument.shape.type_name,
            facts.docs.get(("argument", argument.name), argument.shape.doc),
        )
    )
    affinity = _affinity(grant.description, about, f"{facts.pattern.name} {facts.pattern.description}")
    structure = _structure(argument.shape, root_shape(grant.value_schema))
    certain = fit.verdict == "yes"
    if not certain:
        structure *= 0.5
    if structure < 1.0 and affinity < _LEAST_AFFINITY:
        return 0.0, certain
    return min(1.0, structure * 0.6 + affinity * 0.4), certain


def _plain(schema: SchemaValue) -> bool | dict[str, object]:
    """*schema* as the compatibility of contracts takes it."""
    return dict(schema) if isinstance(schema, dict) else schema


def _affinity(description: str, about: str, pattern: str) -> float:
    """How far a grant's words are an argument's, 0 to 1; a grant without words may be anything."""
    telling = " ".join(
        word for word in description.split() if word.strip(".,:;").lower() not in GENERIC_GRANT
    )
    if not telling.strip():
        return 0.5
    first = telling.split()[0]
    return max(overlap(telling, about), 0.9 * overlap(first, about), 0.8 * overlap(telling, pattern))


def _structure(shape: Shape, given: Shape) -> float:
    """How much it says that *given* feeds *shape*: several shared fields much, one field or a text little."""
    if shape.kind == "sqlite":
        return 0.9
    taken, held = (one.item() if one.kind == "array" else one for one in (shape, given))
    if taken is None or held is None:
        return 0.2
    names = {field.name for field in held.fields()}
    shared = sum(field.required and field.name in names for field in taken.fields())
    if shared >= _STRONG_FIELDS:
        return 1.0
    return 0.6 if shared else 0.2


def feeds(giver: ShapeField, argument: ShapeField) -> float:
    """How strongly a result field suits an argument, 0 to 1; 0 when it cannot be told to fit."""
    if giver.shape.kind != "array" or argument.shape.kind != "array":
        return 0.0
    taken, given = argument.shape.item(), giver.shape.item()
    if taken is None or given is None or not any(field.required for field in taken.fields()):
        return 0.0
    fit = can_feed(_plain(giver.shape.whole()), _plain(argument.shape.whole()))
    return _structure(argument.shape, giver.shape) if fit.verdict == "yes" else 0.0


def bind(facts: Facts, grants: Sequence[Grant], givers: Sequence[tuple[int, Facts]]) -> tuple[Slot, ...]:
    """A slot for each argument of *facts*, in contract order.

    Grants go to the argument they suit best, one grant to one argument; then results of *givers*; then
    defaults; what nothing satisfies is ``state`` where a piece can own it, else ``unmet``.
    """
    granted = _share_grants(facts, grants)
    return tuple(
        granted.get(argument.name) or _slot(argument, givers) for argument in facts.argument.fields()
    )


def _share_grants(facts: Facts, grants: Sequence[Grant]) -> dict[str, Slot]:
    offers = sorted(
        (
            (-strength, argument.name, grant.token, certain, argument)
            for argument in facts.argument.fields()
            for grant in grants
            for strength, certain in (grant_strength(grant, argument, facts),)
            if strength > 0
        ),
        key=lambda offer: offer[:3],
    )
    slots: dict[str, Slot] = {}
    spent: set[str] = set()
    for loss, name, token, certain, argument in offers:
        if name not in slots and token not in spent:
            spent.add(token)
            slots[name] = Slot(argument, "grant", token=token, strength=-loss, certain=certain)
    return slots


def _slot(argument: ShapeField, givers: Sequence[tuple[int, Facts]]) -> Slot:
    best: Slot | None = None
    for place, giver in givers:
        for field in giver.rows:
            strength = feeds(field, argument)
            if _needs_nothing(argument) and not _are_akin(field, argument):
                continue
            if strength > (best.strength if best else 0.0):
                best = Slot(argument, "field", part=place, field=field.name, strength=strength)
    if best is not None:
        return best
    if not argument.required:
        return Slot(argument, "omitted")
    if argument.shape.has_default:
        return Slot(argument, "default")
    return Slot(argument, "state" if _can_own(argument) else "unmet")


def _needs_nothing(argument: ShapeField) -> bool:
    """Whether a pattern works without being given this argument."""
    return not argument.required or argument.shape.has_default or _can_own(argument)


def _are_akin(giver: ShapeField, argument: ShapeField) -> bool:
    """Whether a result field and an argument share a word of their names or types."""
    names = [
        f"{field.name} {item.type_name if (item := field.shape.item()) else ''}"
        for field in (giver, argument)
    ]
    return overlap(names[0], names[1]) > 0


def is_door(argument: ShapeField) -> bool:
    """Whether live data can come in here: a database, or an object of several required fields."""
    shape = argument.shape
    return shape.kind == "sqlite" or sum(field.required for field in shape.fields()) >= _STRONG_FIELDS


def _can_own(argument: ShapeField) -> bool:
    """Whether a new piece can hold this value itself, starting empty."""
    return argument.shape.wrapper == "cell" and argument.shape.kind in (
        "array",
        "string",
        "number",
        "boolean",
        "map",
    )
