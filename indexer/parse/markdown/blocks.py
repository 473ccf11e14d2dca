"""Block structure of a document by markdown-it, gathered in one pass over its tokens. Pure.

Inline text is not parsed here: headings are, one by one, in ``headings``; links are found by ``links``.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any, NamedTuple

from markdown_it import MarkdownIt
from markdown_it.token import Token

from indexer.parse.markdown.rules import block_rules
from indexer.parse.markdown.state import FIRST_PARAGRAPH, TEXTS, BlockState

LineRange = tuple[int, int]
"""First line and the line after the last one, 0-based."""

MAX_NESTING = 100
"""Open blocks (a list item counts twice) that are followed; markdown-it skips what stands deeper."""


class RawHeading(NamedTuple):
    """A heading of the block structure with its inline source."""

    lines: LineRange
    level: int
    source: str


class RawCode(NamedTuple):
    """A code block of the block structure with its info string."""

    lines: LineRange
    info: str


@dataclass(slots=True)
class Blocks:
    """What the block structure holds, each list in document order."""

    headings: list[RawHeading] = field(default_factory=list)
    codes: list[RawCode] = field(default_factory=list)
    texts: list[LineRange] = field(default_factory=list)
    """Where inline text stands: paragraphs, headings, rows of tables."""
    html: list[LineRange] = field(default_factory=list)
    first_paragraph: str = ""
    deepest: int = 0
    definitions: Mapping[str, LineRange] = field(default_factory=dict)
    """Lines of each link reference definition, by its normalized label."""


@cache
def markdown_parser(*, mdx: bool) -> MarkdownIt:
    """The one parser of a dialect: CommonMark with tables; MDX knows no indented code and no HTML blocks."""
    # These two are off unless named, but markdown-it asks for them at each item and quote, and an option that
    # is missing costs it an error raised and caught.
    unused = {"tasklists": False, "alerts": False}
    parser = MarkdownIt("commonmark", {"maxNesting": MAX_NESTING, **unused})
    parser.enable(["strikethrough"])
    parser.block.ruler = block_rules(mdx=mdx)
    return parser


def parse_blocks(text: str, *, parser: MarkdownIt) -> Blocks:
    """The block structure of *text* (line feeds only)."""
    environment: dict[str, Any] = {TEXTS: []}
    state = BlockState(text, parser, environment)
    parser.block.tokenize(state, 0, state.lineMax)
    blocks = _gather(state.tokens)
    blocks.deepest = state.deepest
    for lines, level in environment[TEXTS]:
        blocks.texts.append(lines)
        blocks.deepest = max(blocks.deepest, level)
    blocks.texts.sort()
    blocks.first_paragraph = environment.get(FIRST_PARAGRAPH, "")
    references = environment.get("references", {})
    blocks.definitions = {label: (entry["map"][0], entry["map"][1]) for label, entry in references.items()}
    return blocks


def _gather(tokens: list[Token]) -> Blocks:
    blocks = Blocks()
    opener = None
    for token in tokens:
        if token.map is None:
            continue
        lines = (token.map[0], token.map[1])
        if token.type == "heading_open":
            opener = token
        elif token.type == "inline" and opener is not None:
            blocks.texts.append(lines)
            blocks.headings.append(RawHeading(lines, int(opener.tag[1]), token.content))
        elif token.type == "html_block":
            blocks.html.append(lines)
        else:
            blocks.codes.append(RawCode(lines, token.info))
    return blocks
