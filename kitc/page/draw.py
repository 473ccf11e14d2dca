"""Where each box and arrow of a data-flow picture stands, lying for wide pages and upright for phones. Pure.

Coordinates are CSS pixels from the top left corner.
"""

from dataclasses import dataclass

from kitc.page.flow import Flow, Stream, Thing

BOX_WIDTH = 210
BOX_HEIGHT = 54
_GAP = 18
_COLUMN_STEP = 290
_MARGIN = 8
_TIP = 7
"""Length of an arrow's head."""
_LANE = 26
"""Room beside upright boxes for each arrow that passes others."""
_LETTERS = 27
"""Letters that fit into a box at the drawing's font size."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Box:
    """One thing, drawn."""

    kind: str
    title: str
    note: str
    left: int
    top: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Arrow:
    """One stream, drawn."""

    path: str
    """SVG path data."""
    is_missing: bool
    label: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Drawing:
    """One picture."""

    name: str
    """``lying`` or ``upright``."""
    width: int
    height: int
    boxes: tuple[Box, ...]
    arrows: tuple[Arrow, ...]
    words: str


def draw_lying(flow: Flow) -> Drawing:
    """Data goes from left to right; each part has a row of its own, so that arrows pass beside boxes."""
    inputs = sum(thing.column == 0 for thing in flow.things)
    rows = [float(number if number < inputs else number - inputs) for number in range(len(flow.things) - 1)]
    tall = max([*rows, 0.0])
    rows.append(tall / 2)
    boxes = tuple(
        _box(thing, _MARGIN + thing.column * _COLUMN_STEP, _MARGIN + round(row * (BOX_HEIGHT + _GAP)))
        for thing, row in zip(flow.things, rows, strict=True)
    )
    return Drawing(
        name="lying",
        width=flow.things[-1].column * _COLUMN_STEP + BOX_WIDTH + 2 * _MARGIN,
        height=round(tall * (BOX_HEIGHT + _GAP)) + BOX_HEIGHT + 2 * _MARGIN,
        boxes=boxes,
        arrows=tuple(
            _arrow(stream, _across(boxes[stream.start], boxes[stream.stop])) for stream in flow.streams
        ),
        words=flow.words,
    )


def draw_upright(flow: Flow) -> Drawing:
    """Data goes from top to bottom; arrows that pass other boxes keep to lanes at the right."""
    step = BOX_HEIGHT + 2 * _GAP
    boxes = tuple(_box(thing, _MARGIN, _MARGIN + row * step) for row, thing in enumerate(flow.things))
    passing = [stream for stream in flow.streams if stream.stop != stream.start + 1]
    arrows = [
        _arrow(
            stream,
            _around(boxes[stream.start], boxes[stream.stop], passing.index(stream) + 1)
            if stream in passing
            else _down(boxes[stream.start], boxes[stream.stop]),
        )
        for stream in flow.streams
    ]
    return Drawing(
        name="upright",
        width=BOX_WIDTH + 2 * _MARGIN + (len(passing) + 1) * _LANE,
        height=len(boxes) * step - 2 * _GAP + 2 * _MARGIN,
        boxes=boxes,
        arrows=tuple(arrows),
        words=flow.words,
    )


def _box(thing: Thing, left: int, top: int) -> Box:
    return Box(kind=thing.kind, title=_cut(thing.title), note=_cut(thing.note), left=left, top=top)


def _cut(text: str) -> str:
    return text if len(text) <= _LETTERS else text[: _LETTERS - 1] + "…"


def _arrow(stream: Stream, path: str) -> Arrow:
    return Arrow(path=path, is_missing=stream.is_missing, label=stream.label)


def _middle(box: Box) -> int:
    return box.top + BOX_HEIGHT // 2


def _across(start: Box, stop: Box) -> str:
    left, right = start.left + BOX_WIDTH, stop.left
    bend, begin, end = (left + right) // 2, _middle(start), _middle(stop)
    return f"M{left} {begin} C{bend} {begin} {bend} {end} {right - _TIP} {end}"


def _down(start: Box, stop: Box) -> str:
    middle = start.left + BOX_WIDTH // 2
    return f"M{middle} {start.top + BOX_HEIGHT} L{middle} {stop.top - _TIP}"


def _around(start: Box, stop: Box, lane: int) -> str:
    right = start.left + BOX_WIDTH
    out, begin, end = right + lane * _LANE + _LANE // 2, _middle(start), _middle(stop)
    return f"M{right} {begin} C{out} {begin} {out} {end} {right + _TIP} {end}"
