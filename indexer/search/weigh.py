"""Passages to impacts: what a file adds to the search tables, from that file alone. Pure.

A worker process can run this for each file and a cache can keep what comes out: it depends on the file's path
and bytes and on the demotion globs, not on any other file (a program alone also needs its contracts).
All passages of a file are weighed at once, as arrays with one place for each chunk of each field.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from indexer.search.fields import LEVELS, WEIGHING, SetName
from indexer.search.postings import Keys, Numbers, Piece, pack, pack_terms
from indexer.search.tokens import whole_of
from indexer.search.vocabulary import Vocabulary, spans

Fragment = Mapping[SetName, Piece]
"""What one file or program adds to each set."""
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


@dataclass(frozen=True, slots=True, kw_only=True)
class Passage:
    """One passage before it is weighed."""

    address: str
    texts: Mapping[str, str]
    """By field."""
    names: tuple[Name, ...] = ()
    factor: float = 1.0
    """What its impacts are multiplied with: below 1 for demoted ones."""


def weigh(passages: Mapping[SetName, Sequence[Passage]], vocabulary: Vocabulary) -> Fragment:
    """The postings of a file's *passages*."""
    every = [(within, passage) for within, parts in passages.items() for passage in parts]
    counted = _weigh_chunks(every, vocabulary)
    words = _split_words(len(every), counted, vocabulary)
    impacts = _impacts_of(every, counted, vocabulary).joined(_names_of(every, vocabulary))
    fragment: dict[SetName, Piece] = {}
    first = 0
    for within, parts in passages.items():
        stop = first + len(parts)
        ranks = _ranks_of([passage.address for passage in parts])
        lines, keys = _keys_of(impacts, first, ranks, vocabulary)
        fragment[within] = Piece(
            ranks=tuple(ranks.tolist()),
            split_words=tuple(words[first:stop]),
            terms=lines,
            packed_terms=pack_terms(lines),
            keys=keys,
        )
        first = stop
    return fragment


@dataclass(slots=True)
class _Uses:
    """Texts of a file, each once, and which field of which passage holds which."""

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
    """The chunks of a file that count, in the order of passages."""

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
    """Impacts as arrays of passages, terms and levels, in the order of passages."""

    owners: Numbers
    terms: Numbers
    levels: Numbers

    def joined(self, other: "_Impacts") -> "_Impacts":
        """Both, in the order of passages."""
        owners = np.concatenate((self.owners, other.owners))
        order = np.argsort(owners, kind="stable")
        terms = np.concatenate((self.terms, other.terms))[order]
        return _Impacts(owners[order], terms, np.concatenate((self.levels, other.levels))[order])


def _impacts_of(
    every: Sequence[tuple[SetName, Passage]], counted: _Counted, vocabulary: Vocabulary
) -> _Impacts:
    places, terms = vocabulary.spread(counted.chunks)
    keys = counted.owners[places] << 32 | terms
    order = np.argsort(keys, kind="stable")
    keys, places = keys[order], places[order]
    starts = np.flatnonzero(np.diff(keys, prepend=-1))
    counts = np.add.reduceat(counted.shares[places], starts) if len(starts) else starts
    pairs = keys[starts]
    owners = pairs >> 32
    halves = np.array([WEIGHING[within].saturation * _SHARE_SCALE for within, _ in every])[owners]
    factors = np.array([passage.factor for _, passage in every])[owners]
    levels = _levels(LEVELS * factors * counts / (halves + counts))
    return _Impacts(owners, pairs & 0xFFFFFFFF, levels)


def _levels(points: NDArray[np.float64]) -> Numbers:
    """Impacts for points, rounded half up, at least 1."""
    return np.maximum(1, np.floor(points + 0.5)).astype(np.int64)


def _names_of(every: Sequence[tuple[SetName, Passage]], vocabulary: Vocabulary) -> _Impacts:
    owners, terms, points = list[int](), list[int](), list[float]()
    for owner, (_, passage) in enumerate(every):
        shares: dict[str, float] = {}
        for name in passage.names:
            whole = whole_of(name.text)
            if whole:
                shares[whole] = max(name.share, shares.get(whole, 0))
        for whole, share in shares.items():
            owners.append(owner)
            terms.append(vocabulary.number_of_term("=" + whole))
            points.append(LEVELS * passage.factor * share)
    return _Impacts(np.array(owners, np.int64), np.array(terms, np.int64), _levels(np.array(points)))


def _ranks_of(texts: Sequence[str]) -> Numbers:
    """The place of each of *texts* in their order; equal ones in the order given."""
    order = sorted(range(len(texts)), key=texts.__getitem__)
    ranks = np.empty(len(texts), np.int64)
    ranks[order] = np.arange(len(texts))
    return ranks


def _keys_of(impacts: _Impacts, first: int, ranks: Numbers, vocabulary: Vocabulary) -> tuple[str, Keys]:
    """Terms and keys of the passages from *first* that have *ranks*."""
    start, stop = np.searchsorted(impacts.owners, (first, first + len(ranks))).tolist()
    numbers, places = np.unique(impacts.terms[start:stop], return_inverse=True)
    terms = vocabulary.terms_at(numbers)
    lines = _ranks_of(terms)[places]
    units = ranks[impacts.owners[start:stop] - first]
    return "\n".join(sorted(terms)), pack(lines, impacts.levels[start:stop], units)


def _split_words(passages: int, counted: _Counted, vocabulary: Vocabulary) -> list[str]:
    """Parts of the compounds of each of so many *passages*, each once, sorted."""
    words: list[set[str]] = [set() for _ in range(passages)]
    compound = vocabulary.is_compound(counted.chunks)
    for pair in np.unique(counted.owners[compound] << 32 | counted.chunks[compound]).tolist():
        words[pair >> 32].update(vocabulary.parts_of(pair & 0xFFFFFFFF))
    return [" ".join(sorted(found)) for found in words]
