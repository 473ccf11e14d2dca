"""Files that a module reads as data: literal ``dataFile("./x.json")`` calls of the runtime. Pure.

Source: IDENTITY.md section 6.
"""

import re
from collections.abc import Iterator

from tree_sitter import Node

from indexer.parse.typescript.cooked import cooked
from indexer.parse.typescript.facts import Import
from indexer.parse.typescript.grammar import SyntaxTree

_RUNTIME = "commonfabric"
_READER = "dataFile"


def data_files_of(parsed: SyntaxTree, imports: tuple[Import, ...]) -> tuple[str, ...]:
    """The distinct paths given to ``dataFile``, under any alias or namespace it was imported by, sorted."""
    if _READER.encode() not in parsed.content:
        return ()
    callees = {
        item.local if item.form == "named" else f"{item.local}.{_READER}"
        for item in imports
        if item.specifier == _RUNTIME
        and (item.imported == _READER or item.form in ("namespace", "default"))
        and item.local
    }
    return tuple(sorted({path for callee in sorted(callees) for path in _read_through(parsed, callee)}))


def _read_through(parsed: SyntaxTree, callee: str) -> Iterator[str]:
    """Literal first arguments of the calls of *callee*."""
    name = callee.encode()
    for match in re.finditer(rb"(?<![\w$.])" + re.escape(name) + rb"(?![\w$])", parsed.masked):
        node = parsed.root.descendant_for_byte_range(match.start(), match.start() + len(name))
        argument = _first_argument(node.parent if node is not None else None)
        if argument is not None and _is_literal(argument):
            yield cooked(parsed.text(argument))


def _is_literal(node: Node) -> bool:
    """A string, or a template without substitutions."""
    parts = {child.type for child in node.named_children}
    return node.type == "string" or (node.type == "template_string" and "template_substitution" not in parts)


def _first_argument(call: Node | None) -> Node | None:
    if call is None or call.type != "call_expression":
        return None
    arguments = call.child_by_field_name("arguments")
    return arguments.named_children[0] if arguments is not None and arguments.named_child_count else None
