from functools import cache
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from markdown_it.rules_block import StateBlock
from markdown_it.token import Token

from indexer.parse.markdown.blocks import (
    MAX_NESTING,
    Blocks,
    RawCode,
    RawHeading,
    markdown_parser,
    parse_blocks,
)
from indexer.parse.markdown.state import BlockState

LINES = st.sampled_from(
    [
        *(
            "a",
            "b b",
            "",
            "  c",
            "    d",
            "\te",
            "===",
            "---",
            "--- -",
            "=",
            "-",
            "- ",
            "- a",
            "  - b",
            "* * *",
            "+ x",
        ),
        *(
            "1. a",
            "2. b",
            "1.",
            "10) c",
            "> a",
            ">",
            "> - b",
            ">> c",
            "# H",
            "## ",
            "#x",
            "```",
            "```ts",
            "~~~",
            "   ```",
        ),
        *(
            "<div>",
            "<!--",
            "-->",
            "<b>",
            "</p>",
            "<Tag>",
            "| a | b |",
            "|---|---|",
            "-|-",
            ":-:",
            ":-: | -:",
            "a | b",
            "[x]: /y",
            "[x]:",
            "'t'",
        ),
        *("  ===", "    ---", "\t- x", "-\tx", "> ---", "- ===", "_ _ _", "***", "\u00a0", "\x0b", "=\u00a0"),
    ]
)


@cache
def stock_parser(*, mdx: bool) -> MarkdownIt:
    parser = MarkdownIt("commonmark", {"maxNesting": MAX_NESTING})
    parser.enable(["table", "strikethrough"])
    if mdx:
        parser.disable(["code", "html_block"])
    return parser


def found_by_stock_rules(text: str, *, mdx: bool) -> Blocks:
    """What the tokens of markdown-it's own rules say of *text*."""
    environment: dict[str, Any] = {}
    tokens: list[Token] = []
    stock_parser(mdx=mdx).block.parse(text, stock_parser(mdx=mdx), environment, tokens)
    blocks = Blocks()
    for before, token in pairwise([Token("", "", 0), *tokens]):
        if token.map is None:
            continue
        lines = (token.map[0], token.map[1])
        if token.type == "inline":
            if lines not in blocks.texts:  # all cells of a row stand on its line
                blocks.texts.append(lines)
            if before.type == "heading_open":
                blocks.headings.append(RawHeading(lines, int(before.tag[1]), token.content))
            if before.type == "paragraph_open" and not blocks.first_paragraph:
                blocks.first_paragraph = token.content
        elif token.type in ("fence", "code_block"):
            blocks.codes.append(RawCode(lines, token.info))
        elif token.type == "html_block":
            blocks.html.append(lines)
    references = environment.get("references", {})
    blocks.definitions = {label: (entry["map"][0], entry["map"][1]) for label, entry in references.items()}
    return blocks


@settings(max_examples=400)
@given(text=st.lists(LINES, max_size=14).map("\n".join), mdx=st.booleans())
@example(text="a|b\n-|-\nc\n\x0b\nd", mdx=False)
@example(text="- a\n- - -\n1. b\n> c\n| d |\n|---|\n| e |\n# f", mdx=True)
def test_our_rules_find_the_blocks_that_the_stock_rules_find(*, text: str, mdx: bool) -> None:
    found = parse_blocks(text, parser=markdown_parser(mdx=mdx))
    found.deepest = 0  # the stock rules count a paragraph as a level of its own
    assert found == found_by_stock_rules(text, mdx=mdx)


@given(text=st.text(st.sampled_from("a\t \n\r\f\x0b\x1c\x85\u2028\u00a0\u3000\0é"), max_size=40))
@example(text="")
@example(text="a\n \t")
@example(text=" \ta\n")
def test_our_state_sees_the_lines_that_the_stock_state_sees(text: str) -> None:
    parser = markdown_parser(mdx=False)
    ours, stock = BlockState(text, parser, {}), StateBlock(text, parser, {}, [])
    names = ("src", "bMarks", "eMarks", "tShift", "sCount", "bsCount", "lineMax")
    assert [getattr(ours, name) for name in names] == [getattr(stock, name) for name in names]
    assert ours.is_code_block(0) == stock.is_code_block(0)


@pytest.mark.parametrize(
    ("text", "deepest"), [("a", 0), ("- a", 2), ("> # a", 2), ("> - ```\n", 3), ("- > - a", 5), ("# a", 1)]
)
def test_the_deepest_level_counts_lists_twice_and_quotes_once(text: str, deepest: int) -> None:
    assert parse_blocks(text, parser=markdown_parser(mdx=False)).deepest == deepest
