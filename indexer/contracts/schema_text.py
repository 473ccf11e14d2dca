"""Schemas as TypeScript: one line for a field, interfaces for a whole contract. Pure."""

import json
import re
from collections.abc import Mapping

from indexer.contracts.schema import Schema

_JSON = json.JSONEncoder(ensure_ascii=False)
_BEFORE_TYPE = frozenset({"$ref", "anyOf", "enum", "const"})
"""Keywords that say more than a ``type`` beside them."""
_MOST_NESTED = 6
_SCALARS = {
    "string": "string", "number": "number", "integer": "bigint", "boolean": "boolean", "null": "null",
    "undefined": "undefined", "unknown": "unknown",
}  # fmt: skip
_CELLS = {
    "cell": "Writable", "stream": "Stream", "readonly": "ReadonlyCell", "writeonly": "WriteonlyCell",
    "comparable": "ComparableCell", "opaque": "OpaqueCell", "sqlite": "SqliteDb",
}  # fmt: skip
_SCOPES = {"user": "PerUser", "session": "PerSession", "space": "PerSpace", "any": "PerAny"}
_NAME = re.compile(r"[A-Za-z_$][\w$]*\Z")
_WELL_KNOWN = {
    "$NAME": "[NAME]",
    "$UI": "[UI]",
    "$TILE_UI": "[TILE_UI]",
    "$CHIP_UI": "[CHIP_UI]",
    "$FS": "[FS]",
}


def schema_text(schema: Schema, definitions: Mapping[str, Schema], depth: int = 0) -> str:
    """*schema* as TypeScript without its wrapper, on one line; definitions by their names.

    >>> schema_text({"type": "array", "items": {"type": ["number", "string"]}}, {})
    '(number | string)[]'
    """
    if isinstance(schema, bool):
        return "any" if schema else "never"
    if depth > _MOST_NESTED:
        return "unknown"
    if schema.keys().isdisjoint(_BEFORE_TYPE):
        return _typed_text(schema, definitions, depth)
    reference = schema.get("$ref")
    if isinstance(reference, str):
        return "VNode" if reference.endswith("/vnode.json") else reference.rpartition("/")[2]
    options = schema.get("anyOf")
    if isinstance(options, list):
        return " | ".join(dict.fromkeys(full_text(each, definitions, depth + 1) for each in options))
    if "enum" in schema or "const" in schema:
        listed = schema.get("enum")
        values = listed if isinstance(listed, list) else [schema.get("const")]
        return " | ".join(_JSON.encode(value) for value in values)
    return _typed_text(schema, definitions, depth)


def _typed_text(schema: dict[str, object], definitions: Mapping[str, Schema], depth: int) -> str:
    kind = schema.get("type")
    if isinstance(kind, list):
        return " | ".join(_SCALARS.get(str(each), str(each)) for each in kind)
    if kind == "array":
        items = schema.get("items", True)
        inner = full_text(items, definitions, depth + 1) if isinstance(items, (dict, bool)) else "any"
        return f"({inner})[]" if " | " in inner else f"{inner}[]"
    if kind == "object":
        return _object_text(schema, definitions, depth)
    if kind is None:
        return "void" if _kinds(schema)[1:] == ["opaque"] or _kinds(schema) == ["opaque"] else "any"
    return _SCALARS.get(str(kind), str(kind))


def _object_text(schema: dict[str, object], definitions: Mapping[str, Schema], depth: int) -> str:
    lines = [f"{line};" for line in property_lines(schema, definitions, depth)]
    rest = schema.get("additionalProperties")
    if isinstance(rest, (dict, bool)) and rest is not False:
        inner = full_text(rest, definitions, depth + 1)
        if not lines:
            return f"Record<string, {inner}>"
        lines.append(f"[key: string]: {inner};")
    return f"{{ {' '.join(lines)} }}" if lines else "{}"


def property_lines(schema: dict[str, object], definitions: Mapping[str, Schema], depth: int = 0) -> list[str]:
    """``name?: Type`` for each property of *schema*, in order."""
    properties, required = schema.get("properties"), schema.get("required")
    needed = required if isinstance(required, list) else []
    return [
        f"{property_text(str(name))}{'' if name in needed else '?'}: "
        f"{full_text(part, definitions, depth + 1)}"
        for name, part in (properties.items() if isinstance(properties, dict) else ())
    ]


def property_text(name: str) -> str:
    """A property name as it is written in a type."""
    return _WELL_KNOWN.get(name) or (name if _NAME.match(name) else _JSON.encode(name))


def _kinds(schema: dict[str, object]) -> list[str]:
    cells = schema.get("asCell")
    listed = cells if isinstance(cells, list) else []
    return [str(each.get("kind") if isinstance(each, dict) else each) for each in listed]


def full_text(schema: Schema, definitions: Mapping[str, Schema], depth: int = 0) -> str:
    """*schema* as TypeScript with its wrappers, scopes and default."""
    inner = schema_text(schema, definitions, depth)
    if isinstance(schema, bool):
        return inner
    if "default" in schema:
        inner = f"{inner} | Default<{_value_text(schema['default'])}>"
    if "scope" in schema:
        inner = f"{_SCOPES.get(str(schema['scope']), 'PerAny')}<{inner}>"
    cells = schema.get("asCell")
    entries = cells if isinstance(cells, list) else []
    if _kinds(schema) == ["stream", "opaque"] and inner == "void":
        return "Stream<void>"
    for entry in reversed(entries):
        kind = str(entry.get("kind") if isinstance(entry, dict) else entry)
        if kind == "opaque" and inner == "void":
            continue
        inner = f"{_CELLS.get(kind, 'Cell')}<{inner}>"
        if isinstance(entry, dict) and "scope" in entry:
            inner = f"{_SCOPES.get(str(entry['scope']), 'PerAny')}<{inner}>"
    return inner


def _value_text(value: object) -> str:
    if isinstance(value, dict):
        return (
            "{ " + "; ".join(f"{property_text(k)}: {_value_text(v)}" for k, v in value.items()) + " }"
            if value
            else "{}"
        )
    if isinstance(value, list):
        return f"[{', '.join(_value_text(each) for each in value)}]"
    return _JSON.encode(value)


def schema_to_ts(schema: Schema, name: str) -> str:
    """Declarations of *schema* as the type *name* and of its definitions, in order, each with its doc."""
    found = schema.get("$defs") if isinstance(schema, dict) else None
    definitions: dict[str, Schema] = found if isinstance(found, dict) else {}
    blocks = [_declaration(each, part, definitions) for each, part in definitions.items() if each != name]
    body = definitions.get(name, schema) if isinstance(schema, dict) and "$ref" in schema else schema
    return "\n".join([*blocks, _declaration(name, body, definitions)])


def _declaration(name: str, schema: Schema, definitions: Mapping[str, Schema]) -> str:
    is_record = isinstance(schema, dict) and "additionalProperties" in schema
    if not isinstance(schema, dict) or schema.get("type") != "object" or is_record or "asCell" in schema:
        return f"type {name} = {full_text(schema, definitions)};\n"
    lines = [_doc_text(schema, ""), f"interface {name} {{\n"]
    properties = schema.get("properties")
    parts = list(properties.values()) if isinstance(properties, dict) else []
    for part, line in zip(parts, property_lines(schema, definitions), strict=True):
        lines.append(f"{_doc_text(part, '  ')}  {line};\n")
    return "".join([*lines, "}\n"])


def _doc_text(schema: object, indent: str) -> str:
    text = schema.get("description") if isinstance(schema, dict) else None
    if not isinstance(text, str):
        return ""
    safe = text.replace("*/", "*\\/").split("\n")
    if len(safe) == 1:
        return f"{indent}/** {safe[0]} */\n"
    return (
        f"{indent}/**\n" + "".join(f"{indent} * {line}".rstrip() + "\n" for line in safe) + f"{indent} */\n"
    )
