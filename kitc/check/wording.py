"""Words of messages that several rules share: what was probably meant, and the change that mends it. Pure."""

from collections.abc import Iterable

from tree_sitter import Node

from indexer.base.words import Span
from kitc.check.nearest import certain_name, nearest_names
from kitc.check.report import Suggestion

_MOST = 8


def did_you_mean(name: str, names: Iterable[str]) -> str:
    """``; did you mean "x"?``, or the names that there are, or nothing."""
    known = [each for each in names if each.isidentifier() or each.startswith("$")]
    near = nearest_names(name, known)
    if near:
        return "; did you mean " + " or ".join(f'"{each}"' for each in near) + "?"
    if not known:
        return ""
    shown = ", ".join(known[:_MOST])
    return f"; it has {shown}" + (", ..." if len(known) > _MOST else "")


def renaming(node: Node, text: str, name: str, names: Iterable[str]) -> Suggestion | None:
    """The change of *node*, which spells *name* as *text*, into the nearest of *names*."""
    listed = [each for each in names if each.isidentifier()]
    certain = certain_name(name, listed)
    meant = certain if certain is not None else next(iter(nearest_names(name, listed, limit=1)), None)
    if meant is None:
        return None
    replacement = (
        f"{meant}: {name}" if node.type == "shorthand_property_identifier" else text.replace(name, meant)
    )
    return Suggestion(
        replacement=replacement,
        span=Span(start=node.start_byte, stop=node.end_byte),
        certain=certain is not None,
    )
