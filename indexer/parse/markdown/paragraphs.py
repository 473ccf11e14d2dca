"""One block rule for paragraphs and setext headings, for speed in place of markdown-it's two. Pure.

Those two each ask every other block rule about each line of a paragraph; here one walk serves both, and asks
only the rules that the first character of a line, or of the line below it, leaves possible. What ``blocks``
gathers is the same (a property test compares), but a paragraph leaves no tokens, only its lines: nobody reads
more of it, but for the first.
"""

from collections.abc import Iterable, Mapping

from markdown_it.parser_block import RuleFuncBlockType
from markdown_it.rules_block import StateBlock

from indexer.parse.markdown.state import FIRST_PARAGRAPH, TEXTS
from indexer.parse.markdown.tables import UNDERLINES, table_lines

Marks = Mapping[str, tuple[RuleFuncBlockType, ...]]
"""Rules by the first character of the lines that they may match, in the order in which they are asked."""


def paragraph_rule(interruptions: Marks) -> RuleFuncBlockType:
    """The rule for paragraphs that these and tables may interrupt."""

    def rule(state: StateBlock, start: int, _stop: int, silent: bool) -> bool:  # noqa: FBT001 - a block rule
        """Takes the lines of a paragraph, or of the setext heading that it is; it always matches."""
        if silent:
            return False
        outer, state.parentType = state.parentType, "paragraph"
        stop, level = _walk(state, start, interruptions)
        state.parentType = outer
        if level:
            _push_heading(state, start, stop, level)
        else:
            state.line = stop
            state.env[TEXTS].append(((start, stop), state.level))
            if not state.env.get(FIRST_PARAGRAPH):
                state.env[FIRST_PARAGRAPH] = _source(state, start, stop)
        return True

    return rule


def _push_heading(state: StateBlock, start: int, underline: int, level: int) -> None:
    state.line = underline + 1
    state.push("heading_open", f"h{level}", 1).map = [start, state.line]
    inline = state.push("inline", "", 0)
    inline.map = [start, underline]
    inline.content = _source(state, start, underline)
    state.push("heading_close", f"h{level}", -1)


def _source(state: StateBlock, start: int, stop: int) -> str:
    return state.getLines(start, stop, state.blkIndent, keepLastLF=False).strip()


def _walk(state: StateBlock, start: int, interruptions: Marks) -> tuple[int, int]:
    """The line after the text, and the level of the heading whose underline stands there; 0 without one."""
    text, line, indent, stop = state.src, start + 1, state.blkIndent, state.lineMax
    first = state.bMarks[line] + state.tShift[line]
    silent = True
    while line < stop:
        last = state.eMarks[line]
        if first >= last:
            break
        below = state.bMarks[line + 1] + state.tShift[line + 1]
        depth = state.sCount[line]
        # Deeper lines are lazy continuations whatever they hold.
        if depth - indent <= 3:
            mark = text[first]
            if mark in "-=" and depth >= indent and not text[first:last].rstrip(" \t").strip(mark):
                return line, 1 if mark == "=" else 2
            # A negative depth marks lines that an open quote has already looked at.
            if depth >= 0:
                if text[below : below + 1] in UNDERLINES and table_lines(state, line, stop, silent):
                    break
                if mark in interruptions and is_marked(state, line, stop, interruptions[mark], silent=silent):
                    break
        line, first = line + 1, below
    return line, 0


def is_marked(
    state: StateBlock, line: int, stop: int, rules: Iterable[RuleFuncBlockType], *, silent: bool
) -> bool:
    """Whether one of *rules*, asked in turn, matches at *line*."""
    for rule in rules:  # noqa: SIM110 - asked about every marked line, and a generator takes twice as long
        if rule(state, line, stop, silent):
            return True
    return False
