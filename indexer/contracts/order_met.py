"""The order in which the compiler meets types in a program. Pure."""

from typing import TYPE_CHECKING

from indexer.contracts.order import Order
from indexer.types.module import Module

if TYPE_CHECKING:
    from indexer.types.engine import TypeEngine


def order_of(engine: "TypeEngine", module: Module) -> Order:
    """The order of types for the schemas of *module*."""
    del engine, module
    return Order()
