"""Which documentation comment belongs to which declaration. Pure."""

from collections.abc import Iterator

from tree_sitter import Node

from indexer.parse.typescript.grammar import SyntaxTree
from indexer.parse.typescript.jsdoc import doc_text, is_jsdoc


def documented(parsed: SyntaxTree, block: Node) -> Iterator[tuple[Node, str]]:
    """The named children of *block* that are no comments, each with the text of the last JSDoc before it.

    A comment that ends the line of the node before it belongs to nobody, as in TypeScript.
    """
    doc, previous_row = "", -1 if block.type == "program" else block.start_point.row
    for child in block.named_children:
        if child.type == "comment":
            text = parsed.text(child)
            if is_jsdoc(text) and child.start_point.row != previous_row:
                doc = doc_text(text)
        elif child.type != "decorator":
            yield child, doc
            doc, previous_row = "", child.end_point.row
