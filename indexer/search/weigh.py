"""Passages to impacts: what files add to the search tables, each from that file alone. Pure.

A worker process can run this for some files at a time: what comes out for a file depends on its path and
bytes and on the demotion globs, not on any other file (a program alone also needs its contracts). All
passages of the files are weighed at once, as arrays with one place for each chunk of each field.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from indexer.search.fields import LEVELS, WEIGHING, SetName
from indexer.search.postings import Keys, Numbers, pack, spans
from indexer.search.tokens import wholes_of
from indexer.search.vocabulary import NewTerms, Vocabulary

_SHARE_SCALE = 4096
"""Shares of a word are integers, so that sums are exact in any order."""
_FIELDS = [(index, name) for index, weighing in WEIGHING.items() for name in weighing.fields]
_FIELD_NUMBER = {key: number for number, key in enumerate(_FIELDS)}
_BY_FIELD = [(WEIGHING[index].fields[name], WEIGHING[index].flattening) for index, name in _FIELDS]
_WEIGHTS = np.array([one.weight for one, _ in _BY_FIELD])
_FLATTENING = np.array([flattening for _, flattening in _BY_FIELD])
_USUAL_LENGTHS = np.array([one.usual_length for one, _ in _BY_FIELD])
_KEEPS_STOP_WORDS = np.array([one.keeps_stop_words for one, _ in _BY_FIELD])


class Name(NamedTuple):
    """A name that finds its passage by itself."""

    text: str
    share: float = 1.0
    """Part of the highest impact, 0 to 1."""


class Passage(NamedTuple):
    """One passage before it is weighed."""

    address: str
    texts: Mapping[str, str]
    """By field."""
    names: tuple[Name, ...] = ()
    factor: float = 1.0
    """What its impacts are multiplied with: below 1 for demoted ones."""


Passages = Mapping[SetName, Sequence[Passage]]
"""All passages of one file or program."""


class Piece(NamedTuple):
    """What some files add to one set."""

    sizes: list[int]
    """Passages of each file."""
    ranks: Numbers
    """Of each passage: its place among its file's passages in the order of addresses."""
    split_words: list[str]
    """Of each passage: parts of its compound identifiers, for full-text search."""
    keys: Keys
    """Postings: terms as their vocabulary numbers them, units by rank, those of one file after another."""


class Fragment(NamedTuple):
    """What some files or programs add to search."""

    pieces: Mapping[SetName, Piece]
    terms: NewTerms


def weigh(files: Sequence[Passages], vocabulary: Vocabulary) -> Fragment:
    """The postings of *files*, which have passages in the same sets."""
    sets: Sequence[SetName] = [*files[0]] if files else []
    every = [(within, passage) for within in sets for file in files for passage in file[within]]
    counted = _weigh_chunks(every, vocabulary)
    words = _split_words(len(every), counted, vocabulary)
    impacts = _impacts_of(every, counted, vocabulary).joined(_names_of(every, vocabulary))
    pieces: dict[SetName, Piece] = {}
    first = 0
    for within in sets:
        sizes = [len(file[within]) for file in files]
        stop = first + sum(sizes)
        ranks = _ranks_of([[passage.address for passage in file[within]] for file in files])
        units = ranks + np.repeat(np.cumsum(sizes) - sizes, sizes)
        pieces[within] = Piece(sizes, ranks, words[first:stop], impacts.keys(first, units))
        first = stop
    return Fragment(pieces, vocabulary.tell())


@dataclass(slots=True)
class _Uses:
    """Texts of files, each once, and which field of which passage holds which."""

    places: dict[str, int] = field(default_factory=dict)
    """Place among the texts, by text."""
    owners: list[int] = field(default_factory=list)
    fields: list[int] = field(default_factory=list)
    texts: list[int] = field(default_factory=list)


def _uses_of(every: Sequence[tuple[SetName, Passage]]) -> _Uses:
    uses = _Uses()
    for owner, (within, passage) in enumerate(every):
        for name, text in passage.texts.items():
            if text:
                uses.owners.append(owner)
                uses.fields.append(_FIELD_NUMBER[within, name])
                uses.texts.append(uses.places.setdefault(text, len(uses.places)))
    return uses


@dataclass(frozen=True, slots=True)
class _Counted:
    """The chunks of files that count, in the order of passages."""

    owners: Numbers
    """Number of the passage."""
    chunks: Numbers
    shares: Numbers
    """What it counts, in ``_SHARE_SCALE`` parts."""


def _weigh_chunks(every: Sequence[tuple[SetName, Passage]], vocabulary: Vocabulary) -> _Counted:
    uses = _uses_of(every)
    chunks, starts = vocabulary.read(list(uses.places))
    texts, fields = np.array(uses.texts, np.int64), np.array(uses.fields, np.int64)
    lengths = np.diff(starts)[texts]
    flattening = _FLATTENING[fields]
    shares = _WEIGHTS[fields] / (1 - flattening + flattening * lengths / _USUAL_LENGTHS[fields])
    use, places = spans(starts[texts], lengths)
    read = chunks[places]
    counts = _KEEPS_STOP_WORDS[fields][use] | ~vocabulary.is_stop_word(read)
    use, read = use[counts], read[counts]
    scaled = np.rint(shares * _SHARE_SCALE).astype(np.int64)
    return _Counted(np.array(uses.owners, np.int64)[use], read, scaled[use])


@dataclass(frozen=True, slots=True)
class _Impacts:
    """Impacts as arrays of passages, terms and levels."""

    owners: Numbers
    terms: Numbers
    levels: Numbers

    def joined(self, other: "_Impacts") -> "_Impacts":
        """Both."""
        return _Impacts(
            np.concatenate((self.owners, other.owners)),
            np.concatenate((self.terms, other.terms)),
            np.concatenate((self.levels, other.levels)),
        )

    def keys(self, first: int, units: Numbers) -> Keys:
        """Keys of the passages from *first* that get these *units*."""
        owners = self.owners - first
        chosen = (owners >= 0) & (owners < len(units))
        return pack(self.terms[chosen], self.levels[chosen], units[owners[chosen]])


def _impacts_of(
    every: Sequence[tuple[SetName, Passage]], counted: _Counted, vocabulary: Vocabulary
) -> _Impacts:
    places, terms = vocabulary.spread(counted.chunks)
    keys = counted.owners[places] << 32 | terms
    order = np.argsort(keys)
    keys, places = keys[order], places[order]
    starts = _group_starts(keys)
    counts = np.add.reduceat(counted.shares[places], starts) if len(starts) else starts
    pairs = keys[starts]
    owners = pairs >> 32
    halves = np.array([WEIGHING[within].saturation * _SHARE_SCALE for within, _ in every])[owners]
    factors = np.array([passage.factor for _, passage in every])[owners]
    levels = _levels(LEVELS * factors * counts / (halves + counts))
    return _Impacts(owners, pairs & 0xFFFFFFFF, levels)


def _group_starts(ordered: Numbers) -> Numbers:
    """Where another number begins."""
    return np.flatnonzero(np.diff(ordered, prepend=-1))


def _levels(points: NDArray[np.float64]) -> Numbers:
    """Impacts for points, rounded half up, at least 1."""
    return np.maximum(1, np.floor(points + 0.5)).astype(np.int64)


def _names_of(every: Sequence[tuple[SetName, Passage]], vocabulary: Vocabulary) -> _Impacts:
    names = [name for _, passage in every for name in passage.names]
    wholes = wholes_of([name.text for name in names])
    counts = [len(passage.names) for _, passage in every]
    factors = np.array([passage.factor for _, passage in every])
    owners = np.repeat(np.arange(len(every), dtype=np.int64), counts)
    points = LEVELS * factors[owners] * np.array([name.share for name in names])
    named = np.array([whole != "" for whole in wholes], bool)
    terms = vocabulary.number_terms(["=" + whole for whole in wholes if whole])
    return _highest(_Impacts(owners[named], terms, _levels(points[named])))


def _highest(impacts: _Impacts) -> _Impacts:
    """One impact for each term of each passage."""
    keys = impacts.owners << 32 | impacts.terms
    order = np.argsort(keys)
    starts = _group_starts(keys[order])
    levels = np.maximum.reduceat(impacts.levels[order], starts) if len(starts) else starts
    firsts = order[starts]
    return _Impacts(impacts.owners[firsts], impacts.terms[firsts], levels)


def _ranks_of(files: Sequence[Sequence[str]]) -> Numbers:
    """For the passages of each of *files* the place of its address among them; equal ones as they come."""
    ranks = np.empty(sum(map(len, files)), np.int64)
    first = 0
    for addresses in files:
        order = sorted(range(len(addresses)), key=addresses.__getitem__)
        ranks[first : first + len(addresses)][order] = np.arange(len(addresses))
        first += len(addresses)
    return ranks


def _split_words(passages: int, counted: _Counted, vocabulary: Vocabulary) -> list[str]:
    """Parts of the compounds of each of so many *passages*, each once, sorted."""
    compound = vocabulary.is_compound(counted.chunks)
    places, parts = vocabulary.parts(counted.chunks[compound])
    pairs = np.sort(counted.owners[compound][places] << 32 | parts)
    pairs = pairs[_group_starts(pairs)]
    texts = vocabulary.texts_of(pairs & 0xFFFFFFFF)
    starts = np.searchsorted(pairs >> 32, np.arange(passages + 1)).tolist()
    return [" ".join(sorted(texts[start:stop])) for start, stop in pairwise(starts)]
