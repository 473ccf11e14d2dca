"""Tier lists: which paths a Markdown or JSON list puts in which tier. Pure.

Markdown: a heading whose text is a tier opens that tier, until the next heading of the same or a higher
level; each path in backticks below it is listed. JSON: ``{"tier": ["path", ...]}``. A path ending in ``/``
stands for everything below it. The most specific path decides; of equal ones the later tier, so that lists
which go from best to worst stay cautious.
"""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from indexer.base.errors import ConfigRefused

_HEADING = re.compile(r"(#{1,6})\s+(.+?)\s*#*\s*\Z")
_SPAN = re.compile(r"`([^`\s]+)`")
_PATH = re.compile(r"[\w.@+-]+(?:/[\w.@+-]+)*/?\Z")


@dataclass(frozen=True, slots=True, kw_only=True)
class TierList:
    """Paths (below a source root) and the tier of each."""

    tiers: Mapping[str, str]
    default: str = ""

    def tier_of(self, path: str) -> str:
        """The tier of the module at *path*: its own, else that of the nearest listed folder."""
        if path in self.tiers:
            return self.tiers[path]
        steps = path.split("/")
        for count in range(len(steps) - 1, 0, -1):
            tier = self.tiers.get("/".join(steps[:count]) + "/")
            if tier is not None:
                return tier
        return self.default


def parse_tiers(text: str, *, place: str, names: Sequence[str], default: str = "") -> TierList:
    """The tier list in *text*; its paths count from the folder of *place* (its own path in the source).

    Raises:
        ConfigRefused: a JSON list is not of the form.
    """
    folder = place.rpartition("/")[0]
    listed = _json_entries(text, place) if place.endswith(".json") else _markdown_entries(text, names)
    rank = {name: number for number, name in enumerate(names)}
    tiers: dict[str, str] = {}
    for tier, path in listed:
        whole = f"{folder}/{path}" if folder else path
        if whole not in tiers or rank.get(tier, len(rank)) >= rank.get(tiers[whole], len(rank)):
            tiers[whole] = tier
    return TierList(tiers=tiers, default=default)


def _markdown_entries(text: str, names: Sequence[str]) -> Iterator[tuple[str, str]]:
    tier, level = "", 0
    for line in text.split("\n"):
        heading = _HEADING.match(line)
        if heading:
            depth, title = len(heading[1]), heading[2].strip().lower()
            if title in names:
                tier, level = title, depth
            elif depth <= level:
                tier, level = "", 0
        elif tier:
            yield from ((tier, span) for span in _SPAN.findall(line) if _is_path(span))


def _is_path(span: str) -> bool:
    return _PATH.match(span) is not None and ("/" in span or span.endswith((".ts", ".tsx")))


def _json_entries(text: str, place: str) -> Iterator[tuple[str, str]]:
    try:
        lists = json.loads(text)
    except ValueError as error:
        raise ConfigRefused(place, f"is no JSON: {error}") from error
    if not isinstance(lists, dict):
        raise ConfigRefused(place, "is no object of tiers, expected {tier: [path, ...]}")
    for tier in sorted(lists):
        paths = lists[tier]
        if not isinstance(paths, list) or not all(isinstance(path, str) for path in paths):
            raise ConfigRefused(place, f"{tier}: is no list of paths")
        yield from ((tier, path) for path in paths)
