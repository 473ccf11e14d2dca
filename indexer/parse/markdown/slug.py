"""Slugs of headings, as github-slugger 2.0.0 makes them. Pure.

Source: the npm package github-slugger 2.0.0; ``tests/bench/slugs.py`` compares every code point with it.
"""

import re
from functools import cache

from indexer.parse.markdown.slug_table import KEPT_RANGES

_YOUNG_CAPITALS = str.maketrans({"\ua7cb": "\u0264", "\ua7dc": "\u019b"})
"""Capitals that Unicode 16 gave to older letters: ``str.lower`` of our Pythons does not know them."""

_DROPPED_ASCII = re.compile(r"[^A-Za-z0-9_\- ]")


def slug_of(text: str) -> str:
    """The slug of *text* alone, without the duplicate rule.

    >>> slug_of("`Writable<T>` & friends: é")
    'writablet--friends-é'
    """
    lowered = text.lower()
    if lowered.isascii():
        return _DROPPED_ASCII.sub("", lowered).replace(" ", "-")
    return _dropped_anywhere().sub("", lowered.translate(_YOUNG_CAPITALS)).replace(" ", "-")


class Slugger:
    """Gives the headings of one document, in order, their unique slugs."""

    def __init__(self) -> None:
        self._uses: dict[str, int] = {}

    def slug(self, text: str) -> str:
        """The next slug for *text*: a used one gets the first free ``-1``, ``-2``, ... of its own count."""
        return self.claim(slug_of(text))

    def claim(self, wanted: str) -> str:
        """*wanted* itself when it is free, else the first free one of its own count."""
        result = wanted
        while result in self._uses:
            self._uses[wanted] += 1
            result = f"{wanted}-{self._uses[wanted]}"
        self._uses[result] = 0
        return result


@cache
def _dropped_anywhere() -> re.Pattern[str]:
    kept = "".join(
        chr(int(first, 16)) + (f"-{chr(int(last, 16))}" if last else "")
        for first, _, last in (entry.partition("-") for entry in KEPT_RANGES.split())
    )
    return re.compile(rf"[^\- {kept}]")
