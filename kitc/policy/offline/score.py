"""How well an option does a task: covered words and conditions, less what it costs. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass

from kitc.base.grant import Grant
from kitc.base.shape import Shape
from kitc.policy.offline import lexicon
from kitc.policy.offline.columns import find_amount, find_date, find_flag, find_named
from kitc.policy.offline.facts import Facts
from kitc.policy.offline.option import Option
from kitc.policy.offline.understand import Condition, Term, Wanted
from kitc.policy.offline.words import Bag, bag_of, stem_of

VIEW_WEIGHT, ACTION_WEIGHT, CONDITION_WEIGHT = 0.5, 0.5, 0.5
UNKNOWN_WEIGHT = 0.25
"""Weight of a task word that nothing found speaks of: more often filler than subject."""
HEAD_WEIGHT = 1.5
"""Weight of the first subject word that the corpus speaks of."""
AUTHORED_COST, STEP_COST, PART_COST = 0.08, 0.02, 0.04
UNMET_COST, UNFED_COST, UNUSED_COST = 0.12, 0.4, 0.12
DENIED_COST = 0.15
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
        weight = UNKNOWN_WEIGHT if not is_known else 1.0 if has_head else HEAD_WEIGHT
        has_head = has_head or is_known
        weights.append((term, weight))
    return Scale(wanted, tuple(grants), tuple(weights), attached)


def score_option(option: Option, scale: Scale) -> Scored:
    """*option* on *scale*."""
    bags = [part.facts.bag for part in option.placed]
    granted = bag_of((grant.description, 0.8) for grant in scale.grants if grant.token in option.tokens)
    gained = 0.0
    covered: list[str] = []
    missed: list[str] = []
    for term, weight in scale.weights:
        fit = max([bag.fit(term.stem) for bag in bags] + [granted.fit(term.stem)], default=0.0)
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
        found.append((wanted.view, VIEW_WEIGHT, bool(option.views) or named))
    for action in wanted.actions:
        found.append((action, ACTION_WEIGHT, any(action in part.facts.acts for part in option.placed)))
    for condition in wanted.conditions:
        found.append((condition.words, CONDITION_WEIGHT, meets(option, condition)))
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
    cost = AUTHORED_COST * bool(option.views) + PART_COST * max(0, len(option.placed) - 1)
    if option.views:
        unsaid = [
            c for c in scale.wanted.conditions if not any(says(part.facts, c) for part in option.placed)
        ]
        cost += STEP_COST * len(unsaid)
    for part in option.placed:
        cost += sum(UNFED_COST if slot.argument.shape.kind == "array" else UNMET_COST for slot in part.unmet)
        cost += _quality_cost(part.facts)
        cost -= 0.3 if part.facts.specifier in scale.attached else 0.0
    unused = [grant for grant in scale.grants if grant.token not in option.tokens]
    return cost + UNUSED_COST * len(unsaid_grants(unused))


def unsaid_grants(grants: Sequence[Grant]) -> tuple[Grant, ...]:
    """Grants that count when they stay unused: at most two, more say nothing new."""
    return tuple(grants[:2])


def _quality_cost(facts: Facts) -> float:
    """Small for rated work, large for what is marked as unfit; long programs cost a little."""
    pattern = facts.pattern
    cost = _TIERS.get(pattern.tier.lower(), 0.0) - (0.02 * (pattern.rating - 3) if pattern.rating else 0.0)
    cost += 0.05 if pattern.contract_status != "complete" else 0.0
    return cost + min(0.03, 0.002 * len(pattern.modules))
