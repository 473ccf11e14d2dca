"""Stems of words and identifiers, and the bags that tasks and patterns are compared by. Pure."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache

from indexer.search.tokens import STOP_WORDS, Stemmer, chunks_of
from kitc.policy.offline.lexicon import SYNONYMS

_SYNONYM_FIT = 0.75
"""What a synonym counts, where the word itself counts 1."""
_TELLING = 0.8
"""Least weight of a place whose words may stand for others: names and texts, not single fields."""


@cache
def _stemmer() -> Stemmer:
    return Stemmer()


def stem_of(word: str) -> str:
    """The stem of one lower-case word."""
    return _stemmer().stem(word)


def stems_of(text: str) -> tuple[str, ...]:
    """Stems of all words of *text* in order, identifiers split; stop words left out."""
    stems: list[str] = []
    for chunk in chunks_of(text):
        if chunk.lower() not in STOP_WORDS:
            stems.extend(_stemmer().terms_of(chunk))
    return tuple(stems)


@cache
def _synonyms() -> Mapping[str, frozenset[str]]:
    """By stem: the stems that may stand for it."""
    meet: dict[str, set[str]] = {}
    for group in SYNONYMS:
        stems = {stem_of(word) for word in group if " " not in word}
        for stem in stems:
            meet.setdefault(stem, set()).update(stems - {stem})
    return {stem: frozenset(others) for stem, others in meet.items()}


def synonyms_of(stem: str) -> frozenset[str]:
    """Stems that may stand for *stem*, itself left out."""
    return _synonyms().get(stem, frozenset())


@dataclass(frozen=True, slots=True)
class Bag:
    """Stems with the weight of the best place they stand at, 0 to 1."""

    weights: Mapping[str, float]
    absent: frozenset[str] = frozenset()
    """Stems that the texts say are not there, and that stand nowhere else."""

    def fit(self, stem: str) -> float:
        """How well *stem* is met, 0 to 1: itself, or a synonym at a discount unless it is denied."""
        own = self.weights.get(stem, 0.0)
        if stem in self.absent:
            return 0.0
        others = max((self.weights.get(other, 0.0) for other in synonyms_of(stem)), default=0.0)
        return max(own, others * _SYNONYM_FIT if others >= _TELLING else 0.0)

    def knows(self, stem: str) -> bool:
        """Whether the texts speak of *stem* at all, be it to deny it."""
        return stem in self.absent or self.fit(stem) > 0


def bag_of(texts: Iterable[tuple[str, float]], *, denied: str = "") -> Bag:
    """The bag of *texts*, each with its weight; stems of *denied* count as absent unless a text has them."""
    weights: dict[str, float] = {}
    for text, weight in texts:
        for stem in stems_of(text):
            weights[stem] = max(weight, weights.get(stem, 0.0))
    return Bag(weights, frozenset(stem for stem in stems_of(denied) if stem not in weights))


def overlap(first: str, second: str) -> float:
    """Share of the stems of *first* that *second* has or means, 0 to 1."""
    wanted = set(stems_of(first))
    if not wanted:
        return 0.0
    bag = bag_of(((second, 1.0),))
    return sum(bag.fit(stem) for stem in wanted) / len(wanted)


_ELSEWHERE = re.compile(r"`[^`\s]*[/.][^`\s]*`|\b[\w-]+(?:/[\w.-]+)+\.tsx?\b")
"""Names of other files: what they hold is not said of this pattern."""
_SENTENCE = re.compile(r"(?<=[.;!?])\s+|\n\s*\n")
_CLAUSE = re.compile(r"[,:;()]\s*|\bbut\b|\band (?=no\b|not\b|nothing\b)")
_REST_OF_SENTENCE = re.compile(
    r"\b(?:leaves? out|excludes?|excluding|does not cover|lacks?)\b", re.IGNORECASE
)
_WHOLE_CLAUSE = re.compile(r"\b(?:stays? out|(?:is|are|was|were) left out)\b", re.IGNORECASE)
_REST_OF_CLAUSE = re.compile(r"\b(?:no|not|nothing|never|without|neither|nor|cannot|none)\b", re.IGNORECASE)
_STATE = re.compile(r"\b(?:when|if|while|until|whether|unless|where)\b", re.IGNORECASE)


def disclaimed(text: str) -> tuple[str, str]:
    """*text* in two: what it says is there, and what it says is not.

    >>> disclaimed("Reads headers, no bodies. Leaves out spam, drafts.")
    ('Reads headers', 'bodies. spam, drafts.')
    """
    there, absent = [], []
    for sentence in _SENTENCE.split(_ELSEWHERE.sub(" ", text)):
        rest = _REST_OF_SENTENCE.search(sentence)
        absent.append(sentence[rest.end() :].strip() if rest else "")
        claim = sentence[: rest.start()] if rest else sentence
        for clause in _CLAUSE.split(claim):
            if _WHOLE_CLAUSE.search(clause):
                absent.append(clause.strip())
                continue
            found = _REST_OF_CLAUSE.search(clause)
            is_denied = found is not None and not _STATE.search(clause[: found.start()])
            if found is not None and is_denied:
                absent.append(clause[found.end() :].strip())
                there.append(clause[: found.start()].strip())
            else:
                there.append(clause.strip())
    return " ".join(part for part in there if part), " ".join(part for part in absent if part)


_ATTRIBUTE = re.compile(r"\b[\w-]+ (?=(?:address(?:es)?|numbers?|names?|ids?)\b)", re.IGNORECASE)


def without_attributes(text: str) -> str:
    """*text* without words that only tell what kind of address, number or name is meant.

    >>> without_attributes("people with their email address")
    'people with their address'
    """
    return _ATTRIBUTE.sub("", text)
