"""Words of a text as search terms: identifiers whole and split, prose stemmed. Pure.

A *chunk* is what stands between separators: ``WishState``, ``cf-hstack``, ``read_only``. A chunk gives the
stems of its parts (``wish``, ``state``) and, if it has several parts, the whole without separators
(``wishstate``), so that ``WishState``, ``wish_state``, ``wish-state`` and ``wishstate`` meet.
Scripts written without spaces give overlapping pairs of characters.
"""

import re
import sqlite3
import threading
import unicodedata
from collections.abc import Collection, Iterable, Sequence
from itertools import islice, pairwise

import numpy as np

LONGEST_CHUNK = 64
"""Characters of a chunk that are looked at: what is longer is encoded bytes, not a word."""

END = "\0"
"""Stands between texts that are read together; a text's own is a separator like any other."""

_SPACE, _HYPHEN = b" -"
_SEPARATORS = bytes(
    code if code > 127 or chr(code) in "$-_" + END or chr(code).isalnum() else _SPACE for code in range(256)
)
_IS_OF_CHUNK = np.array([code not in {_SPACE, _HYPHEN} for code in range(256)])
_FOREIGN_SEPARATOR = re.compile(r"[^\w\x00-\x7f]")
_PART = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+|[^\W_0-9A-Za-z]+")
_PART_OR_END = re.compile(f"{END}|{_PART.pattern}")
_NO_PART = re.compile(f"[^\\w{END}]+|_+")
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
    """The chunks of *text* in order: letters, digits, ``_`` and ``$``, with single ``-`` inside."""
    return separated([text]).decode("utf-8", "surrogatepass").split()


def separated(texts: Iterable[str]) -> bytes:
    """The chunks of all *texts* in UTF-8 with spaces around each, and ``END`` between one text and the next.

    Tables and replacements of whole texts find them three times as fast as a regular expression.
    """
    plain = [one if one.isascii() else _plain_text(one) for one in texts]
    text = f" {END} ".join([one.replace(END, " ") if END in one else one for one in plain])
    chunks = bytearray(b" %b " % text.encode("utf-8", "surrogatepass").translate(_SEPARATORS))
    codes = np.frombuffer(chunks, np.uint8)
    hyphens = np.flatnonzero(codes == _HYPHEN)
    inside = _IS_OF_CHUNK[codes[hyphens - 1]] & _IS_OF_CHUNK[codes[hyphens + 1]]
    codes[hyphens[~inside]] = _SPACE
    return bytes(chunks)


def _plain_text(text: str) -> str:
    return "\n".join([line if line.isascii() else _plain_form(line) for line in text.split("\n")])


def _plain_form(line: str) -> str:
    """A line as NFKC has it, with spaces for separators outside ASCII."""
    return _FOREIGN_SEPARATOR.sub(" ", unicodedata.normalize("NFKC", line))


class Stemmer:
    """Terms of chunks, remembered for the life of the object.

    Stems are Porter's, by SQLite's own ``fts3tokenize``, so that a reader in any language that has FTS4 can
    make the same ones in SQL; it is also ten times as fast as a stemmer in Python.
    """

    def __init__(self) -> None:
        self._connection = sqlite3.connect(":memory:", check_same_thread=False)
        self._connection.execute("CREATE VIRTUAL TABLE temp.porter USING fts3tokenize(porter)")
        self._asking = threading.Lock()
        """Since Python 3.12 threads that ask the same at once get each other's rows."""
        self._stems: dict[str, str] = {}
        self._known: dict[str, tuple[str, ...]] = {}

    def terms_of(self, chunk: str) -> tuple[str, ...]:
        """The terms that *chunk* is indexed under: stems of its parts, then the whole if it has several."""
        if chunk not in self._known:
            self._known[chunk] = self.terms_of_all([chunk])[0]
        return self._known[chunk]

    def learn(self, chunks: Sequence[str]) -> None:
        """Remember the terms of *chunks*, much faster than one by one."""
        self._known.update(zip(chunks, self.terms_of_all(chunks), strict=True))

    def terms_of_all(self, chunks: Sequence[str]) -> list[tuple[str, ...]]:
        """The terms of each of *chunks*, much faster than one by one."""
        parts, counts = parts_of_all(chunks)
        self._learn_parts({part for part in parts if part not in self._stems})
        following = iter(parts)
        return [self._terms_of_split([*islice(following, count)]) for count in counts]

    def _terms_of_split(self, parts: Sequence[str]) -> tuple[str, ...]:
        terms = tuple(term for part in parts for term in self._terms_of_part(part))
        return (*terms, "".join(parts)) if len(parts) > 1 else terms

    def terms_of_parts(self, parts: Collection[str]) -> list[tuple[str, ...]]:
        """The terms of each of *parts*: one stem, or pairs of characters."""
        self._learn_parts({part for part in parts if part not in self._stems})
        return [self._terms_of_part(part) for part in parts]

    def _terms_of_part(self, part: str) -> tuple[str, ...]:
        return (self._stems[part],) if part.isascii() or not _UNSPACED.search(part) else _pairs(part)

    def stem(self, word: str) -> str:
        """The stem of a lower-case *word*; what is no plain English word stays as it is."""
        if word not in self._stems:
            self._learn_parts([word])
        return self._stems[word]

    def _learn_parts(self, parts: Collection[str]) -> None:
        learned = {part: part for part in parts}
        plain = [part for part in parts if _STEMMED.match(part)]
        with self._asking:
            rows = self._connection.execute("SELECT token FROM porter WHERE input = ?", (" ".join(plain),))
            stems = [token for (token,) in rows]
        learned.update(zip(plain, stems, strict=True))
        # At once: another thread must never see a part that is not stemmed yet.
        self._stems.update(learned)


def parts_of_all(chunks: Sequence[str]) -> tuple[list[str], list[int]]:
    """The parts of all *chunks* in lower case, and how many each has; what is too long is cut."""
    joined = "".join([f"{chunk[:LONGEST_CHUNK]}{END}" for chunk in chunks])
    found = "\n".join(_PART_OR_END.findall(joined)).lower().split("\n") if chunks else []
    ends = [place for place, part in enumerate(found) if part == END]
    counts = [stop - start - 1 for start, stop in pairwise([-1, *ends])]
    return [part for part in found if part != END], counts


def _pairs(text: str) -> tuple[str, ...]:
    """Each character with its next one."""
    return tuple(text[place : place + 2] for place in range(max(1, len(text) - 1)))


def whole_of(text: str) -> str:
    """*text* as one exact name: its parts in lower case, joined; ``""`` when it has none."""
    return wholes_of([text])[0]


def wholes_of(texts: Sequence[str]) -> list[str]:
    """Each of *texts* as one exact name."""
    if not texts:
        return []
    joined = END.join([text.replace(END, " ") for text in texts])
    return _NO_PART.sub("", joined).lower().split(END)
