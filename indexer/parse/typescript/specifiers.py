"""The module specifiers of one file that enter its identity. Pure.

Source: IDENTITY.md section 3. Every node counts, nested ones too, so each ``import`` or ``export`` keyword of
the text is looked up in the tree; that costs one descent a keyword instead of a walk over every node.
"""

import re
from typing import NamedTuple

from tree_sitter import Node

from indexer.parse.typescript.cooked import cooked
from indexer.parse.typescript.grammar import SyntaxTree
from indexer.parse.typescript.positions import is_type_position

_KEYWORDS = (re.compile(rb"import\b"), re.compile(rb"export\b"))
"""Each begins with a literal, which ``re`` finds several times faster than an alternative or a word edge."""
_STATEMENTS = ("import_statement", "export_statement")
_QUOTED = re.compile(r"""("(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')""")


class Specifiers(NamedTuple):
    """Distinct specifier texts, escapes decoded, sorted by code point."""

    entering: tuple[str, ...]
    """All that enter the identity: statements and import types."""
    followed: tuple[str, ...]
    """Those of import and export statements alone, which a closure follows."""


def specifiers_of(parsed: SyntaxTree) -> Specifiers:
    """What *parsed* imports, re-exports and names in import types."""
    followed: set[str] = set()
    typed: set[str] = set()
    for keyword in (match for pattern in _KEYWORDS for match in pattern.finditer(parsed.masked)):
        node = parsed.root.descendant_for_byte_range(keyword.start(), keyword.end())
        if node is not None and node.type in ("import", "export"):
            _collect(parsed, node, followed, typed)
    typed.update(_masked_import_types(parsed))
    return Specifiers(tuple(sorted(followed | typed)), tuple(sorted(followed)))


def _collect(parsed: SyntaxTree, keyword: Node, followed: set[str], typed: set[str]) -> None:
    """Add what the statement or import type that begins with *keyword* names."""
    owner = keyword.parent
    if owner is not None and owner.type == "import":
        owner = owner.parent
    if owner is None:
        return
    if owner.type in _STATEMENTS:
        source = owner.child_by_field_name("source")
        if source is not None:
            followed.add(cooked(parsed.text(source)))
    elif owner.type == "call_expression" and is_type_position(owner):
        specifier = _literal_argument(parsed, owner)
        if specifier is not None:
            typed.add(specifier)


def _literal_argument(parsed: SyntaxTree, call: Node) -> str | None:
    arguments = call.child_by_field_name("arguments")
    first = arguments.named_children[0] if arguments is not None and arguments.named_child_count else None
    return cooked(parsed.text(first)) if first is not None and first.type == "string" else None


def _masked_import_types(parsed: SyntaxTree) -> set[str]:
    """Specifiers of the import types that were hidden from the grammar."""
    found: set[str] = set()
    for mask in parsed.masks:
        if mask.kind != "import-type":
            continue
        node = parsed.root.descendant_for_byte_range(mask.start, mask.stop)
        literal = _QUOTED.search(parsed.content[mask.start : mask.stop].decode("utf-8", "replace"))
        if literal and node is not None and is_type_position(node):
            found.add(cooked(literal[0]))
    return found
