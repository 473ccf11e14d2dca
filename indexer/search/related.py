"""Words that stand for one another. IO: reads two word lists of this package."""

from collections import Counter
from collections.abc import Iterator
from importlib.resources import files

from indexer.search.tokens import Stemmer

FORM_SHARE = 14
"""What another form of a word counts, in sixteenths of it."""
MOST_SHARE = 13
LEAST_SHARE = 4
"""What a related word counts, in sixteenths of the word asked for: less the more of them there are."""
LOSS_EACH = 0.6


def read_related(stemmer: Stemmer) -> list[tuple[str, str, int]]:
    """(term, related term, share) of forms and thesaurus, sorted, each pair once."""
    pairs = _pairs_of("thesaurus.txt", stemmer)
    others = Counter(term for term, _ in pairs)
    shares = {
        (term, other): max(LEAST_SHARE, round(MOST_SHARE - LOSS_EACH * others[term])) for term, other in pairs
    }
    shares.update(dict.fromkeys(_pairs_of("forms.txt", stemmer), FORM_SHARE))
    return [(term, other, share) for (term, other), share in sorted(shares.items())]


def _pairs_of(file: str, stemmer: Stemmer) -> set[tuple[str, str]]:
    text = files("indexer.search").joinpath(file).read_text(encoding="utf-8")
    return {
        (term, other)
        for word, others in _groups(text)
        for term in stemmer.terms_of(word)[-1:]
        for related in others
        for other in stemmer.terms_of(related)[-1:]
        if term != other
    }


def _groups(text: str) -> Iterator[tuple[str, list[str]]]:
    for line in text.splitlines():
        words = line.partition("#")[0].replace(">", " > ").split()
        if words[1:2] == [">"]:
            yield words[0], words[2:]
        else:
            for word in words:
                yield word, words
