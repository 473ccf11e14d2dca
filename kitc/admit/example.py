"""The example: it passes every rule of the check and names only granted handles. IO: reads the corpus."""

import re
from dataclasses import dataclass

from kitc.base.draft import Draft, Trouble
from kitc.base.kit import Demonstration
from kitc.loop.session import Session

_TOKEN = re.compile(r"cfh:[A-Za-z0-9:_-]+")
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


def syntax_troubles(source: str) -> tuple[Trouble, ...]:
    """Places of *source* that are no TypeScript: the check cannot tell of them, so they are refused here."""
    from indexer.parse.typescript.grammar import parse_tree  # noqa: PLC0415 - only examples are parsed

    content = source.encode("utf-8", "replace")
    return tuple(
        Trouble(
            part="example",
            where=_place(content, damage.start),
            rule="syntax",
            message=f"syntax: {damage.message}",
        )
        for damage in parse_tree(content, "composition.tsx").damage
    )


def _place(content: bytes, start: int) -> str:
    before = content[:start].decode("utf-8", "replace")
    return f"{before.count(chr(10)) + 1}:{len(before) - before.rfind(chr(10))}"


def check_example(draft: Draft, session: Session) -> Verdict:
    """The verdict of the composition check on the draft's source; nothing to say when there is none."""
    if draft.source_text is None or session.reach.corpus is None:
        return Verdict()
    broken = syntax_troubles(draft.source_text)
    if broken:
        return Verdict(broken)
    from kitc.check import check_source  # noqa: PLC0415 - a kit without an example needs no type engine

    report = check_source(draft.source_text, corpus=session.reach.corpus, file="composition.tsx")
    errors = tuple(
        Trouble(
            part="example",
            where=f"{finding.line}:{finding.column}",
            rule=finding.rule,
            message=f"{finding.rule}: {finding.message}",
        )
        for finding in report.findings
        if finding.severity == "error"
    )
    untold = tuple(dict.fromkeys(f"{item.subject}: {item.reason}" for item in report.unknown))
    shown = Demonstration(
        what="the example parses, and every import, argument and consumed field agrees with the index",
        how=f"kitc check: verdict {report.verdict}, 0 errors, {len(untold)} not told",
    )
    return Verdict(errors, () if errors else (shown,), untold)
