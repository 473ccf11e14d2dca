"""Shapes: contract schemas read field by field, references followed, ``undefined`` set apart. Pure."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from pydantic import JsonValue

from kitc.base.grant import SchemaValue

Kind = Literal[
    "string", "number", "boolean", "array", "object", "map", "vnode", "stream", "sqlite", "union", "unknown"
]
_ABSENT = ("undefined", "null")
_DEFINITIONS = "#/$defs/"
_VNODE = ("schemas/vnode.json", "#/$defs/JSXElement")
_NUMBERS = ("number", "integer")
MOST_DEPTH = 12
"""References followed in a row before a shape counts as unknown."""


@dataclass(frozen=True, slots=True)
class Shape:
    """A schema with the definitions that its references name."""

    schema: SchemaValue
    definitions: Mapping[str, JsonValue]
    type_name: str = ""
    """Declared name of the type, where the schema keeps one."""
    optional: bool = False
    """Whether the value may be undefined or null."""

    @property
    def kind(self) -> Kind:
        """What the value is, once references are followed."""
        return _kind_of(self.schema)

    @property
    def wrapper(self) -> str:
        """``cell``, ``stream``, ``sqlite``, ... or empty for a plain value."""
        return _wrapper_of(self.schema)

    @property
    def has_default(self) -> bool:
        """Whether the type itself gives a value."""
        return isinstance(self.schema, dict) and "default" in self.schema

    @property
    def doc(self) -> str:
        """The JSDoc text."""
        text = self.schema.get("description", "") if isinstance(self.schema, dict) else ""
        return text if isinstance(text, str) else ""

    def fields(self) -> tuple["ShapeField", ...]:
        """The object's fields: required ones in source order, then the rest; empty when it is no object.

        Stored schemas sort their keys; of the source's order only ``required`` is left.
        """
        if not isinstance(self.schema, dict):
            return ()
        properties, required = self.schema.get("properties"), self.schema.get("required")
        names = required if isinstance(required, list) else []
        if not isinstance(properties, dict):
            return ()
        order = {str(name): place for place, name in enumerate(names)}
        ordered = sorted(properties, key=lambda name: order.get(name, len(order)))
        return tuple(
            ShapeField(name=name, shape=shape_of(properties[name], self.definitions), required=name in order)
            for name in ordered
        )

    def field(self, name: str) -> "ShapeField | None":
        """The field of that name."""
        return next((field for field in self.fields() if field.name == name), None)

    def item(self) -> "Shape | None":
        """What an array holds; ``None`` when it is no array."""
        if not isinstance(self.schema, dict) or self.kind != "array":
            return None
        return shape_of(self.schema.get("items", True), self.definitions)

    def whole(self) -> SchemaValue:
        """The schema as one value that stands alone, definitions included."""
        if not isinstance(self.schema, dict) or not self.definitions or "$ref" not in str(self.schema):
            return self.schema
        return {**self.schema, "$defs": dict(self.definitions)}


@dataclass(frozen=True, slots=True)
class ShapeField:
    """A named field of an object."""

    name: str
    shape: Shape
    required: bool

    @property
    def needed(self) -> bool:
        """Whether a caller must give it: required, without a default."""
        return self.required and not self.shape.has_default and not self.shape.optional


def root_shape(schema: SchemaValue) -> Shape:
    """The shape of a whole contract schema."""
    definitions = schema.get("$defs", {}) if isinstance(schema, dict) else {}
    return shape_of(schema, definitions if isinstance(definitions, dict) else {})


def shape_of(schema: JsonValue, definitions: Mapping[str, JsonValue]) -> Shape:
    """The shape of an inner *schema*: references followed, ``undefined`` and ``null`` set apart."""
    name, optional = "", False
    for _ in range(MOST_DEPTH):
        if not isinstance(schema, dict):
            break
        target = _target(schema, definitions)
        if target is not None:
            name = str(schema["$ref"])[len(_DEFINITIONS) :]
            beside = {key: value for key, value in schema.items() if key != "$ref"}
            schema = {**target, **beside} if isinstance(target, dict) else beside or target
            continue
        narrowed = _without_absent(schema)
        if narrowed is None:
            break
        schema, optional = narrowed, True
    known: SchemaValue = schema if isinstance(schema, (dict, bool)) else True
    return Shape(known, definitions, type_name=name, optional=optional)


def _target(schema: dict[str, JsonValue], definitions: Mapping[str, JsonValue]) -> JsonValue | None:
    reference = schema.get("$ref")
    if not isinstance(reference, str) or not reference.startswith(_DEFINITIONS):
        return None
    if reference == _VNODE[1]:
        return None
    return definitions.get(reference[len(_DEFINITIONS) :], True)


def _without_absent(schema: dict[str, JsonValue]) -> dict[str, JsonValue] | None:
    """*schema* without its undefined and null members, or ``None`` when it has none."""
    types, members = schema.get("type"), schema.get("anyOf")
    if isinstance(types, list) and any(word in types for word in _ABSENT):
        left = [word for word in types if word not in _ABSENT]
        return {**schema, "type": left[0] if len(left) == 1 else left}
    if isinstance(members, list):
        real = [member for member in members if not _is_absent(member)]
        rest = {key: value for key, value in schema.items() if key != "anyOf"}
        if len(real) == 1 and isinstance(real[0], dict) and len(real) < len(members):
            return {**real[0], **rest}
        if real and len(real) < len(members):
            return {**rest, "anyOf": real}
    return None


def _is_absent(member: JsonValue) -> bool:
    return isinstance(member, dict) and member.get("type") in _ABSENT


def _wrapper_of(schema: SchemaValue) -> str:
    layers = schema.get("asCell") if isinstance(schema, dict) else None
    if not isinstance(layers, list) or not layers:
        return ""
    first = layers[0]
    if isinstance(first, dict):
        first = first.get("kind", "")
    return first if isinstance(first, str) else ""


def _kind_of(schema: SchemaValue) -> Kind:
    if not isinstance(schema, dict):
        return "unknown"
    wrapper = _wrapper_of(schema)
    if wrapper in ("stream", "sqlite"):
        return "stream" if wrapper == "stream" else "sqlite"
    reference = schema.get("$ref")
    if isinstance(reference, str):
        return "vnode" if reference.endswith(_VNODE) else "unknown"
    if "properties" in schema:
        return "object"
    if isinstance(schema.get("additionalProperties"), dict):
        return "map"
    if "anyOf" in schema:
        return "union"
    return _kind_of_type(schema)


def _kind_of_type(schema: dict[str, JsonValue]) -> Kind:
    word, values = schema.get("type"), schema.get("enum")
    if word == "string" or (word is None and isinstance(values, list) and _all_text(values)):
        return "string"
    if word in _NUMBERS:
        return "number"
    if word == "boolean":
        return "boolean"
    if word == "array":
        return "array"
    if isinstance(word, list):
        return "union"
    return "object" if word == "object" else "unknown"


def _all_text(values: list[JsonValue]) -> bool:
    return bool(values) and all(isinstance(value, str) for value in values)
