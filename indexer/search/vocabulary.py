"""Numbers for chunks and terms, as a process meets them: texts become arrays. IO: asks for its process id.

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

    def numbers_of(self, texts: Sequence[str]) -> Numbers:
        """The number of each of *texts*."""
        return np.fromiter(map(self.__getitem__, texts), np.int64, len(texts))

    def newest(self, number: int) -> list[str]:
        """The last *number* texts, in their order."""
        return [*islice(reversed(self), number)][::-1]


_created = count()


class _Column:
    """An array of integers that grows."""

    def __init__(self) -> None:
        self._array: Numbers = np.empty(1024, np.int64)
        self.length = 0

    def extend(self, values: Numbers) -> None:
        """Add *values* at the end."""
        stop = self.length + len(values)
        if stop > len(self._array):
            self._array = np.resize(self._array, 2 * stop)
        self._array[self.length : stop] = values
        self.length = stop

    def __getitem__(self, places: Numbers) -> Numbers:
        return self._array[places]


class _Lists:
    """Lists of integers, numbered from 0, one after another in one array."""

    def __init__(self) -> None:
        self._firsts, self._counts, self._values = _Column(), _Column(), _Column()

    def extend(self, counts: Numbers, values: Numbers) -> None:
        """Add lists of these lengths."""
        self._firsts.extend(self._values.length + np.cumsum(counts) - counts)
        self._counts.extend(counts)
        self._values.extend(values)

    def spread(self, numbers: Numbers) -> tuple[Numbers, Numbers]:
        """All values of the lists of these *numbers*, and for each the place of its list among them."""
        places, values = spans(self._firsts[numbers], self._counts[numbers])
        return places, self._values[values]


class Vocabulary:
    """Chunks and terms of one process, numbered from 0; chunk 0 is the end of a text."""

    def __init__(self, stemmer: Stemmer) -> None:
        self._name = f"{os.getpid()} {next(_created)}"
        self._stemmer = stemmer
        self._chunks, self._parts, self._terms = Numbered(), Numbered(), Numbered()
        self._part_texts: list[str] = []
        self._told = 0
        self._terms_of_chunk, self._terms_of_part, self._parts_of_chunk = _Lists(), _Lists(), _Lists()
        self._is_stop_word, self._is_compound = _Column(), _Column()
        # The end of a text has no parts.
        self._chunks[END] = 0
        self._learn([""])

    def read(self, texts: Sequence[str]) -> tuple[Numbers, Numbers]:
        """Numbers of the chunks of all *texts*, and where those of each text start (last: where all end)."""
        chunks, places = distinct_words(separated(texts))
        found = self._number(chunks)[places]
        is_end = found == 0
        ends = np.append(np.flatnonzero(is_end), len(found))
        return found[~is_end], np.insert(ends - np.arange(len(ends)), 0, 0)

    def _number(self, chunks: Sequence[str]) -> Numbers:
        known = len(self._chunks)
        numbers = self._chunks.numbers_of(chunks)
        if len(self._chunks) > known:
            self._learn(self._chunks.newest(len(self._chunks) - known))
        return numbers

    def _learn(self, fresh: Sequence[str]) -> None:
        texts, found = parts_of_all(fresh)
        counts = np.array(found)
        parts = self._number_parts(texts)
        self._parts_of_chunk.extend(counts, parts)
        # A chunk of several parts is a term itself.
        several = np.flatnonzero(counts > 1)
        stops = np.cumsum(counts)[several]
        bounds = zip((stops - counts[several]).tolist(), stops.tolist(), strict=True)
        wholes = self._terms.numbers_of(["".join(texts[first:stop]) for first, stop in bounds])
        places, terms = self._terms_of_part.spread(parts)
        owners = np.append(np.repeat(np.arange(len(fresh)), counts)[places], several)
        order = np.argsort(owners, kind="stable")
        self._terms_of_chunk.extend(
            np.bincount(owners, minlength=len(fresh)), np.append(terms, wholes)[order]
        )
        self._is_stop_word.extend(_array(chunk.lower() in STOP_WORDS for chunk in fresh))
        # FTS4 takes an identifier for one word, but for a hyphen.
        self._is_compound.extend(_array("-" not in chunk for chunk in fresh) & (counts > 1))

    def _number_parts(self, texts: Sequence[str]) -> Numbers:
        known = len(self._parts)
        numbers = self._parts.numbers_of(texts)
        fresh = self._parts.newest(len(self._parts) - known)
        self._part_texts += fresh
        terms = self._stemmer.terms_of_parts(fresh)
        self._terms_of_part.extend(
            _array(map(len, terms)), self._terms.numbers_of([*chain.from_iterable(terms)])
        )
        return numbers

    def number_terms(self, terms: Sequence[str]) -> Numbers:
        """The number of each of *terms*, a new one if it was not met."""
        return self._terms.numbers_of(terms)

    def tell(self) -> NewTerms:
        """The terms that were not told yet: who takes all of them in turn knows every number."""
        first, self._told = self._told, len(self._terms)
        return NewTerms(self._name, first, self._terms.newest(self._told - first))

    def spread(self, chunks: Numbers) -> tuple[Numbers, Numbers]:
        """All terms of each of *chunks*, and the place of its chunk among them."""
        return self._terms_of_chunk.spread(chunks)

    def is_stop_word(self, chunks: Numbers) -> Flags:
        """Whether each of *chunks* is one."""
        return np.not_equal(self._is_stop_word[chunks], 0)

    def is_compound(self, chunks: Numbers) -> Flags:
        """Whether each of *chunks* has parts that full-text search does not see."""
        return np.not_equal(self._is_compound[chunks], 0)

    def parts(self, chunks: Numbers) -> tuple[Numbers, Numbers]:
        """All parts of each of *chunks*, numbered, and the place of its chunk among them."""
        return self._parts_of_chunk.spread(chunks)

    def texts_of(self, parts: Numbers) -> list[str]:
        """The texts of *parts*, in lower case."""
        return [self._part_texts[part] for part in parts.tolist()]


def _array(values: Iterable[int]) -> Numbers:
    return np.fromiter(values, np.int64)
