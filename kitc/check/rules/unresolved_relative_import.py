"""Rule: each relative import leads to a file. Pure."""

from collections.abc import Iterator

from indexer.types.host import Missing
from kitc.check.report import Finding
from kitc.check.site import Rule, Site, finding


def _judge(site: Site) -> Iterator[Finding]:
    for each in site.imports:
        if not isinstance(each.resolution, Missing) or each.specifier.startswith("cf:"):
            continue
        if each.specifier.startswith("."):
            message = f'no file stands at "{each.specifier}"'
        else:
            message = f'"{each.specifier}" is no module that patterns can import'
        severity = RULE.severity if each.specifier.startswith(".") else "warning"
        yield finding(site, RULE.id, severity, each.specifier_node, message)


RULE = Rule(
    id="unresolved-relative-import",
    severity="error",
    summary="A relative import leads to no file.",
    documentation="""A specifier that starts with `./` or `../` must lead to a file beside the
composition. A composition that leaves its folder should import published patterns by identity instead.
Bare names other than those of the runtime's own modules cannot be imported at all.""",
    judge=_judge,
)
