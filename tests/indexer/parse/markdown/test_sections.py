import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from indexer.parse.markdown import ParsedDocument, parse_document

FRAGMENTS = st.sampled_from(
    [
        *(
            "# ",
            "## ",
            "a",
            "é",
            "`",
            "```\n",
            "~~~\n",
            "    ",
            "> ",
            "- ",
            "1. ",
            "\n",
            "\r",
            "\r\n",
            "\n\n",
            "===\n",
        ),
        *(
            "---\n",
            "<h2 id='a'>",
            "</h2>",
            "<!--",
            "-->",
            "<A\n",
            ">",
            "</A>\n",
            "{/*",
            "*/}",
            "theme={null}",
            "[",
            "]",
        ),
        *(
            "](",
            ")",
            "[a]: b\n",
            "|",
            "|-|\n",
            "key: value\n",
            "\0",
            "\ufeff",
            "\t",
            "\\",
            "&amp;",
            "http://x.y/",
            "\x85",
        ),
    ]
)
BYTES = st.one_of(
    st.binary(max_size=200),
    st.lists(FRAGMENTS, max_size=40).map(lambda parts: "".join(parts).encode()),
    st.lists(st.one_of(FRAGMENTS.map(str.encode), st.binary(max_size=3)), max_size=30).map(b"".join),
)


def parse(text: str, path: str = "a.md") -> ParsedDocument:
    return parse_document(text.encode(), path)


def outline(document: ParsedDocument) -> list[tuple[int, str, str]]:
    return [(section.level, section.slug, section.title) for section in document.sections]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param(
            "", [(0, "", "a")], id="an empty document is one empty preamble with the title of the document"
        ),
        pytest.param("just text", [(0, "", "a")], id="a document without headings is one preamble"),
        pytest.param(
            "# A\n## B #\n",
            [(1, "a", "A"), (2, "b", "B")],
            id="a document that opens with a heading has no preamble",
        ),
        pytest.param(
            "x\n\n# A", [(0, "", ""), (1, "a", "A")], id="text before the first heading is the preamble"
        ),
        pytest.param(
            "A\n===\nB\nb\n---\n", [(1, "a", "A"), (2, "bb", "B b")], id="setext headings, one over two lines"
        ),
        pytest.param(
            "#no\n#\n",
            [(0, "", ""), (1, "-1", "")],
            id="a mark without a space is text, an empty heading beside a preamble gets -1",
        ),
        pytest.param("- # A\n  > ## B\n", [(1, "a", "A"), (2, "b", "B")], id="headings in lists and quotes"),
        pytest.param("```\n# A\n```\n    # B\n", [(0, "", "a")], id="marks in code are no headings"),
        pytest.param(
            "# A\n# A\n# A-1\n# A\n",
            [(1, "a", "A"), (1, "a-1", "A"), (1, "a-1-1", "A-1"), (1, "a-2", "A")],
            id="duplicates count up as github-slugger does",
        ),
        pytest.param(
            "## `a<T>` & **b** [c](d) ![e](f) \\* &lt;\n",
            [(2, "at--b-c---", "a<T> & b c e * <")],
            id="inline markup leaves its text, images only in the title",
        ),
        pytest.param(
            "# snake_case_name\n",
            [(1, "snake_case_name", "snake_case_name")],
            id="underscores inside words stay",
        ),
        pytest.param(
            "<h1 align='center'>Big <b>x</b> &amp; y</h1>\n",
            [(1, "big-x--y", "Big x & y")],
            id="an HTML heading without id",
        ),
        pytest.param(
            '<div>\n  <h2 id="own">T</h2>\n</div>\n',
            [(0, "", ""), (2, "own", "T")],
            id="an HTML heading keeps its id",
        ),
        pytest.param(
            "<!-- <h2>old</h2> -->\n<p>x</p>\n", [(0, "", "a")], id="an HTML heading in a comment is none"
        ),
        pytest.param(
            "<h2>a</h2><h3>b</h3>\n", [(2, "a", "a"), (3, "b", "b")], id="two HTML headings on one line"
        ),
        pytest.param(
            "a | b\n--|--\n# c | d\n", [(0, "", ""), (1, "c--d", "c | d")], id="a heading ends a table"
        ),
        pytest.param(
            "\ufeff# A\r\n\r\n## B\r\n", [(1, "a", "A"), (2, "b", "B")], id="a byte order mark and CRLF"
        ),
        pytest.param("# A\r## B\r", [(1, "a", "A"), (2, "b", "B")], id="lone carriage returns end lines"),
        pytest.param("# A\x0b\x0c\x85\u2028# B\n", [(1, "a-b", "A # B")], id="other separators end no line"),
        pytest.param("# A\0B\n", [(1, "ab", "A\ufffdB")], id="a NUL reads as a replacement character"),
        pytest.param(
            "---\ntitle: T\n---\n# A\n", [(0, "", ""), (1, "a", "A")], id="front matter is the preamble"
        ),
        pytest.param(
            "---\nno key\n---\n# A\n",
            [(0, "", ""), (2, "no-key", "no key"), (1, "a", "A")],
            id="a thematic break opens no front matter",
        ),
        pytest.param(
            "# " + "x" * 2000 + "\n## B", [(0, "", ""), (2, "b", "B")], id="an overlong heading is text"
        ),
        pytest.param(
            "[foo]: /x\n\n# [foo] [bar]\n",
            [(0, "", ""), (1, "foo-bar", "foo [bar]")],
            id="reference links in headings leave their text",
        ),
    ],
)
def test_headings_become_sections(text: str, expected: list[tuple[int, str, str]]) -> None:
    assert outline(parse(text)) == expected


def test_sections_know_their_parent_breadcrumb_bytes_and_lines() -> None:
    document = parse("é\n# A\n### B\ntext\n## C\n## D\n")
    found = [
        (
            each.ordinal,
            each.parent,
            each.breadcrumb,
            each.span.start,
            each.span.stop,
            each.first_line,
            each.last_line,
        )
        for each in document.sections
    ]
    assert found == [
        (0, None, "", 0, 3, 1, 1),
        (1, None, "A", 3, 7, 2, 2),
        (2, 1, "A > B", 7, 18, 3, 4),
        (3, 1, "A > C", 18, 23, 5, 5),
        (4, 1, "A > D", 23, 28, 6, 6),
    ]


def test_an_html_heading_starts_with_its_line_unless_text_stands_before_it() -> None:
    document = parse("<div>\n  <h2>a</h2> x <h3>b</h3>\n</div>\n")
    assert [(each.slug, each.span.start, each.first_line) for each in document.sections] == [
        ("", 0, 1),
        ("a", 6, 2),
        ("b", 21, 2),
    ]


def test_an_id_in_braces_is_text_outside_mdx() -> None:
    assert outline(parse("# A {#b}\n")) == [(1, "a-b", "A {#b}")]
    assert outline(parse("# A {#b}\n", "a.mdx")) == [(1, "b", "A")]


def test_a_document_of_one_long_line_is_one_section_and_says_so() -> None:
    line = "> ## Index > " + "Fetch the index. # Not a heading ## nor this. " * 180
    document = parse(line, "docs/long.md")
    assert outline(document) == [(0, "", "long")]
    assert document.description.startswith("Index > Fetch the index.")
    assert [(problem.kind, problem.severity) for problem in document.problems] == [
        ("overlong-heading", "note")
    ]


def test_undecodable_bytes_are_reported_and_stay_addressable() -> None:
    content = b"# A\n\xff\xfe x\n## B \xc3\n"
    document = parse_document(content, "a.md")
    assert [content[each.span.start : each.span.stop] for each in document.sections] == [
        b"# A\n\xff\xfe x\n",
        b"## B \xc3\n",
    ]
    assert [(each.kind, each.start_byte, each.stop_byte, each.line) for each in document.problems] == [
        ("undecodable", 4, 6, 2),
        ("undecodable", 14, 15, 3),
    ]


def test_many_undecodable_ranges_end_in_one_row_for_the_rest() -> None:
    content = b"\xff " * 100
    problems = parse_document(content, "a.md").problems
    assert len(problems) == 20
    assert problems[-1].stop_byte == len(content)


def test_nul_bytes_are_reported_once() -> None:
    (problem,) = parse_document(b"a\n\0\0", "a.md").problems
    assert (problem.kind, problem.start_byte, problem.line, problem.message) == (
        "nul-byte",
        2,
        2,
        "2 NUL bytes, the first at byte 2",
    )


def test_blocks_nested_too_deep_are_reported() -> None:
    document = parse("> " * 150 + "# A")
    assert [problem.kind for problem in document.problems] == ["deep-nesting"]


@given(BYTES, st.sampled_from(["a.md", "a.mdx", "SKILL.md"]))
def test_any_bytes_parse_into_sections_that_tile_them_with_unique_slugs(content: bytes, path: str) -> None:
    document = parse_document(content, path)
    sections = document.sections
    assert b"".join(content[each.span.start : each.span.stop] for each in sections) == content
    assert len({each.slug for each in sections}) == len(sections)
    assert [each.ordinal for each in sections] == list(range(len(sections)))
    assert all(each.parent is None or sections[each.parent].level < each.level for each in sections)
    placed = [(each.section, each.span) for each in (*document.links, *document.images)]
    placed += [(each.section, each.span) for each in document.code_blocks]
    for section, span in placed:
        assert sections[section].span.start <= span.start < sections[section].span.stop
        assert span.stop <= len(content)


@given(BYTES)
def test_a_parsed_document_survives_the_way_between_processes(content: bytes) -> None:
    document = parse_document(content, "a.md")
    assert pickle.loads(pickle.dumps(document)) == document  # noqa: S301 - our own bytes, made one line above
