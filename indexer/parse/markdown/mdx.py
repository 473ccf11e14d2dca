"""MDX and Mintlify documents: JSX is blanked, line for line, so that block parsing sees Markdown. Pure.

Blanked are whole lines of tags (attributes may span lines), ``{/* comments */}``, ``<!-- comments -->`` and
``import``/``export`` statements, all outside fences. Text on the line of a tag keeps its line.
"""

import re
from collections.abc import Iterable, Iterator

from indexer.parse.markdown.blocks import LineRange

_JSX = re.compile(r" {0,3}(?:\{/\*|</[A-Z][\w.]*>[ \t]*\Z)")
_JSX_LINE = re.compile(r"\n {0,3}(?:\{/\*|</[A-Z][\w.]*>[ \t]*(?:\n|\Z))")
_FENCE = re.compile(r"[ \t>]*(?:[-*+][ \t]+|\d+[.)][ \t]+)*(`{3,}|~{3,})(.*)")
_TAG_START = re.compile(r"</?(?:[A-Za-z][\w.:-]*)?(?=[\s>/]|\Z)")
_MODULE_LINE = re.compile(r"(?:import|export)\b[ \t{*\"']")
_COMMENTS = (("{/*", "*/}"), ("<!--", "-->"))
_TAG_MARK = re.compile(r"""["'{}>]""")


def is_mdx(path: str, text: str) -> bool:
    """Whether the document is MDX: by its suffix, or by what only MDX has outside code.

    That is a fence with ``theme={``, a line that opens ``{/*``, or one that only closes a component.
    """
    if path.endswith(".mdx"):
        return True
    if "theme={" not in text and not _JSX_LINE.search("\n" + text):
        return False
    return any(
        "theme={" in line if fence_opens else _JSX.match(line)
        for line, fence_opens in _outside_fences(text.split("\n"))
    )


def _outside_fences(lines: Iterable[str]) -> Iterator[tuple[str, bool]]:
    """Each line outside fences, and whether it opens one."""
    fence = ""
    for line in lines:
        mark = _FENCE.match(line)
        if not fence:
            yield line, mark is not None
            fence = mark[1] if mark else ""
        elif mark and _closes(fence, mark):
            fence = ""


def mask_mdx(text: str) -> tuple[str, list[LineRange]]:
    """*text* with the same line count and JSX lines empty, and the lines of the tags that were blanked."""
    lines = text.split("\n")
    tags: list[LineRange] = []
    at = 0
    fence = ""
    while at < len(lines):
        fence_mark = _FENCE.match(lines[at])
        if fence:
            fence = "" if fence_mark and _closes(fence, fence_mark) else fence
        elif fence_mark:
            fence = fence_mark[1]
        else:
            stop = _jsx_stop(lines, at)
            if stop > at:
                if lines[at].lstrip().startswith("<") and not lines[at].lstrip().startswith("<!"):
                    tags.append((at, stop))
                lines[at:stop] = [""] * (stop - at)
                at = stop
                continue
        at += 1
    return "\n".join(lines), tags


def _closes(fence: str, mark: re.Match[str]) -> bool:
    return mark[1][0] == fence[0] and len(mark[1]) >= len(fence) and not mark[2].strip()


def _jsx_stop(lines: list[str], at: int) -> int:
    """The line after the JSX that takes whole lines from *at* on; *at* itself when there is none."""
    line = lines[at].lstrip()
    if not line:
        return at
    for opening, closing in _COMMENTS:
        if line.startswith(opening):
            return _comment_stop(lines, at, closing)
    if _MODULE_LINE.match(lines[at]):
        return _paragraph_stop(lines, at)
    if line[0] == "<" and _TAG_START.match(line):
        return _tags_stop(lines, at)
    return at


def _comment_stop(lines: list[str], at: int, closing: str) -> int:
    """The line after a comment; the line it ends in when text follows there; the end when it never ends."""
    for place in range(at, len(lines)):
        _, found, rest = lines[place].partition(closing)
        if found:
            return place if rest.strip() else place + 1
    return len(lines)


def _paragraph_stop(lines: list[str], at: int) -> int:
    while at < len(lines) and lines[at].strip():
        at += 1
    return at


def _tags_stop(lines: list[str], at: int) -> int:
    """The line after a run of tags that ends with its line; *at* when text follows or a tag never closes."""
    block = "\n".join(lines[at : at + 200])
    place = 0
    while True:
        start = _TAG_START.match(block, len(block) - len(block[place:].lstrip(" \t")))
        if not start:
            return at
        place = _tag_end(block, start.end())
        if place < 0:
            return at
        rest = block[place:].partition("\n")[0]
        if not rest.strip():
            return at + block.count("\n", 0, place) + 1


def _tag_end(block: str, place: int) -> int:
    """The character after the ``>`` that closes a tag, quotes and braces skipped; -1 when there is none."""
    depth, quote = 0, ""
    for mark in _TAG_MARK.finditer(block, place):
        sign = mark[0]
        if quote:
            quote = "" if sign == quote else quote
        elif sign in "\"'":
            quote = sign
        elif sign in "{}":
            depth += 1 if sign == "{" else -1
        elif depth == 0:
            return mark.end()
    return -1
