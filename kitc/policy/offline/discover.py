"""Candidates: found by the task's words, by what is granted, and by the rows to be shown.

Pure over a session: every search and description is a recorded call.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from indexer.base.errors import IndexerError
from kitc.base.grant import Grant
from kitc.base.task import Task
from kitc.loop.session import BudgetSpent, Session
from kitc.policy.offline.facts import Facts
from kitc.policy.offline.understand import Wanted
from kitc.policy.offline.words import synonyms_of
from kitc.tools.answers import PatternAnswer, PatternsAnswer
from kitc.tools.arguments import DescribePattern, SearchPatterns

MOST_DESCRIBED = 14
MOST_RENDERERS_DESCRIBED = 4
MOST_TERMS = 4
_FUSION = 20
"""Smoothing of the sum of reciprocal ranks."""


@dataclass(frozen=True, slots=True)
class Found:
    """Candidates, described."""

    usable: tuple[Facts, ...]
    """In order of specifier."""
    hidden: tuple[Facts, ...]
    """Recorded as unfit: never selected, but the reason is told."""
    unusable: tuple[Facts, ...]
    """Without an identity to import them by, or without a pattern as default export."""
    attached: frozenset[str]
    """Specifiers of the patterns that the caller attached."""
    trouble: tuple[str, ...] = ()

    def known(self) -> tuple[Facts, ...]:
        """Everything that was described, whether it can be taken or not."""
        return (*self.usable, *self.hidden, *self.unusable)


def discover(wanted: Wanted, task: Task, session: Session) -> Found:
    """Candidates for *task*; what the budget cut off is simply not there, and the trouble says so."""
    ranks: dict[str, float] = {}
    facts: dict[str, Facts] = {}
    trouble: list[str] = []
    attached: set[str] = set()
    try:
        for reference in task.pattern_refs:
            found = _describe(reference, session, trouble)
            if found:
                attached.add(found.specifier)
                facts[found.specifier] = found
        for query, weight in _queries(wanted, task.grants):
            _rank(session.call(SearchPatterns(query=query, limit=8), PatternsAnswer), weight, ranks)
        best = sorted(ranks, key=lambda specifier: (-ranks[specifier], specifier))
        _describe_all(best[:MOST_DESCRIBED], session, facts, trouble)
        more = _renderers(wanted, facts.values(), session)
        _describe_all(more, session, facts, trouble)
    except BudgetSpent as error:
        trouble.append(str(error))
    known = sorted(facts.values(), key=lambda one: one.specifier)
    return Found(
        usable=tuple(
            one for one in known if _is_usable(one) and (not one.pattern.hidden or one.specifier in attached)
        ),
        hidden=tuple(one for one in known if one.pattern.hidden and one.specifier not in attached),
        unusable=tuple(one for one in known if not _is_usable(one)),
        attached=frozenset(attached),
        trouble=tuple(trouble),
    )


def _is_usable(facts: Facts) -> bool:
    """Whether its entry can be imported by identity and its default export is a pattern."""
    pattern = facts.pattern
    return (
        bool(pattern.identity) and pattern.export_name == "default" and pattern.completeness != "unavailable"
    )


def _queries(wanted: Wanted, grants: Iterable[Grant]) -> list[tuple[str, float]]:
    """What to search for, with the weight of an answer to it."""
    words = " ".join(term.word for term in wanted.terms)
    found = [(wanted.text[:400], 1.0)]
    if words:
        found.append((f"{words} {wanted.view}".strip(), 1.0))
    found += [
        (" ".join((term.word, *sorted(synonyms_of(term.stem)))), 0.6) for term in wanted.terms[:MOST_TERMS]
    ]
    found += [(f"{condition.words} {words}".strip()[:200], 0.6) for condition in wanted.conditions]
    found.extend((grant.description[:200], 0.5) for grant in grants if grant.description.strip())
    return list(dict.fromkeys(found))


def _rank(answer: PatternsAnswer, weight: float, ranks: dict[str, float]) -> None:
    for place, hit in enumerate(answer.hits):
        ranks[hit.specifier] = ranks.get(hit.specifier, 0.0) + weight / (_FUSION + place)


def _describe_all(
    specifiers: Iterable[str], session: Session, facts: dict[str, Facts], trouble: list[str]
) -> None:
    for specifier in specifiers:
        if specifier not in facts:
            found = _describe(specifier, session, trouble)
            if found:
                facts[found.specifier] = found


def _describe(reference: str, session: Session, trouble: list[str]) -> Facts | None:
    try:
        return Facts(session.call(DescribePattern(pattern=reference), PatternAnswer))
    except IndexerError as error:
        trouble.append(str(error))
        return None


def _renderers(wanted: Wanted, facts: Iterable[Facts], session: Session) -> list[str]:
    """Specifiers of patterns that may show the rows of the readers found so far."""
    ranks: dict[str, float] = {}
    readers = [one for one in facts if one.rows and any(one.bag.fit(term.stem) for term in wanted.terms)]
    for reader in readers[:2]:
        field = reader.rows[0]
        item = field.shape.item()
        names = " ".join(inner.name for inner in item.fields()[:8]) if item else ""
        query = f"{wanted.view or 'list'} {field.name} {names}"
        _rank(session.call(SearchPatterns(query=query, limit=6), PatternsAnswer), 1.0, ranks)
        _rank(
            session.call(SearchPatterns(query="", limit=6, accepts_argument=field.name), PatternsAnswer),
            1.0,
            ranks,
        )
    return sorted(ranks, key=lambda specifier: (-ranks[specifier], specifier))[:MOST_RENDERERS_DESCRIBED]
