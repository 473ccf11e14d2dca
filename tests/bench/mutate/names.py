"""Wrong names beside right ones: random, near, and taken from elsewhere. Pure, given the generator."""

import random
import re

_SYNONYMS = {
    "title": "name",
    "name": "title",
    "items": "entries",
    "events": "entries",
    "value": "values",
    "messages": "posts",
    "label": "caption",
    "count": "total",
    "users": "people",
    "url": "link",
    "content": "body",
    "body": "content",
    "text": "content",
}
_LETTERS = "abcdefghijklmnopqrstuvwxyz"


def random_name(draw: random.Random) -> str:
    """A name that stands nowhere: ``zq`` and six letters."""
    return "zq" + "".join(draw.choice(_LETTERS) for _ in range(6))


def near_name(name: str, draw: random.Random) -> str:
    """A name close to *name*: another number, another case, a word less, or a synonym."""
    words = re.findall(r"[A-Z]?[a-z0-9]+|[A-Z]+(?![a-z])", name)
    options = [name[:-1] if name.endswith("s") and len(name) > 2 else name + "s"]
    options.append(name[0].swapcase() + name[1:])
    if name in _SYNONYMS:
        options.append(_SYNONYMS[name])
    if len(words) > 1:
        last = "".join(words[1:])
        options += ["".join(words[:-1]), last[0].lower() + last[1:]]
    if len(name) > 3:
        options.append(name[:-1])
    return draw.choice(sorted({each for each in options if each and each != name and not each[0].isdigit()}))
