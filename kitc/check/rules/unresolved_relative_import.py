"""Rule: each relative import leads to a file. Pure."""

from collections.abc import Iterator

from indexer.base.words import Severity
from indexer.types.host import Missing
from kitc.check.report import Finding
from kitc.check.site import Rule, Site, finding

_MOST_STEPS = 3
"""Steps up that still may be a slip."""


def _judge(site: Site) -> Iterator[Finding]:
    for each in site.imports:
        if not isinstance(each.resolution, Missing) or each.specifier.startswith("cf:"):
            continue
        severity, message = _judged(each.specifier)
        yield finding(site, RULE.id, severity, each.specifier_node, message)


def _judged(specifier: str) -> tuple[Severity, str]:
    if not specifier.startswith("."):
        return "warning", f'"{specifier}" is no module that patterns can import'
    if specifier.count("../") >= _MOST_STEPS:
        return "warning", f'"{specifier}" leads out of what is checked here, and no file stands there'
    return "error", f'no file stands at "{specifier}"'


RULE = Rule(
    id="unresolved-relative-import",
    severity="error",
    summary="A relative import leads to no file.",
    documentation="""A specifier that starts with `./` or `../` must lead to a file beside the
composition. A composition that leaves its folder should import published patterns by identity instead;
one that climbs far out of it may rest on files that are not here, so that is a warning, as is a bare name
that is none of the runtime's own modules.""",
    judge=_judge,
)
