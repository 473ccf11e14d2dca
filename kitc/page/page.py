"""The page itself: the template filled with a kit. IO: reads the template and style that ship with it."""

from collections.abc import Sequence
from html import escape

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup
from pygments import lex
from pygments.lexers import TypeScriptLexer
from pygments.token import _TokenType

from kitc.base.kit import Kit
from kitc.base.run import RunRecord
from kitc.check.report import Finding
from kitc.page.flow import BOX_HEIGHT, BOX_WIDTH, kit_flow
from kitc.page.tree import schema_fields

_STYLES = (
    ("Token.Comment", "comment"),
    ("Token.Keyword", "keyword"),
    ("Token.Literal.String", "string"),
    ("Token.Literal.Number", "number"),
    ("Token.Name.Tag", "type"),
)


def kit_page(kit: Kit, *, run: RunRecord | None = None, findings: Sequence[Finding] = ()) -> str:
    """The HTML of *kit*: no script, nothing loaded from elsewhere, every corpus text escaped.

    *run* adds the timeline and costs, *findings* of the check stand below the lines they are about.
    """
    environment = Environment(
        loader=PackageLoader("kitc.page", "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    source = kit.recipe.run_pattern.source_text if kit.recipe else None
    invocation = None
    if kit.recipe:
        invocation = kit.recipe.run_pattern.model_dump_json(by_alias=True, exclude={"source_text"}, indent=2)
    return environment.get_template("kit.html").render(
        kit=kit,
        run=run,
        flow=kit_flow(kit),
        box_width=BOX_WIDTH,
        box_height=BOX_HEIGHT,
        lines=_lines(source or "", findings),
        invocation=invocation,
        fields=schema_fields,
        style=Markup(environment.get_template("style.css").render()),  # noqa: S704 - our own file
    )


def _lines(source: str, findings: Sequence[Finding]) -> list[tuple[int, Markup, tuple[Finding, ...]]]:
    """Number, highlighted HTML and findings of each line of *source*."""
    if not source:
        return []
    html = _highlight(source)
    by_line: dict[int, list[Finding]] = {}
    for finding in findings:
        by_line.setdefault(finding.line, []).append(finding)
    return [
        (number, Markup(text), tuple(by_line.get(number, ())))  # noqa: S704 - every piece was escaped
        for number, text in enumerate(html, start=1)
    ]


def _highlight(source: str) -> list[str]:
    """*source* as one piece of HTML a line; no element spans two lines."""
    lines = [""]
    for kind, text in lex(source.rstrip("\n"), TypeScriptLexer()):
        name = _class_of(kind)
        for number, piece in enumerate(text.split("\n")):
            if number:
                lines.append("")
            if piece:
                lines[-1] += f'<span class="{name}">{escape(piece)}</span>' if name else escape(piece)
    return lines[:-1] if lines[-1] == "" else lines


def _class_of(kind: _TokenType) -> str:
    """One of few classes, so that the style stays readable; empty for plain text."""
    name = str(kind)
    return next((style for prefix, style in _STYLES if name.startswith(prefix)), "")
