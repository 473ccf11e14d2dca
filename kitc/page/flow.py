"""The data-flow picture of a kit: where each box and arrow of the drawing stands. Pure.

Coordinates are CSS pixels from the top left corner. Columns, left to right: inputs, patterns, the view.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from kitc.base.kit import Kit

BOX_WIDTH = 210
BOX_HEIGHT = 54
GAP = 18
COLUMN_STEP = 290
MARGIN = 8
_LETTERS = 27
"""Letters that fit into a box at the drawing's font size."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Box:
    """One thing that data passes through."""

    kind: str
    """``granted``, ``missing``, ``pattern`` or ``view``: the style it is drawn in."""
    title: str
    note: str
    left: int
    top: int

    @property
    def middle(self) -> int:
        """Height of the middle of its sides."""
        return self.top + BOX_HEIGHT // 2


@dataclass(frozen=True, slots=True, kw_only=True)
class Arrow:
    """Data going from one box to another, drawn as a curve."""

    path: str
    """SVG path data."""
    missing: bool
    label: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Flow:
    """The whole drawing."""

    width: int
    height: int
    boxes: tuple[Box, ...]
    arrows: tuple[Arrow, ...]
    words: str
    """The picture told in a sentence, for those who cannot see it."""


def kit_flow(kit: Kit) -> Flow | None:
    """The drawing of *kit*; ``None`` when it recommends no pattern and takes no input."""
    if not kit.patterns and not kit.inputs.available and not kit.inputs.missing:
        return None
    used = [pattern for pattern in kit.patterns if pattern.use != "reference"]
    inputs = _column(
        [("granted", item.name, item.token) for item in kit.inputs.available]
        + [("missing", item.name, "not granted") for item in kit.inputs.missing],
        0,
    )
    patterns = _column(
        [("pattern", pattern.name, ", ".join(pattern.consumed) or pattern.use) for pattern in used], 1
    )
    view = _column([("view", "View", kit.recipe.file if kit.recipe else "no recipe")], 2)
    feeds = [item.feeds for item in kit.inputs.available] + [
        (f"{item.pattern}.",) for item in kit.inputs.missing
    ]
    names = [(pattern.name, pattern.specifier) for pattern in used]
    arrows = [
        _arrow(box, patterns[number], label=box.title)
        for box, targets in zip(inputs, feeds, strict=True)
        for number, known in enumerate(names)
        if _is_fed(targets, known)
    ]
    arrows += [_arrow(box, view[0], label=box.note) for box in patterns]
    tall = max(len(inputs), len(patterns), 1)
    return Flow(
        width=2 * COLUMN_STEP + BOX_WIDTH + 2 * MARGIN,
        height=tall * (BOX_HEIGHT + GAP) - GAP + 2 * MARGIN,
        boxes=(*inputs, *patterns, *view),
        arrows=tuple(arrows),
        words=_words(kit, [pattern.name for pattern in used]),
    )


def _is_fed(targets: Sequence[str], known: tuple[str, str]) -> bool:
    """Whether one of *targets* (``<pattern>.<argument>``) names the pattern, by name or specifier."""
    return any(target.startswith(f"{name}.") for target in targets for name in known)


def _column(rows: list[tuple[str, str, str]], column: int) -> list[Box]:
    return [
        Box(
            kind=kind,
            title=_cut(title),
            note=_cut(note),
            left=MARGIN + column * COLUMN_STEP,
            top=MARGIN + row * (BOX_HEIGHT + GAP),
        )
        for row, (kind, title, note) in enumerate(rows)
    ]


def _cut(text: str) -> str:
    return text if len(text) <= _LETTERS else text[: _LETTERS - 1] + "…"


def _arrow(start: Box, stop: Box, *, label: str) -> Arrow:
    left, right = start.left + BOX_WIDTH, stop.left
    bend = (left + right) // 2
    path = f"M{left} {start.middle} C{bend} {start.middle} {bend} {stop.middle} {right - 7} {stop.middle}"
    return Arrow(path=path, missing=start.kind == "missing", label=label)


def _words(kit: Kit, patterns: list[str]) -> str:
    parts = []
    if kit.inputs.available:
        parts.append("granted inputs " + ", ".join(item.name for item in kit.inputs.available))
    if kit.inputs.missing:
        parts.append("missing inputs " + ", ".join(item.name for item in kit.inputs.missing))
    start = " and ".join(parts) or "no inputs"
    return f"Data flows from {start} through {', '.join(patterns) or 'no pattern'} into the view."
