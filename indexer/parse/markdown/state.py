"""The state that block rules work on, begun and filled at less cost than markdown-it's own. Pure.

markdown-it reads the indent of every line character by character and makes a token for each end of each list,
item and quote. Here the lines are measured by calls on whole strings, and only the tokens are kept that
``blocks`` reads; a property test compares the lines with markdown-it's.
"""

from itertools import accumulate, count, repeat
from operator import add, sub
from typing import Any, Literal

from markdown_it import MarkdownIt
from markdown_it.rules_block import StateBlock
from markdown_it.token import Token

TEXTS = "texts"
"""Key of the environment where the lines of paragraphs and table rows are left, each with its level."""
FIRST_PARAGRAPH = "first_paragraph"
"""Key of the environment where the source of the first paragraph is left."""

_KEPT = frozenset(("heading_open", "inline", "fence", "code_block", "html_block"))
_SPACE = " \t"
_TAB = 4


class BlockState(StateBlock):
    """One text on its way through the block rules."""

    def __init__(self, text: str, parser: MarkdownIt, environment: dict[str, Any]) -> None:
        super().__init__("", parser, environment, [])
        self.src = text
        lines = text.split("\n")
        # No line stands after the last line end, nor where spaces alone follow it.
        if not lines[-1].strip(_SPACE):
            lines.pop()
        sizes = list(map(len, lines))
        starts = list(map(add, accumulate(sizes, initial=0), count()))
        indents = list(map(sub, sizes, map(len, map(str.lstrip, lines, repeat(_SPACE)))))
        # Each list ends with a line that is not there, at the end of the text, as the rules expect.
        self.bMarks = [*starts[:-1], len(text)]
        self.eMarks = [*map(add, starts, sizes), len(text)]
        self.tShift = [*indents, 0]
        self.sCount = [*(map(_columns, lines, indents) if "\t" in text else indents), 0]
        self.bsCount = [0] * (len(lines) + 1)
        self.lineMax = len(lines)
        self.deepest = 0
        """The highest level of a token, whether it was kept or not."""
        self._unread = Token("", "", 0)

    def push(self, ttype: str, tag: str, nesting: Literal[-1, 0, 1]) -> Token:
        """A new token of that type, or where nobody reads it one that takes what is written to it."""
        if nesting < 0:
            self.level -= 1
        level = self.level
        if nesting > 0:
            self.level += 1
        self.deepest = max(self.deepest, level)
        if ttype not in _KEPT:
            return self._unread
        token = Token(ttype, tag, nesting, level=level, block=True)
        self.tokens.append(token)
        return token


def _columns(line: str, indent: int) -> int:
    """How many columns the first *indent* characters of *line* take, tabs expanded."""
    return len(line[:indent].expandtabs(_TAB))
