"""Rule: imported patterns are ones that are meant to be composed. Pure."""

from collections.abc import Iterator

from kitc.check.references import Reference, parse_reference
from kitc.check.report import Finding
from kitc.check.site import Rule, Site, finding

_LOW_TIERS = frozenset({"broken", "deprecated", "avoid", "unsuitable"})


def _judge(site: Site) -> Iterator[Finding]:
    for each in site.imports:
        parsed = parse_reference(each.specifier) if each.specifier.startswith("cf:") else None
        note = site.patterns.get(parsed.identity) if isinstance(parsed, Reference) else None
        if note is None:
            continue
        if note.hidden:
            message = f'"{note.name}" is hidden from the index: it is not meant to be composed'
            yield finding(site, RULE.id, RULE.severity, each.specifier_node, message)
        elif note.tier.lower() in _LOW_TIERS:
            message = f'"{note.name}" is recorded as {note.tier}'
            yield finding(site, RULE.id, RULE.severity, each.specifier_node, message)


RULE = Rule(
    id="hidden-or-unsuitable-pattern",
    severity="warning",
    summary="A composed pattern is hidden or recorded as unsuitable.",
    documentation="""The quality file records which patterns are hidden, and which are kept although
they should not be used. Such a pattern still resolves; another one is usually meant.""",
    judge=_judge,
)
