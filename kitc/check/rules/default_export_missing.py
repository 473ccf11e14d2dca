"""Rule: a module that is imported by default has a default export. Pure."""

from collections.abc import Iterator

from indexer.types.host import Found
from kitc.check.report import Finding
from kitc.check.rules.unknown_export import lacks, names_exported
from kitc.check.site import Rule, Site, finding


def _judge(site: Site) -> Iterator[Finding]:
    for each in site.imports:
        key = each.resolution.key if isinstance(each.resolution, Found) else None
        for name in each.names:
            if key is not None and name.imported == "default" and lacks(site, key, "default"):
                offered = [f"{{ {other} }}" for other in names_exported(site.engine, key)[:6]]
                message = f'"{each.specifier}" has no default export'
                message += f"; it exports {', '.join(offered)}" if offered else ""
                yield finding(site, RULE.id, RULE.severity, name.node, message)


RULE = Rule(
    id="default-export-missing",
    severity="error",
    summary="A module without a default export is imported by default.",
    documentation="""`import Name from ".."` takes the default export of a module. Where it has none,
import one of the names that it exports, in braces.""",
    judge=_judge,
)
