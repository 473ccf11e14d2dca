"""The real name that a wrong one was most likely meant to be. Pure."""

import re
from collections.abc import Iterable

_WORD = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])|[0-9]+")
_LONGEST = 64


def edit_distance(left: str, right: str, *, most: int) -> int:
    """Insertions, removals, changes and swaps from *left* to *right*; *most* + 1 if there are more.

    >>> edit_distance("itmes", "items", most=3)
    1
    """
    if abs(len(left) - len(right)) > most:
        return most + 1
    before: list[int] = []
    current = list(range(len(right) + 1))
    for row, one in enumerate(left, 1):
        last, before, current = before, current, [row]
        for column, other in enumerate(right, 1):
            cost = min(current[-1] + 1, before[column] + 1, before[column - 1] + (one != other))
            if row > 1 < column and one == right[column - 2] and left[row - 2] == other:
                cost = min(cost, last[column - 2] + 1)
            current.append(cost)
        if min(current) > most:
            return most + 1
    return min(current[-1], most + 1)


def nearest_names(name: str, candidates: Iterable[str], *, limit: int = 3) -> tuple[str, ...]:
    """The candidates that *name* may have meant, nearest first, then by name; none that is far off.

    Near is: few edits for its length, the same letters in another case, or shared words.
    """
    ranked = sorted((_rank(name, each), each) for each in dict.fromkeys(candidates) if each != name)
    return tuple(each for rank, each in ranked if rank < _LONGEST)[:limit]


def certain_name(name: str, candidates: Iterable[str]) -> str | None:
    """The one candidate within few edits of *name*, ``None`` if there is none or more than one."""
    near = [
        each for each in dict.fromkeys(candidates) if each != name and _edits(name, each) <= _allowed(name)
    ]
    return near[0] if len(near) == 1 else None


def _allowed(name: str) -> int:
    return 1 if len(name) < 5 else 2


def _edits(name: str, candidate: str) -> int:
    if len(name) > _LONGEST or len(candidate) > _LONGEST:
        return _LONGEST
    if name.lower() == candidate.lower():
        return 0
    return edit_distance(name, candidate, most=_allowed(name) + 1)


def _rank(name: str, candidate: str) -> int:
    edits = _edits(name, candidate)
    if edits <= _allowed(name) + 1:
        return edits
    mine, theirs = _words(name), _words(candidate)
    shared = mine & theirs
    return 10 + len(mine ^ theirs) if shared and len(shared) * 2 >= min(len(mine), len(theirs)) else _LONGEST


def _words(name: str) -> frozenset[str]:
    return frozenset(word.lower() for word in _WORD.findall(name))
