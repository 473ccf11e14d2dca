"""The example: it passes every rule of the check and names only granted handles. IO: reads the corpus."""

import re
from dataclasses import dataclass

from pydantic import JsonValue

from kitc.admit.patterns import find_answer
from kitc.base.draft import Draft, Trouble
from kitc.base.kit import Demonstration
from kitc.loop.session import Session

_TOKEN = re.compile(r"cfh:[A-Za-z0-9:_-]+")
_UNSHOWN = "ui-not-composed"
_SPECIFIER = re.compile(r"cf:pattern:([A-Za-z0-9_-]+)")


@dataclass(frozen=True, slots=True)
class Verdict:
    """What was found of the example."""

    troubles: tuple[Trouble, ...] = ()
    demonstrated: tuple[Demonstration, ...] = ()
    untold: tuple[str, ...] = ()
    """What the check cannot tell."""


def handle_troubles(draft: Draft, tokens: tuple[str, ...]) -> tuple[Trouble, ...]:
    """Handles of the draft that are not granted: in bindings, and spelled in the source."""
    found = {binding.token for binding in draft.bindings} | set(_TOKEN.findall(draft.source_text or ""))
    return tuple(
        Trouble(part="handle", where=token, message=f"{token} is not granted")
        for token in sorted(found - set(tokens))
    )


def import_troubles(draft: Draft, session: Session) -> tuple[Trouble, ...]:
    """Identities that the source imports and that no index answer contained."""
    found = set(_SPECIFIER.findall(draft.source_text or ""))
    return tuple(
        Trouble(part="pattern", where=identity, message=f"cf:pattern:{identity} was in no index answer")
        for identity in sorted(found - set(session.inventory))
    )


def form_troubles(source: str) -> tuple[Trouble, ...]:
    """What of *source* is no TypeScript, or that it exports no default: the check tells neither."""
    from indexer.parse.typescript.grammar import parse_tree  # noqa: PLC0415 - only examples are parsed
    from indexer.parse.typescript.module import parse_module  # noqa: PLC0415 - the same

    content = source.encode("utf-8", "replace")
    damage = parse_tree(content, "composition.tsx").damage
    found = [(_place(content, each.start), f"syntax: {each.message}") for each in damage]
    if not found and "default" not in {
        each.name for each in parse_module(content, "composition.tsx").exports
    }:
        found = [("1:1", "syntax: no default export, expected the composed pattern")]
    return tuple(Trouble(part="example", where=at, rule="syntax", message=message) for at, message in found)


def _place(content: bytes, start: int) -> str:
    before = content[:start].decode("utf-8", "replace")
    return f"{before.count(chr(10)) + 1}:{len(before) - before.rfind(chr(10))}"


def _invoked_with(draft: Draft) -> dict[str, JsonValue] | None:
    """The inputs of the recipe's invocation; none to judge while a required one is missing."""
    if any(item.required for item in draft.missing):
        return None
    return {binding.name: binding.token for binding in draft.bindings}


def _refused_rules(draft: Draft, session: Session, broken: list[str]) -> frozenset[str]:
    """Rules that only warn, but that here contradict the draft: more is left unshown than it says."""
    composed = [pattern for pattern in draft.patterns if pattern.use == "compose"]
    answers = [find_answer(session, each.ref) for each in composed if "$UI" not in each.consumed]
    unshown = sum(answer is not None and "$UI" in str(answer.result_schema) for answer in answers)
    return frozenset({_UNSHOWN} if broken.count(_UNSHOWN) > unshown else ())


def check_example(draft: Draft, session: Session) -> Verdict:
    """The verdict of the composition check on the draft's source; nothing to say when there is none."""
    if draft.source_text is None or session.reach.corpus is None:
        return Verdict()
    broken = form_troubles(draft.source_text)
    if broken:
        return Verdict(broken)
    from kitc.check import check_source  # noqa: PLC0415 - a kit without an example needs no type engine

    report = check_source(
        draft.source_text,
        corpus=session.reach.corpus,
        file="composition.tsx",
        grants=session.reach.grants,
        inputs=_invoked_with(draft),
    )
    refused = _refused_rules(draft, session, [finding.rule for finding in report.findings])
    errors = tuple(
        Trouble(
            part="example",
            where=f"{finding.line}:{finding.column}",
            rule=finding.rule,
            message=f"{finding.rule}: {finding.message}",
        )
        for finding in report.findings
        if finding.severity == "error" or finding.rule in refused
    )
    untold = tuple(dict.fromkeys(f"{item.subject}: {item.reason}" for item in report.unknown))
    shown = Demonstration(
        what="the example parses, and every import, argument and consumed field agrees with the index",
        how=f"kitc check: verdict {report.verdict}, 0 errors, {len(untold)} not told",
    )
    return Verdict(errors, () if errors else (shown,), untold)
