"""Block structure of a document by markdown-it, gathered in one pass over its tokens. Pure.

Inline text is not parsed here: headings are, one by one, in ``headings``; links are found by ``links``.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.token import Token

from indexer.parse.markdown.paragraphs import FIRST_PARAGRAPH, TEXTS
from indexer.parse.markdown.rules import block_rules

LineRange = tuple[int, int]
"""First line and the line after the last one, 0-based."""

MAX_NESTING = 100
"""Open blocks (a list item counts twice) that are followed; markdown-it skips what stands deeper."""


@dataclass(frozen=True, slots=True)
class RawHeading:
    """A heading of the block structure with its inline source."""

    lines: LineRange
    level: int
    source: str


@dataclass(frozen=True, slots=True)
class RawCode:
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
    parser = MarkdownIt("commonmark", {"maxNesting": MAX_NESTING})
    parser.enable(["strikethrough"])
    parser.block.ruler = block_rules(mdx=mdx)
    return parser


def parse_blocks(text: str, *, parser: MarkdownIt) -> Blocks:
    """The block structure of *text* (line feeds only)."""
    environment: dict[str, Any] = {TEXTS: []}
    tokens: list[Token] = []
    parser.block.parse(text, parser, environment, tokens)
    blocks = _gather(tokens)
    for lines, level in environment[TEXTS]:
        blocks.texts.append(lines)
        blocks.deepest = max(blocks.deepest, level)
    blocks.texts.sort()
    blocks.first_paragraph = environment.get(FIRST_PARAGRAPH, blocks.first_paragraph)
    references = environment.get("references", {})
    blocks.definitions = {label: (entry["map"][0], entry["map"][1]) for label, entry in references.items()}
    return blocks


def _gather(tokens: list[Token]) -> Blocks:
    blocks = Blocks()
    opener = None
    for token in tokens:
        kind = token.type
        if kind == "inline" and token.map:
            lines = token.map
            if not blocks.texts or blocks.texts[-1][0] != lines[0]:
                blocks.texts.append((lines[0], lines[1]))
            if opener is not None and opener.type == "heading_open":
                blocks.headings.append(RawHeading((lines[0], lines[1]), int(opener.tag[1]), token.content))
            elif not blocks.first_paragraph and opener is not None and opener.type == "paragraph_open":
                blocks.first_paragraph = token.content
        elif kind in ("fence", "code_block") and token.map:
            blocks.codes.append(RawCode((token.map[0], token.map[1]), token.info))
        elif kind == "html_block" and token.map:
            blocks.html.append((token.map[0], token.map[1]))
        blocks.deepest = max(blocks.deepest, token.level)
        opener = token
    return blocks
