"""Which part of an example feeds which: read from its source. Pure."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from tree_sitter import Node

from indexer.parse.typescript import parse_tree

_CALLS = {"call_expression": "function", "jsx_self_closing_element": "name", "jsx_opening_element": "name"}
"""Where the called name stands in each kind of use."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Wiring:
    """Parts of a composition by import specifier, and what goes from one to another."""

    feeds: tuple[tuple[str, str, str], ...] = ()
    """Sorted: specifier of the giving part, specifier of the taking part, fields joined by commas."""
    shown: frozenset[str] = frozenset()
    """Parts that the composed view reads or shows itself."""


def read_wiring(source: str) -> Wiring:
    """The wiring of the composition *source*; empty where it calls no imported pattern."""
    root = parse_tree(source.encode("utf-8", "replace"), "composition.tsx").root
    parts = dict(_imports(root))
    named = _instances(root, parts)
    flows: dict[tuple[str, str], set[str]] = {}
    for node, taker in _uses(root, parts):
        for giver, field in _references(node, named):
            if giver != taker:
                flows.setdefault((giver, taker), set()).add(field)
    shown = {part for node in _of_kind(root, "return_statement") for part, _ in _references(node, named)}
    shown |= {part for node, part in _uses(root, parts) if node.type.startswith("jsx")}
    feeds = tuple(
        (giver, taker, ", ".join(sorted(fields - {""}))) for (giver, taker), fields in sorted(flows.items())
    )
    return Wiring(feeds=feeds, shown=frozenset(shown))


def _imports(root: Node) -> Iterator[tuple[str, str]]:
    """Local name and specifier of each value that is imported from an indexed pattern."""
    for statement in _of_kind(root, "import_statement"):
        source = statement.child_by_field_name("source")
        specifier = _text(source).strip("\"'") if source else ""
        if specifier.startswith("cf:pattern:"):
            names = [_text(node) for node in _of_kind(statement, "identifier")]
            yield from ((name, specifier) for name in names)


def _instances(root: Node, parts: Mapping[str, str]) -> dict[str, frozenset[str]]:
    """Constants that hold a called part, or something computed from one, with the parts they stand for."""
    named: dict[str, frozenset[str]] = {}
    for declarator in _of_kind(root, "variable_declarator"):
        name, value = declarator.child_by_field_name("name"), declarator.child_by_field_name("value")
        if name is None or value is None or any(True for _ in _of_kind(value, "return_statement")):
            continue
        called = parts.get(_called(value)) if value.type == "call_expression" else None
        found = {called} if called else {part for part, _ in _references(value, named)}
        for target in [name] if name.type == "identifier" else list(_leaves(name)):
            if found:
                named[_text(target)] = frozenset(found)
    return named


def _uses(root: Node, parts: Mapping[str, str]) -> Iterator[tuple[Node, str]]:
    """Each call or JSX use of an imported part."""
    for node in _walk(root):
        if node.type in _CALLS and _called(node) in parts:
            yield node, parts[_called(node)]


def _called(node: Node) -> str:
    name = node.child_by_field_name(_CALLS.get(node.type, "name"))
    return _text(name) if name is not None and name.type == "identifier" else ""


def _references(node: Node, named: Mapping[str, frozenset[str]]) -> Iterator[tuple[str, str]]:
    """Parts that names within *node* stand for, with the field that is read of each, or an empty text."""
    for leaf in _walk(node):
        if leaf.type in ("identifier", "shorthand_property_identifier"):
            for part in sorted(named.get(_text(leaf), ())):
                yield part, _field(leaf)


def _field(leaf: Node) -> str:
    parent = leaf.parent
    if parent is None or parent.type != "member_expression":
        return ""
    read = parent.child_by_field_name("property")
    return _text(read) if read is not None and parent.child_by_field_name("object") == leaf else ""


def _leaves(pattern: Node) -> Iterator[Node]:
    """The names that a destructuring *pattern* makes."""
    kinds = ("identifier", "shorthand_property_identifier_pattern")
    return (node for node in _walk(pattern) if node.type in kinds)


def _of_kind(root: Node, kind: str) -> Iterator[Node]:
    return (node for node in _walk(root) if node.type == kind)


def _walk(root: Node) -> Iterator[Node]:
    """*root* and all within it, in the order of the text."""
    waiting = [root]
    while waiting:
        node = waiting.pop()
        yield node
        waiting += reversed(node.named_children)


def _text(node: Node) -> str:
    return (node.text or b"").decode("utf-8", "replace")
