"""Names as written: identifiers, quoted and computed member names. Pure."""

from tree_sitter import Node

from indexer.parse.typescript.cooked import cooked
from indexer.parse.typescript.grammar import SyntaxTree


def name_text(parsed: SyntaxTree, node: Node) -> str:
    """The name that *node* spells: a string's value, else its text (``[NAME]`` for a computed one)."""
    text = parsed.text(node)
    return cooked(text) if node.type == "string" else text
