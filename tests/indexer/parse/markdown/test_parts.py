import pytest
from hypothesis import given
from hypothesis import strategies as st

from indexer.parse.markdown import parts_of


@pytest.mark.parametrize(
    ("passage", "limit", "expected"),
    [
        pytest.param(b"", 10, [], id="nothing has no parts"),
        pytest.param(b"short", 10, [b"short"], id="what fits is one part"),
        pytest.param(b"one\ntwo three", 8, [b"one\n", b"two ", b"three"], id="line ends first, then spaces"),
        pytest.param(b"ab\r\ncd\r\n", 5, [b"ab\r\n", b"cd\r\n"], id="CRLF stays together"),
        pytest.param(b"abcd\r\nef", 5, [b"abcd", b"\r\nef"], id="CRLF at the limit goes to the next part"),
        pytest.param(b"ab\rcdef", 5, [b"ab\r", b"cdef"], id="a lone carriage return ends a line"),
        pytest.param("ééé".encode(), 5, ["éé".encode(), "é".encode()], id="characters stay whole"),
        pytest.param(
            b"\x80" * 9, 4, [b"\x80" * 4, b"\x80" * 4, b"\x80"], id="bytes that are no UTF-8 are cut anywhere"
        ),
    ],
)
def test_parts_end_at_the_best_boundary(passage: bytes, limit: int, expected: list[bytes]) -> None:
    assert [passage[part.start : part.stop] for part in parts_of(passage, limit)] == expected


def test_a_limit_below_one_character_is_refused() -> None:
    with pytest.raises(ValueError, match=r"^max_bytes is 3, expected at least 4$"):
        parts_of(b"x", 3)


@given(st.one_of(st.binary(max_size=300), st.text(max_size=200).map(str.encode)), st.integers(4, 50))
def test_parts_tile_the_passage_within_the_limit(passage: bytes, limit: int) -> None:
    parts = parts_of(passage, limit)
    assert b"".join(passage[part.start : part.stop] for part in parts) == passage
    assert all(0 < part.stop - part.start <= limit for part in parts)


@given(st.text(max_size=200), st.integers(4, 50))
def test_parts_of_text_are_text(text: str, limit: int) -> None:
    passage = text.encode()
    assert "".join(passage[part.start : part.stop].decode() for part in parts_of(passage, limit)) == text
