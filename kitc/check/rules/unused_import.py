"""Rule: each imported name is used. Pure."""

import re
from collections.abc import Iterator

from kitc.check.imports import ImportedName, ImportStatement
from kitc.check.report import Finding
from kitc.check.site import Rule, Site, finding

_WORD = re.compile(rb"[A-Za-z_$][A-Za-z0-9_$]*")
_PRAGMA = frozenset({"h", "Fragment"})
"""Names that rendered elements use without naming them."""


def _judge(site: Site) -> Iterator[Finding]:
    counted: dict[bytes, int] = {}
    for word in _WORD.findall(site.module.source):
        counted[word] = counted.get(word, 0) + 1
    for each in site.imports:
        for name in each.names if not each.reexport else ():
            if name.local not in _PRAGMA and counted.get(name.local.encode(), 0) <= _own(site, each, name):
                yield finding(
                    site,
                    RULE.id,
                    RULE.severity,
                    name.local_node,
                    f'"{name.local}" is imported and never used',
                )


def _own(site: Site, each: ImportStatement, name: ImportedName) -> int:
    """How often the statement itself spells the local name."""
    text = site.module.source[each.node.start_byte : each.node.end_byte]
    return sum(word == name.local.encode() for word in _WORD.findall(text))


RULE = Rule(
    id="unused-import",
    severity="warning",
    summary="An import is never used.",
    documentation="""An import that nothing uses often means that a pattern was meant to be composed and
was forgotten. Use it, or take it out.""",
    judge=_judge,
)
