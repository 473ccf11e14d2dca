"""What a word counts for, by the field it stands in. Pure.

Impacts follow BM25F: each field has a weight and a length at which a word counts exactly that weight, the
weighted counts are summed over fields and then saturated, so that a word in the title and in the body is not
counted as two words. Lengths are constants, not corpus means: one file more changes no other's impacts.
Source: Robertson, Zaragoza, Taylor, "Simple BM25 extension to multiple weighted fields" (2004); quantised
impacts after Anh and Moffat, "Pruned query evaluation using pre-computed impacts" (2006).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

SetName = Literal["docs", "programs", "symbols", "source"]
SETS: tuple[SetName, ...] = ("docs", "programs", "symbols", "source")
TABLE_OF: Mapping[SetName, str] = {
    "docs": "section",
    "programs": "program",
    "symbols": "symbol",
    "source": "module",
}
"""The content table whose rows are the passages of a set."""
LEVELS = 32
"""Impacts run from 1 to this."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Field:
    """One field of the passages of a set."""

    weight: float
    usual_length: int
    """Chunks at which a word counts exactly *weight*."""
    keeps_stop_words: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Index:
    """How the passages of one index are weighed."""

    fields: Mapping[str, Field]
    saturation: float
    """The weighted count that gives half of the highest impact."""
    flattening: float
    """How far longer fields count less: 0 not at all, 1 in full proportion."""
    rarity_power: float = 1
    """What the rarity of a term is raised to: below 1, common words count for more beside rare ones."""
    joined_share: int = 0
    """What two neighbouring words of a query, written as one, count: sixteenths of a word."""


WEIGHING: Mapping[SetName, Index] = {
    "docs": Index(
        fields={
            "title": Field(weight=2.5, usual_length=5, keeps_stop_words=True),
            "breadcrumb": Field(weight=2, usual_length=8),
            "path": Field(weight=2, usual_length=8),
            "document": Field(weight=1, usual_length=10),
            "prose": Field(weight=1, usual_length=100),
            "code": Field(weight=0.5, usual_length=60),
        },
        saturation=1,
        flattening=0.8,
        rarity_power=0.6,
    ),
    "programs": Index(
        fields={
            "name": Field(weight=4, usual_length=3, keeps_stop_words=True),
            "path": Field(weight=4, usual_length=8),
            "description": Field(weight=2, usual_length=40),
            "exports": Field(weight=1, usual_length=10),
            "contract": Field(weight=1.5, usual_length=20),
            "comments": Field(weight=0.7, usual_length=200),
            "strings": Field(weight=1, usual_length=200),
        },
        saturation=4,
        flattening=0.9,
    ),
    "symbols": Index(
        fields={
            "name": Field(weight=2, usual_length=3, keeps_stop_words=True),
            "container": Field(weight=1, usual_length=3),
            "signature": Field(weight=1, usual_length=10),
            "lead": Field(weight=1, usual_length=12),
            "doc": Field(weight=2, usual_length=20),
            "path": Field(weight=1, usual_length=8),
            "body": Field(weight=0.35, usual_length=60),
            "kind": Field(weight=1, usual_length=1),
        },
        saturation=3,
        flattening=0.8,
        joined_share=5,
    ),
    "source": Index(
        fields={
            "path": Field(weight=2, usual_length=8),
            "doc": Field(weight=1, usual_length=40),
            "code": Field(weight=1, usual_length=800),
        },
        saturation=2,
        flattening=0.9,
    ),
}
