import pytest

from indexer.parse.markdown import Link, parse_document


def links(text: str, path: str = "a.md") -> list[tuple[str, str, str]]:
    return [(link.form, link.text, link.target) for link in parse_document(text.encode(), path).links]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("[a](b)", [("inline", "a", "b")], id="inline"),
        pytest.param(
            "[a](b 'title') [c]( <d e> \"t\" )",
            [("inline", "a", "b"), ("inline", "c", "d e")],
            id="titles and pointed brackets",
        ),
        pytest.param("[a]()", [("inline", "a", "")], id="an empty destination"),
        pytest.param("[a](b(c(d))e)", [("inline", "a", "b(c(d))e")], id="balanced parentheses"),
        pytest.param("[a [b] c](d)", [("inline", "a [b] c", "d")], id="balanced brackets in the text"),
        pytest.param(
            "[`]`](x) [a](y)",
            [("inline", "`]`", "x"), ("inline", "a", "y")],
            id="code binds tighter than brackets",
        ),
        pytest.param("[a\nb](c\n'd')", [("inline", "a b", "c")], id="text and title over lines"),
        pytest.param("> [a\n> b](c)", [("inline", "a b", "c")], id="inside a quote"),
        pytest.param("- x\n  [a](b)\n", [("inline", "a", "b")], id="inside a list"),
        pytest.param("|a|\n|-|\n|[x](y)|\n", [("inline", "x", "y")], id="inside a table"),
        pytest.param("# [a](b)\n", [("inline", "a", "b")], id="inside a heading"),
        pytest.param(
            "[![i](p.png)](q)", [("inline", "![i](p.png)", "q")], id="an image as the text of a link"
        ),
        pytest.param(
            "[a](b\\_c&amp;d%20e)",
            [("inline", "a", "b_c&d%20e")],
            id="escapes and entities are undone, percent signs stay",
        ),
        pytest.param(
            "[a][b] [b][] [b]\n\n[b]: /u 't'\n",
            [("reference", "a", "/u"), ("reference", "b", "/u"), ("reference", "b", "/u")],
            id="full, collapsed and shortcut references",
        ),
        pytest.param(
            "[A\n b]\n\n[a B]: <u v>\n",
            [("reference", "A b", "u v")],
            id="labels match whatever their case and space",
        ),
        pytest.param(
            "<https://a.b/c> <mailto:x@y.z>",
            [
                ("autolink", "https://a.b/c", "https://a.b/c"),
                ("autolink", "mailto:x@y.z", "mailto:x@y.z"),
            ],
            id="autolinks",
        ),
        pytest.param(
            "see https://a.b/c(d). (http://e.f)",
            [("autolink", "https://a.b/c(d)", "https://a.b/c(d)"), ("autolink", "http://e.f", "http://e.f")],
            id="bare addresses without what follows them",
        ),
        pytest.param(
            "[https://a.b](https://c.d)",
            [("inline", "https://a.b", "https://c.d")],
            id="an address as the text of a link",
        ),
        pytest.param(
            "a <a class='>' href=\"b#c\">d</a>", [("html", 'href="b#c"', "b#c")], id="an HTML anchor"
        ),
        pytest.param("<p>\n<a href=b>c</a>\n</p>", [("html", "href=b", "b")], id="an HTML block"),
        pytest.param("``` ` ``\n[a](b)", [("inline", "a", "b")], id="ticks without a partner are text"),
    ],
)
def test_links_are_found(text: str, expected: list[tuple[str, str, str]]) -> None:
    assert links(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("`[a](b)`", id="code span"),
        pytest.param("```\n[a](b)\nhttps://x.y\n```", id="fence"),
        pytest.param("    [a](b)", id="indented code"),
        pytest.param("\\[a](b)", id="escaped bracket"),
        pytest.param("[a] (b)", id="space before the destination"),
        pytest.param("[a](b c)", id="space in the destination"),
        pytest.param("![a](b)", id="image"),
        pytest.param("[ ] task [x] done", id="task list marks"),
        pytest.param("[a]\n\n[b]: /u", id="no definition of that label"),
        pytest.param("note[^1]\n\n[^1]: text", id="footnote"),
        pytest.param("<!-- [a](b) <a href='c'> -->", id="comment"),
        pytest.param("---\nurl: https://a.b\n---\n", id="front matter"),
    ],
)
def test_what_only_looks_like_a_link_is_left_alone(text: str) -> None:
    assert links(text) == []


def test_inner_links_win_over_the_brackets_around_them() -> None:
    assert links("[a [b](c) d](e)") == [("inline", "b", "c")]


def test_images_stand_apart() -> None:
    document = parse_document(b"![an *image*](i.png) [a](b)", "a.md")
    assert [(image.form, image.text, image.target) for image in document.images] == [
        ("image", "an *image*", "i.png")
    ]
    assert [link.target for link in document.links] == ["b"]


def test_links_stand_at_their_bytes_line_and_section() -> None:
    content = "é\r\n\r\n# Ü\r\n\r\nää [ö](x) \r\n".encode()
    (link,) = parse_document(content, "a.md").links
    assert content[link.span.start : link.span.stop] == "[ö](x)".encode()
    assert (link.line, link.section) == (5, 1)


def test_ids_and_names_in_html_are_anchors() -> None:
    document = parse_document(b"# A\n<a name=\"x\"></a>\n\n# B\n<div id='y'>\n", "a.md")
    assert [(anchor.name, anchor.section) for anchor in document.anchors] == [("x", 0), ("y", 1)]


def test_a_link_over_another_file_type_is_kept_as_written() -> None:
    assert [link.target for link in _links_of("[a](../x/y.ts#L10-L20)")] == ["../x/y.ts#L10-L20"]


def _links_of(text: str) -> tuple[Link, ...]:
    return parse_document(text.encode(), "a.md").links
