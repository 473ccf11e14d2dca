"""Which sound TypeScript the grammar cannot read, and what to parse in its place. Pure.

Each rule is a pattern searched near a syntax error; what its groups match is covered by as many bytes. A mask
is kept only if the file then parses better, so a rule may be generous.
"""

import re
from typing import NamedTuple

from tree_sitter import Node

from indexer.parse.typescript.damage import Damage, Mask
from indexer.parse.typescript.positions import is_type_position

_NEAR = 240
"""Bytes before and after an error in which its cause is looked for."""
_LONGEST_COMMENT = 8000
_MOST_ERRORS = 200
_QUOTED = rb"""(?:"[^"\n]*"|'[^'\n]*')"""
_GAP = rb"(?:\s|/\*(?:[^*]|\*(?!/))*\*/)"


class Rule(NamedTuple):
    """One construct: every group of *pattern* is covered, by *cover* repeated."""

    kind: str
    pattern: re.Pattern[bytes]
    cover: bytes = b" "


RULES = (
    Rule("export-type-star", re.compile(rb"\bexport" + _GAP + rb"+(type)(?=" + _GAP + rb"*\*)")),
    Rule("import-defer", re.compile(rb"\bimport" + _GAP + rb"+(defer)(?=" + _GAP + rb"*\*)")),
    Rule(
        "export-attributes",
        re.compile(rb"\bfrom\s*" + _QUOTED + rb"\s*((?:with|assert)\s*\{[^}]*\})"),
    ),
    Rule("accessor", re.compile(rb"\b(accessor)\s+(?=[\w$#\[\"'])")),
    Rule("accessor-name", re.compile(rb"(?<![\w$.])(a)ccessor(?=\s*[;=:?!(}])"), b"_"),
    Rule("override-parameter", re.compile(rb"\b(override)\s+(?=(?:readonly\s+)?[\w$]+\s*[?:,=)])")),
    Rule(
        "variance",
        re.compile(rb"[<,]" + _GAP + rb"*(?:const\s+)?((?:in\s+out|out\s+in|in|out))(?=\s+[A-Za-z_$])"),
    ),
    Rule("call-signature", re.compile(rb"\n[ \t]*([ \t])(?=<\s*(?:const\s)?[A-Za-z_$]|\()"), b";"),
    Rule("tag-arguments", re.compile(rb"[\w$](<(?:[^<>`]|<[^<>`]*>)*>)(?=`)")),
    Rule("global-block", re.compile(rb"(?<![\w$.])(global)(?=\s*\{)")),
    Rule("escaped-backtick", re.compile(rb"(\\`)"), b"_"),
    Rule("readonly-operand", re.compile(rb"\b(?:keyof|in|unique)\s+(readonly)\b")),
    Rule("jsx-ampersand", re.compile(rb"(&)(?=#[0-9xX][0-9a-fA-F]*;)"), b"_"),
    Rule("import-type", re.compile(rb"(?<![\w$.])(import\s*\([^()]*\))"), b"_"),
)
_ARRAY_OF_IMPORT = re.compile(rb"(import\s*\([^()]*\))(?=(?:\s*\.\s*[\w$]+)*\s*\[)")
_TYPE_END = re.compile(rb"[\w$>})\]\"'`]")
_JSX_AMPERSAND = re.compile(rb"(&)")


def propose_masks(content: bytes, damage: tuple[Damage, ...], root: Node) -> tuple[Mask, ...]:
    """Masks that may heal *damage*, in file order and without overlap."""
    proposed: dict[int, Mask] = {}
    for found in damage[:_MOST_ERRORS]:
        start, stop = max(0, found.start - _NEAR), min(len(content), found.stop + _NEAR)
        for rule in RULES:
            for match in rule.pattern.finditer(content, start, stop):
                if rule.cover != b";" or _ends_type(content, match.start(1)):
                    _add(proposed, rule.kind, match, rule.cover)
        if _is_in_jsx(root, found):
            for match in _JSX_AMPERSAND.finditer(content, max(0, found.start - 1), found.stop):
                _add(proposed, "jsx-ampersand", match, b"_")
    return _apart(proposed)


def misread_import_types(content: bytes, root: Node) -> tuple[Mask, ...]:
    """Masks for ``import("x").T[]``, which the grammar takes for two statements without an error."""
    proposed: dict[int, Mask] = {}
    for match in _ARRAY_OF_IMPORT.finditer(content):
        node = root.descendant_for_byte_range(*match.span(1))
        if node is not None and node.type == "call_expression" and is_type_position(node):
            _add(proposed, "import-type", match, b"_")
    return _apart(proposed)


def without_masked(content: bytes, masks: tuple[Mask, ...]) -> bytes:
    """*content* with every mask's cover in its place; as long as before."""
    covered = bytearray(content)
    for mask in masks:
        covered[mask.start : mask.stop] = mask.cover
    return bytes(covered)


def _ends_type(content: bytes, stop: int) -> bool:
    """Whether what stands before byte *stop*, comments aside, can be the end of a member's type."""
    before = content[max(0, stop - _LONGEST_COMMENT) : stop].rstrip()
    while before:
        line = before[before.rfind(b"\n") + 1 :].lstrip()
        if before.endswith(b"*/"):
            before = before[: max(0, before.rfind(b"/*"))].rstrip()
        elif line.startswith(b"//"):
            before = before[: len(before) - len(line)].rstrip()
        else:
            return not before.endswith(b"=>") and bool(_TYPE_END.match(before[-1:]))
    return False


def _add(proposed: dict[int, Mask], kind: str, match: re.Match[bytes], cover: bytes) -> None:
    start, stop = match.span(1)
    proposed.setdefault(start, Mask(start=start, stop=stop, kind=kind, cover=_repeat(cover, match[1])))


def _repeat(cover: bytes, hidden: bytes) -> bytes:
    """As many bytes as *hidden*: its line breaks, so that rows stay true, else *cover*."""
    return re.sub(rb"[^\r\n]", cover, hidden) if cover == b" " else cover * len(hidden)


def _apart(proposed: dict[int, Mask]) -> tuple[Mask, ...]:
    apart: list[Mask] = []
    for mask in sorted(proposed.values()):
        if not apart or apart[-1].stop <= mask.start:
            apart.append(mask)
    return tuple(apart)


def _is_in_jsx(root: Node, found: Damage) -> bool:
    """Whether the error stands in a JSX element or holds the start of one."""
    node = root.descendant_for_byte_range(found.start, max(found.start, found.stop))
    if node is not None and any(child.type.startswith("jsx_") for child in node.children):
        return True
    while node is not None and not node.type.startswith("jsx_"):
        node = node.parent
    return node is not None
