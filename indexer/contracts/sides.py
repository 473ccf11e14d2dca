"""A schema beside its definitions, and what it says of values: kind, alternatives, listed values. Pure."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from indexer.contracts.schema import Schema

MOST_STEPS = 48
"""References that are followed from one schema, and levels of nesting that are compared."""


@dataclass(frozen=True, slots=True)
class Side:
    """One of two schemas that are compared."""

    schema: Schema
    definitions: Mapping[str, Schema]

    def part(self, schema: object) -> "Side":
        """A schema inside this one."""
        return Side(schema if isinstance(schema, (dict, bool)) else True, self.definitions)


def side_of(schema: Schema) -> Side:
    """*schema* with its own definitions."""
    definitions = schema.get("$defs") if isinstance(schema, dict) else None
    return Side(schema, definitions if isinstance(definitions, dict) else {})


def followed(side: Side) -> tuple[Side, str]:
    """*side* behind its references, and the name of the last definition; ``""`` for none."""
    name = ""
    for _hop in range(MOST_STEPS):
        reference = side.schema.get("$ref") if isinstance(side.schema, dict) else None
        if not isinstance(reference, str) or not reference.startswith("#/$defs/"):
            return side, name
        name = reference.removeprefix("#/$defs/")
        target = side.definitions.get(name, True)
        beside = {key: each for key, each in keywords_of(side.schema).items() if key not in ("$ref", "$defs")}
        merged = {**target, **beside} if isinstance(target, dict) else target
        side = replace(side, schema=merged)
    return side, name


def takes_anything(schema: Schema) -> bool:
    """Whether *schema* asks for nothing of a value."""
    keys = keywords_of(schema)
    return keys.get("type") == "unknown" or not any(
        key in keys
        for key in ("type", "anyOf", "enum", "const", "properties", "items", "$ref", "asCell", "not")
    )


def says_nothing(schema: Schema) -> bool:
    """Whether *schema* promises nothing of a value."""
    keys = keywords_of(schema)
    return not any(
        key in keys for key in ("type", "anyOf", "enum", "const", "properties", "items", "$ref", "asCell")
    )


def cells_of(schema: Schema) -> list[str]:
    """The kind of the outermost cell, if there is one."""
    listed = as_list(keywords_of(schema).get("asCell"))
    return [str(each.get("kind")) if isinstance(each, dict) else str(each) for each in listed[:1]]


def options_of(side: Side) -> list[Side]:
    """The alternatives of a union; the side itself if it is none."""
    keys = keywords_of(side.schema)
    options = keys.get("anyOf")
    if isinstance(options, list):
        return [side.part(option) for option in options]
    if isinstance(keys.get("type"), list):
        return [side.part({**keys, "type": each}) for each in as_list(keys["type"])]
    values = as_list(keys.get("enum"))
    if "type" not in keys and len(values) > 1:
        return [side.part({"enum": [each]}) for each in values]
    return [side]


def values_of(schema: Schema) -> list[object] | None:
    """The values that *schema* lists; ``None`` if it lists none."""
    keys = keywords_of(schema)
    if "const" in keys:
        return [keys["const"]]
    return as_list(keys["enum"]) if "enum" in keys else None


def kind_of(side: Side) -> str:
    """The one kind of the values, as ``type`` names it, or the reference to it; ``""`` if it is not told."""
    keys = keywords_of(side.schema)
    named = keys.get("type")
    if isinstance(named, str):
        return "number" if named == "integer" else named
    values = values_of(side.schema)
    if values:
        return kind_of_value(values[0])
    reference = keys.get("$ref")
    if isinstance(reference, str):
        return reference
    return "object" if "properties" in keys else "array" if "items" in keys else ""


def kind_of_value(value: object) -> str:
    """The kind of a listed value."""
    if isinstance(value, bool):
        return "boolean"
    if value is None:
        return "null"
    return "string" if isinstance(value, str) else "number" if isinstance(value, (int, float)) else "object"


def keywords_of(schema: Schema) -> dict[str, object]:
    """The keywords of *schema*; ``true`` and ``false`` have none."""
    return schema if isinstance(schema, dict) else {}


def keyword_of(side: Side, key: str, default: object) -> object:
    """What stands under the keyword *key*."""
    return keywords_of(side.schema).get(key, default)


def items_of(side: Side) -> object:
    """The schema of an array's elements."""
    return keywords_of(side.schema).get("items", {})


def as_mapping(value: object) -> dict[str, Schema]:
    """*value* if it is an object, else an empty one."""
    return value if isinstance(value, dict) else {}


def as_list(value: object) -> list[object]:
    """*value* if it is a list, else an empty one."""
    return value if isinstance(value, list) else []


def has_default(schema: Schema) -> bool:
    """Whether a value may be left out for a default."""
    return "default" in keywords_of(schema)
