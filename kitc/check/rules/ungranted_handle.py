"""Rule: each handle token in the text is a granted one. Pure."""

import re
from collections.abc import Iterator

from indexer.base.words import Span
from kitc.check.report import Finding
from kitc.check.site import Rule, Site, finding_at

_TOKEN = re.compile(rb"cfh:[A-Za-z]+:[A-Za-z0-9_-]+")


def _judge(site: Site) -> Iterator[Finding]:
    if site.grants is None:
        return
    for found in _TOKEN.finditer(site.module.source):
        token = found[0].decode()
        if token not in site.grants:
            message = f'the handle "{token}" was not granted'
            yield finding_at(
                site, RULE.id, RULE.severity, Span(start=found.start(), stop=found.end()), message
            )


RULE = Rule(
    id="ungranted-handle",
    severity="error",
    summary="A handle is used that was not granted.",
    documentation="""A handle token stands for a live reference that the host has given for this task.
Only the granted ones may be written into a composition; any other is invented.""",
    judge=_judge,
)
