import re
from html import unescape

import pytest
from hypothesis import given
from hypothesis import strategies as st

from indexer.base.words import Span
from kitc.check import Finding
from kitc.page.page import prose
from kitc.page.source import source_lines


def finding(line: int, column: int, end_line: int, end_column: int) -> Finding:
    return Finding(
        rule="r",
        severity="error",
        span=Span(start=0, stop=1),
        line=line,
        column=column,
        end_line=end_line,
        end_column=end_column,
        message="m",
    )


@pytest.mark.parametrize(
    ("source", "found", "lines"),
    (
        pytest.param("ab", (), ("ab",), id="no finding"),
        pytest.param(
            "ab cd", (finding(1, 4, 1, 6),), ('ab <mark class="error">cd</mark>',), id="the end of a line"
        ),
        pytest.param(
            "😀b",
            (finding(1, 3, 1, 4),),
            ('😀<mark class="error">b</mark>',),
            id="after a letter of two UTF-16 units",
        ),
        pytest.param(
            "ab\ncd",
            (finding(1, 2, 2, 2),),
            ('a<mark class="error">b</mark>', '<mark class="error">c</mark>d'),
            id="over two lines",
        ),
        pytest.param("<b>&", (), ("&lt;b&gt;&amp;",), id="text that looks like HTML"),
    ),
)
def test_a_finding_is_marked_where_it_stands(
    source: str, found: tuple[Finding, ...], lines: tuple[str, ...]
) -> None:
    assert tuple(_bare(line.html) for line in source_lines(source, found)) == lines


TEXTS = st.text(alphabet="ab <>&\"'`{}/*\n\t=;😀é", max_size=60)
PLACES = st.tuples(*[st.integers(1, 12)] * 4)


@given(TEXTS, st.lists(PLACES, max_size=4))
def test_highlighting_and_marks_change_no_letter(
    source: str, places: list[tuple[int, int, int, int]]
) -> None:
    found = tuple(finding(*place) for place in places)
    shown = [re.sub(r"<[^>]*>", "", line.html) for line in source_lines(source, found)]
    assert [unescape(text) for text in shown] == (
        source.rstrip("\n").split("\n") if source.strip("\n") else shown
    )


def _bare(html: str) -> str:
    """*html* without the spans that only colour it."""
    bare, inside = "", False
    for piece in html.replace("<span", "\0<span").replace("</span>", "\0</span>").split("\0"):
        inside = piece.startswith(("<span", "</span>"))
        bare += piece.partition(">")[2] if inside else piece
    return bare


def test_lines_keep_their_numbers_and_blank_ones_stay() -> None:
    assert [line.number for line in source_lines("a\n\nb\n", ())] == [1, 2, 3]


def test_backticks_become_code_and_all_else_is_escaped() -> None:
    assert prose("`a<b` & `c") == "<code>a&lt;b</code> &amp; `c"
