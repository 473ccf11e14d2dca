"""TypeScript and TSX: bytes -> syntax tree (grammar) -> symbols, exports and imports of one module.

Pure.
"""

from indexer.parse.typescript.facts import Call, Export, Import, ModuleFacts, Symbol
from indexer.parse.typescript.grammar import SyntaxTree, parse_tree
from indexer.parse.typescript.module import facts_of, parse_module

__all__ = [
    "Call",
    "Export",
    "Import",
    "ModuleFacts",
    "Symbol",
    "SyntaxTree",
    "facts_of",
    "parse_module",
    "parse_tree",
]
