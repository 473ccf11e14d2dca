"""Words that stand for one another. IO: reads the thesaurus file of this package."""

from collections import Counter
from collections.abc import Iterator
from importlib.resources import files

from indexer.search.tokens import Stemmer

MOST_SHARE = 13
LEAST_SHARE = 4
"""What a related word counts, in sixteenths of the word asked for: less the more of them there are."""
LOSS_EACH = 0.6


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
    others = Counter(term for term, _ in pairs)
    return [
        (term, other, max(LEAST_SHARE, round(MOST_SHARE - LOSS_EACH * others[term])))
        for term, other in sorted(pairs)
    ]


def _groups(text: str) -> Iterator[tuple[str, list[str]]]:
    for line in text.splitlines():
        words = line.partition("#")[0].replace(">", " > ").split()
        if words[1:2] == [">"]:
            yield words[0], words[2:]
        else:
            for word in words:
                yield word, words
