"""A query's text as weighted terms. Pure."""

from dataclasses import dataclass

from indexer.search.tokens import STOP_WORDS, Stemmer, chunks_of, whole_of

UNIT = 16
"""What a word of the query itself counts; exact names and learned words count more or less."""
LONGEST_QUERY = 64
"""Chunks of a query that are looked at."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """One term of a query."""

    term: str
    share: int
    """Its part in the score, ``UNIT`` for a word of the query."""
    word: str
    """The word of the query that it stands for."""


def terms_of_query(query: str, stemmer: Stemmer) -> tuple[Wanted, ...]:
    """The terms of *query*, each once, in its order; empty when it has no word.

    Stop words count only when there is nothing else.
    """
    chunks = chunks_of(query)[:LONGEST_QUERY]
    telling = [chunk for chunk in chunks if chunk.lower() not in STOP_WORDS] or chunks
    found: dict[str, Wanted] = {}
    for chunk in telling:
        for term in (*stemmer.terms_of(chunk), whole_of(chunk)):
            found.setdefault(term, Wanted(term=term, share=UNIT, word=chunk))
    for term, share in _exact_names(query, telling):
        found.setdefault(term, Wanted(term=term, share=share, word=term[1:]))
    return tuple(found.values())


def _exact_names(query: str, telling: list[str]) -> list[tuple[str, int]]:
    """Exact names that *query* may mean: all of it, or one word that is written like an identifier."""
    names = [("=" + whole_of(query), 8 * UNIT)] if len(telling) <= 8 else []
    names.extend(("=" + whole_of(chunk), 2 * UNIT) for chunk in telling if _is_identifier(chunk))
    return [(name, share) for name, share in names if name != "="]


def _is_identifier(chunk: str) -> bool:
    return "-" in chunk or "_" in chunk or not (chunk.islower() or chunk.istitle() or chunk.isupper())
