"""Tools as the Messages API takes them, and the strict schema of a submitted draft. Pure.

Source: structured outputs of the Messages API: in a strict schema every object forbids further properties;
limits of length, size and pattern are not supported, and optional properties are few. So every property is
required here, and the host's own model checks what the schema cannot say.
"""

from collections.abc import Iterable, Mapping

from pydantic import BaseModel, JsonValue

from kitc.base.draft import Draft
from kitc.policy.claude.prompt import SUBMIT
from kitc.tools.registry import tool_schemas
from kitc.wire.model import Block

_KEPT = frozenset({"type", "enum", "const", "anyOf", "items", "$ref", "description", "properties", "$defs"})
CACHED: Block = {"type": "ephemeral"}


def strict_schema(model: type[BaseModel]) -> dict[str, JsonValue]:
    """The schema of *model* in the strict subset: closed objects, every property required."""
    return _strict(model.model_json_schema())


def _strict(schema: Mapping[str, JsonValue]) -> dict[str, JsonValue]:
    kept: dict[str, JsonValue] = {key: schema[key] for key in sorted(_KEPT & schema.keys())}
    for key in ("properties", "$defs"):
        named = kept.get(key)
        if isinstance(named, dict):
            kept[key] = {name: _inner(inner) for name, inner in named.items()}
    if "items" in kept:
        kept["items"] = _inner(kept["items"])
    options = kept.get("anyOf")
    if isinstance(options, list):
        kept["anyOf"] = [_inner(option) for option in options]
    properties = kept.get("properties")
    if isinstance(properties, dict):
        kept["required"] = list(properties)
        kept["additionalProperties"] = False
    return kept


def _inner(schema: JsonValue) -> JsonValue:
    return _strict(schema) if isinstance(schema, dict) else schema


def read_tools() -> tuple[Block, ...]:
    """The registry's tools."""
    return tuple(dict(tool) for tool in tool_schemas())


def submit_tool() -> Block:
    """The tool that ends the work."""
    return {
        "name": SUBMIT,
        "description": "Hand over the whole draft of the kit. The host checks it; troubles come back.",
        "input_schema": strict_schema(Draft),
        "strict": True,
    }


def cached_tools(tools: Iterable[Block]) -> tuple[Block, ...]:
    """*tools* and the submission, the last one marked: everything up to it is a cached prefix."""
    return (*tools, {**submit_tool(), "cache_control": CACHED})
