"""What of a file could not be read: undecodable bytes, NUL, and what the grammar refused. Pure."""

import re
from dataclasses import dataclass
from typing import Literal

from tree_sitter import Node

DamageKind = Literal["undecodable", "nul", "syntax-error"]
_UNDECODABLE = re.compile("[\udc80-\udcff]+")
"""What the ``surrogateescape`` handler makes of bytes that are not UTF-8: one character a byte."""
_MOST_SPANS = 1000


@dataclass(frozen=True, slots=True, kw_only=True, order=True)
class Damage:
    """A run of bytes that was not understood: 0-based, end excluded; empty where something is missing."""

    start: int
    stop: int
    kind: DamageKind
    message: str


@dataclass(frozen=True, slots=True, kw_only=True, order=True)
class Mask:
    """Bytes that were hidden from the grammar: 0-based, end excluded."""

    start: int
    stop: int
    kind: str
    """What stands there, e.g. ``export-type-star``, ``variance``, ``jsx-ampersand``."""
    cover: bytes
    """The bytes parsed in their place, as many."""


def damage_of_bytes(content: bytes) -> tuple[bytes, tuple[Damage, ...]]:
    """*content* as the grammar can take it (same length), and what had to be covered for that.

    Each undecodable byte becomes ``?``, each NUL a space.
    """
    damage: list[Damage] = []
    readable = content
    try:
        content.decode("utf-8")
    except UnicodeDecodeError:
        readable = _cover_undecodable(content, damage)
    if b"\0" in readable:
        damage.extend(
            Damage(start=run.start(), stop=run.end(), kind="nul", message="NUL bytes in source text")
            for run in re.finditer(rb"\0+", readable)
        )
        readable = readable.replace(b"\0", b" ")
    return readable, tuple(damage[:_MOST_SPANS])


def _cover_undecodable(content: bytes, damage: list[Damage]) -> bytes:
    """*content* with ``?`` for every byte that is not UTF-8, noting each run in *damage*."""
    text = content.decode("utf-8", "surrogateescape")
    seen, offset = 0, 0
    for run in _UNDECODABLE.finditer(text):
        start = offset + len(text[seen : run.start()].encode("utf-8"))
        seen, offset = run.end(), start + len(run[0])
        damage.append(Damage(start=start, stop=offset, kind="undecodable", message="bytes are not UTF-8"))
    return _UNDECODABLE.sub(lambda run: "?" * len(run[0]), text).encode("utf-8")


def damage_of_tree(root: Node) -> tuple[Damage, ...]:
    """Every outermost ERROR node and every MISSING node below *root*, in file order."""
    if not root.has_error:
        return ()
    found: list[Damage] = []
    waiting = [root]
    while waiting and len(found) < _MOST_SPANS:
        node = waiting.pop()
        if node.is_missing:
            found.append(_damage(node, f"{node.type} is missing"))
        elif node.is_error:
            found.append(_damage(node, "text that the grammar cannot read"))
        elif node.has_error:
            waiting.extend(child for child in reversed(node.children) if child.has_error)
    return tuple(found)


def _damage(node: Node, message: str) -> Damage:
    return Damage(start=node.start_byte, stop=node.end_byte, kind="syntax-error", message=message)
