"""Nodes of a syntax tree found by tree-sitter queries, which walk it without Python. Pure."""

from functools import cache

import tree_sitter
import tree_sitter_typescript
from tree_sitter import Node, Query, QueryCursor

from indexer.types.module import Module


def captured(query: str, node: Node, module: Module) -> list[tuple[Node, str]]:
    """The nodes in *node* that *query* captures, with their capture names: by start, outer before inner."""
    is_jsx = module.key.endswith((".tsx", ".jsx", ".js"))
    found = QueryCursor(_compiled(query, is_jsx=is_jsx)).captures(node)
    nodes = [(each, name) for name, under_name in found.items() for each in under_name]
    return sorted(nodes, key=lambda each: (each[0].start_byte, -each[0].end_byte))


@cache
def _compiled(query: str, *, is_jsx: bool) -> Query:
    binding = tree_sitter_typescript
    return Query(
        tree_sitter.Language(binding.language_tsx() if is_jsx else binding.language_typescript()), query
    )
