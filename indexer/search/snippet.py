"""The piece of a passage that shows why it was found, with the matches marked. Pure."""

import re
from collections.abc import Collection

from indexer.search.tokens import Stemmer

WIDTH = 240
"""Characters of a snippet, at most, before the marks."""
MARKS = ("[", "]")

_WORD = re.compile(r"[\w$]+(?:-[\w$]+)*")
_SPACE = re.compile(r"\s+")


def snippet_of(text: str, terms: Collection[str], stemmer: Stemmer) -> str:
    """Up to ``WIDTH`` characters of *text* where most different *terms* stand, each match in brackets."""
    text = _SPACE.sub(" ", text[:20_000]).strip()
    words = {word: term for word in {*_WORD.findall(text)} if (term := _matched(word, terms, stemmer))}
    places = [
        (match.start(), match.end(), words[match[0]]) for match in _WORD.finditer(text) if match[0] in words
    ]
    start = _best_start(places)
    stop = min(len(text), start + WIDTH)
    return _marked(text, start, stop, [place for place in places if start <= place[0] and place[1] <= stop])


def _matched(word: str, terms: Collection[str], stemmer: Stemmer) -> str:
    return next((term for term in stemmer.terms_of(word) if term in terms), "")


def _best_start(places: list[tuple[int, int, str]]) -> int:
    """Where the window with most different terms begins: the first such one, with some text before it."""
    best, most = 0, 0
    for number, (start, _, _) in enumerate(places):
        inside = {term for at, _, term in places[number : number + 40] if at < start + WIDTH - 60}
        if len(inside) > most:
            best, most = start, len(inside)
    return max(0, best - 40) if best > 60 else 0


def _marked(text: str, start: int, stop: int, places: list[tuple[int, int, str]]) -> str:
    start = start if start == 0 else text.find(" ", start) + 1 if " " in text[start : start + 40] else start
    pieces = ["…" if start else ""]
    at = start
    for first, last, _ in places:
        if first >= at:
            pieces += [text[at:first], MARKS[0], text[first:last], MARKS[1]]
            at = last
    pieces.append(text[at:stop])
    if stop < len(text):
        pieces.append("…")
    return "".join(pieces)
