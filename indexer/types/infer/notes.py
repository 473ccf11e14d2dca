"""Notes to the observer that several readers make. Pure."""

from typing import TYPE_CHECKING

from tree_sitter import Node

from indexer.types.infer.events import Read
from indexer.types.infer.fields import Field
from indexer.types.infer.names import At
from indexer.types.model import Type

if TYPE_CHECKING:
    from indexer.types.infer.session import Inference


def note_read(
    inference: "Inference", at: At, node: Node, name: str, base: Type, found: Field, *, called: bool = False
) -> None:
    """Notes that the field *name* of a value of type *base* was read at *node*."""
    inference.note(
        at,
        lambda: Read(
            node=node, field=name, base=base, outcome=found.outcome, reason=found.reason, names=found.names,
            place=found.place, called=called,
        ),
    )  # fmt: skip
