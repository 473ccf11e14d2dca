"""The host's side of a draft: validate it, then fill it in as a kit. IO: reopens passages, runs the check."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from kitc.admit.citations import Citer
from kitc.admit.demonstrate import demonstrate
from kitc.admit.example import Verdict, check_example, handle_troubles, import_troubles
from kitc.admit.invented import invented_troubles
from kitc.admit.patterns import admit_pattern, find_answer
from kitc.admit.size import within_bytes
from kitc.admit.sources import efficiency_of, joined_label, sources_of
from kitc.admit.strike import struck
from kitc.admit.text import redacted
from kitc.base.draft import Draft, DraftMissing, Trouble
from kitc.base.kit import (
    Approach,
    AvailableInput,
    Demonstration,
    Gap,
    Inputs,
    Kit,
    KitPattern,
    KitProvenance,
    MissingInput,
    Recipe,
    Rule,
    RunPattern,
    Status,
    Verification,
)
from kitc.base.task import Task
from kitc.loop.session import Session
from kitc.tools.answers import PassageAnswer

if TYPE_CHECKING:
    from pydantic import JsonValue


@dataclass(frozen=True, slots=True)
class Admission:
    """A kit, with the troubles that the draft still has."""

    kit: Kit
    troubles: tuple[Trouble, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Findings:
    """What was admitted of a draft."""

    patterns: tuple[KitPattern, ...]
    rules: tuple[Rule, ...]
    inputs: Inputs
    verdict: Verdict
    source: str | None


@dataclass(frozen=True, slots=True)
class Host:
    """What the host knows beside the draft."""

    session: Session
    citer: Citer
    provenance: KitProvenance


def admit(
    draft: Draft, task: Task, session: Session, provenance: KitProvenance, *, check: bool = True
) -> Admission:
    """*draft* as a kit: refused parts are left out and named; an example with troubles is never in it.

    Without *check*, in trials only, the example is not proved against the index, and the kit says so.
    """
    invented = invented_troubles(draft, task, session)
    draft = struck(draft, invented)
    citer = Citer(session)
    patterns, troubles = _admit_patterns(draft, session, citer)
    troubles += structure_troubles(draft)
    troubles += (*handle_troubles(draft, task.tokens()), *import_troubles(draft, session))
    verdict = Verdict() if troubles else _verdict(draft, session, check=check)
    troubles += verdict.troubles
    found = Findings(
        patterns=patterns,
        rules=_rules(draft, citer),
        inputs=_inputs(draft, task, citer),
        verdict=verdict,
        source=None if troubles else draft.source_text,
    )
    kit = _filled(draft, task, Host(session, citer, provenance), found)
    troubles += (*citer.troubles, *invented)
    unsupported = tuple(Gap(kind="claim", what=trouble.message[:400]) for trouble in _unsupported(troubles))
    kit = kit.model_copy(update={"gaps": tuple(dict.fromkeys((*kit.gaps, *unsupported)))})
    return Admission(within_bytes(kit, task.budget.kit_bytes), tuple(troubles))


def _admit_patterns(
    draft: Draft, session: Session, citer: Citer
) -> tuple[tuple[KitPattern, ...], list[Trouble]]:
    patterns: list[KitPattern] = []
    troubles: list[Trouble] = []
    for item in draft.patterns:
        admitted = admit_pattern(item, session, citer)
        if isinstance(admitted, Trouble):
            troubles.append(admitted)
        else:
            patterns.append(admitted)
    return tuple(patterns), troubles


def _verdict(draft: Draft, session: Session, *, check: bool) -> Verdict:
    if check or draft.source_text is None:
        return check_example(draft, session)
    return Verdict(untold=("the example: this run was told not to check it",))


def _unsupported(troubles: list[Trouble]) -> list[Trouble]:
    return sorted(set(troubles), key=lambda trouble: (trouble.part, trouble.where))[:8]


def structure_troubles(draft: Draft) -> tuple[Trouble, ...]:
    """What the parts of a draft contradict each other in."""
    found = []
    direct = [pattern for pattern in draft.patterns if pattern.use == "direct"]
    composed = [pattern for pattern in draft.patterns if pattern.use == "compose"]
    if draft.kind == "run" and len(direct) != 1:
        found.append(f"a run approach takes exactly one pattern for direct use, not {len(direct)}")
    if draft.kind == "run" and draft.source_text is not None:
        found.append("a run approach has no source of its own")
    if draft.kind == "compose" and not composed:
        found.append("a compose approach composes no pattern")
    names = [binding.name for binding in draft.bindings]
    if len(set(names)) < len(names):
        found.append("two handles are bound to one input")
    return tuple(Trouble(part="structure", where="draft", message=message) for message in found)


def _filled(draft: Draft, task: Task, host: Host, found: Findings) -> Kit:
    """The kit of what was admitted, with the host's own facts beside it."""
    recipe = _recipe(draft, found.patterns, found.inputs, found.source)
    sources = sources_of(host.citer.cited)
    untold = tuple(
        Gap(kind="claim", what=f"the check cannot tell: {text}"[:400]) for text in found.verdict.untold[:4]
    )
    demonstrated = found.verdict.demonstrated + _shown(found.patterns, host.session, task)
    return Kit(
        status=_status(draft, recipe, found.inputs, found.rules),
        task=redacted(task.words(), task.tokens()),
        approach=_approach(draft, found.inputs),
        inputs=found.inputs,
        patterns=found.patterns,
        recipe=recipe,
        rules=found.rules,
        verification=Verification(to_check=draft.to_check, demonstrated=demonstrated),
        gaps=(*draft.gaps, *untold),
        sources=sources,
        label=joined_label(host.session.reads),
        context_efficiency=efficiency_of(sources, used=_used_text(draft, found)),
        provenance=host.provenance,
    )


def _used_text(draft: Draft, found: Findings) -> str:
    """All that the example and the rules say, and the fit and contracts that they rely on.

    Without an example, what a pattern says of its own coverage is the rule by which it is run.
    """
    rules = [f"{rule.topic} {rule.statement} {rule.citation.quote}" for rule in found.rules]
    direct = [claim.claim for one in found.patterns if one.use == "direct" for claim in one.coverage]
    contracts = [f"{pattern.argument_schema} {pattern.result_schema}" for pattern in found.patterns]
    return " ".join([found.source or "", *rules, *contracts, *draft.fit, *direct])


def _rules(draft: Draft, citer: Citer) -> tuple[Rule, ...]:
    found = []
    for rule in draft.rules:
        citation = citer.admit(rule.citation)
        if citation is not None:
            found.append(Rule(topic=rule.topic, statement=rule.statement, citation=citation))
    return tuple(found)


def _inputs(draft: Draft, task: Task, citer: Citer) -> Inputs:
    schemas = {grant.token: grant.value_schema for grant in task.grants if grant.state == "granted"}
    available = tuple(
        AvailableInput(
            name=binding.name,
            token=binding.token,
            type=binding.type,
            feeds=binding.feeds,
            value_schema=schemas[binding.token],
            note=binding.note,
        )
        for binding in draft.bindings
        if binding.token in schemas
    )
    return Inputs(available=available, missing=tuple(_missing(item, citer) for item in draft.missing))


def _missing(item: DraftMissing, citer: Citer) -> MissingInput:
    answer = find_answer(citer.session, item.pattern) if item.pattern else None
    schema = answer.argument_schema if answer else True
    properties = schema.get("properties") if isinstance(schema, dict) else None
    inner = properties.get(item.argument, True) if isinstance(properties, dict) else True
    return MissingInput(
        name=item.name,
        pattern=item.pattern,
        argument=item.argument,
        type=item.type,
        value_schema=inner if isinstance(inner, (dict, bool)) else True,
        required=item.required,
        capability=item.capability,
        ask=item.ask,
        citation=citer.admit(item.citation),
    )


def _recipe(
    draft: Draft, patterns: tuple[KitPattern, ...], inputs: Inputs, source: str | None
) -> Recipe | None:
    unbound = tuple(item.name for item in inputs.missing if item.required)
    bound: dict[str, JsonValue] = {item.name: item.token for item in inputs.available}
    if draft.kind == "run":
        direct = next((pattern for pattern in patterns if pattern.use == "direct"), None)
        return (
            Recipe(run_pattern=RunPattern(inputs=bound, pattern=direct.specifier), unbound=unbound)
            if direct
            else None
        )
    return (
        Recipe(run_pattern=RunPattern(inputs=bound, source_text=source), unbound=unbound) if source else None
    )


def _status(draft: Draft, recipe: Recipe | None, inputs: Inputs, rules: tuple[Rule, ...]) -> Status:
    if draft.kind == "answer":
        return "complete" if rules else "incomplete"
    if recipe is None:
        return "incomplete"
    return "conditional" if any(item.required for item in inputs.missing) else "complete"


def _approach(draft: Draft, inputs: Inputs) -> Approach:
    return Approach(
        kind=draft.kind,
        summary=draft.summary,
        conditional=any(item.required for item in inputs.missing),
        fit=draft.fit,
        uncertainty=draft.uncertainty,
        capability=draft.capability,
        score=draft.score,
        runner_up=draft.runner_up,
    )


def _shown(patterns: tuple[KitPattern, ...], session: Session, task: Task) -> tuple[Demonstration, ...]:
    """Demonstrations of the patterns that are run or composed, and of patterns that their programs hold."""
    found: list[Demonstration] = []
    for pattern in patterns:
        answer = find_answer(session, pattern.specifier)
        if answer is None or pattern.use == "reference":
            continue
        for address in (answer.address, *sorted({one.address for one in answer.modules} - {answer.address})):
            inner = find_answer(session, address)
            found += demonstrate(inner, _entry(address, session), task) if inner else ()
    return tuple(dict.fromkeys(found))


def _entry(address: str, session: Session) -> PassageAnswer | None:
    for answer in session.answers.values():
        if isinstance(answer, PassageAnswer) and answer.address.split("@")[0] == address and answer.text:
            return answer
    return None
