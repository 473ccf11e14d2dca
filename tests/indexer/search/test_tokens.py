"""Chunks and terms."""

import re
import unicodedata
from itertools import groupby

import pytest
from hypothesis import given
from hypothesis import strategies as st

from indexer.search.distinct import distinct_words
from indexer.search.tokens import END, Stemmer, chunks_of, separated, whole_of

STEMMER = Stemmer()


@pytest.mark.parametrize(
    ("chunk", "terms"),
    [
        pytest.param("WishState", ("wish", "state", "wishstate"), id="camel case is split and kept whole"),
        pytest.param("wish_state", ("wish", "state", "wishstate"), id="snake case likewise"),
        pytest.param("wish-state", ("wish", "state", "wishstate"), id="kebab case likewise"),
        pytest.param("wishstate", ("wishstat",), id="a word that looks like one is stemmed as one"),
        pytest.param("writing", ("write",), id="prose is stemmed"),
        pytest.param("HTMLElement", ("html", "element", "htmlelement"), id="capitals end before a word"),
        pytest.param("sha256", ("sha", "256", "sha256"), id="digits are parts of their own"),
        pytest.param("日本語", ("日本", "本語"), id="unspaced scripts give pairs"),
    ],
)
def test_a_chunk_gives_its_terms(chunk: str, terms: tuple[str, ...]) -> None:
    assert STEMMER.terms_of(chunk) == terms


def test_generics_and_calls_fall_apart() -> None:
    assert chunks_of("WishState<T>.key(`cf-hstack`)") == ["WishState", "T", "key", "cf-hstack"]


def test_spellings_of_one_name_are_one_whole() -> None:
    assert {whole_of(name) for name in ("fetchBinary", "fetch_binary", "fetch-binary", "FetchBinary()")} == {
        "fetchbinary"
    }


@given(st.text(max_size=200))
def test_every_text_has_terms_or_none_and_no_error(text: str) -> None:
    for chunk in chunks_of(text):
        assert all(STEMMER.terms_of(chunk))


@given(st.lists(st.text(alphabet="abcXYZ_-19", min_size=1, max_size=12), max_size=20))
def test_learning_together_is_learning_one_by_one(chunks: list[str]) -> None:
    single = Stemmer()
    assert Stemmer().terms_of_all(chunks) == [single.terms_of(chunk) for chunk in chunks]


CHUNK = re.compile(r"[\w$]+(?:-[\w$]+)*")
TEXTS = st.text(st.one_of(st.sampled_from("ab-_$ \n\x1c\0é\u0301—가ᄀ"), st.characters()), max_size=30)


@given(TEXTS)
def test_chunks_are_what_the_regular_expression_finds(text: str) -> None:
    assert chunks_of(text) == CHUNK.findall(unicodedata.normalize("NFKC", text))


@given(st.lists(TEXTS, max_size=5))
def test_texts_read_together_stay_apart(texts: list[str]) -> None:
    words, places = distinct_words(separated([*texts, ""]))
    read = [words[place] for place in places.tolist()]
    apart = [list(chunks) for is_end, chunks in groupby(read, END.__eq__) if not is_end]
    assert apart == [chunks for chunks in map(chunks_of, texts) if chunks]
    assert read.count(END) == len(texts)


WORDS = st.lists(st.text("abé", min_size=1, max_size=40), max_size=40)


@given(WORDS)
def test_distinct_words_tell_the_text(words: list[str]) -> None:
    distinct, places = distinct_words(f" {' '.join(words)} ".encode())
    assert [distinct[place] for place in places.tolist()] == words
    assert sorted(word for word in distinct if len(word.encode()) <= 16) == sorted(
        {word for word in words if len(word.encode()) <= 16}
    )
