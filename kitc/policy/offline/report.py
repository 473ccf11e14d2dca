"""What a draft says beside its source: fit, uncertainty, inputs, what to check, gaps. Pure."""

from collections.abc import Mapping, Sequence

from kitc.base.draft import DraftBinding, DraftCitation, DraftMissing
from kitc.base.grant import Grant
from kitc.base.kit import Gap
from kitc.compose.types import type_text
from kitc.policy.offline.binding import Slot
from kitc.policy.offline.columns import find_date, shown_columns
from kitc.policy.offline.draw import Drawn
from kitc.policy.offline.facts import Facts
from kitc.policy.offline.option import Option, Placed
from kitc.policy.offline.quote import line_about
from kitc.policy.offline.score import Scored, meets, says
from kitc.policy.offline.understand import Condition, Wanted

_BOUNDS = ("limit", "max", "count", "size", "days")
"""Words in names of arguments that bound how much comes."""
_CAPABILITIES = {
    "sqlite": "a connector that grants a live SQLite database",
    "array": "a registry entry or a pattern that gives these rows",
    "object": "a connector or registry entry that grants a live value of this shape",
    "stream": "a registry entry that offers this event",
}


def fit_of(best: Scored, grants: Sequence[Grant]) -> tuple[str, ...]:
    """Why it fits."""
    lines = []
    if best.covered:
        lines.append(f"covers: {', '.join(best.covered)}")
    for part in best.option.placed:
        rows = ", ".join(field.name for field in part.facts.rows)
        name = part.facts.pattern.name or part.facts.pattern.address
        if rows:
            lines.append(f"{name} gives rows: {rows}")
        for slot in part.slots:
            if slot.kind == "grant":
                told = next((grant.description for grant in grants if grant.token == slot.token), "")
                lines.append(f"{name} takes {slot.argument.name} from {slot.token} ({told or 'undescribed'})")
            if slot.kind == "field":
                giver = best.option.placed[slot.part].facts.pattern
                lines.append(
                    f"{name} takes {slot.argument.name} from {giver.name}.{slot.field}: the contracts fit"
                )
    return tuple(lines)


def uncertainty_of(best: Scored, wanted: Wanted) -> tuple[str, ...]:
    """What stays open."""
    lines = []
    if best.missed:
        lines.append(f"no text of the selected patterns speaks of: {', '.join(best.missed)}")
    for part in best.option.placed:
        lines += _open_questions(part)
    if _says_no_order(best.option, wanted):
        lines.append("order: no text of the patterns says in which order the rows come")
    return tuple(dict.fromkeys(lines))


def _open_questions(part: Placed) -> list[str]:
    """What the index leaves open of one pattern."""
    pattern, lines = part.facts.pattern, []
    if pattern.contract_status != "complete":
        lines.append(
            f"the contract of {pattern.name} is partial: {', '.join(pattern.unresolved[:5])} unknown"
        )
    if pattern.tier and pattern.tier not in ("core", "stable"):
        lines.append(f"{pattern.name} is recorded as tier {pattern.tier}")
    lines += [
        f"whether {slot.token} fits {pattern.name}.{slot.argument.name} cannot be told from the schemas"
        for slot in part.slots
        if slot.kind == "grant" and not slot.certain
    ]
    lines += [
        f"coverage: {pattern.name} has {name} {value} by default, which bounds what comes"
        for name, value in bounds_of(part.facts)
    ]
    return lines


def bounds_of(facts: Facts) -> list[tuple[str, int | float]]:
    """Numeric arguments that bound how much a pattern gives, with their defaults, by path."""
    found = []
    for field in facts.argument.fields():
        for name, shape in [
            (field.name, field.shape),
            *((f"{field.name}.{i.name}", i.shape) for i in field.shape.fields()),
        ]:
            value = shape.schema.get("default") if isinstance(shape.schema, dict) else None
            is_bound = any(word in name.lower() for word in _BOUNDS)
            if is_bound and isinstance(value, (int, float)) and not isinstance(value, bool):
                found.append((name, value))
    return found


def _says_no_order(option: Option, wanted: Wanted) -> bool:
    """Whether dated rows are shown and neither a pattern nor the example orders them."""
    if any(condition.kind in ("newest", "oldest", "sorted") for condition in wanted.conditions):
        return False
    newest = Condition("newest", "newest first")
    ordered = any(says(part.facts, newest) for part in option.placed)
    dated = [view for view in option.views if (item := view.field.shape.item()) and find_date(item)]
    return bool(dated) and not ordered


def bindings_of(
    option: Option, names: Mapping[str, str], types: Mapping[str, str]
) -> tuple[DraftBinding, ...]:
    """Granted handles with what they feed; *names* gives an input name by token."""
    feeds: dict[str, list[str]] = {}
    notes: dict[str, str] = {}
    slots = [(part, slot) for part in option.placed for slot in part.slots if slot.kind == "grant"]
    for part, slot in slots:
        feeds.setdefault(slot.token, []).append(f"{part.facts.pattern.name}.{slot.argument.name}")
        if slot.argument.shape.wrapper == "cell":
            notes[slot.token] = "stays a live cell: the pattern may write to it"
    for view in option.views:
        if view.token:
            feeds.setdefault(view.token, []).append("the list authored here")
    return tuple(
        DraftBinding(
            name=names[token],
            token=token,
            type=types.get(names[token], "unknown"),
            feeds=tuple(dict.fromkeys(fed)),
            note=notes.get(token, ""),
        )
        for token, fed in feeds.items()
        if token in names
    )


def missing_of(option: Option, names: Mapping[str, str]) -> tuple[DraftMissing, ...]:
    """A precise report of each argument that nothing satisfies."""
    return tuple(
        _missing(part.facts, slot, names.get(f"{place}.{slot.argument.name}", slot.argument.name))
        for place, part in enumerate(option.placed)
        for slot in part.unmet
    )


def _missing(facts: Facts, slot: Slot, name: str) -> DraftMissing:
    shape = slot.argument.shape
    doc = facts.docs.get(("argument", slot.argument.name), shape.doc)
    what = " ".join((doc or f"{slot.argument.name} of type {type_text(shape)}").split())
    capability = _CAPABILITIES.get(shape.kind, "a registry entry or connector that grants this value")
    line = line_about(facts.source, f"{slot.argument.name} {doc}") if facts.source else None
    return DraftMissing(
        name=name,
        pattern=facts.specifier,
        argument=slot.argument.name,
        type=type_text(shape),
        capability=f"{capability}: {what}",
        ask=f"May this task use: {what.rstrip('.')}? It is {slot.argument.name} of {facts.pattern.name}.",
        citation=DraftCitation(address=facts.pattern.address, quote=line.text) if line else None,
    )


def checks_of(option: Option, wanted: Wanted, drawn: Drawn | None) -> tuple[str, ...]:
    """What an author must see in the running page."""
    lines = []
    for part in option.placed:
        lines += [
            f"{part.facts.pattern.name}: real rows of {field.name} appear once the input answers"
            for field in part.facts.rows[:1]
        ]
    if any(slot.kind in ("grant", "unmet") for part in option.placed for slot in part.slots):
        lines.append(
            "with the input granted, real rows show; before the first answer the page says that it waits"
        )
        lines.append("an empty and a failing input are told apart, each with its own words")
    if drawn and any(part.pending or part.ready for part in drawn.blueprint.parts):
        lines.append("before the first answer the page says that it waits, and shows no empty list")
    if drawn and any(part.error for part in drawn.blueprint.parts):
        lines.append("a failing input shows its error, not an empty list")
    if drawn and drawn.blueprint.rows:
        lines.append("with no row at all the page says so")
    lines.extend(f"the page keeps to: {condition.words}" for condition in wanted.conditions)
    lines.extend(f"a user can {action}, and the page follows" for action in wanted.actions)
    lines.append("the result is the same after a reload in a new session")
    return tuple(dict.fromkeys(lines))


def gaps_of(best: Scored, wanted: Wanted) -> tuple[Gap, ...]:
    """What is not indexed and worth contributing, and conditions that nothing meets."""
    gaps = []
    for view in best.option.views:
        item = view.field.shape.item()
        names = ", ".join(field.name for field in shown_columns(item, wanted.text)) if item else ""
        kind, given = wanted.view or "list", view.field.name
        gaps.append(
            Gap(
                kind="capability",
                what=f"a reusable {kind} renderer that takes {given} of {{ {names} }} is not indexed",
                suggestion=f"contribute the {kind} that the example authors as a pattern of its own",
            )
        )
    gaps += [
        Gap(
            kind="capability",
            what=f"no pattern keeps a list of {word}: the example owns one",
            suggestion="contribute it as a pattern of its own",
        )
        for word in best.option.owned
    ]
    gaps += [
        Gap(kind="capability", what=f"nothing found does: {condition.words}")
        for condition in wanted.conditions
        if not meets(best.option, condition)
    ]
    if best.denied:
        gaps.append(
            Gap(
                kind="capability",
                what=f"the selected patterns say that they leave out: {', '.join(best.denied)}",
            )
        )
    gaps += [
        Gap(kind="claim", what=f"no contract or text shows: {word}")
        for word in best.missed
        if all(word != condition.words for condition in wanted.conditions)
    ][:4]
    return tuple(gaps)
