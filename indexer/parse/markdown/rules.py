"""Block rules chosen by the first character of a line, for speed. Pure.

markdown-it asks each of its ten rules about each block, and most of them about each further line of a list, a
quote or a table. But a rule can only match a line by its first character (a table: by that of the line
below), so one look at that finds the one or two worth asking. What they do, and the order in which they are
asked, stays as markdown-it has it; a property test compares the blocks.
"""

from markdown_it.parser_block import RuleFuncBlockType
from markdown_it.ruler import Ruler
from markdown_it.rules_block import (
    StateBlock,
    blockquote,
    code,
    fence,
    heading,
    hr,
    html_block,
    list_block,
    reference,
)

from indexer.parse.markdown.paragraphs import Marks, is_marked, paragraph_rule
from indexer.parse.markdown.tables import table_lines

_CODE_INDENT = 4


def _thematic_break(state: StateBlock, line: int, stop: int, silent: bool) -> bool:  # noqa: FBT001 - a block rule
    """markdown-it's rule, asked only about lines of nothing else: most that begin so are items of lists."""
    place = state.bMarks[line] + state.tShift[line]
    return not state.src[place : state.eMarks[line]].strip("*-_ \t") and hr(state, line, stop, silent)


_LIST_ENDS: Marks = {
    **dict.fromkeys("`~", (fence,)),
    ">": (blockquote,),
    **dict.fromkeys("*-_", (_thematic_break,)),
}
_INTERRUPTIONS: Marks = {
    **_LIST_ENDS,
    **dict.fromkeys("*-", (_thematic_break, list_block)),
    **dict.fromkeys("+0123456789", (list_block,)),
    "#": (heading,),
}
_HTML: Marks = {"<": (html_block,)}
_REFERENCE: Marks = {"[": (reference,)}


def block_rules(*, mdx: bool) -> Ruler[RuleFuncBlockType]:
    """The block rules of CommonMark with tables; MDX knows no indented code and no HTML blocks."""
    interruptions: Marks = _INTERRUPTIONS if mdx else {**_INTERRUPTIONS, **_HTML}
    ruler: Ruler[RuleFuncBlockType] = Ruler()
    # By a rule of the name "code" markdown-it knows that indented lines are code.
    ruler.push("block" if mdx else "code", _block_rule(interruptions, has_code=not mdx))
    # That rule always matches, so what stands behind it is asked in these chains alone.
    interrupts = _marked(interruptions)
    ruler.push("table", table_lines, {"alt": ["paragraph", "reference"]})
    ruler.push("interruption", interrupts, {"alt": ["paragraph", "reference", "blockquote"]})
    ruler.push("list_end", _marked(_LIST_ENDS), {"alt": ["list"]})
    return ruler


def _block_rule(interruptions: Marks, *, has_code: bool) -> RuleFuncBlockType:
    """One rule in place of all: it finds a paragraph where it finds nothing else."""
    marks: Marks = {**interruptions, **_REFERENCE}
    paragraph = paragraph_rule(interruptions)

    def rule(state: StateBlock, line: int, stop: int, silent: bool) -> bool:  # noqa: FBT001 - a block rule
        if table_lines(state, line, stop, silent):
            return True
        if has_code and state.sCount[line] - state.blkIndent >= _CODE_INDENT:
            return code(state, line, stop, silent)
        mark = state.src[state.bMarks[line] + state.tShift[line]]
        return (mark in marks and is_marked(state, line, stop, marks[mark], silent=silent)) or paragraph(
            state, line, stop, silent
        )

    return rule


def _marked(marks: Marks) -> RuleFuncBlockType:
    """One rule in place of those in *marks*."""

    def rule(state: StateBlock, line: int, stop: int, silent: bool) -> bool:  # noqa: FBT001 - a block rule
        place = state.bMarks[line] + state.tShift[line]
        rules = marks.get(state.src[place : place + 1])
        return rules is not None and is_marked(state, line, stop, rules, silent=silent)

    return rule
