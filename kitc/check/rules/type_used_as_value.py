"""Rule: a name that is only a type is not used as a value. Pure."""

from collections.abc import Iterator

from indexer.types.infer.events import TypeAsValue
from kitc.check.report import Finding
from kitc.check.site import Rule, Site, finding


def _judge(site: Site) -> Iterator[Finding]:
    for event in site.events:
        if isinstance(event, TypeAsValue):
            how = "imported with `type`, so it" if event.type_only else "a type, it"
            message = f'"{event.name}" is {how} cannot be used as a value'
            yield finding(site, RULE.id, RULE.severity, event.node, message)


RULE = Rule(
    id="type-used-as-value",
    severity="error",
    summary="A type is used as a value.",
    documentation="""What is imported with `import type` or `{ type Name }`, and interfaces and type
aliases however imported, do not exist at run time: they cannot be called, rendered or passed. Import
the pattern itself, without `type`.""",
    judge=_judge,
)
