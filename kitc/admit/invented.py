"""Facts that a draft only asserts: names, handles and claims that the host's record does not bear out. Pure.

Patterns, citations, bindings and the example have checks of their own; here is the rest of the draft, prose
included, since an agent that reads a kit takes an identity in a sentence for as real as one in a field.
"""

import re
from collections.abc import Iterator

from pydantic import JsonValue

from kitc.admit.patterns import find_answer
from kitc.base.draft import Draft, DraftMissing, Trouble
from kitc.base.strict import json_of
from kitc.base.task import Task
from kitc.loop.session import Session
from kitc.tools.answers import PatternAnswer

_TOKEN = re.compile(r"cfh:[A-Za-z0-9:_-]+")
_SPECIFIER = re.compile(r"cf:pattern:[A-Za-z0-9_-]+")
_RECORDED = "quality record: "
"""Start of a claim that repeats what the index records of a pattern's quality."""


def invented_troubles(draft: Draft, task: Task, session: Session) -> tuple[Trouble, ...]:
    """What *draft* asserts and nothing bears out, each once, in the order of the checks."""
    found = [
        *_named(draft, task, session),
        *_claimed(draft, session),
        *_runner_up(draft, session),
        *(trouble for item in draft.missing for trouble in _missing(item, session)),
        *_fed(draft, session),
        *_run_with(draft, session),
    ]
    if not 0 <= draft.score <= 1:
        found.append(
            Trouble(part="structure", where="score", message=f"score {draft.score} is not from 0 to 1")
        )
    return tuple(dict.fromkeys(found))


def _named(draft: Draft, task: Task, session: Session) -> Iterator[Trouble]:
    """Identities and handles anywhere in the prose that no answer and no grant contains."""
    bare = draft.model_copy(update={"source_text": None, "patterns": (), "bindings": ()})
    notes = [claim.claim for pattern in draft.patterns for claim in (*pattern.coverage, *pattern.evidence)]
    notes += [text for binding in draft.bindings for text in (binding.note, binding.type, *binding.feeds)]
    text = "\n".join([json_of(bare), *notes])
    known = session.found | {record.specifier for record in session.inventory.values()}
    for specifier in sorted(set(_SPECIFIER.findall(text)) - known):
        yield Trouble(part="pattern", where=specifier, message=f"{specifier} was in no index answer")
    for token in sorted(set(_TOKEN.findall(text)) - {grant.token for grant in task.grants}):
        yield Trouble(part="handle", where=token, message=f"{token} is not granted")


def _claimed(draft: Draft, session: Session) -> Iterator[Trouble]:
    """Claims without a citation, unless they repeat what the index records."""
    for pattern in draft.patterns:
        answer = find_answer(session, pattern.ref)
        recorded = (answer.coverage, answer.notes) if answer else ()
        for claim in (*pattern.coverage, *pattern.evidence):
            words = claim.claim.removeprefix(_RECORDED)
            if claim.citation is None and not any(words in text for text in recorded):
                said = claim.claim[:200]
                message = f"without a citation, and the index records no such thing: {said}"
                yield Trouble(part="citation", where=said, message=message)


def _runner_up(draft: Draft, session: Session) -> Iterator[Trouble]:
    """Patterns of the second choice that no answer contained."""
    known = session.found | {record.address for record in session.inventory.values()}
    for reference in draft.runner_up.patterns if draft.runner_up else ():
        if reference not in known and find_answer(session, reference) is None:
            yield Trouble(part="pattern", where=reference, message=f"{reference} was in no index answer")


def _missing(item: DraftMissing, session: Session) -> Iterator[Trouble]:
    """A missing input of a pattern that was not described, or that has no such argument."""
    if not item.pattern:
        return
    answer = find_answer(session, item.pattern)
    if answer is None:
        yield Trouble(
            part="pattern",
            where=item.pattern,
            message=f"{item.pattern}: no index answer of this run contained it",
        )
    elif not _has_argument(answer, item.argument):
        yield Trouble(
            part="field",
            where=item.pattern,
            message=f"{item.pattern}: no argument {item.argument or '(empty)'}",
        )


def _fed(draft: Draft, session: Session) -> Iterator[Trouble]:
    """``<pattern name>.<argument>`` that a binding is said to feed, and that no selected pattern has."""
    answers = [answer for item in draft.patterns if (answer := find_answer(session, item.ref))]
    for feed in (feed for binding in draft.bindings for feed in binding.feeds):
        name, dot, argument = feed.rpartition(".")
        if dot and not any(one.name == name and _has_argument(one, argument) for one in answers):
            yield Trouble(
                part="field", where=feed, message=f"{feed}: no selected pattern has such an argument"
            )


def _run_with(draft: Draft, session: Session) -> Iterator[Trouble]:
    """Inputs that a pattern is run with and has no argument for; the check sees those of a composition."""
    if draft.kind != "run":
        return
    direct = [find_answer(session, item.ref) for item in draft.patterns if item.use == "direct"]
    for binding in draft.bindings:
        if not any(answer and _has_argument(answer, binding.name) for answer in direct):
            message = f"{binding.name}: the pattern that is run has no such argument"
            yield Trouble(part="structure", where=f"input {binding.name}", message=message)
    given = {binding.name for binding in draft.bindings} | {item.argument for item in draft.missing}
    for answer in direct:
        for name in sorted(_required(answer) - given) if answer else ():
            message = f"{name}: the pattern that is run requires it, and it is neither bound nor missing"
            yield Trouble(part="structure", where=f"required {name}", message=message)


def _required(answer: PatternAnswer) -> set[str]:
    """Arguments without which the pattern cannot run: required ones that have no default."""
    schema = answer.argument_schema
    properties = schema.get("properties") if isinstance(schema, dict) else None
    required = schema.get("required") if isinstance(schema, dict) else None
    if not isinstance(properties, dict) or not isinstance(required, list):
        return set()
    return {name for name in map(str, required) if not _has_default(properties.get(name))}


def _has_default(schema: JsonValue) -> bool:
    return isinstance(schema, dict) and "default" in schema


def _has_argument(answer: PatternAnswer, name: str) -> bool:
    """Whether the pattern may have an argument *name*: a partial or open contract may have any."""
    schema = answer.argument_schema
    properties = schema.get("properties") if isinstance(schema, dict) else None
    if answer.contract_status != "complete" or not isinstance(properties, dict):
        return answer.contract_status != "complete" or schema is True
    return name in properties
