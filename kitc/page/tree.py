"""A JSON Schema as a tree of fields, for foldable display. Pure."""

from dataclasses import dataclass

from pydantic import JsonValue

from kitc.base.grant import SchemaValue

DEPTH = 8
"""Levels shown; deeper and recursive fields name their type only."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Field:
    """One field of a contract."""

    name: str
    type: str
    required: bool
    wrapper: str
    default: str
    doc: str
    fields: tuple["Field", ...] = ()


def schema_fields(schema: SchemaValue) -> tuple[Field, ...]:
    """The fields of *schema*, in its own order; empty when it has none."""
    if not isinstance(schema, dict):
        return ()
    definitions = schema.get("$defs")
    return _fields(schema, definitions if isinstance(definitions, dict) else {}, (), DEPTH)


Definitions = dict[str, JsonValue]


def _fields(
    schema: JsonValue, definitions: Definitions, seen: tuple[str, ...], depth: int
) -> tuple[Field, ...]:
    body, seen = _deref(schema, definitions, seen)
    if depth == 0 or body is None:
        return ()
    if "items" in body:
        return _fields(body["items"], definitions, seen, depth)
    properties = body.get("properties")
    required = body.get("required")
    names = set(required) if isinstance(required, list) else set()
    if not isinstance(properties, dict):
        return ()
    return tuple(
        Field(
            name=name,
            type=type_text(value),
            required=name in names,
            wrapper=_wrapper(value),
            default=_default(value),
            doc=str(value.get("description", "")) if isinstance(value, dict) else "",
            fields=_fields(value, definitions, seen, depth - 1),
        )
        for name, value in properties.items()
    )


def _deref(
    schema: JsonValue, definitions: Definitions, seen: tuple[str, ...]
) -> tuple[Definitions | None, tuple[str, ...]]:
    """The object that *schema* refers to; ``None`` where it is no object or refers back to itself."""
    while isinstance(schema, dict) and isinstance(schema.get("$ref"), str):
        name = str(schema["$ref"]).rpartition("/")[2]
        if name in seen or name not in definitions:
            return None, seen
        seen = (*seen, name)
        schema = definitions[name]
    return (schema, seen) if isinstance(schema, dict) else (None, seen)


def type_text(schema: JsonValue) -> str:
    """A short text of the type that *schema* allows.

    >>> type_text({"type": "array", "items": {"$ref": "#/$defs/Item"}})
    'Item[]'
    """
    if not isinstance(schema, dict):
        return "any" if schema is True else "never"
    if isinstance(schema.get("$ref"), str):
        return str(schema["$ref"]).rpartition("/")[2].removesuffix(".json")
    if isinstance(schema.get("enum"), list):
        return " | ".join(str(value) for value in schema["enum"])  # type: ignore[union-attr]  # checked above
    if isinstance(schema.get("anyOf"), list):
        return " | ".join(type_text(value) for value in schema["anyOf"])  # type: ignore[union-attr]  # checked above
    if schema.get("type") == "array":
        inner = type_text(schema.get("items", True))
        return f"({inner})[]" if "|" in inner else f"{inner}[]"
    kind = schema.get("type", "any")
    return " | ".join(str(word) for word in kind) if isinstance(kind, list) else str(kind)


def _wrapper(schema: JsonValue) -> str:
    """``cell``, ``stream``, ``cell of user`` ...; empty for a plain value."""
    entries = schema.get("asCell") if isinstance(schema, dict) else None
    listed = entries if isinstance(entries, list) else []
    words = [str(entry.get("kind", "") if isinstance(entry, dict) else entry) for entry in listed]
    scope = schema.get("scope") if isinstance(schema, dict) else None
    return " ".join([*words, *([f"per {scope}"] if scope else [])])


def _default(schema: JsonValue) -> str:
    if not isinstance(schema, dict) or "default" not in schema:
        return ""
    value = schema["default"]
    return f'"{value}"' if isinstance(value, str) else str(value)
