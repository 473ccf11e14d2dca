import pytest

from indexer.parse.markdown import parse_document

PAGE = b"""---
title: Start
---
import Card from "./card"
# not a heading: part of the statement above

<Card
  title="A > B"
  icon={<Icon name="# x" />}
  href="/next#part"
>
  ## Inside {#inside}

  <Step title="one">
    ### Deep

        # indented, and a heading all the same

    ```ts theme={null}
    # code
    </Card>
    ```
  </Step>
</Card>

{/*
# commented out
*/}

<!-- # this too
# and this -->

Text with a <Tip>word</Tip>.
"""


def test_a_page_of_components_has_the_headings_of_its_markdown() -> None:
    document = parse_document(PAGE, "start.mdx")
    assert [(each.level, each.slug, each.title) for each in document.sections] == [
        (0, "", ""),
        (2, "inside", "Inside"),
        (3, "deep", "Deep"),
        (1, "indented-and-a-heading-all-the-same", "indented, and a heading all the same"),
    ]


def test_components_keep_bytes_code_and_links_in_place() -> None:
    document = parse_document(PAGE, "start.mdx")
    assert b"".join(PAGE[each.span.start : each.span.stop] for each in document.sections) == PAGE
    assert [(each.language, each.section) for each in document.code_blocks] == [("ts", 3)]
    assert [(each.target, each.line) for each in document.links] == [("/next#part", 10)]


def test_text_behind_the_end_of_a_comment_is_read() -> None:
    document = parse_document(b"{/* c\n*/} [a](b)\n", "a.mdx")
    assert [link.target for link in document.links] == ["b"]


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("<Note>\n## A\n</Note>\n", id="a component is closed on a line"),
        pytest.param("{/* c */}\n<Note>\n## A\n", id="a JSX comment"),
        pytest.param("```ts theme={null}\n```\n<Note>\n## A\n", id="a themed fence"),
    ],
)
def test_markdown_that_only_mdx_allows_is_read_as_mdx(text: str) -> None:
    assert [each.slug for each in parse_document(text.encode(), "a.md").sections][-1] == "a"


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("```tsx\n<A>\n</A>\n{/* c */}\n```\n<div>\n# A\n", id="components inside a fence"),
        pytest.param("    </A>\n\n<div>\n# A\n", id="components in indented code"),
        pytest.param("<div>\n# A\n</div>\n", id="HTML"),
    ],
)
def test_other_markdown_keeps_its_html_blocks(text: str) -> None:
    assert [each.slug for each in parse_document(text.encode(), "a.md").sections] == [""]


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("<A b='\n# T\n", id="a tag that never closes"),
        pytest.param("<A> text\n# T\n", id="text behind the tag"),
        pytest.param("{/* c */} text\n# T\n", id="text behind a comment"),
        pytest.param("{/* c\n*/} text\n# T\n", id="text behind the end of a comment"),
        pytest.param("```\n{/*\n```\n# T\n", id="a comment that opens in a fence"),
        pytest.param("````\n```\n{/*\n````\n# T\n", id="a comment in a fence that holds a shorter one"),
        pytest.param("importance\n# T\n", id="a word that starts like a statement"),
    ],
)
def test_broken_or_mixed_lines_hide_no_later_heading(text: str) -> None:
    assert [each.slug for each in parse_document(text.encode(), "a.mdx").sections] == ["", "t"]
