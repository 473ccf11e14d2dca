"""Contracts -> example: blueprint (parts, bindings, rows) -> code of the body, markup -> one TSX module.

Nothing here knows a pattern by name: every import, field and type comes from a blueprint made from contracts.
"""

from kitc.compose.blueprint import Blueprint
from kitc.compose.module import compose_module

__all__ = ["Blueprint", "compose_module"]
