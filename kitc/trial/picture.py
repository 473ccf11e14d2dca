"""Summaries of a trial as one SVG: outcomes, tokens and time side by side. Pure."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from xml.sax.saxutils import escape

from kitc.trial.table import Summary

_ROW, _TOP, _LEFT, _PANEL, _GAP = 34, 74, 150, 250, 60
_NAME = 'font-size="13" fill="#1f2328"'
_HEAD = 'font-size="15" font-weight="bold" fill="#1f2328"'
_TITLE = 'font-size="12" font-weight="bold" fill="#1f2328"'
_VALUE = 'font-size="11" fill="#57606a"'
_KEY = 'font-size="10" fill="#57606a"'


@dataclass(frozen=True, slots=True)
class Part:
    """One coloured part of a bar."""

    name: str
    colour: str
    value: Callable[[Summary], float]


@dataclass(frozen=True, slots=True)
class Panel:
    """One measure: bars of stacked parts, all to one scale."""

    title: str
    unit: str
    parts: tuple[Part, ...]

    def total(self, summary: Summary) -> float:
        """Length of the bar of *summary*."""
        return sum(part.value(summary) for part in self.parts)


PANELS = (
    Panel(
        "outcome",
        "runs",
        (
            Part("complete", "#1a7f37", lambda s: s.complete),
            Part("conditional", "#9a6700", lambda s: s.conditional),
            Part("incomplete", "#8c959f", lambda s: s.runs - s.complete - s.conditional - s.failed),
            Part("failed", "#cf222e", lambda s: s.failed),
        ),
    ),
    Panel(
        "tokens",
        "in all runs",
        (
            Part("input", "#0550ae", lambda s: s.tokens.input),
            Part("cache write", "#218bff", lambda s: s.tokens.cache_write),
            Part("cache read", "#b6e3ff", lambda s: s.tokens.cache_read),
            Part("output", "#8250df", lambda s: s.tokens.output),
        ),
    ),
    Panel("wall time", "s, median run", (Part("wall time", "#57606a", lambda s: s.median_wall_seconds),)),
)


def picture_svg(summaries: Sequence[Summary], *, title: str) -> str:
    """The picture; equal summaries give equal bytes."""
    width = _LEFT + len(PANELS) * (_PANEL + _GAP)
    height = _TOP + max(1, len(summaries)) * _ROW + 20
    body = [_text(12, 22, title, _HEAD)]
    body += [
        _text(12, _TOP + place * _ROW + 17, summary.condition) for place, summary in enumerate(summaries)
    ]
    for place, panel in enumerate(PANELS):
        body += _panel(panel, summaries, left=_LEFT + place * (_PANEL + _GAP))
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}"'
        f' viewBox="0 0 {width} {height}" role="img" font-family="system-ui, sans-serif">'
    )
    named = f"<title>{escape(title)}</title><desc>{escape(_described(summaries))}</desc>"
    ground = f'<rect width="{width}" height="{height}" fill="#ffffff"/>'
    return "\n".join([head, named, ground, *body, "</svg>"]) + "\n"


def _panel(panel: Panel, summaries: Sequence[Summary], *, left: int) -> list[str]:
    most = max((panel.total(summary) for summary in summaries), default=0) or 1
    drawn = [_text(left, 44, f"{panel.title} ({panel.unit})", _TITLE)]
    drawn += _legend(panel, left)
    for place, summary in enumerate(summaries):
        top, start = _TOP + place * _ROW, float(left)
        for part in panel.parts:
            length = part.value(summary) / most * _PANEL
            if length > 0:
                label = escape(f"{summary.condition}: {part.name} {part.value(summary):g}")
                drawn.append(
                    f'<rect x="{start:.1f}" y="{top}" width="{length:.1f}" height="22" fill="{part.colour}">'
                    f"<title>{label}</title></rect>"
                )
            start += length
        drawn.append(_text(start + 4, top + 16, f"{panel.total(summary):g}", _VALUE))
    return drawn


def _legend(panel: Panel, left: int) -> list[str]:
    if len(panel.parts) == 1:
        return []
    step = _PANEL / len(panel.parts) + 14
    drawn = []
    for place, part in enumerate(panel.parts):
        start = left + place * step
        drawn.append(f'<rect x="{start:.1f}" y="54" width="9" height="9" fill="{part.colour}"/>')
        drawn.append(_text(start + 12, 62, part.name, _KEY))
    return drawn


def _text(x: float, y: float, words: str, style: str = _NAME) -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" {style}>{escape(words)}</text>'


def _described(summaries: Sequence[Summary]) -> str:
    """The picture in words, for those who cannot see it."""
    return "; ".join(
        f"{one.condition}: {one.complete} complete, {one.conditional} conditional, {one.failed} failed of"
        f" {one.runs} runs, {one.tokens.input + one.tokens.output} tokens and {one.tokens.cache_read} from"
        f" the cache, median {one.median_wall_seconds:g} s"
        for one in summaries
    )
