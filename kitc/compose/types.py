"""TypeScript text of shapes. Pure."""

from pydantic import JsonValue

from kitc.base.shape import Shape, shape_of
from kitc.compose.names import key, literal

MOST_TYPE_DEPTH = 6
_WRAPPERS = {"cell": "Writable", "stream": "Stream"}


def type_text(shape: Shape, *, depth: int = 0) -> str:
    """The type that *shape* prints as, its cell wrapper included.

    What the schema leaves open is ``unknown``; a type that is nested too deep is cut there too.
    """
    if shape.kind == "sqlite":
        return "SqliteDb"
    text = value_type_text(shape, depth=depth)
    wrapper = _WRAPPERS.get(shape.wrapper)
    if wrapper is None:
        return text
    return "Stream<void>" if shape.kind == "stream" and text == "unknown" else f"{wrapper}<{text}>"


def value_type_text(shape: Shape, *, depth: int = 0) -> str:
    """The type of the value alone, without a cell around it."""
    schema = shape.schema
    if depth > MOST_TYPE_DEPTH or not isinstance(schema, dict):
        return "unknown"
    values = schema.get("enum")
    if isinstance(values, list) and values:
        return " | ".join(literal(value) for value in values)
    members = schema.get("anyOf")
    if isinstance(members, list):
        return _union_text(shape, members, depth=depth)
    kinds = {"string": "string", "number": "number", "boolean": "boolean", "vnode": "VNode"}
    if shape.kind in kinds:
        return kinds[shape.kind]
    item = shape.item()
    if item is not None:
        return _array_text(type_text(item, depth=depth + 1))
    if shape.kind == "map" and shape.field("") is None and not shape.fields():
        return "Record<string, unknown>"
    return _object_text(shape, depth=depth)


def _object_text(shape: Shape, *, depth: int) -> str:
    fields = [field for field in shape.fields() if not field.name.startswith("$")]
    if not fields:
        schema = shape.schema
        return _types_text(schema.get("type")) if isinstance(schema, dict) else "unknown"
    parts = []
    for field in fields:
        mark = "" if field.required else "?"
        text = type_text(field.shape, depth=depth + 1)
        parts.append(
            f"{key(field.name)}{mark}: {text}{' | null | undefined' if field.shape.optional else ''}"
        )
    return "{ " + "; ".join(parts) + " }"


def _types_text(words: object) -> str:
    if isinstance(words, list):
        return " | ".join(_types_text(word) for word in words)
    plain = {"integer": "number", "number": "number", "string": "string", "boolean": "boolean"}
    return plain.get(words, "unknown") if isinstance(words, str) else "unknown"


def _union_text(shape: Shape, members: list[JsonValue], *, depth: int) -> str:
    texts = [type_text(shape_of(member, shape.definitions), depth=depth + 1) for member in members]
    return " | ".join(dict.fromkeys(texts))


def _array_text(item: str) -> str:
    return f"({item})[]" if "|" in item and not item.startswith("{") else f"{item}[]"
