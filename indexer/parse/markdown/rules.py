"""Block rules chosen by the first character of a line, for speed. Pure.

markdown-it asks each of its ten rules about each block, and most of them about each further line of a list, a
quote or a table. But a rule can only match a line by its first character (a table: by that of the line
below), so one look at that finds the one or two worth asking. What they do, and the order in which they are
asked, stays as markdown-it has it; a property test compares the blocks.
"""

from collections.abc import Mapping

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

from indexer.parse.markdown.paragraphs import paragraph_or_heading
from indexer.parse.markdown.tables import table_lines

Marks = Mapping[str, tuple[RuleFuncBlockType, ...]]
"""Rules by the first character of the lines that they may match, in the order in which they are asked."""

_LIST_ENDS: Marks = {
    **dict.fromkeys("`~", (fence,)),
    ">": (blockquote,),
    **dict.fromkeys("*-_", (hr,)),
}
_INTERRUPTIONS: Marks = {
    **_LIST_ENDS,
    **dict.fromkeys("*-", (hr, list_block)),
    **dict.fromkeys("+0123456789", (list_block,)),
    "#": (heading,),
}
_HTML: Marks = {"<": (html_block,)}
_BLOCKS: Marks = {**_INTERRUPTIONS, "[": (reference,)}
_CODE_INDENT = 4


def block_rules(*, mdx: bool) -> Ruler[RuleFuncBlockType]:
    """The block rules of CommonMark with tables; MDX knows no indented code and no HTML blocks."""
    html: Marks = {} if mdx else _HTML
    ruler: Ruler[RuleFuncBlockType] = Ruler()
    ruler.push("table", table_lines, {"alt": ["paragraph", "reference"]})
    if not mdx:
        ruler.push("code", _indented_code)  # markdown-it looks for a rule of this name
    ruler.push("marked", _marked({**_BLOCKS, **html}))
    ruler.push("paragraph", paragraph_or_heading)
    # A paragraph always matches, so what stands behind it is asked in these chains alone.
    interrupts = _marked({**_INTERRUPTIONS, **html})
    ruler.push("interruption", interrupts, {"alt": ["paragraph", "reference", "blockquote"]})
    ruler.push("list_end", _marked(_LIST_ENDS), {"alt": ["list"]})
    return ruler


def _marked(marks: Marks) -> RuleFuncBlockType:
    """One rule in place of those in *marks*."""

    def rule(state: StateBlock, line: int, stop: int, silent: bool) -> bool:  # noqa: FBT001 - a block rule
        place = state.bMarks[line] + state.tShift[line]
        for candidate in marks.get(state.src[place : place + 1], ()):
            if candidate(state, line, stop, silent):
                return True
        return False

    return rule


def _indented_code(state: StateBlock, line: int, stop: int, silent: bool) -> bool:  # noqa: FBT001 - the same
    return state.sCount[line] - state.blkIndent >= _CODE_INDENT and code(state, line, stop, silent)
