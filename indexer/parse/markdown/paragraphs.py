"""One block rule for paragraphs and setext headings, for speed in place of markdown-it's two. Pure.

Those two each ask every other block rule about each line of a paragraph; here one walk serves both. What
``blocks`` gathers is the same (a property test compares), but a paragraph leaves no tokens, only its lines:
nobody reads more of it, but for the first.
"""

from markdown_it.parser_block import RuleFuncBlockType
from markdown_it.rules_block import StateBlock

TEXTS = "texts"
"""Key of the environment where the lines of paragraphs and table rows are left, each with its level."""
FIRST_PARAGRAPH = "first_paragraph"
"""Key of the environment where the source of the first paragraph is left."""


def paragraph_or_heading(state: StateBlock, start: int, _end: int, silent: bool) -> bool:  # noqa: FBT001 - the signature of block rules
    """Takes the lines of a paragraph, or of the setext heading that it turns out to be; it always matches."""
    if silent:
        return False
    outer, state.parentType = state.parentType, "paragraph"
    stop, level = _walk(state, start)
    state.parentType = outer
    if level:
        _push_heading(state, start, stop, level)
    else:
        state.line = stop
        state.env[TEXTS].append(((start, stop), state.level))
        if not state.env.get(FIRST_PARAGRAPH):
            state.env[FIRST_PARAGRAPH] = _source(state, start, stop)
    return True


def _push_heading(state: StateBlock, start: int, underline: int, level: int) -> None:
    state.line = underline + 1
    state.push("heading_open", f"h{level}", 1).map = [start, state.line]
    inline = state.push("inline", "", 0)
    inline.map = [start, underline]
    inline.content = _source(state, start, underline)
    state.push("heading_close", f"h{level}", -1)


def _source(state: StateBlock, start: int, stop: int) -> str:
    return state.getLines(start, stop, state.blkIndent, keepLastLF=False).strip()


def _walk(state: StateBlock, start: int) -> tuple[int, int]:
    """The line after the text, and the level of the heading whose underline stands there; 0 without one."""
    text, line, indent = state.src, start + 1, state.blkIndent
    rules = state.md.block.ruler.getRules("paragraph")
    while line < state.lineMax:
        first, last = state.bMarks[line] + state.tShift[line], state.eMarks[line]
        if first >= last:
            break
        depth = state.sCount[line]
        # Deeper lines are lazy continuations whatever they hold.
        if depth - indent <= 3:
            mark = text[first]
            if mark in "-=" and depth >= indent and not text[first:last].rstrip(" \t").strip(mark):
                return line, 1 if mark == "=" else 2
            # A negative depth marks lines that an open quote has already looked at.
            if depth >= 0 and _is_interrupted(state, line, rules):
                break
        line += 1
    return line, 0


def _is_interrupted(state: StateBlock, line: int, rules: list[RuleFuncBlockType]) -> bool:
    silent = True
    for rule in rules:  # noqa: SIM110 - asked about every line of text, and a generator takes twice as long
        if rule(state, line, state.lineMax, silent):
            return True
    return False
