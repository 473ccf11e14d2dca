"""Options: ways to do a task, each a set of bound patterns and what is authored around them. Pure."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import combinations

from kitc.base.grant import Grant
from kitc.base.kit import ApproachKind
from kitc.base.shape import ShapeField, root_shape
from kitc.policy.offline.binding import Slot, bind, feeds, grant_strength
from kitc.policy.offline.facts import Facts
from kitc.policy.offline.understand import Wanted
from kitc.policy.offline.words import overlap, stems_of

MOST_MISSED = 2
"""Subject words that one owned list can stand for."""
MOST_ROW_FIELDS = 3
"""Result fields of one reader that lists are tried over."""
MOST_RENDERERS = 6
"""Renderers tried for each reader."""
MOST_PAIRED = 10
"""Patterns with a screen that are tried in pairs."""


@dataclass(frozen=True, slots=True)
class Placed:
    """A pattern with a value for each argument."""

    facts: Facts
    slots: tuple[Slot, ...]

    @property
    def tokens(self) -> tuple[str, ...]:
        """Grants that it takes."""
        return tuple(slot.token for slot in self.slots if slot.kind == "grant")

    @property
    def unmet(self) -> tuple[Slot, ...]:
        """Arguments that nothing satisfies."""
        return tuple(slot for slot in self.slots if slot.kind == "unmet")


@dataclass(frozen=True, slots=True)
class View:
    """Rows that an authored list shows: the giving part and its field, or a granted value (part -1)."""

    part: int
    field: ShapeField
    token: str = ""


@dataclass(frozen=True, slots=True)
class Option:
    """One way."""

    kind: ApproachKind
    placed: tuple[Placed, ...] = ()
    views: tuple[View, ...] = ()
    """Lists that are authored here; empty when patterns bring every screen."""
    owned: tuple[str, ...] = ()
    """Nouns of lists that the composition owns, for what no pattern has."""

    @property
    def tokens(self) -> frozenset[str]:
        """Grants that it uses."""
        return frozenset(token for part in self.placed for token in part.tokens) | {
            view.token for view in self.views if view.token
        }

    def key(self) -> str:
        """What tells this option from others: patterns, values and lists."""
        parts = [
            f"{part.facts.specifier}({' '.join(f'{s.kind}:{s.token}{s.part}{s.field}' for s in part.slots)})"
            for part in self.placed
        ]
        views = [f"{view.part}.{view.field.name}{view.token}" for view in self.views]
        return " ".join([self.kind, *parts, *views, *self.owned])

    def describe(self) -> str:
        """The way, in a few words."""
        names = [part.facts.pattern.name or part.facts.pattern.address for part in self.placed]
        chain = ", then ".join(dict.fromkeys(names))
        if self.kind == "run":
            return f"run {chain} as it is"
        if not names:
            return "author it from what is granted"
        authored = " with a list authored here" if self.views or self.owned else ""
        return f"compose {chain}{authored}"


def list_options(wanted: Wanted, known: Sequence[Facts], grants: Sequence[Grant]) -> tuple[Option, ...]:
    """Every way that the contracts allow, unordered by merit; grants are the really granted ones."""
    bound = [Placed(facts, bind(facts, grants, ())) for facts in known]
    singles = [Option("run", (part,)) for part in bound if part.facts.has_screen]
    readers = [option for part in bound for option in _reader_options(wanted, part, known, grants)]
    found = (
        singles
        + readers
        + _paired(wanted, singles)
        + _beside(wanted, readers)
        + _completed(wanted, singles)
        + _joined(wanted, readers, grants)
        + _granted_rows(grants)
    )
    spread = (_spread(option, grants) for option in found)
    return tuple({option.key(): option for option in spread}.values())


def _reader_options(
    wanted: Wanted, reader: Placed, known: Sequence[Facts], grants: Sequence[Grant]
) -> list[Option]:
    """The reader's rows through each renderer that takes them, and through a list authored here."""
    facts = reader.facts
    if not facts.rows or not any(facts.bag.fit(term.stem) for term in wanted.terms):
        return []
    fields = rows_by_fit(wanted, facts)[:MOST_ROW_FIELDS]
    found = [Option("compose", (reader,), (View(0, field),)) for field in fields]
    takers = [
        (-strength, taker.specifier, taker)
        for taker in known
        if taker.has_ui and taker is not facts
        for strength in (max(_taking(field, taker) for field in fields),)
        if strength > 0
    ]
    for _, _, taker in sorted(takers, key=lambda item: item[:2])[:MOST_RENDERERS]:
        found.append(Option("compose", (reader, Placed(taker, bind(taker, grants, ((0, facts),))))))
    return found


def rows_by_fit(wanted: Wanted, facts: Facts) -> list[ShapeField]:
    """Result fields with rows, those first whose name, type and fields speak most of what is wanted."""
    return sorted(facts.rows, key=lambda field: (-_speaks(wanted, field), facts.rows.index(field)))


def _speaks(wanted: Wanted, field: ShapeField) -> float:
    item = field.shape.item()
    words = f"{field.name} {item.type_name if item else ''}"
    inner = " ".join(inner.name for inner in item.fields()) if item else ""
    return overlap(words, wanted.text) + 0.5 * overlap(inner, wanted.text) + 0.02 * len(inner.split())


def _taking(field: ShapeField, taker: Facts) -> float:
    return max((feeds(field, argument) for argument in taker.argument.fields()), default=0.0)


def _paired(wanted: Wanted, singles: Sequence[Option]) -> list[Option]:
    """Two or three patterns with screens of their own, side by side, where each brings a side of its own."""
    whole = [one.placed[0] for one in singles if not one.placed[0].unmet and one.placed[0].facts.has_ui]
    merits = {id(part): _met(wanted, part.facts) for part in whole}
    asked = {term.stem for term in wanted.terms}
    named = {id(part): _is_named(part.facts, asked) for part in whole}
    whole.sort(key=lambda part: (-sum(merits[id(part)].values()), part.facts.specifier))
    groups = [*combinations(whole[:MOST_PAIRED], 2), *combinations(whole[:6], 3)]
    return [
        Option("compose", group)
        for group in groups
        if _each_adds([merits[id(part)] for part in group], [named[id(part)] for part in group])
    ]


def _met(wanted: Wanted, facts: Facts) -> dict[str, float]:
    """How well a pattern meets each thing that is asked: words, actions and conditions."""
    met = {term.stem: facts.bag.fit(term.stem) for term in wanted.terms}
    met |= {f"action {action}": 0.5 for action in wanted.actions if action in facts.acts}
    met |= {f"condition {c.words}": 0.5 for c in wanted.conditions if c.kind in facts.speaks_of}
    return {thing: fit for thing, fit in met.items() if fit >= 0.5}


def _is_named(facts: Facts, asked: set[str]) -> bool:
    """Whether the task spells the whole of the pattern's own name."""
    stems = set(stems_of(facts.own_name)) - {"".join(stems_of(facts.own_name)[:-1])}
    return bool(stems) and stems <= asked


def _each_adds(merits: Sequence[dict[str, float]], named: Sequence[bool]) -> bool:
    """Whether each of a group is asked for by name, or alone meets two things, one of them a word."""
    for place, mine in enumerate(merits):
        others = {thing for other, met in enumerate(merits) if other != place for thing in met}
        own = [thing for thing in mine if thing not in others]
        words = [thing for thing in own if not thing.startswith(("action ", "condition "))]
        if not words or (len(own) < 2 and not named[place]):
            return False
    return True


def _joined(wanted: Wanted, readers: Sequence[Option], grants: Sequence[Grant]) -> list[Option]:
    """Readers of different grants side by side: of each grant the few that fit the task best."""
    if len(grants) < 2:
        return []
    per_grant = []
    for grant in grants:
        mine = [option for option in readers if option.tokens == {grant.token} and option.views]
        mine.sort(key=lambda option: (-_fit_sum(wanted, option), option.placed[0].facts.specifier))
        per_grant.append(mine[:4])
    found: list[Option] = []
    for first, second in combinations(per_grant, 2):
        found += [
            _side_by_side(left, right)
            for left in first
            for right in second
            if left.placed[0].facts is not right.placed[0].facts
        ]
    return found


def _fit_sum(wanted: Wanted, option: Option) -> float:
    return sum(option.placed[0].facts.bag.fit(term.stem) for term in wanted.terms)


def _side_by_side(left: Option, right: Option) -> Option:
    shift = len(left.placed)
    views = tuple(replace(view, part=view.part + shift) for view in right.views)
    return Option("compose", left.placed + right.placed, left.views + views)


def _completed(wanted: Wanted, singles: Sequence[Option]) -> list[Option]:
    """A pattern with a screen and beside it an own list of what it lacks, where the task asks for one."""
    if wanted.view != "list" and "add" not in wanted.actions:
        return []
    found = []
    for option in singles:
        facts = option.placed[0].facts
        missed = [term.word for term in wanted.terms if facts.bag.fit(term.stem) < 0.5]
        listed = [word for word in missed if re.search(rf"\b{word} (?:check)?lists?\b", wanted.text.lower())]
        met = any(facts.bag.fit(term.stem) >= 0.9 for term in wanted.terms)
        if met and listed and len(missed) <= MOST_MISSED and facts.has_ui and not option.placed[0].unmet:
            found.append(Option("compose", option.placed, owned=(listed[0],)))
    return found


def _beside(wanted: Wanted, readers: Sequence[Option]) -> list[Option]:
    """Two readers of what is granted with a list each, where each brings a side of its own."""
    best: dict[str, Option] = {}
    for option in readers:
        if option.views and option.tokens:
            best.setdefault(option.placed[0].facts.specifier, option)
    few = sorted(best.values(), key=lambda one: (-_fit_sum(wanted, one), one.placed[0].facts.specifier))
    found = []
    for left, right in combinations(few[:MOST_PAIRED], 2):
        facts = (left.placed[0].facts, right.placed[0].facts)
        if _each_adds([_met(wanted, one) for one in facts], (True, True)):
            found.append(_side_by_side(left, right))
    return found


def _granted_rows(grants: Sequence[Grant]) -> list[Option]:
    """Rows that a grant itself holds, shown by a list authored here."""
    found = []
    for grant in grants:
        shape = root_shape(grant.value_schema)
        item = shape.item()
        if item is not None and item.fields():
            field = ShapeField(name="rows", shape=shape, required=True)
            found.append(Option("author", (), (View(-1, field, grant.token),)))
    return found


def _spread(option: Option, grants: Sequence[Grant]) -> Option:
    """*option* with an instance more for each unused grant that suits an argument already granted."""
    for grant in grants:
        if grant.token in option.tokens or not option.placed:
            continue
        for part in option.placed:
            slot = next((slot for slot in part.slots if slot.kind == "grant"), None)
            if slot and grant_strength(grant, slot.argument, part.facts)[0] >= 0.9 * slot.strength:
                option = _again(option, part, slot, grant.token)
                break
    return option


def _again(option: Option, part: Placed, slot: Slot, token: str) -> Option:
    """*option* with *part*, and what it feeds, once more for another grant."""
    place, shift = option.placed.index(part), len(option.placed)
    slots = tuple(replace(one, token=token) if one is slot else one for one in part.slots)
    fed = [
        Placed(other.facts, tuple(replace(s, part=shift) if s.part == place else s for s in other.slots))
        for other in option.placed
        if any(s.kind == "field" and s.part == place for s in other.slots)
    ]
    views = tuple(replace(view, part=shift) for view in option.views if view.part == place)
    return Option("compose", (*option.placed, Placed(part.facts, slots), *fed), option.views + views)
