"""Passages to impacts: what a file adds to the search tables, from that file alone. Pure.

A worker process can run this for each file and a cache can keep what comes out: it depends on the file's path
and bytes and on the demotion globs, not on any other file (a program alone also needs its contracts).
"""

from collections import Counter, defaultdict
from collections.abc import Mapping
from dataclasses import dataclass

from indexer.search.fields import LEVELS, WEIGHING, Field, SetName
from indexer.search.tokens import Stemmer, chunks_of, whole_of

Counts = dict[str, "Counter[str]"]
"""Chunks of a passage, by field."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Weighed:
    """One passage as search sees it."""

    address: str
    split_words: str
    """Parts of its compound identifiers, for full-text search."""
    impacts: Mapping[str, int]
    """Impact by term, 1 to ``LEVELS``; terms that start with ``=`` are exact names."""


@dataclass(frozen=True, slots=True)
class Name:
    """A name that finds its passage by itself."""

    text: str
    share: float = 1.0
    """Part of the highest impact, 0 to 1."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Passage:
    """One passage before it is weighed."""

    address: str
    counts: Counts
    names: tuple[Name, ...] = ()
    factor: float = 1.0
    """What its impacts are multiplied with: below 1 for demoted ones."""


def weigh(index: SetName, passage: Passage, stemmer: Stemmer) -> Weighed:
    """*passage* with an impact for each of its terms."""
    counts, factor = passage.counts, passage.factor
    impacts = _impacts(index, counts, stemmer, factor)
    for name in passage.names:
        whole = whole_of(name.text)
        if whole:
            impacts["=" + whole] = max(1, round(LEVELS * factor * name.share))
    words = _split_words(counts, stemmer)
    return Weighed(address=passage.address, split_words=words, impacts=impacts)


def _split_words(counts: Counts, stemmer: Stemmer) -> str:
    compounds = stemmer.compounds
    chunks = set().union(*(compounds.keys() & chunks.keys() for chunks in counts.values()))
    return " ".join(sorted({part for chunk in chunks for part in compounds[chunk]}))


def count_chunks(texts: Mapping[str, str]) -> Counts:
    """The chunks of each field."""
    return {name: Counter(chunks_of(text)) for name, text in texts.items() if text}


def _impacts(index: SetName, counts: Counts, stemmer: Stemmer, factor: float) -> dict[str, int]:
    weighing = WEIGHING[index]
    sums: dict[str, float] = defaultdict(float)
    for name, field in weighing.fields.items():
        if name in counts:
            _add_field(sums, field, counts[name], stemmer, weighing.flattening)
    scale, half = LEVELS * factor, weighing.saturation
    return {term: max(1, round(scale * count / (half + count))) for term, count in sums.items()}


def _add_field(
    sums: dict[str, float], field: Field, chunks: "Counter[str]", stemmer: Stemmer, flattening: float
) -> None:
    length = chunks.total()
    share = field.weight / (1 - flattening + flattening * length / field.usual_length)
    known = stemmer.known if field.keeps_stop_words else stemmer.telling
    for chunk, count in chunks.items():
        terms = known.get(chunk)
        if terms is None:
            stemmer.learn(chunk)
            terms = known[chunk]
        for term in terms:
            sums[term] += count * share
