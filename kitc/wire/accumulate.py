"""Events of a Messages API stream, gathered into one reply. Pure.

Source: the event flow of the Messages API: ``message_start``, then for each content block
``content_block_start``, ``content_block_delta`` and ``content_block_stop``, then ``message_delta`` and
``message_stop``.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field

from pydantic import JsonValue

from kitc.base.run import TokenUse
from kitc.wire.model import Block, ModelEvent, ModelReply, ToolUse

_TEXT_DELTAS = {"text_delta": "text", "thinking_delta": "thinking", "signature_delta": "signature"}
"""Kind of a delta, and the key of the block that it lengthens."""
_USAGE = {
    "input_tokens": "input",
    "output_tokens": "output",
    "cache_creation_input_tokens": "cache_write",
    "cache_read_input_tokens": "cache_read",
}


@dataclass(slots=True)
class Gathering:
    """A reply that is still coming in."""

    model: str = ""
    stop_reason: str = ""
    refusal: str = ""
    blocks: dict[int, Block] = field(default_factory=dict)
    inputs: dict[int, str] = field(default_factory=dict)
    """By block: JSON text of a tool's arguments so far."""
    usage: dict[str, int] = field(default_factory=dict)
    finished: bool = False

    def take(self, event: Mapping[str, JsonValue]) -> ModelEvent | None:
        """Add *event*; gives what is worth showing. Unknown kinds are passed over, as the API asks."""
        match event.get("type"):
            case "message_start":
                message = _mapping(event.get("message"))
                self.model = str(message.get("model") or "")
                self._count(message.get("usage"))
            case "content_block_start":
                return self._start(_index(event), _mapping(event.get("content_block")))
            case "content_block_delta":
                return self._lengthen(_index(event), _mapping(event.get("delta")))
            case "message_delta":
                self._end(_mapping(event.get("delta")))
                self._count(event.get("usage"))
            case "message_stop":
                self.finished = True
        return None

    def _start(self, index: int, block: Mapping[str, JsonValue]) -> ModelEvent | None:
        self.blocks[index] = {key: value for key, value in block.items() if value is not None}
        if block.get("type") != "tool_use":
            return None
        self.inputs[index] = ""
        return ModelEvent("tool", str(block.get("name")))

    def _lengthen(self, index: int, delta: Mapping[str, JsonValue]) -> ModelEvent | None:
        kind = str(delta.get("type"))
        if kind == "input_json_delta":
            self.inputs[index] = self.inputs.get(index, "") + str(delta.get("partial_json") or "")
            return None
        key = _TEXT_DELTAS.get(kind)
        if key is None or index not in self.blocks:
            return None
        more = str(delta.get(key) or "")
        self.blocks[index][key] = str(self.blocks[index].get(key) or "") + more
        return ModelEvent("text", more) if key == "text" else None

    def _end(self, delta: Mapping[str, JsonValue]) -> None:
        self.stop_reason = str(delta.get("stop_reason") or "")
        details = _mapping(delta.get("stop_details"))
        self.refusal = str(details.get("explanation") or details.get("category") or "")

    def _count(self, usage: JsonValue) -> None:
        """Counts of an event are running totals: a later one replaces an earlier one."""
        for name, key in _USAGE.items():
            count = _mapping(usage).get(name)
            if isinstance(count, int):
                self.usage[key] = max(0, count)

    def tokens(self) -> TokenUse:
        """What was taken until now."""
        return TokenUse(**self.usage)

    def reply(self, *, request_id: str = "") -> ModelReply:
        """The reply as it stands."""
        uses = {index: _tool_use(self.blocks[index], text) for index, text in sorted(self.inputs.items())}
        for index, use in uses.items():
            self.blocks[index]["input"] = use.arguments or {}
        return ModelReply(
            model=self.model,
            blocks=tuple(self.blocks[index] for index in sorted(self.blocks)),
            tool_uses=tuple(uses.values()),
            stop_reason=self.stop_reason,
            refusal=self.refusal,
            tokens=self.tokens(),
            request_id=request_id,
        )


def _tool_use(block: Block, text: str) -> ToolUse:
    use_id, name = str(block.get("id")), str(block.get("name"))
    try:
        arguments = json.loads(text or "{}")
    except (ValueError, RecursionError) as error:
        return ToolUse(use_id, name, None, f"the arguments are no JSON: {error}")
    if not isinstance(arguments, dict):
        return ToolUse(use_id, name, None, "the arguments are no JSON object")
    return ToolUse(use_id, name, arguments)


def _mapping(value: JsonValue) -> Mapping[str, JsonValue]:
    return value if isinstance(value, dict) else {}


def _index(event: Mapping[str, JsonValue]) -> int:
    index = event.get("index")
    return index if isinstance(index, int) else 0
