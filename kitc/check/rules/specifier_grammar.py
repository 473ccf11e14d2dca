"""Rule: each ``cf:`` specifier is a well-formed reference. Pure."""

from collections.abc import Iterator

from kitc.check.references import Malformed, parse_reference
from kitc.check.report import Finding
from kitc.check.site import Rule, Site, finding


def _judge(site: Site) -> Iterator[Finding]:
    for each in site.imports:
        if not each.specifier.startswith("cf:"):
            continue
        parsed = parse_reference(each.specifier)
        if isinstance(parsed, Malformed):
            message = f'"{each.specifier}" is no reference that can be imported: {parsed.reason}'
            yield finding(site, RULE.id, RULE.severity, each.specifier_node, message)


RULE = Rule(
    id="specifier-grammar",
    severity="error",
    summary="A cf: specifier is not well formed.",
    documentation="""A composition imports a published pattern as `cf:pattern:<identity>`, where the
identity is 43 characters of A-Z, a-z, 0-9, `_` and `-`, optionally followed by `@` and the same
identity. A piece in a space is named `cf:<slug>`, `cf:/<space>/<slug>` or `cf://<host>/<space>/<slug>`,
each with an optional path and `@<identity>` pin; a cell as `cf:of:fid1:<43 characters>`. `cf:pattern:`
takes no path. `cf:module/` and `cf:cache-root/` belong to the compiler.""",
    judge=_judge,
)
