"""One block rule for paragraphs and setext headings, for speed in place of markdown-it's two. Pure.

Those two each ask every other block rule about each line of a paragraph: most of the time of a parse. A
rule can only match a line by its first character, or (a table) by that of the line below, so most lines
need not be asked about, and one walk serves both. What ``blocks`` gathers is the same (a property test
compares), but of a paragraph only its inline token is pushed, without content: nobody reads that but for
the first.
"""

from markdown_it.rules_block import StateBlock

FIRST_PARAGRAPH = "first_paragraph"
"""Key of the environment where the source of the first paragraph is left."""

_MAY_INTERRUPT = frozenset("`~>*-_+<#0123456789")
"""First characters of fences, quotes, breaks, lists, HTML and headings."""
_MAY_UNDERLINE_TABLE = frozenset("|-:")


def paragraph_or_heading(state: StateBlock, start: int, _end: int, silent: bool) -> bool:  # noqa: FBT001 - the signature of block rules
    """Takes the lines of a paragraph, or of the setext heading that it turns out to be; it always matches."""
    if silent:
        return False
    outer, state.parentType = state.parentType, "paragraph"
    stop, level = _walk(state, start)
    state.parentType = outer
    state.line = stop + 1 if level else stop
    if level:
        state.push("heading_open", f"h{level}", 1).map = [start, state.line]
    inline = state.push("inline", "", 0)
    inline.map = [start, stop]
    if level:
        inline.content = _source(state, start, stop)
        state.push("heading_close", f"h{level}", -1)
    elif not state.env.get(FIRST_PARAGRAPH):
        state.env[FIRST_PARAGRAPH] = _source(state, start, stop)
    return True


def _source(state: StateBlock, start: int, stop: int) -> str:
    return state.getLines(start, stop, state.blkIndent, keepLastLF=False).strip()


def _walk(state: StateBlock, start: int) -> tuple[int, int]:
    """The line after the text, and the level of the heading whose underline stands there; 0 without one."""
    text, line, indent = state.src, start + 1, state.blkIndent
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
            if depth >= 0 and _is_interrupted(state, line, mark):
                break
        line += 1
    return line, 0


def _is_interrupted(state: StateBlock, line: int, mark: str) -> bool:
    if mark not in _MAY_INTERRUPT:
        below = state.bMarks[line + 1] + state.tShift[line + 1] if line + 1 < state.lineMax else -1
        if below < 0 or below >= state.eMarks[line + 1] or state.src[below] not in _MAY_UNDERLINE_TABLE:
            return False
    rules = state.md.block.ruler.getRules("paragraph")
    silent = True
    return any(rule(state, line, state.lineMax, silent) for rule in rules)
