"""The data-flow picture of a kit: its boxes and what goes from one to another. Pure.

``draw`` gives each of them its place.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from kitc.base.kit import Kit, KitPattern
from kitc.page.wiring import Wiring, read_wiring


@dataclass(frozen=True, slots=True, kw_only=True)
class Thing:
    """One thing that data passes through."""

    kind: str
    """``granted``, ``missing``, ``pattern`` or ``view``: the style it is drawn in."""
    title: str
    note: str
    column: int
    """0 for inputs; a part stands right of all that feed it; the view is last."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Stream:
    """Data going from one thing to another, both by their number."""

    start: int
    stop: int
    label: str
    is_missing: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Flow:
    """The whole picture: inputs, then parts in the order of the data, then the view."""

    things: tuple[Thing, ...]
    streams: tuple[Stream, ...]

    @property
    def words(self) -> str:
        """The picture told in sentences, for those who cannot see it."""
        told = [
            f"{self.things[stream.start].title} gives {stream.label or 'data'}"
            f" to {self.things[stream.stop].title}{' once it is granted' if stream.is_missing else ''}"
            for stream in self.streams
        ]
        return f"Data flow: {'; '.join(told)}." if told else "Nothing flows yet."


def kit_flow(kit: Kit) -> Flow | None:
    """The picture of *kit*; ``None`` when it recommends no pattern and takes no input."""
    used = tuple(pattern for pattern in kit.patterns if pattern.use != "reference")
    if not used and not kit.inputs.available and not kit.inputs.missing:
        return None
    source = kit.recipe.run_pattern.source_text if kit.recipe else None
    wiring = read_wiring(source) if source else Wiring()
    levels = _levels(used, wiring)
    used = tuple(sorted(used, key=lambda pattern: levels[pattern.specifier]))
    last = max(levels.values(), default=0) + 1
    inputs = _inputs(kit)
    parts = [
        Thing(
            kind="pattern",
            title=pattern.name,
            note="run as it is" if pattern.use == "direct" else _fields(pattern) or pattern.use,
            column=levels[pattern.specifier],
        )
        for pattern in used
    ]
    view = Thing(kind="view", title="View", note=_view_note(kit, source), column=last)
    streams = (*_from_inputs(kit, used, len(inputs)), *_between(used, wiring, len(inputs)))
    return Flow(things=(*inputs, *parts, view), streams=streams)


def _fields(pattern: KitPattern) -> str:
    """Result fields of the first level that the example reads of *pattern*."""
    names = [re.split(r"[.\[]", path, maxsplit=1)[0] for path in pattern.consumed]
    return ", ".join(dict.fromkeys(names))


def _view_note(kit: Kit, source: str | None) -> str:
    if source and kit.recipe:
        return kit.recipe.file
    return "the pattern's own" if kit.recipe else "no recipe"


def _inputs(kit: Kit) -> list[Thing]:
    held = [
        Thing(kind="granted", title=item.name, note=item.token, column=0) for item in kit.inputs.available
    ]
    return held + [
        Thing(kind="missing", title=item.name, note="not granted", column=0) for item in kit.inputs.missing
    ]


def _levels(used: Sequence[KitPattern], wiring: Wiring) -> dict[str, int]:
    """Column of each part: one more than the farthest part that feeds it."""
    levels = {pattern.specifier: 1 for pattern in used}
    for _ in used:
        for giver, taker, _fields in wiring.feeds:
            if giver in levels and taker in levels:
                levels[taker] = min(len(used), max(levels[taker], levels[giver] + 1))
    return levels


def _from_inputs(kit: Kit, used: Sequence[KitPattern], first: int) -> list[Stream]:
    """From each input to the parts it feeds, or straight to the view when it feeds none."""
    fed = [(item.name, item.feeds, False) for item in kit.inputs.available]
    fed += [(item.name, (f"{item.pattern}.{item.argument}",), True) for item in kit.inputs.missing]
    streams = []
    for start, (name, feeds, is_missing) in enumerate(fed):
        targets = [
            first + number
            for number, pattern in enumerate(used)
            if any(_names(target, pattern) for target in feeds)
        ]
        streams += [
            Stream(start=start, stop=stop, label=name, is_missing=is_missing)
            for stop in targets or [first + len(used)]
        ]
    return streams


def _names(target: str, pattern: KitPattern) -> bool:
    """Whether *target*, ``<pattern>.<argument>``, is of *pattern*, by name or specifier."""
    return target.startswith((f"{pattern.name}.", f"{pattern.specifier}."))


def _between(used: Sequence[KitPattern], wiring: Wiring, first: int) -> list[Stream]:
    """From part to part as the example passes fields on, and from what the view shows to the view."""
    numbers = {pattern.specifier: first + number for number, pattern in enumerate(used)}
    streams = [
        Stream(start=numbers[giver], stop=numbers[taker], label=fields, is_missing=False)
        for giver, taker, fields in wiring.feeds
        if giver in numbers and taker in numbers
    ]
    givers = {giver for giver, _, _ in wiring.feeds}
    for pattern in used:
        if pattern.specifier in wiring.shown or pattern.specifier not in givers:
            label = _fields(pattern) or "its view"
            start = numbers[pattern.specifier]
            streams.append(Stream(start=start, stop=first + len(used), label=label, is_missing=False))
    return streams
