"""Rule: no placeholder is left in the text. Pure."""

import re
from collections.abc import Iterator

from tree_sitter import Node

from indexer.base.words import Severity, Span
from kitc.check.report import Finding
from kitc.check.site import Rule, Site, finding_at

_TEXTUAL = frozenset({"string_fragment", "comment", "jsx_text", "template_string"})
_HARD = re.compile(
    rb"\A<(?:identity|id|hash|pattern[-_ ]?id|placeholder)>\Z|<(?:your|insert)[-_ ][a-z_-]+>"
    rb"|\{\{\s*(?:identity|id|hash|pattern[_-]?id|handle|token)\s*\}\}"
    rb"|\b(?:YOUR|INSERT|REPLACE)_[A-Z_]+\b|\bcfh:a:(?:xxx+|suffix|todo|example|<[^>]*>)"
    rb"|cf:pattern:(?:\.\.\.|<|\{|x{4,}|TODO|YOUR)",
    re.IGNORECASE,
)
_SOFT = re.compile(
    rb"\b(?:TODO|FIXME|XXX)\b|\.\.\.\s*(?:rest of|existing|your|remaining|same as)\b[^\n]*", re.IGNORECASE
)


def _judge(site: Site) -> Iterator[Finding]:
    taken: list[Span] = []
    for node in _textual(site.module.root):
        text = site.module.source[node.start_byte : node.end_byte]
        hard = _hard_matches(node, text)
        for start, stop in hard:
            taken.append(Span(start=start, stop=stop))
            yield _found(site, taken[-1], "error" if node.type != "comment" else "warning")
        for found in _SOFT.finditer(text) if node.type == "comment" and not hard else ():
            yield _found(
                site, Span(start=node.start_byte + found.start(), stop=node.start_byte + found.end()), "note"
            )


def _hard_matches(node: Node, text: bytes) -> list[tuple[int, int]]:
    return [
        (node.start_byte + found.start(), node.start_byte + found.end()) for found in _HARD.finditer(text)
    ]


def _textual(root: Node) -> Iterator[Node]:
    waiting = [root]
    while waiting:
        node = waiting.pop()
        if node.type in _TEXTUAL:
            yield node
        if node.type != "string_fragment":
            waiting.extend(reversed(node.named_children))


def _found(site: Site, span: Span, severity: Severity) -> Finding:
    text = site.module.source[span.start : span.stop].decode("utf-8", "replace")
    return finding_at(site, RULE.id, severity, span, f'"{text}" is a placeholder that was never filled in')


RULE = Rule(
    id="placeholder",
    severity="error",
    summary="A placeholder is left in the text.",
    documentation="""Template marks, invented tokens and elided identities compile to nothing that
works. In a string they are errors, in a comment warnings; a comment that only says that something is to
be done is a note.""",
    judge=_judge,
)
