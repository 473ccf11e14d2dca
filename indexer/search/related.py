"""Words that stand for one another. IO: reads the word lists of this package."""

from collections import Counter
from collections.abc import Iterator
from importlib.resources import files

from indexer.search.tokens import Stemmer

FORM_SHARE = 12
"""What another form of a word counts, in sixteenths of it."""
PHRASE_SHARE = 6
"""What a word counts for two words that mean the same."""
MOST_SHARE = 13
LEAST_SHARE = 4
"""What a related word counts, in sixteenths of the word asked for: less the more of them there are."""
LOSS_EACH = 0.6


def read_related(stemmer: Stemmer) -> list[tuple[str, str, int]]:
    """(term, related term, share) of all word lists, sorted, each pair once."""
    for file in ("thesaurus.txt", "forms.txt", "phrases.txt"):
        stemmer.learn(_read(file).split())
    pairs = _pairs_of("thesaurus.txt", stemmer)
    others = Counter(term for term, _ in pairs)
    shares = {
        (term, other): max(LEAST_SHARE, round(MOST_SHARE - LOSS_EACH * others[term])) for term, other in pairs
    }
    shares.update(dict.fromkeys(_pairs_of("forms.txt", stemmer), FORM_SHARE))
    shares.update(dict.fromkeys(_phrases(stemmer), PHRASE_SHARE))
    return [(term, other, share) for (term, other), share in sorted(shares.items())]


def _pairs_of(file: str, stemmer: Stemmer) -> set[tuple[str, str]]:
    return {
        (term, other)
        for word, others in _groups(_read(file))
        for term in stemmer.terms_of(word)[-1:]
        for related in others
        for other in stemmer.terms_of(related)[-1:]
        if term != other
    }


def _phrases(stemmer: Stemmer) -> set[tuple[str, str]]:
    """(phrase as a query has it, term) of two words each."""
    return {
        (phrase_of(first, second, stemmer), term)
        for first, second, _, *others in map(str.split, _lines(_read("phrases.txt")))
        for other in others
        for term in stemmer.terms_of(other)[-1:]
    }


def phrase_of(first: str, second: str, stemmer: Stemmer) -> str:
    """The key of two neighbouring words: it is no term of an index."""
    return f"{stemmer.stem(first.lower())} {stemmer.stem(second.lower())}"


def _read(file: str) -> str:
    return files("indexer.search").joinpath(file).read_text(encoding="utf-8")


def _lines(text: str) -> Iterator[str]:
    return (line for line in text.splitlines() if line and not line.startswith("#"))


def _groups(text: str) -> Iterator[tuple[str, list[str]]]:
    for line in _lines(text):
        words = line.split()
        if words[1:2] == [">"]:
            yield words[0], words[2:]
        else:
            for word in words:
                yield word, words
