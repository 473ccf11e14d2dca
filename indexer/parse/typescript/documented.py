"""Which documentation comment belongs to which declaration. Pure."""

from tree_sitter import Node

from indexer.parse.typescript.grammar import SyntaxTree
from indexer.parse.typescript.jsdoc import doc_text, is_jsdoc


def documented(parsed: SyntaxTree, block: Node) -> list[tuple[Node, str]]:
    """The named children of *block* that are no comments, each with the text of the last JSDoc before it.

    A comment that ends the line of the node before it belongs to nobody, as in TypeScript.
    """
    found: list[tuple[Node, str]] = []
    doc = ""
    for child in block.named_children:
        kind = child.type
        if kind == "comment":
            text = parsed.text(child)
            if is_jsdoc(text) and child.start_point.row != _row_before(block, found):
                doc = doc_text(text)
        elif kind != "decorator":
            found.append((child, doc))
            doc = ""
    return found


def _row_before(block: Node, found: list[tuple[Node, str]]) -> int:
    """The row that a comment after the last of the nodes *found* in *block* must not begin in."""
    if found:
        return found[-1][0].end_point.row
    return -1 if block.type == "program" else block.start_point.row
