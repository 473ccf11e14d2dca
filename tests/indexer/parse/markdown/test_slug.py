import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from indexer.parse.markdown import Slugger, slug_of


@pytest.mark.parametrize(
    ("text", "slug"),
    [
        pytest.param("", "", id="nothing"),
        pytest.param("Hello  World", "hello--world", id="each space is a hyphen"),
        pytest.param("a\tb\nc", "abc", id="other white space goes"),
        pytest.param("v1.2 (beta)!", "v12-beta", id="punctuation goes"),
        pytest.param("-a_b-", "-a_b-", id="hyphens and underscores stay"),
        pytest.param("Ünïcode ÉTÉ", "ünïcode-été", id="letters with marks stay, in lower case"),
        pytest.param("ΣΑΣ", "σας", id="a final sigma"),
        pytest.param("İ", "i̇", id="a dotted capital I is two code points"),
        pytest.param("日本語 テスト", "日本語-テスト", id="ideographs and kana"),
        pytest.param("😀 x", "-x", id="emoji go"),
        pytest.param("ⓐ Ⓑ", "ⓐ-ⓑ", id="circled letters stay"),
        pytest.param("² ½ Ⅷ", "--ⅷ", id="numbers that are no digits go, letter numbers stay"),
        pytest.param("ಽಾೃ", "ಽಾೃ", id="signs of Kannada stay"),
        pytest.param("\ua7cb", "\u0264", id="a capital younger than its small letter"),
        pytest.param("\u0870", "", id="a letter younger than Unicode 13 goes"),
    ],
)
def test_a_slug_keeps_letters_marks_digits_and_connectors(text: str, slug: str) -> None:
    assert slug_of(text) == slug


def test_duplicates_count_up_until_a_free_slug() -> None:
    slugger = Slugger()
    assert [slugger.slug(text) for text in ("a", "a-1", "a", "a", "", "")] == [
        "a",
        "a-1",
        "a-2",
        "a-3",
        "",
        "-1",
    ]


@given(st.lists(st.sampled_from(["a", "A", "a-1", "a-1-1", "", "-1", "a!"]), max_size=30))
def test_slugs_of_one_document_are_unique(texts: list[str]) -> None:
    slugger = Slugger()
    slugs = [slugger.slug(text) for text in texts]
    assert len(set(slugs)) == len(slugs)


def test_every_kept_character_is_a_letter_mark_digit_connector_or_letter_like_symbol() -> None:
    kept = [
        chr(point)
        for point in range(0x110000)
        if not 0xD800 <= point < 0xE000 and slug_of(f"a{chr(point)}") != "a"
    ]
    others = {
        character
        for character in kept
        if unicodedata.category(character)[0] not in "LM"
        and unicodedata.category(character) not in ("Nd", "Nl", "Pc")
        and not "Ⓐ" <= character <= "ⓩ"
        and not "\U0001f130" <= character <= "\U0001f189"
    }
    assert others - {"\ua7cb", "\ua7dc"} == {" ", "-"}
    assert len(kept) > 130_000
