"""A block rule for tables that keeps their rows and leaves the cells, for speed. Pure.

markdown-it pushes three tokens a cell, this rule none: what ``blocks`` gathers of a table is where its rows
stand. Whether lines are a table is asked of markdown-it's own rule.
"""

from markdown_it.common.utils import mdTrim
from markdown_it.rules_block import StateBlock, table

from indexer.parse.markdown.state import TEXTS

UNDERLINES = frozenset("|-:")
"""What the line below the head of a table begins with."""
_DEPTH = 4
"""Levels of markdown-it's tokens around the text of a cell: table, head or body, row, cell."""


def table_lines(state: StateBlock, start: int, end: int, silent: bool) -> bool:  # noqa: FBT001 - the signature of block rules
    """Takes the lines of a table."""
    if start + 1 >= end:
        return False
    below = state.bMarks[start + 1] + state.tShift[start + 1]
    if state.src[below : below + 1] not in UNDERLINES:
        return False
    # Most lines that begin so are items of a list: their text rules a table out at once.
    if state.src[below : state.eMarks[start + 1]].strip("|-: \t") or not table(state, start, end, True):  # noqa: FBT003 - the same
        return False
    if silent:
        return True
    outer, state.parentType = state.parentType, "table"
    state.line = _end_of_rows(state, start + 2, end)
    state.parentType = outer
    rows = (start, *range(start + 2, state.line))
    state.env[TEXTS].extend(((line, line + 1), state.level + _DEPTH) for line in rows)
    return True


def _end_of_rows(state: StateBlock, line: int, end: int) -> int:
    rules = state.md.block.ruler.getRules("blockquote")
    silent = True
    while line < end and state.sCount[line] >= state.blkIndent:
        text = state.src[state.bMarks[line] + state.tShift[line] : state.eMarks[line]]
        if not mdTrim(text) or state.is_code_block(line):
            break
        if any(rule(state, line, end, silent) for rule in rules):
            break
        line += 1
    return line
