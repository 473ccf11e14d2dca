"""Rule: each name imported from a runtime module is one that it declares. Pure."""

from collections.abc import Iterator

from indexer.types.host import Runtime
from kitc.check.report import Finding
from kitc.check.rules.unknown_export import lacks, names_exported
from kitc.check.site import Rule, Site, finding
from kitc.check.wording import did_you_mean, renaming


def _judge(site: Site) -> Iterator[Finding]:
    for each in site.imports:
        declaration = each.resolution.declaration if isinstance(each.resolution, Runtime) else None
        for name in each.names if declaration is not None else ():
            if declaration is None or not lacks(site, declaration, name.imported):
                continue
            names = names_exported(site.engine, declaration)
            message = f'"{each.specifier}" offers no "{name.imported}"' + did_you_mean(name.imported, names)
            suggestion = renaming(name.node, site.text(name.node), name.imported, names)
            yield finding(site, RULE.id, RULE.severity, name.node, message, suggestion=suggestion)


RULE = Rule(
    id="runtime-name",
    severity="error",
    summary="A name imported from the runtime is not one that it offers.",
    documentation="""The runtime's modules offer the names of their declarations and no others. Helpers
of other frameworks, and names from older versions of this one, do not resolve.""",
    judge=_judge,
)
