"""Which function reads which syntax node: a table, filled at the first use. Pure."""

from functools import cache
from typing import TYPE_CHECKING, TypeAlias

from tree_sitter import Node

from indexer.types.infer.names import At
from indexer.types.model import Type, Undetermined

if TYPE_CHECKING:
    from collections.abc import Callable

    from indexer.types.infer.session import Inference

Reader: TypeAlias = "Callable[[Inference, Node, At, Type | None], Type]"


def reader_of(kind: str) -> Reader:
    """The reader of the syntax nodes called *kind*."""
    return _readers().get(kind, _unread)


@cache
def _readers() -> dict[str, Reader]:
    from indexer.types.infer import access, calls, closures, expressions, jsx, object_literals, operators  # noqa: PLC0415  # they read nodes through this table

    tables = (
        expressions.READERS,
        access.READERS,
        operators.READERS,
        calls.READERS,
        closures.READERS,
        object_literals.READERS,
        jsx.READERS,
    )
    return {kind: reader for table in tables for kind, reader in table.items()}


def _unread(inference: "Inference", node: Node, at: At, _expected: Type | None) -> Type:
    for child in node.named_children:
        if child.type != "comment":
            inference.typed(child, at)
    return Undetermined(f"a {node.type.replace('_', ' ')} is not read")
