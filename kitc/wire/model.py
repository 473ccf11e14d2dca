"""What is asked of a model and what comes back, apart from any client library. Pure."""

from collections.abc import Callable
from dataclasses import dataclass
from threading import Event
from typing import Literal, Protocol

from pydantic import JsonValue

from kitc.base.run import TokenUse

Block = dict[str, JsonValue]
"""A content block or message in the form of the Messages API."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelRequest:
    """One call: a stable prefix (system and tools) and the conversation so far."""

    model: str
    system: tuple[Block, ...]
    tools: tuple[Block, ...]
    messages: tuple[Block, ...]
    max_tokens: int


@dataclass(frozen=True, slots=True)
class ToolUse:
    """A tool that the model calls."""

    use_id: str
    name: str
    arguments: dict[str, JsonValue] | None
    """``None`` when the model's text is no JSON object."""
    trouble: str = ""
    """Why the arguments are none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelReply:
    """One finished answer."""

    model: str
    blocks: tuple[Block, ...]
    """Content as it has to be sent back with the next request."""
    tool_uses: tuple[ToolUse, ...]
    stop_reason: str
    refusal: str = ""
    """What the service says of a refusal."""
    tokens: TokenUse
    attempts: int = 1
    request_id: str = ""


@dataclass(frozen=True, slots=True)
class ModelEvent:
    """Something to show while an answer streams in."""

    kind: Literal["text", "tool", "retry", "usage"]
    text: str


ModelProgress = Callable[[ModelEvent], None]


class ModelClient(Protocol):
    """Where requests go."""

    def send(self, request: ModelRequest, *, cancel: Event, progress: ModelProgress | None) -> ModelReply:
        """The answer to *request*.

        Raises:
            Cancelled: *cancel* was set; the request is dropped at once.
            ServiceUnavailable: no answer can be had, retries included.
        """
