"""Words that stand for one another. IO: reads the thesaurus file of this package."""

from collections.abc import Iterator
from importlib.resources import files

from indexer.search.tokens import Stemmer

RELATED_SHARE = 11
"""What a related word counts, in sixteenths of the word that was asked for."""


def read_related(stemmer: Stemmer) -> list[tuple[str, str, int]]:
    """(term, related term, share) of the thesaurus, sorted, each pair once."""
    text = files("indexer.search").joinpath("thesaurus.txt").read_text(encoding="utf-8")
    pairs = {
        (term, other)
        for word, others in _groups(text)
        for term in stemmer.terms_of(word)[-1:]
        for related in others
        for other in stemmer.terms_of(related)[-1:]
        if term != other
    }
    return [(term, other, RELATED_SHARE) for term, other in sorted(pairs)]


def _groups(text: str) -> Iterator[tuple[str, list[str]]]:
    for line in text.splitlines():
        words = line.partition("#")[0].replace(">", " > ").split()
        if words[1:2] == [">"]:
            yield words[0], words[2:]
        else:
            for word in words:
                yield word, words
