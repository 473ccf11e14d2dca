"""What a tool of the server is, and what it answers with. Pure."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from threading import Event

from pydantic import JsonValue

from kitc.base.run import CallRecord
from kitc.wire.mcp.host import Host

MOST_BYTES = 160_000
"""The largest structured answer, in bytes of JSON."""
MOST_TEXT = 48_000
"""The longest text of an answer, in characters."""

JsonObject = dict[str, JsonValue]


@dataclass(frozen=True, slots=True, kw_only=True)
class Call:
    """One call, beside the tool it names."""

    arguments: Mapping[str, JsonValue]
    cancel: Event = field(default_factory=Event)
    """Set when the client no longer waits."""
    progress: Callable[[CallRecord], None] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Reply:
    """An answer in both forms that clients read."""

    structured: JsonObject
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Offer:
    """A tool as clients see it, and what runs when it is called (in a thread of its own)."""

    name: str
    title: str
    description: str
    input_schema: JsonObject
    output_schema: JsonObject
    answer: Callable[[Host, Call], Reply]
    is_long: bool = False
    """True for whole research runs, which must not keep the short calls waiting."""
