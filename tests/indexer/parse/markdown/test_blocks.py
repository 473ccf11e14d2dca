from functools import cache

from hypothesis import example, given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from indexer.parse.markdown.blocks import MAX_NESTING, Blocks, markdown_parser, parse_blocks

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


def gathered(text: str, parser: MarkdownIt) -> Blocks:
    blocks = parse_blocks(text, parser=parser)
    blocks.deepest = 0  # the stock rules count a paragraph as a level of its own
    return blocks


@settings(max_examples=400)
@given(text=st.lists(LINES, max_size=14).map("\n".join), mdx=st.booleans())
@example(text="a|b\n-|-\nc\n\x0b\nd", mdx=False)
@example(text="- a\n- - -\n1. b\n> c\n| d |\n|---|\n| e |\n# f", mdx=True)
def test_our_rules_find_the_blocks_that_the_stock_rules_find(*, text: str, mdx: bool) -> None:
    assert gathered(text, markdown_parser(mdx=mdx)) == gathered(text, stock_parser(mdx=mdx))
