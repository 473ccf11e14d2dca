"""Types that are declared inside functions. Pure."""

from typing import TYPE_CHECKING

from tree_sitter import Node

from indexer.types.declare import declared_types, unwrapped_statements
from indexer.types.model import Declaration
from indexer.types.scope import Scope

if TYPE_CHECKING:
    from indexer.types.engine import TypeEngine


def find_nested(engine: "TypeEngine", name: str, scope: Scope, node: Node) -> Declaration | None:
    """The type *name* declared in a block around *node*, the nearest one."""
    block = node.parent
    while block is not None:
        if block.type == "statement_block":
            found = engine.nested_types(block, scope).get(name)
            if found is not None:
                return found
        block = block.parent
    return None


def types_in_block(block: Node, scope: Scope) -> dict[str, Declaration]:
    """The types that the statements of *block* declare."""
    return dict(declared_types([each for each, _ in unwrapped_statements(block)], scope))
