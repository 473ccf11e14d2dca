"""What many files add to one set, over one list of terms, until their units have numbers. Pure."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from indexer.search.fields import SetName
from indexer.search.numbering import Block
from indexer.search.postings import NO_KEYS, Keys, Numbers, moved, terms_of_keys, with_terms
from indexer.search.vocabulary import NewTerms, Numbered
from indexer.search.weigh import Fragment

RowIds = Mapping[SetName, Sequence[int]]
"""Rows of passages by set, one each, those of one file after another."""
_BLOCK = 1 << 20


@dataclass(frozen=True, slots=True, kw_only=True)
class Filed:
    """Some files or programs with what they add and the rows it belongs to."""

    names: Sequence[str]
    """Addresses of files, or names of programs."""
    states: Sequence[str]
    fragment: Fragment
    row_ids: RowIds


class Terms:
    """The terms of all vocabularies, numbered as they come."""

    def __init__(self) -> None:
        self._numbers = Numbered()
        self._vocabularies: dict[str, Numbers] = {}

    def learn(self, told: NewTerms) -> Numbers:
        """The number of each term of the vocabulary that told this, by the number it has there."""
        known = self._vocabularies.get(told.vocabulary, np.empty(0, np.int64))
        if len(known) != told.first:
            raise AssertionError(f"vocabulary {told.vocabulary} goes on at {told.first}, not {len(known)}")
        known = np.concatenate((known, self._numbers.numbers_of(told.texts)))
        self._vocabularies[told.vocabulary] = known
        return known

    def sorted_over(self, keys: Keys) -> list[str]:
        """The terms of *keys*, sorted; *keys* are changed to count in them, and sorted."""
        used = np.zeros(len(self._numbers), bool)
        for block in _blocks(keys):
            used[terms_of_keys(block)] = True
        texts = [text for text, one in zip(self._numbers, used.tolist(), strict=True) if one]
        order = sorted(range(len(texts)), key=texts.__getitem__)
        ranks = np.zeros(len(used), np.int64)
        ranks[np.flatnonzero(used)[order]] = np.arange(len(texts))
        for block in _blocks(keys):
            block[:] = with_terms(block, ranks)
        keys.sort()
        return [texts[place] for place in order]


@dataclass(slots=True)
class Gathered:
    """What files add to one set, one after another."""

    within: SetName
    terms: Terms
    names: list[str] = field(default_factory=list)
    """What the blocks of files sort by."""
    states: list[str] = field(default_factory=list)
    sizes: list[int] = field(default_factory=list)
    row_ids: list[int] = field(default_factory=list)
    split_words: list[str] = field(default_factory=list)
    _ranks: list[Numbers] = field(default_factory=list)
    _parts: list[tuple[Keys, list[int]]] = field(default_factory=list)
    """Keys and sizes of files that were added at once."""

    def add(self, filed: Filed, numbers: Numbers) -> None:
        """Add what *filed* has for this set; *numbers* are those of its terms in the one list."""
        piece = filed.fragment.pieces[self.within]
        self.names += [block_name(name, self.within) for name in filed.names]
        self.states += filed.states
        self.sizes += piece.sizes
        self.row_ids += filed.row_ids[self.within]
        self.split_words += piece.split_words
        self._ranks.append(piece.ranks)
        self._parts.append((with_terms(piece.keys, numbers), piece.sizes))

    def units(self, blocks: Mapping[str, Block]) -> list[int]:
        """The unit of each passage, when files have these *blocks*."""
        if not self._ranks:
            return []
        firsts = np.array([blocks[name].first for name in self.names], np.int64)
        units: list[int] = (np.repeat(firsts, self.sizes) + np.concatenate(self._ranks)).tolist()
        return units

    def merged(self, blocks: Mapping[str, Block]) -> tuple[list[str], Keys]:
        """Terms, sorted, and sorted keys, when files have these *blocks*.

        What was gathered is given up: a large set stands in memory once.
        """
        keys = np.empty(sum(len(part) for part, _ in self._parts), np.uint64)
        filled, file = 0, 0
        for number, (part, sizes) in enumerate(self._parts):
            self._parts[number] = (NO_KEYS, [])
            firsts = [blocks[name].first for name in self.names[file : file + len(sizes)]]
            moves: Numbers = np.array(firsts, np.int64) - np.cumsum(sizes) + sizes
            keys[filled : filled + len(part)] = moved(part, np.repeat(moves, sizes))
            filled, file = filled + len(part), file + len(sizes)
        return self.terms.sorted_over(keys), keys


class Gatherer:
    """All sets of files that are added."""

    def __init__(self) -> None:
        self._terms = Terms()
        self._sets: dict[SetName, Gathered] = {}

    def add(self, filed: Filed) -> None:
        """Add some files to the sets that they have passages in."""
        numbers = self._terms.learn(filed.fragment.terms)
        for within in filed.fragment.pieces:
            gathered = self._sets.setdefault(within, Gathered(within, self._terms))
            gathered.add(filed, numbers)

    def take(self, within: SetName) -> Gathered:
        """What was added to one set; it begins anew."""
        return self._sets.pop(within, None) or Gathered(within, self._terms)


def block_name(file: str, within: SetName) -> str:
    """What the block of *file* sorts by, so that units come in the order of addresses.

    Sections and symbols are named ``<file>#<part>``; a module or program is the one unit of its block.
    """
    return f"{file}#" if within in ("docs", "symbols") else file


def _blocks(keys: Keys) -> Iterator[Keys]:
    """Views of *keys* that are small enough to compute with."""
    return (keys[start : start + _BLOCK] for start in range(0, len(keys), _BLOCK))
