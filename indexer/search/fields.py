"""What a word counts for, by the field it stands in. Pure.

Impacts follow BM25F: each field has a weight and a length at which a word counts exactly that weight, the
weighted counts are summed over fields and then saturated, so that a word in the title and in the body is not
counted as two words. Lengths are constants, not corpus means: one file more changes no other's impacts.
Source: Robertson, Zaragoza, Taylor, "Simple BM25 extension to multiple weighted fields" (2004); quantised
impacts after Anh and Moffat, "Pruned query evaluation using pre-computed impacts" (2006).
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Literal

from indexer.search.tokens import STOP_WORDS, Stemmer, chunks_of, whole_of

SetName = Literal["docs", "programs", "symbols", "source"]
SETS: tuple[SetName, ...] = ("docs", "programs", "symbols", "source")

LEVELS = 48
"""Impacts run from 1 to this."""
SATURATION = 1.2
"""The weighted count that gives half of the highest impact."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Field:
    """One field of the passages of a set."""

    weight: float
    usual_length: int
    """Chunks at which a word counts exactly *weight*."""
    flattening: float = 0.6
    """How far longer fields count less: 0 not at all, 1 in full proportion."""
    keeps_stop_words: bool = False


FIELDS: Mapping[SetName, Mapping[str, Field]] = {
    "docs": {
        "title": Field(weight=4, usual_length=5, keeps_stop_words=True),
        "breadcrumb": Field(weight=2, usual_length=8),
        "path": Field(weight=1, usual_length=8),
        "document": Field(weight=1, usual_length=10),
        "prose": Field(weight=1, usual_length=100),
        "code": Field(weight=0.5, usual_length=60),
        "links": Field(weight=1, usual_length=5),
    },
    "programs": {
        "name": Field(weight=4, usual_length=3, keeps_stop_words=True),
        "path": Field(weight=4, usual_length=8),
        "description": Field(weight=2, usual_length=40),
        "exports": Field(weight=1, usual_length=10),
        "code": Field(weight=1, usual_length=800),
    },
    "symbols": {
        "name": Field(weight=4, usual_length=3, keeps_stop_words=True),
        "signature": Field(weight=1, usual_length=10),
        "doc": Field(weight=2, usual_length=20),
        "path": Field(weight=1, usual_length=8),
        "body": Field(weight=1, usual_length=60),
        "kind": Field(weight=1, usual_length=1),
    },
    "source": {
        "path": Field(weight=2, usual_length=8),
        "doc": Field(weight=1, usual_length=40),
        "body": Field(weight=1, usual_length=800),
    },
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Passage:
    """One thing that search can find, before it is weighed."""

    row_id: int
    address: str
    texts: Mapping[str, str]
    """Text by field."""
    names: tuple[tuple[str, float], ...] = ()
    """Exact names with their share of the highest impact, 0 to 1."""
    factor: float = 1.0
    """What its impacts are multiplied with: below 1 for demoted passages."""


def impacts_of(within: SetName, passage: Passage, stemmer: Stemmer) -> dict[str, int]:
    """Impact by term, 1 to ``LEVELS``; terms that start with ``=`` are exact names."""
    counts: dict[str, float] = defaultdict(float)
    for name, field in FIELDS[within].items():
        text = passage.texts.get(name)
        if text:
            _add_field(counts, field, text, stemmer)
    scale = LEVELS * passage.factor
    impacts = {term: max(1, round(scale * count / (SATURATION + count))) for term, count in counts.items()}
    for exact, share in passage.names:
        whole = whole_of(exact)
        if whole:
            impacts["=" + whole] = max(1, round(scale * share))
    return impacts


def _add_field(counts: dict[str, float], field: Field, text: str, stemmer: Stemmer) -> None:
    chunks = chunks_of(text)
    share = field.weight / (1 - field.flattening + field.flattening * len(chunks) / field.usual_length)
    for chunk, count in Counter(chunks).items():
        if field.keeps_stop_words or chunk.lower() not in STOP_WORDS:
            for term in stemmer.terms_of(chunk):
                counts[term] += count * share


def joined(texts: Iterable[str]) -> str:
    """*texts* on lines of their own."""
    return "\n".join(text for text in texts if text)
