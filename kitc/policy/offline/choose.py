"""The choice between options: the best and its runner-up, or the nearest references. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from kitc.base.kit import Choice
from kitc.policy.offline.binding import grant_strength
from kitc.policy.offline.facts import Facts
from kitc.policy.offline.score import LEAST_SCORE, Scale, Scored

LEAST_SUBJECT = 0.55
"""Share of the known subject words' weight that must be met: a view and conditions alone are no subject."""
UNGRANTED_COST = 0.3
RUN_MARGIN = 0.03
"""How much better composing must be than running something as it is."""


@dataclass(frozen=True, slots=True)
class Chosen:
    """What is recommended."""

    best: Scored | None
    """``None`` when nothing is good enough: a capability is missing."""
    runner_up: Scored | None
    references: tuple[Facts, ...] = ()
    """Nearest patterns to learn from, when nothing is good enough."""


def choose(scored: Sequence[Scored], scale: Scale, known: Sequence[Facts]) -> Chosen:
    """The best of *scored*; equal scores are told apart by kind, parts and specifiers."""
    ranked = sorted(_granted_first(scored, scale), key=_order)
    good = [one for one in ranked if one.score >= LEAST_SCORE and not _lacks_subject(one, scale)]
    if not good:
        return Chosen(None, ranked[0] if ranked else None, _references(scale, known))
    best = good[0]
    others = [one for one in ranked if _is_other(one, best)]
    return Chosen(best, others[0] if others else None)


def _granted_first(scored: Sequence[Scored], scale: Scale) -> list[Scored]:
    """*scored* with a cost on using no grant where a good option uses one: they were given for it."""
    tokens = {grant.token for grant in scale.grants}
    used = [one for one in scored if one.score >= LEAST_SCORE and not _lacks_subject(one, scale)]
    if not any(tokens & one.option.tokens for one in used):
        return list(scored)
    return [
        one if tokens & one.option.tokens else replace(one, score=round(one.score - UNGRANTED_COST, 4))
        for one in scored
    ]


def _order(one: Scored) -> tuple[float, int, int, tuple[str, ...]]:
    margin = RUN_MARGIN if one.option.kind == "run" else 0.0
    specifiers = tuple(part.facts.specifier for part in one.option.placed)
    return (-(one.score + margin), len(one.option.placed), len(one.option.views), specifiers)


def _lacks_subject(one: Scored, scale: Scale) -> bool:
    """Whether it meets too little of the subject words that the corpus knows."""
    return bool(scale.weights) and one.subject < LEAST_SUBJECT


def _is_other(one: Scored, best: Scored) -> bool:
    """Whether it takes other patterns, or takes them in another way."""
    mine = {part.facts.specifier for part in best.option.placed}
    theirs = {part.facts.specifier for part in one.option.placed}
    return mine != theirs or one.option.kind != best.option.kind


def _references(scale: Scale, known: Sequence[Facts]) -> tuple[Facts, ...]:
    """The patterns that meet most subject words, those that take what is granted first; at most two."""
    merits = []
    for facts in known:
        met = sum(weight * facts.bag.fit(term.stem) for term, weight in scale.weights)
        takes = any(
            grant_strength(grant, argument, facts)[0] > 0
            for grant in scale.grants
            for argument in facts.argument.fields()
        )
        if met > 0:
            merits.append((-(met + (1.0 if takes else 0.0)), facts.specifier, facts))
    return tuple(facts for _, _, facts in sorted(merits, key=lambda entry: entry[:2])[:2])


def as_choice(one: Scored) -> Choice:
    """A scored option as the kit tells it."""
    reasons = []
    if one.missed:
        reasons.append(f"does not cover: {', '.join(one.missed)}")
    unmet = [slot.argument.name for part in one.option.placed for slot in part.unmet]
    if unmet:
        reasons.append(f"lacks inputs: {', '.join(unmet)}")
    if one.denied:
        reasons.append(f"says itself that it does not do: {', '.join(one.denied)}")
    return Choice(
        kind=one.option.kind,
        summary=one.option.describe(),
        patterns=tuple(part.facts.specifier for part in one.option.placed),
        score=max(0.0, min(1.0, one.score)),
        reasons=tuple(reasons) or ("covers the task no better, or takes more parts",),
    )
