"""The event of reading a field, as several readers note it. Pure."""

from tree_sitter import Node

from indexer.types.infer.events import Read
from indexer.types.infer.fields import Field
from indexer.types.model import Type


def read_event(node: Node, name: str, base: Type, found: Field, *, called: bool = False) -> Read:
    """The event that the field *name* of a value of type *base* was read at *node*, and gave *found*."""
    return Read(
        node=node,
        field=name,
        base=base,
        outcome=found.outcome,
        reason=found.reason,
        names=found.names,
        place=found.place,
        called=called,
    )
