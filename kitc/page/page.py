"""The page itself: the template filled with a kit. IO: reads the template and style that ship with it."""

import re
from collections.abc import Sequence
from functools import partial

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup, escape

from kitc.base.kit import Citation, Kit, Source
from kitc.base.run import RunRecord
from kitc.check.report import Finding
from kitc.page.costs import timeline, tool_costs
from kitc.page.draw import BOX_HEIGHT, BOX_WIDTH, draw_lying, draw_upright
from kitc.page.flow import kit_flow
from kitc.page.source import source_lines
from kitc.page.tree import schema_fields

_CODE = re.compile(r"`([^`\n]+)`")


def kit_page(kit: Kit, *, run: RunRecord | None = None, findings: Sequence[Finding] = ()) -> str:
    """The HTML of *kit*: no script, nothing loaded from elsewhere, every corpus text escaped.

    *run* adds the timeline and costs; *findings* of the check are marked in the example and told below.
    """
    environment = Environment(
        loader=PackageLoader("kitc.page", "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters.update(prose=prose, lines=line_range)
    flow = kit_flow(kit)
    source = kit.recipe.run_pattern.source_text if kit.recipe else None
    return environment.get_template("kit.html").render(
        kit=kit,
        run=run,
        costs=tool_costs(run) if run else (),
        beats=timeline(run) if run else (),
        drawings=(draw_lying(flow), draw_upright(flow)) if flow else (),
        box_width=BOX_WIDTH,
        box_height=BOX_HEIGHT,
        lines=source_lines(source or "", findings),
        findings=findings,
        invocation=_invocation(kit),
        fields=schema_fields,
        anchor=partial(_anchor, kit),
        style=Markup(environment.get_template("style.css").render()),  # noqa: S704 - our own file
    )


def _invocation(kit: Kit) -> str:
    if kit.recipe is None:
        return ""
    return kit.recipe.run_pattern.model_dump_json(
        by_alias=True, exclude={"source_text"}, exclude_none=True, indent=2
    )


def _anchor(kit: Kit, citation: Citation) -> str:
    """Where the quoted source of *citation* stands on the page; empty when it is not quoted."""
    for number, source in enumerate(kit.sources, start=1):
        is_within = source.first_line <= citation.first_line <= source.last_line
        if source.address == citation.address and is_within:
            return f"source-{number}"
    return ""


def prose(text: str) -> Markup:
    """*text* escaped, with what stands between backticks as code."""
    return Markup(_CODE.sub(r"<code>\1</code>", str(escape(text))))  # noqa: S704 - escaped before


def line_range(passage: Citation | Source) -> str:
    """``line 4`` or ``lines 4–7`` of *passage*; empty when it has no lines."""
    first, last = passage.first_line, passage.last_line
    if not first:
        return ""
    return f"line {first}" if first == last else f"lines {first}–{last}"
