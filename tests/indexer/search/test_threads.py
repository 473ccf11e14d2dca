"""Threads that search at once get what one thread gets."""

import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import product
from pathlib import Path

import pytest

from indexer.corpus import Corpus
from indexer.search.tokens import Stemmer

THREADS = 4
WORDS = ["".join(letters) for letters in product("bdg", "aeiou", "lmn", "aeiou", "rst")]


@pytest.fixture
def hasty_threads() -> Iterator[None]:
    """Threads take turns as often as they can."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(before)


@pytest.mark.usefixtures("hasty_threads")
def test_threads_that_share_a_stemmer_get_every_stem() -> None:
    words = [f"{word}{ending}" for word in WORDS for ending in ("ed", "ing", "ings")]
    stems = Stemmer().terms_of_all(words)
    for _ in range(3):
        shared = Stemmer()
        with ThreadPoolExecutor(THREADS) as pool:
            found = pool.map(lambda _, one=shared: [one.terms_of(word) for word in words], range(THREADS))
            assert [*found] == [stems] * THREADS


@pytest.mark.usefixtures("hasty_threads")
def test_threads_that_share_a_corpus_find_what_one_thread_finds(
    folder: Path, write: Callable[..., Path], index: Callable[..., object]
) -> None:
    sections = WORDS[::5]
    parts = [f"# Part {number}\n\n{word}ed\n\n" for number, word in enumerate(sections)]
    write({"docs/words.md": "".join(["# Words\n\nMade up.\n\n", *parts])})
    index(folder)

    with Corpus.open(folder / "corpus.db") as corpus:

        def find(word: str) -> list[str]:
            return [hit.address for hit in corpus.search(f"{word}ings", within="docs")]

        with ThreadPoolExecutor(THREADS) as pool:
            found = [*pool.map(find, [word for word in sections for _ in range(THREADS)])]
    expected = [[f"doc:guide/words.md#part-{number}"] for number in range(len(sections))]
    assert found == [hits for hits in expected for _ in range(THREADS)]
