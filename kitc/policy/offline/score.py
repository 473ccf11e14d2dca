"""How well an option does a task: covered words and conditions, less what it costs. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass

from kitc.base.grant import Grant
from kitc.base.shape import Shape, ShapeField
from kitc.policy.offline import lexicon
from kitc.policy.offline.columns import find_amount, find_date, find_flag, find_named
from kitc.policy.offline.facts import Facts
from kitc.policy.offline.option import Option
from kitc.policy.offline.understand import Condition, Term, Wanted
from kitc.policy.offline.words import Bag, bag_of, stem_of

VIEW_WEIGHT, ACTION_WEIGHT, CONDITION_WEIGHT = 0.5, 0.5, 0.5
UNKNOWN_WEIGHT = 0.25
"""Weight of a task word that nothing found speaks of: more often filler than subject."""
UNKNOWN_HEAD_WEIGHT = 1.0
"""Weight of the first noun when nothing found speaks of it: then the subject itself is missing."""
HEAD_WEIGHT = 1.5
"""Weight of the first subject word that the corpus speaks of."""
AUTHORED_COST, STEP_COST, PART_COST = 0.08, 0.02, 0.04
UNMET_COST, UNFED_COST, UNUSED_COST = 0.12, 0.4, 0.12
FOREIGN_ROWS_COST = 0.12
"""Of a list authored over rows that do not speak of the subject."""
SPOKEN_GAIN = 0.02
CLOSED_COST = 0.15
"""Of patterns that nothing from outside reaches, when the task is about data that is there already."""
OWNED_FIT, OWNED_COST = 0.7, 0.12
"""What a list of the composition's own counts for its noun, and what authoring it costs."""
TRIAL_COST, NAME_GAIN = 0.2, 0.06
DENIED_COST = 0.15
OWNED_ACTIONS = ("add", "complete", "remove")
LEAST_SCORE = 0.45
"""What nothing reaches is a missing capability."""
_TIERS = {"deprecated": 0.3, "broken": 0.4, "demo": 0.03, "wip": 0.1}


@dataclass(frozen=True, slots=True)
class Scored:
    """An option with its score and what it misses."""

    option: Option
    score: float
    covered: tuple[str, ...]
    """Task words that it meets."""
    missed: tuple[str, ...]
    """Task words and conditions that it does not."""
    denied: tuple[str, ...]
    """Task words that a part says it does not do."""
    subject: float
    """0 to 1: share of the weight of known subject words that is met."""


@dataclass(frozen=True, slots=True)
class Scale:
    """Weights of one task's words, once candidates are known."""

    wanted: Wanted
    grants: tuple[Grant, ...]
    weights: tuple[tuple[Term, float], ...]
    attached: frozenset[str] = frozenset()
    """Specifiers of patterns that the caller attached."""

    @property
    def total(self) -> float:
        """The whole weight."""
        wanted = self.wanted
        rest = len(wanted.actions) * ACTION_WEIGHT + len(wanted.conditions) * CONDITION_WEIGHT
        return sum(weight for _, weight in self.weights) + rest + (VIEW_WEIGHT if wanted.view else 0)


def scale_of(
    wanted: Wanted, known: Sequence[Facts], grants: Sequence[Grant], attached: frozenset[str]
) -> Scale:
    """The weights of *wanted*: a word that a candidate speaks of counts 1, the first such one more."""
    weights, has_head = [], False
    for term in wanted.terms:
        is_known = any(facts.bag.knows(term.stem) for facts in known)
        may_head = not has_head and not term.word.endswith(("ing", "ed", "ly"))
        unknown = UNKNOWN_HEAD_WEIGHT if may_head else UNKNOWN_WEIGHT
        weight = unknown if not is_known else HEAD_WEIGHT if may_head else 1.0
        has_head = has_head or may_head
        weights.append((term, weight))
    return Scale(wanted, tuple(grants), tuple(weights), attached)


def score_option(option: Option, scale: Scale) -> Scored:
    """*option* on *scale*."""
    bags = [part.facts.bag for part in option.placed]
    granted = bag_of((grant.description, 1.0) for grant in scale.grants if grant.token in option.tokens)
    authored = {stem_of(c.field) for c in scale.wanted.conditions if c.field and meets(option, c)}
    gained = 0.0
    covered: list[str] = []
    missed: list[str] = []
    for term, weight in scale.weights:
        fit = max([bag.fit(term.stem) for bag in bags] + [granted.fit(term.stem)])
        fit = 1.0 if term.stem in authored else fit
        fit = max(fit, OWNED_FIT) if term.word in option.owned else fit
        gained += weight * fit
        (covered if fit >= 0.5 else missed).append(term.word)
    known = sum(weight for _, weight in scale.weights if weight > UNKNOWN_WEIGHT)
    subject = gained / known if known else 0.0
    for word, weight, is_met in _asked(option, scale.wanted, bags):
        gained += weight if is_met else 0.0
        (covered if is_met else missed).append(word)
    denied = _denied(scale, bags)
    score = gained / scale.total if scale.total else 0.0
    score -= _costs(option, scale) + (DENIED_COST if denied else 0.0)
    return Scored(option, round(score, 4), tuple(covered), tuple(missed), denied, round(subject, 4))


def _denied(scale: Scale, bags: Sequence[Bag]) -> tuple[str, ...]:
    """Words that a part denies and no part has."""
    return tuple(
        term.word
        for term, _ in scale.weights
        if any(term.stem in bag.absent for bag in bags) and not any(bag.fit(term.stem) for bag in bags)
    )


def _asked(option: Option, wanted: Wanted, bags: Sequence[Bag]) -> list[tuple[str, float, bool]]:
    found = []
    if wanted.view:
        forms = {stem_of(word) for word in lexicon.VIEWS[wanted.view]}
        named = any(bag.weights.get(form) for bag in bags for form in forms)
        found.append((wanted.view, VIEW_WEIGHT, bool(option.views or option.owned) or named))
    found += [
        (
            action,
            ACTION_WEIGHT,
            any(action in part.facts.acts for part in option.placed)
            or (bool(option.owned) and action in OWNED_ACTIONS),
        )
        for action in wanted.actions
    ]
    found += [
        (condition.words, CONDITION_WEIGHT, meets(option, condition)) for condition in wanted.conditions
    ]
    return found


def meets(option: Option, condition: Condition) -> bool:
    """Whether a part says that it does this, or an authored list can."""
    if any(says(part.facts, condition) for part in option.placed):
        return True
    return any(can_author(condition, view.field.shape.item()) for view in option.views) or (
        condition.kind == "match" and len(option.views) > 1
    )


def says(facts: Facts, condition: Condition) -> bool:
    """Whether the pattern's own texts speak of the condition."""
    if condition.field and condition.kind in ("only", "by_field", "sorted"):
        return facts.bag.fit(stem_of(condition.field)) >= 0.5
    return condition.kind in facts.speaks_of


def can_author(condition: Condition, item: Shape | None) -> bool:
    """Whether a list over rows of this shape can be given the condition."""
    if item is None:
        return False
    if condition.kind in ("newest", "oldest", "by_day", "by_month"):
        return find_date(item) is not None
    if condition.kind == "total":
        return find_amount(item) is not None
    if condition.kind == "only":
        return find_flag(item, condition.field) is not None
    if condition.kind in ("by_field", "sorted"):
        return find_named(item, condition.field) is not None
    return condition.kind == "limit"


def _costs(option: Option, scale: Scale) -> float:
    cost = (
        OWNED_COST * len(option.owned)
        + AUTHORED_COST * bool(option.views)
        + PART_COST * max(0, len(option.placed) - 1)
    )
    if option.views:
        unsaid = [
            c for c in scale.wanted.conditions if not any(says(part.facts, c) for part in option.placed)
        ]
        cost += STEP_COST * len(unsaid)
    for view in option.views:
        spoken = _speaks(view.field, scale)
        cost += (0.0 if view.token else FOREIGN_ROWS_COST) if not spoken else -SPOKEN_GAIN * min(3, spoken)
    cost -= NAME_GAIN * max((_named(part.facts, scale) for part in option.placed), default=0.0)
    if scale.wanted.is_own and option.placed and not any(part.facts.has_door for part in option.placed):
        cost += CLOSED_COST
    for part in option.placed:
        cost += sum(UNFED_COST if slot.argument.shape.kind == "array" else UNMET_COST for slot in part.unmet)
        cost += _quality_cost(part.facts)
        cost -= 0.3 if part.facts.specifier in scale.attached else 0.0
    unused = [grant for grant in scale.grants if grant.token not in option.tokens]
    return cost + UNUSED_COST * len(unsaid_grants(unused))


def _speaks(field: ShapeField, scale: Scale) -> int:
    """How many subject words rows are of: by name and type, else 1 if their fields have most words."""
    item = field.shape.item()
    named = bag_of(((field.name, 1.0), (item.type_name if item else "", 1.0)))
    inner = bag_of((inner.name, 1.0) for inner in item.fields()) if item else named
    stems = [term.stem for term, _ in scale.weights]
    spoken = sum(named.fit(stem) >= 0.5 for stem in stems)
    return spoken or int(sum(inner.fit(stem) >= 0.5 for stem in stems) * 2 >= len(stems))


def _named(facts: Facts, scale: Scale) -> float:
    """Share of the pattern's own name that the task spells."""
    words = {term.stem for term, _ in scale.weights} | {stem_of(scale.wanted.view)}
    return len(facts.name_stems & words) / max(1, len(facts.name_stems))


def unsaid_grants(grants: Sequence[Grant]) -> tuple[Grant, ...]:
    """Grants that count when they stay unused: at most two, more say nothing new."""
    return tuple(grants[:2])


def _quality_cost(facts: Facts) -> float:
    """Small for rated work, large for what is marked as unfit; long programs cost a little."""
    pattern = facts.pattern
    cost = _TIERS.get(pattern.tier.lower(), 0.0) - (0.02 * (pattern.rating - 3) if pattern.rating else 0.0)
    cost += TRIAL_COST if facts.is_trial else 0.0
    cost += 0.05 if pattern.contract_status != "complete" else 0.0
    return cost + min(0.03, 0.002 * len(pattern.modules))
