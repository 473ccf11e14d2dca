"""Rule: the UI of a composed pattern reaches the output. Pure."""

from collections.abc import Iterator

from tree_sitter import Node

from indexer.types.infer.events import Instance
from indexer.types.infer.fields import field_of
from kitc.check.report import Finding
from kitc.check.site import Rule, Site, finding


def _judge(site: Site) -> Iterator[Finding]:
    if site.is_test:
        return
    for event in site.events:
        if not isinstance(event, Instance) or event.node.type != "call_expression":
            continue
        declarator = event.node.parent
        name = declarator.child_by_field_name("name") if declarator is not None else None
        if (
            declarator is None
            or declarator.type != "variable_declarator"
            or name is None
            or name.type != "identifier"
        ):
            continue
        if field_of(site.engine, event.result, "$UI").outcome != "found":
            continue
        function = _function_around(event.node)
        if function is not None and _returns_ui(site, function) and not _is_used(site, function, name):
            message = (
                f'the UI of "{site.text(name)}" never reaches the output: render it, return it or pass it on'
            )
            yield finding(site, RULE.id, RULE.severity, name, message)


def _function_around(node: Node) -> Node | None:
    found = node.parent
    while found is not None and found.type not in (
        "arrow_function",
        "function_expression",
        "function_declaration",
    ):
        found = found.parent
    return found


def _returns_ui(site: Site, function: Node) -> bool:
    text = site.module.source[function.start_byte : function.end_byte]
    return b"[UI]:" in text.replace(b" ", b"")


def _is_used(site: Site, function: Node, name: Node) -> bool:
    """Whether the instance is rendered, returned or given away, or its UI is read."""
    spelled = site.module.source[name.start_byte : name.end_byte]
    waiting = [function]
    while waiting:
        node = waiting.pop()
        if (
            node.type in ("identifier", "shorthand_property_identifier")
            and node.start_byte != name.start_byte
        ):
            own = site.module.source[node.start_byte : node.end_byte]
            if own == spelled and _gives_away(site, node):
                return True
        waiting.extend(node.named_children)
    return False


def _gives_away(site: Site, node: Node) -> bool:
    """Anything but reading a field other than the UI."""
    parent = node.parent
    if parent is None or parent.type == "member_expression":
        return False
    if parent.type != "subscript_expression":
        return True
    index = parent.child_by_field_name("index")
    return index is not None and site.text(index) in ("UI", "TILE_UI", "CHIP_UI", '"$UI"')


RULE = Rule(
    id="ui-not-composed",
    severity="warning",
    summary="The UI of a composed pattern is not shown.",
    documentation="""A composition that instantiates a pattern with a UI and returns a UI of its own
usually means to show it: as `{instance}`, as `{instance[UI]}` or as an element. A pattern that is only
used for its data may stay unseen.""",
    judge=_judge,
)
