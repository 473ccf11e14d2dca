"""Sources, label and context efficiency of a kit. Pure."""

import re
from collections.abc import Iterable, Mapping

from indexer.corpus import Passage
from kitc.base.grant import Label, join_labels
from kitc.base.kit import Citation, Source
from kitc.base.run import ReadRecord
from kitc.tools.labels import label_of

_IDENTIFIER = re.compile(r"[A-Za-z_][A-Za-z0-9_]{2,}")
_COMMON = frozenset(
    """
    the and for with that this are not from has have its was but all any can one
    """.split()  # noqa: SIM905 - words read better as a text
)


def sources_of(cited: Mapping[Citation, Passage]) -> tuple[Source, ...]:
    """One source for each cited stretch of lines, by address and line; touching stretches are one."""
    stretches: dict[str, list[tuple[int, int]]] = {}
    passages: dict[str, Passage] = {}
    for citation, passage in cited.items():
        passages[passage.address] = passage
        stretches.setdefault(passage.address, []).append((citation.first_line, citation.last_line))
    found = []
    for address in sorted(stretches):
        for first, last in _merged(stretches[address]):
            found.append(_source(passages[address], first, last))
    return tuple(found)


def _merged(lines: list[tuple[int, int]]) -> list[tuple[int, int]]:
    merged: list[tuple[int, int]] = []
    for first, last in sorted(lines):
        if merged and first <= merged[-1][1] + 1:
            merged[-1] = (merged[-1][0], max(last, merged[-1][1]))
        else:
            merged.append((first, last))
    return merged


def _source(passage: Passage, first: int, last: int) -> Source:
    lines = passage.text.split("\n")[first - passage.first_line : last - passage.first_line + 1]
    return Source(
        address=passage.address,
        digest=passage.digest,
        title=passage.title,
        first_line=first,
        last_line=last,
        completeness=passage.completeness,
        text="\n".join(lines),
        label=label_of(passage.label),
    )


def joined_label(reads: Iterable[ReadRecord]) -> Label | None:
    """The join over everything that was read."""
    return join_labels(tuple(read.label for read in reads))


def efficiency_of(sources: Iterable[Source], *, used: str) -> float:
    """Share of the quoted lines whose words *used*, the example and the rules, has; 1 without any quote."""
    words = set(_words(used))
    lines = [line for source in sources for line in source.text.split("\n") if line.strip()]
    hits = sum(1 for line in lines if len(words & set(_words(line))) >= 2 or words >= set(_words(line)))
    return round(hits / len(lines), 3) if lines else 1.0


def _words(text: str) -> list[str]:
    return [word for word in (match.lower() for match in _IDENTIFIER.findall(text)) if word not in _COMMON]
