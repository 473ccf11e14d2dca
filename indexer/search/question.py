"""A query's text as words, each with the terms it may be found under. Pure."""

from dataclasses import dataclass
from itertools import pairwise

from indexer.search.fields import WEIGHING, SetName
from indexer.search.related import phrase_of
from indexer.search.tokens import STOP_WORDS, Stemmer, chunks_of, whole_of

FULL_SHARE = 16
"""What a word of the query itself counts; exact names count more, joined and related words less."""
EXACT_QUERY_SHARE = 8 * FULL_SHARE
EXACT_WORD_SHARE = 2 * FULL_SHARE
CONTRACTIONS = frozenset(("d", "ll", "m", "re", "s", "t", "ve"))
"""What an apostrophe leaves of a word: it stands between no two words."""
LONGEST_QUERY = 64
"""Words of a query that are looked at."""
LONGEST_NAME = 8
"""Words that a whole query may have to be taken for an exact name."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Word:
    """One thing that is asked for; a passage gets points for the best of its terms."""

    text: str
    """As written in the query."""
    terms: tuple[str, ...]
    share: int = FULL_SHARE
    widens: bool = False
    """Whether related terms stand for it too."""


def words_of(query: str, index: SetName, stemmer: Stemmer) -> tuple[Word, ...]:
    """The words of *query*, each once, in its order; empty when it has none.

    Stop words count only when there is nothing else.
    """
    chunks = chunks_of(query)[:LONGEST_QUERY]
    telling = [chunk for chunk in chunks if chunk.lower() not in STOP_WORDS] or chunks
    words = [word for chunk in telling for word in _words_of_chunk(chunk, stemmer)]
    words += _phrases(chunks, stemmer)
    words += _exact_names(query, telling)
    joined_share = WEIGHING[index].joined_share
    if joined_share:
        words += _joined_words(chunks, joined_share)
    return tuple({word.terms: word for word in reversed(words)}.values())[::-1]


def _words_of_chunk(chunk: str, stemmer: Stemmer) -> list[Word]:
    terms = stemmer.terms_of(chunk)
    if len(terms) == 1:
        whole = whole_of(chunk)
        return [Word(text=chunk, terms=tuple(dict.fromkeys((*terms, whole))), widens=True)]
    return [Word(text=chunk, terms=(term,)) for term in dict.fromkeys(terms)]


def _phrases(chunks: list[str], stemmer: Stemmer) -> list[Word]:
    """Neighbouring words that may mean something together: ``blows up`` for ``throws``."""
    words = [chunk for chunk in chunks if chunk.lower() not in CONTRACTIONS]
    return [
        Word(text=f"{first} {second}", terms=(phrase_of(first, second, stemmer),), widens=True)
        for first, second in pairwise(words)
        if "-" not in first + second
    ]


def _exact_names(query: str, telling: list[str]) -> list[Word]:
    """Exact names that *query* may mean: all of it, or one word that is written like an identifier."""
    names = [(query.strip(), EXACT_QUERY_SHARE)] if len(telling) <= LONGEST_NAME else []
    names += [(chunk, EXACT_WORD_SHARE) for chunk in telling if _is_identifier(chunk)]
    return [
        Word(text=name, terms=("=" + whole_of(name),), share=share) for name, share in names if whole_of(name)
    ]


def _is_identifier(chunk: str) -> bool:
    return "-" in chunk or "_" in chunk or not (chunk.islower() or chunk.istitle() or chunk.isupper())


def _joined_words(chunks: list[str], share: int) -> list[Word]:
    """Neighbouring words as the one identifier they may be: ``is stream`` for ``isStream``."""
    return [
        Word(text=f"{first} {second}", terms=(whole_of(first + second),), share=share)
        for first, second in pairwise(chunks)
    ]
