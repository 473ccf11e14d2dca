"""JSDoc blocks as the descriptions and tags of a schema. Pure."""

import re
import unicodedata
from collections.abc import Iterator

from indexer.contracts.schema import Schema

CONFLICT = "Conflicting docs across declarations; using first"
_LINK = re.compile(r"\{@link(?:code|plain)?\s+[^\s}|]*\s*([^}]*)\}")
_TAG = re.compile(r"(?:^|(?<=\s))@(?=\S)(?=[^`]*(?:`[^`]*`[^`]*)*$)")


def doc_texts(raw: str) -> list[str]:
    """The texts of *raw* (blocks joined by a NUL), the nearest to the declaration first, without repeats."""
    if not raw:
        return []
    texts = map(block_text, reversed(raw.split("\0")))
    return list(dict.fromkeys(text for text in texts if text))


def block_text(block: str) -> str:
    r"""The description in a ``/** .. */`` block: up to the first tag, relative indentation kept.

    >>> block_text("/** One #two\n * @see x */")
    'One #two'
    """
    lines: list[str] = []
    margin: int | None = None
    for number, line in enumerate(re.split(r"\r\n|\r|\n", block[3:-2])):
        text, column = _without_star(line, first=number == 0)
        tag = _TAG.search(text)
        text = text[: tag.start()] if tag else text
        margin = column if margin is None and text.strip() else margin
        lines.append(text if number == 0 or margin is None else _indented(text, column, margin))
        if tag:
            break
    joined = "\n".join(line.rstrip() for line in lines).strip()
    return _LINK.sub(r"\1", joined).strip()


def has_link(raw: str) -> bool:
    """Whether the nearest block of *raw* links to a name: the compiler then reads it in two ways."""
    return _LINK.search(raw.rpartition("\0")[2]) is not None


def _without_star(line: str, *, first: bool) -> tuple[str, int]:
    """The text of a line after its star, and the column that it starts at."""
    if first:
        text = line.lstrip(" \t")
        return text, 4
    bare = line.lstrip(" \t")
    if bare.startswith("*"):
        after = bare[1:]
        text = after.lstrip(" \t")
        return text, len(after) - len(text) + 3
    return bare, len(line) - len(bare)


def _indented(text: str, column: int, margin: int) -> str:
    return " " * max(0, column - margin) + text


def tags_in(text: str) -> list[str]:
    """The hashtags in *text*, lower case, without repeats, in order.

    >>> tags_in("a #List of #été, C#x")
    ['list', 'été', 'x']
    """
    return list(dict.fromkeys(tag.lower() for tag in _hashtags(text) if tag))


def _hashtags(text: str) -> Iterator[str]:
    for part in text.split("#")[1:]:
        stop = next((at for at, letter in enumerate(part) if not _is_word(letter)), len(part))
        yield part[:stop]


def _is_word(letter: str) -> bool:
    return letter == "_" or unicodedata.category(letter)[0] in "LMN"


def described(schema: Schema, raw: str) -> Schema:
    """*schema* with the nearest text of *raw* as description, its tags, and a comment when texts differ."""
    texts = doc_texts(raw)
    if isinstance(schema, bool) or not texts:
        return schema
    made = {**schema, "description": texts[0], **tagged(texts[0])}
    if (len(texts) > 1 or has_link(raw)) and not isinstance(made.get("$comment"), str):
        made["$comment"] = CONFLICT
    return made


def tagged(text: str) -> dict[str, object]:
    """The ``tags`` key of a schema with the description *text*; empty without hashtags."""
    tags = tags_in(text)
    return {"tags": tags} if tags else {}


def is_deprecated(raw: str) -> bool:
    """Whether one of the blocks of *raw* has a ``@deprecated`` tag."""
    return any(re.search(r"(?m)^\s*(?:/\*\*|\*)?\s*@deprecated\b", block) for block in raw.split("\0"))
