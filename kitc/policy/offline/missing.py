"""When nothing indexed is good enough: what is missing, and the nearest references. Pure over a session."""

from kitc.base.draft import Draft, DraftPattern
from kitc.base.kit import Gap
from kitc.compose import compose_module
from kitc.loop.session import Session
from kitc.policy.offline.choose import Chosen, as_choice
from kitc.policy.offline.discover import Found
from kitc.policy.offline.owning import own_list
from kitc.policy.offline.reading import coverage_of, read_entry
from kitc.policy.offline.score import Scale
from kitc.policy.offline.topics import features_of, find_rules
from kitc.policy.offline.understand import Wanted


def author_missing(wanted: Wanted, chosen: Chosen, found: Found, scale: Scale, session: Session) -> Draft:
    """A draft that names what is missing, with references and, for a list of one's own, an example."""
    known = [term for term, _ in scale.weights if any(facts.bag.knows(term.stem) for facts in found.known())]
    capability = _capability(wanted)
    is_sense = bool(known) or bool(wanted.actions or wanted.conditions)
    blueprint = own_list(wanted) if is_sense and not scale.grants else None
    source = compose_module(blueprint) if blueprint else None
    features = features_of(source, runs=False, states=False) if source else frozenset()
    rules, _ = find_rules(features, session) if source else ((), ())
    patterns = []
    for facts in chosen.references if is_sense else ():
        read = read_entry(facts, session)
        patterns.append(DraftPattern(ref=facts.specifier, use="reference", coverage=coverage_of(read).claims))
    return Draft(
        kind="author",
        summary=f"author the missing part: {capability}",
        capability=capability,
        fit=("no indexed pattern does this; the nearest are named for reference",) if patterns else (),
        uncertainty=(f"no indexed pattern was found that does: {wanted.text[:200]}",),
        runner_up=as_choice(chosen.runner_up) if chosen.runner_up and is_sense else None,
        patterns=tuple(patterns),
        source_text=source,
        rules=rules,
        to_check=tuple(f"a user can {action}, and the page follows" for action in wanted.actions),
        gaps=_gaps(wanted, capability, found, is_sense=is_sense, has_source=source is not None),
    )


def _capability(wanted: Wanted) -> str:
    words = " ".join(term.word for term in wanted.terms[:8])
    conditions = ", ".join(condition.words for condition in wanted.conditions)
    return f"{wanted.view or 'view'} of {words or 'what is asked'}" + (
        f" ({conditions})" if conditions else ""
    )


def _gaps(
    wanted: Wanted, capability: str, found: Found, *, is_sense: bool, has_source: bool
) -> tuple[Gap, ...]:
    gaps = [Gap(kind="capability", what=f"not indexed: {capability}", suggestion="a contribution to make")]
    if not is_sense:
        gaps = [Gap(kind="capability", what=f"nothing in this corpus speaks of: {wanted.text[:300]}")]
    if not has_source:
        gaps.append(
            Gap(kind="example", what="no example is given: its data and contract are not shown by any source")
        )
    gaps += [
        Gap(
            kind="source",
            what=f"{facts.pattern.name} is recorded as hidden and was not selected",
            suggestion=facts.pattern.notes,
        )
        for facts in found.hidden[:3]
    ]
    return (*gaps, *(Gap(kind="source", what=trouble[:300]) for trouble in found.trouble[:4]))
