"""An option as a blueprint: names, input types, literals, rows and their steps. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from pydantic import JsonValue

from kitc.base.grant import Grant
from kitc.base.shape import Shape, root_shape
from kitc.compose.blueprint import Binding, Blueprint, Input, Owned, Part, Rows
from kitc.compose.names import Taken, camel, pascal, singular
from kitc.compose.types import type_text, value_type_text
from kitc.policy.offline import lexicon
from kitc.policy.offline.binding import Slot
from kitc.policy.offline.facts import UI_FIELD, Facts
from kitc.policy.offline.option import Option, Placed, View
from kitc.policy.offline.owning import owned_of
from kitc.policy.offline.steps import RowNames, needs_copy, rows_of_view
from kitc.policy.offline.understand import Wanted

_EMPTY = {"array": "[]", "string": '""', "number": "0", "boolean": "false", "map": "{}"}
_READY_VIEWS = ("auth", "connect", "login", "sign", "setup", "permission")


@dataclass(slots=True)
class Drawing:
    """A blueprint under way, with what is told about it beside."""

    wanted: Wanted
    grants: dict[str, Grant]
    taken: Taken = field(default_factory=Taken)
    inputs: dict[str, Input] = field(default_factory=dict)
    """By token of the grant, or by ``part.argument`` for what nothing satisfies."""
    locals: dict[str, str] = field(default_factory=dict)
    """Import name by specifier."""


@dataclass(frozen=True, slots=True)
class Drawn:
    """A blueprint, and which grant or missing argument each of its inputs stands for."""

    blueprint: Blueprint
    inputs: tuple[tuple[str, str], ...]
    """Input name by token or ``<part>.<argument>``, in the order of the interface."""


def draw(option: Option, wanted: Wanted, grants: Sequence[Grant]) -> Drawn:
    """The blueprint of a ``compose`` or ``author`` option."""
    sheet = Drawing(wanted, {grant.token: grant for grant in grants})
    component = sheet.taken.give(pascal(wanted.title(), fallback="Composition"))
    parts = [_part(option, place, sheet) for place in range(len(option.placed))]
    rows: list[Rows | None] = [_view_rows(option, view, sheet) for view in option.views]
    owned = [_owned(word, sheet) for word in option.owned]
    rows += [_state_rows(option, place, parts[place], sheet) for place in _givers(option)]
    blueprint = Blueprint(
        component=component,
        title=_title(wanted),
        inputs=tuple(sheet.inputs.values()),
        parts=tuple(parts),
        rows=tuple(row for row in rows if row is not None),
        owned=tuple(owned),
        totals=_totals(option, parts, wanted),
    )
    return Drawn(blueprint, tuple((item.name, key) for key, item in sheet.inputs.items()))


def _owned(word: str, sheet: Drawing) -> Owned:
    owned, item = owned_of(sheet.wanted, word, sheet.taken)
    sheet.inputs[f"own.{word}"] = item
    return owned


def _title(wanted: Wanted) -> str:
    words = wanted.title()
    return words[:1].upper() + words[1:]


def _part(option: Option, place: int, sheet: Drawing) -> Part:
    placed = option.placed[place]
    facts = placed.facts
    stem = pascal(facts.own_name, fallback="Part")
    local = sheet.locals.get(facts.specifier) or sheet.taken.give(stem)
    sheet.locals[facts.specifier] = local
    variable = sheet.taken.give(camel(stem, fallback="part"))
    bindings = [_binding(slot, place, option.placed, sheet) for slot in placed.slots]
    pending, ready, error = (
        facts.state(words) for words in (lexicon.PENDING_WORDS, lexicon.READY_WORDS, lexicon.ERROR_WORDS)
    )
    return Part(
        specifier=facts.specifier,
        local=local,
        variable=variable,
        title=facts.pattern.name,
        bindings=tuple(binding for binding in bindings if binding is not None),
        shows=facts.has_ui and not _gives(option, place),
        pending=pending.name if pending and pending.shape.kind == "boolean" else "",
        ready=ready.name if ready and ready.shape.kind == "boolean" else "",
        ready_view=_ready_view(facts),
        error=error.name if error else "",
        error_is_text=bool(error) and error is not None and error.shape.kind == "string",
    )


def _gives(option: Option, place: int) -> bool:
    fed = any(slot.kind == "field" and slot.part == place for part in option.placed for slot in part.slots)
    return fed or any(view.part == place for view in option.views)


def _givers(option: Option) -> list[int]:
    """Parts whose rows go to a renderer: their states are shown beside it."""
    viewed = {view.part for view in option.views}
    return [place for place in range(len(option.placed)) if _gives(option, place) and place not in viewed]


def _ready_view(facts: Facts) -> str:
    for one in facts.result.fields():
        named = any(word in one.name.lower() for word in _READY_VIEWS)
        if one.shape.kind == "vnode" and one.name != UI_FIELD and named:
            return one.name
    return ""


def _binding(slot: Slot, place: int, givers: Sequence[Placed], sheet: Drawing) -> Binding | None:
    placed = givers[place]
    name = slot.argument.name
    if slot.kind == "field":
        return Binding(
            argument=name,
            source="field",
            name=slot.field,
            part=slot.part,
            copies=needs_copy(givers[slot.part].facts, slot.field),
        )
    if slot.kind == "default":
        return Binding(argument=name, source="value", value=_default(slot, sheet.wanted))
    if slot.kind == "omitted":
        return None
    key = slot.token if slot.kind == "grant" else f"{place}.{name}"
    if key not in sheet.inputs:
        sheet.inputs[key] = _input(slot, placed.facts, sheet)
    return Binding(argument=name, source="input", name=sheet.inputs[key].name)


def _default(slot: Slot, wanted: Wanted) -> JsonValue:
    schema = slot.argument.shape.schema
    value = schema.get("default") if isinstance(schema, dict) else None
    limit = next((condition.count for condition in wanted.conditions if condition.kind == "limit"), 0)
    is_limit = slot.argument.shape.kind == "number" and "limit" in slot.argument.name.lower()
    return limit if limit and is_limit else value


def _input(slot: Slot, facts: Facts, sheet: Drawing) -> Input:
    name = sheet.taken.give(camel(slot.argument.name, fallback="input"))
    shape = slot.argument.shape
    grant = sheet.grants.get(slot.token)
    doc = grant.description if grant else facts.docs.get(("argument", slot.argument.name), shape.doc)
    exported = {export.name for export in facts.pattern.exports if "type" in export.kind}
    named = shape.type_name if shape.type_name in exported and shape.kind != "sqlite" else ""
    text = named or (value_type_text(shape) if shape.kind != "sqlite" else "SqliteDb")
    if slot.kind == "state":
        text = f"{text} | Default<{_EMPTY[shape.kind]}>"
    wrapped = type_text(shape) if shape.kind in ("sqlite", "stream") else _wrapped(shape, text)
    return Input(
        name=name,
        type=wrapped,
        doc=doc,
        optional=slot.kind == "state",
        imports=((facts.specifier, named),) if named else (),
    )


def _wrapped(shape: Shape, text: str) -> str:
    return f"Writable<{text}>" if shape.wrapper == "cell" else text


def _view_rows(option: Option, view: View, sheet: Drawing) -> Rows:
    facts = option.placed[view.part].facts if view.part >= 0 else None
    item = view.field.shape.item()
    base = (item.type_name if item else "") or pascal(singular(view.field.name), fallback="Row")
    source = view.field.name
    if facts is None:
        source = sheet.taken.give("given")
        text = type_text(root_shape(sheet.grants[view.token].value_schema))
        sheet.inputs[view.token] = Input(name=source, type=text, doc=sheet.grants[view.token].description)
    name = sheet.taken.give(camel(view.field.name, fallback="items"))
    names = RowNames(rows=name, type=sheet.taken.give(f"{base}Row"), source=source)
    return rows_of_view(view, facts, sheet.wanted, names)


def _state_rows(option: Option, place: int, part: Part, sheet: Drawing) -> Rows | None:
    fields = [
        slot.field
        for placed in option.placed
        for slot in placed.slots
        if slot.kind == "field" and slot.part == place
    ]
    if not (part.pending or part.ready or part.error):
        return None
    name = sheet.taken.give(camel(fields[0], fallback="given"))
    return Rows(
        name=name, type_name="", title=fields[0], part=place, field=fields[0], shown=False, derived=False
    )


def _totals(option: Option, parts: Sequence[Part], wanted: Wanted) -> tuple[tuple[int, str, str], ...]:
    """Totals that parts with screens already have, shown once more where a total is asked for."""
    if not any(condition.kind == "total" for condition in wanted.conditions):
        return ()
    found = [
        (place, one.name, "Total")
        for place, part in enumerate(parts)
        for one in option.placed[place].facts.result.fields()
        if part.shows and one.shape.kind == "number" and "total" in one.name.lower()
    ]
    return tuple(found[:2])
