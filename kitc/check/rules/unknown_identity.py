"""Rule: each imported identity is one that the corpus holds. Pure."""

from collections.abc import Iterator

from indexer.types.host import NotIndexed
from kitc.check.references import Malformed, parse_reference
from kitc.check.report import Finding
from kitc.check.site import Rule, Site, finding


def _judge(site: Site) -> Iterator[Finding]:
    for each in site.imports:
        if isinstance(each.resolution, NotIndexed) and not isinstance(
            parse_reference(each.specifier), Malformed
        ):
            message = f'no indexed pattern has the identity "{each.resolution.identity}"'
            yield finding(site, RULE.id, RULE.severity, each.specifier_node, message)


RULE = Rule(
    id="unknown-identity",
    severity="error",
    summary="An imported identity is not in the corpus.",
    documentation="""The identity after `cf:pattern:` must be one that the index holds. An invented or
outdated one cannot be checked, and will not resolve when the composition is compiled. Search for the
pattern and copy the identity that the index gives.""",
    judge=_judge,
)
