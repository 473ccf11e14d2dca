"""A kit on a terminal, the example highlighted. IO: writes to the terminal through rich."""

from rich.console import Console, Group
from rich.markdown import Markdown
from rich.panel import Panel
from rich.syntax import Syntax

from kitc.base.kit import Kit
from kitc.render.markdown import render_markdown

_STYLES = {"complete": "green", "conditional": "yellow", "incomplete": "red"}


def print_kit(kit: Kit, *, console: Console | None = None) -> None:
    """Print *kit*: what is recommended, then every part in the order of the file."""
    target = console or Console()
    source = kit.recipe.run_pattern.source_text if kit.recipe else None
    text = render_markdown(kit)
    before, after = text, ""
    if source:
        before, _, rest = text.partition("```tsx\n")
        after = rest.partition("\n```\n")[2]
    parts: list[Markdown | Syntax | Panel] = [_headline(kit), Markdown(before)]
    if source:
        parts += [Syntax(source, "tsx", line_numbers=True, word_wrap=True), Markdown(after)]
    target.print(Group(*parts))


def _headline(kit: Kit) -> Panel:
    style = _STYLES[kit.status]
    missing = f", {len(kit.inputs.missing)} inputs missing" if kit.inputs.missing else ""
    return Panel(f"{kit.approach.kind}: {kit.status}{missing}", style=style, expand=False)
