"""Numbers for chunks and terms, as a process meets them, so that texts become arrays. Pure.

Numbers depend on what was read before. What leaves a process holds numbers of terms, and tells the new terms.
"""

import os
from collections.abc import Iterable, Sequence
from itertools import chain, count, islice
from typing import NamedTuple

import numpy as np

from indexer.search.distinct import distinct_words
from indexer.search.postings import Flags, Numbers, spans
from indexer.search.tokens import END, STOP_WORDS, Stemmer, parts_of_all, separated


class NewTerms(NamedTuple):
    """Terms that a vocabulary has numbered since it told them last."""

    vocabulary: str
    """Its name, among all processes."""
    first: int
    """Number of the first one."""
    texts: list[str]


class Numbered(dict[str, int]):
    """Numbers by text, given in the order in which texts are first asked for."""

    def __missing__(self, text: str) -> int:
        self[text] = number = len(self)
        return number

    def newest(self, number: int) -> list[str]:
        """The last *number* texts, in their order."""
        return [*islice(reversed(self), number)][::-1]


_created = count()


class _Column:
    """An array of integers that grows."""

    def __init__(self) -> None:
        self._array: Numbers = np.empty(1024, np.int64)
        self.length = 0

    def extend(self, values: Iterable[int]) -> None:
        """Add *values* at the end."""
        added = np.fromiter(values, np.int64)
        stop = self.length + len(added)
        if stop > len(self._array):
            self._array = np.resize(self._array, 2 * stop)
        self._array[self.length : stop] = added
        self.length = stop

    def __getitem__(self, places: Numbers) -> Numbers:
        return self._array[places]


class Vocabulary:
    """Chunks and terms of one process, numbered from 0; chunk 0 is the end of a text."""

    def __init__(self, stemmer: Stemmer) -> None:
        self._name = f"{os.getpid()} {next(_created)}"
        self._stemmer = stemmer
        self._chunks = Numbered()
        self._terms = Numbered()
        self._told = 0
        self._firsts, self._counts, self._spread = _Column(), _Column(), _Column()
        self._is_stop_word = _Column()
        self._is_compound = _Column()
        self._parts: list[Sequence[str]] = []
        self._number([END])

    def read(self, texts: Sequence[str]) -> tuple[Numbers, Numbers]:
        """Numbers of the chunks of all *texts*, and where those of each text start (last: where all end)."""
        chunks, places = distinct_words(separated(texts))
        found = self._number(chunks)[places]
        is_end = found == 0
        ends = np.append(np.flatnonzero(is_end), len(found))
        return found[~is_end], np.insert(ends - np.arange(len(ends)), 0, 0)

    def _number(self, chunks: Sequence[str]) -> Numbers:
        known = len(self._chunks)
        numbers = np.fromiter(map(self._chunks.__getitem__, chunks), np.int64, len(chunks))
        if len(self._chunks) > known:
            self._learn(self._chunks.newest(len(self._chunks) - known))
        return numbers

    def _learn(self, fresh: Sequence[str]) -> None:
        split = parts_of_all(fresh)
        terms = self._stemmer.terms_of_parts(split)
        counts = [len(found) for found in terms]
        self._firsts.extend(self._spread.length + np.cumsum([0, *counts[:-1]]))
        self._counts.extend(counts)
        self._spread.extend(map(self._terms.__getitem__, chain.from_iterable(terms)))
        self._is_stop_word.extend(chunk.lower() in STOP_WORDS for chunk in fresh)
        # FTS4 takes an identifier for one word, but for a hyphen.
        compounds = [len(parts) > 1 and "-" not in chunk for parts, chunk in zip(split, fresh, strict=True)]
        self._is_compound.extend(compounds)
        self._parts += [parts if compound else () for parts, compound in zip(split, compounds, strict=True)]

    def number_of_term(self, term: str) -> int:
        """The number of *term*, a new one if it was not met."""
        return self._terms[term]

    def tell(self) -> NewTerms:
        """The terms that were not told yet: who takes all of them in turn knows every number."""
        first, self._told = self._told, len(self._terms)
        return NewTerms(self._name, first, self._terms.newest(self._told - first))

    def spread(self, chunks: Numbers) -> tuple[Numbers, Numbers]:
        """All terms of each of *chunks*, and the place of its chunk among them."""
        places, terms = spans(self._firsts[chunks], self._counts[chunks])
        return places, self._spread[terms]

    def is_stop_word(self, chunks: Numbers) -> Flags:
        """Whether each of *chunks* is one."""
        return np.not_equal(self._is_stop_word[chunks], 0)

    def is_compound(self, chunks: Numbers) -> Flags:
        """Whether each of *chunks* has parts that full-text search does not see."""
        return np.not_equal(self._is_compound[chunks], 0)

    def parts_of(self, compound: int) -> Sequence[str]:
        """The parts of a compound in lower case."""
        return self._parts[compound]
