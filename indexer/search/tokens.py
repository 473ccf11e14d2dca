"""Words of a text as search terms: identifiers whole and split, prose stemmed. Pure.

A *chunk* is what stands between separators: ``WishState``, ``cf-hstack``, ``read_only``. A chunk gives the
stems of its parts (``wish``, ``state``) and, if it has several parts, the whole without separators
(``wishstate``), so that ``WishState``, ``wish_state``, ``wish-state`` and ``wishstate`` meet.
Scripts written without spaces give overlapping pairs of characters.
"""

import re
import sqlite3
import unicodedata
from collections.abc import Iterable

LONGEST_CHUNK = 64
"""Characters of a chunk that are looked at: what is longer is encoded bytes, not a word."""

_CHUNK = re.compile(r"[\w$]+(?:-[\w$]+)*")
_PART = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+|[^\W_0-9A-Za-z]+")
_UNSPACED = re.compile("[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
_STEMMED = re.compile(r"[a-z]{3,20}\Z")

_STOP_TEXT = """
a about after all also am an and any are as at be because been before being but by can could did do does
doing don down each few for from further get gets give given gives goes going got had has have having he
her here him his how i if in into is isn it its itself just let like ll make me might more most must my
need no nor not now of off on once one only onto or other our out over own per please rather re s same she
should so some such t than that the their them then there these they thing things this those through to
too under until up upon us use used uses using ve very want was way we were what when where whether which
while who whom whose why will with within without would yes yet you your
"""
STOP_WORDS = frozenset(_STOP_TEXT.split())
"""English words that carry no subject; they are indexed in names and titles only."""


def chunks_of(text: str) -> list[str]:
    """The chunks of *text* in order, as written."""
    return _CHUNK.findall(text if text.isascii() else unicodedata.normalize("NFKC", text))


class Stemmer:
    """Terms of chunks, remembered for the life of the object.

    Stems are Porter's, by SQLite's own ``fts3tokenize``, so that a reader in any language that has FTS4 can
    make the same ones in SQL; it is also ten times as fast as a stemmer in Python.
    """

    def __init__(self) -> None:
        self._connection = sqlite3.connect(":memory:", check_same_thread=False)
        self._connection.execute("CREATE VIRTUAL TABLE temp.porter USING fts3tokenize(porter)")
        self._stems: dict[str, str] = {}
        self.known: dict[str, tuple[str, ...]] = {}
        """Terms by chunk, as far as they were asked for."""
        self.telling: dict[str, tuple[str, ...]] = {}
        """The same, but none for a stop word."""
        self.compounds: dict[str, tuple[str, ...]] = {}
        """Parts of those known chunks that FTS4 takes for one word."""

    def terms_of(self, chunk: str) -> tuple[str, ...]:
        """The terms that *chunk* is indexed under: stems of its parts, then the whole if it has several."""
        terms = self.known.get(chunk)
        return self.learn(chunk) if terms is None else terms

    def learn_all(self, chunks: Iterable[str]) -> None:
        """Remember the terms of all *chunks*, which is much faster than one by one."""
        fresh = [chunk for chunk in chunks if chunk not in self.known]
        if fresh:
            words = {part.lower() for part in _PART.findall(" ".join([c[:LONGEST_CHUNK] for c in fresh]))}
            self._learn_parts([word for word in words if word not in self._stems])
            for chunk in fresh:
                self.learn(chunk)

    def learn(self, chunk: str) -> tuple[str, ...]:
        """Find out and remember the terms of *chunk*."""
        parts = [part.lower() for part in _PART.findall(chunk[:LONGEST_CHUNK])]
        terms: list[str] = []
        for part in parts:
            terms.extend(_pairs(part) if _UNSPACED.search(part) else (self.stem(part),))
        if len(parts) > 1:
            terms.append("".join(parts))
            if "-" not in chunk and "_" not in chunk:
                self.compounds[chunk] = tuple(parts)
        self.known[chunk] = tuple(terms)
        self.telling[chunk] = () if chunk.lower() in STOP_WORDS else tuple(terms)
        return self.known[chunk]

    def stem(self, word: str) -> str:
        """The stem of a lower-case *word*; what is no plain English word stays as it is."""
        if word not in self._stems:
            self._learn_parts([word])
        return self._stems[word]

    def _learn_parts(self, parts: list[str]) -> None:
        plain = [part for part in parts if _STEMMED.match(part)]
        self._stems.update((part, part) for part in parts)
        rows = self._connection.execute("SELECT token FROM porter WHERE input = ?", (" ".join(plain),))
        self._stems.update(zip(plain, (token for (token,) in rows), strict=True))


def _pairs(text: str) -> list[str]:
    """Each character with its next one."""
    return [text[place : place + 2] for place in range(max(1, len(text) - 1))]


def whole_of(text: str) -> str:
    """*text* as one exact name: its parts in lower case, joined; ``""`` when it has none."""
    return "".join(part.lower() for part in _PART.findall(text))
