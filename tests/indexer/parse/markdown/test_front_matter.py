import pytest
from hypothesis import given
from hypothesis import strategies as st

from indexer.parse.markdown.facts import FrontMatterValue
from indexer.parse.markdown.front_matter import parse_front_matter


@pytest.mark.parametrize(
    ("body", "values"),
    [
        pytest.param("", {}, id="an empty block"),
        pytest.param(
            "name: cf\nuser-invocable: false",
            {"name": "cf", "user-invocable": "false"},
            id="plain values stay text",
        ),
        pytest.param("a: x: y # note\nb: c#d", {"a": "x: y", "b": "c#d"}, id="colons and comments in values"),
        pytest.param("a: \"q \\\" \\n\" # c\nb: 'it''s'", {"a": 'q " \n', "b": "it's"}, id="both quotes"),
        pytest.param(
            "a: one\n  two\nb: c", {"a": "one two", "b": "c"}, id="a plain value goes on when indented"
        ),
        pytest.param("a:\n  one\n  two", {"a": "one two"}, id="a plain value may start on the next line"),
        pytest.param("a: >-\n  one\n  two\n\n  three\nb: c", {"a": "one two\nthree", "b": "c"}, id="folded"),
        pytest.param("a: |\n  one\n    two\nb: c", {"a": "one\n  two", "b": "c"}, id="literal"),
        pytest.param("a: [x, 'y, z', ]\nb: []", {"a": ("x", "y, z"), "b": ()}, id="flow lists"),
        pytest.param("a: [x,\n  y]", {"a": ("x", "y")}, id="a flow list over two lines"),
        pytest.param(
            "a:\n- x\n- 'y'\nb:\n  - z", {"a": ("x", "y"), "b": ("z",)}, id="lists, indented or not"
        ),
        pytest.param(
            "a:\n  b: c\n  d:\n    e: f\ng: h",
            {"a.b": "c", "a.d.e": "f", "g": "h"},
            id="nested keys join by dots",
        ),
        pytest.param("# note\n\na:\nb: c", {"a": "", "b": "c"}, id="comments, empty lines and values"),
        pytest.param('"quoted key": x', {"quoted key": "x"}, id="a quoted key"),
    ],
)
def test_front_matter_is_read(body: str, values: dict[str, FrontMatterValue]) -> None:
    block = f"---\n{body}\n---\n" if body else "---\n---\n"
    found = parse_front_matter(block + "text")
    assert (found.values, found.problems) == (values, ())
    assert found.lines == block.count("\n")


@pytest.mark.parametrize(
    ("body", "problems"),
    [
        pytest.param("a: b\nstray", ((3, "'stray' is no `key: value`"),), id="a stray line"),
        pytest.param(
            "a: {x: 1}", ((2, "value of 'a' starts with '{', which is kept as written"),), id="a flow mapping"
        ),
        pytest.param(
            "a: b\nc: *x", ((3, "value of 'c' starts with '*', which is kept as written"),), id="an alias"
        ),
        pytest.param(
            "a: [x", ((2, "list of 'a' is nested or not closed, it is kept as written"),), id="an open list"
        ),
        pytest.param(
            "a: 'x", ((2, "quotes of 'a' are not closed, the value is kept as written"),), id="an open quote"
        ),
        pytest.param("a: b\na: c", ((3, "key 'a' stands twice, the later value is kept"),), id="a key twice"),
        pytest.param("a: b\n   c: d\ne: f\n  - g", (), id="what continues a value is part of it"),
    ],
)
def test_what_is_not_understood_is_reported_with_its_line(
    body: str, problems: tuple[tuple[int, str], ...]
) -> None:
    assert parse_front_matter(f"---\n{body}\n---\n").problems == problems


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("text\n---\na: b\n---\n", id="not at the start"),
        pytest.param("---\na: b\n", id="never closed"),
        pytest.param("---\n\nplain text\n\n---\n", id="no key"),
        pytest.param("----\na: b\n----\n", id="four hyphens"),
    ],
)
def test_other_texts_open_with_no_front_matter(text: str) -> None:
    assert parse_front_matter(text).lines == 0


@given(st.text(alphabet="ab: -\n'\"[]{},#|>&*", max_size=80))
def test_any_block_is_read_without_a_crash(body: str) -> None:
    found = parse_front_matter(f"---\na: b\n{body}\n---\n")
    assert found.lines > 0
