"""Quotes: the words of a passage that speak most of something, exactly as they stand there. Pure."""

import re
from dataclasses import dataclass

from kitc.policy.offline.words import bag_of, stems_of

MOST_QUOTE = 420
"""Characters of a quote."""
_FENCE = re.compile(r"^(```|~~~)")
_END = re.compile(r"(?<=[.!?:])(?:\s+|$)")


@dataclass(frozen=True, slots=True)
class Quote:
    """A piece of a passage."""

    text: str
    """As it stands there, line ends included."""
    fit: float
    """Share of the asked words that it meets, 0 to 1."""
    is_block: bool = False
    """A table or code, and not prose."""


def pieces_of(text: str) -> tuple[tuple[str, bool], ...]:
    """Sentences, list items, tables and code of *text* in order, each with whether it is a block."""
    found: list[tuple[str, bool]] = []
    for paragraph, is_block in _paragraphs(text):
        if is_block:
            found.append((paragraph[:MOST_QUOTE].rstrip(), True))
            continue
        start = 0
        for end in [match.end() for match in _END.finditer(paragraph)] or [len(paragraph)]:
            found.append((paragraph[start:end].strip(), False))
            start = end
        found.append((paragraph[start:].strip(), False))
    return tuple((piece, is_block) for piece, is_block in found if len(piece) > 8)


def _paragraphs(text: str) -> list[tuple[str, bool]]:
    found: list[tuple[str, bool]] = []
    lines: list[str] = []
    is_code, is_table = False, False

    def close() -> None:
        if lines:
            found.append(("\n".join(lines), is_code or is_table))
        lines.clear()

    for line in text.split("\n"):
        if _FENCE.match(line.strip()):
            close()
            is_code = not is_code
        elif is_code:
            lines.append(line)
        elif not line.strip() or line.startswith("#"):
            close()
        else:
            starts_item = re.match(r"\s*(?:[-*+]|\d+\.)\s", line) is not None
            if starts_item or line.lstrip().startswith("|") != is_table:
                close()
            is_table = line.lstrip().startswith("|")
            lines.append(line)
    close()
    return found


def best_quote(text: str, about: str, *, must: tuple[tuple[str, ...], ...] = ()) -> Quote | None:
    """The sentence of *text* that meets most of the words of *about*; the earlier of equals.

    Of each group of *must* it has at least one word.
    """
    asked = set(stems_of(about))
    best: Quote | None = None
    for piece, is_block in pieces_of(text):
        if is_block or not _has_each(piece, must):
            continue
        bag = bag_of(((piece, 1.0),))
        met = sum(bag.fit(stem) for stem in asked) / max(1, len(asked))
        fit = met - 0.0004 * max(0, len(piece) - 160)
        if len(piece) <= MOST_QUOTE and (best is None or fit > best.fit):
            best = Quote(piece, fit, is_block)
    return best


def _has_each(piece: str, must: tuple[tuple[str, ...], ...]) -> bool:
    words = {word.lower() for word in re.findall(r"[A-Za-z]+", piece)}
    return all(words & set(group) for group in must)


def line_about(text: str, about: str) -> Quote | None:
    """The line of source *text* that meets most of the words of *about*, without its indentation."""
    asked = set(stems_of(about))
    best: Quote | None = None
    for line in text.split("\n"):
        stripped = line.strip()
        if 8 < len(stripped) <= MOST_QUOTE:
            bag = bag_of(((stripped, 1.0),))
            fit = sum(bag.fit(stem) for stem in asked) / max(1, len(asked))
            if fit > 0 and (best is None or fit > best.fit):
                best = Quote(stripped, fit)
    return best
