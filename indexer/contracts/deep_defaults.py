"""``T | DeepDefault<V>``: a default for the whole and one for each property that V names. Pure."""

from indexer.contracts.defaults import NO_VALUE
from indexer.contracts.schema import Schema, with_default


def with_deep_default(schema: Schema, value: object, definitions: dict[str, Schema]) -> Schema:
    """*schema* with *value* as default, and its parts as defaults of the properties, recursively."""
    if value is NO_VALUE:
        return schema
    return _deepened(with_default(schema, value), value, schema, definitions)


def _deepened(schema: Schema, value: object, target: Schema, definitions: dict[str, Schema]) -> Schema:
    if not isinstance(value, dict) or not isinstance(schema, dict):
        return schema
    known = _target_properties(target, definitions)
    own = schema.get("properties")
    properties: dict[str, object] = dict(own) if isinstance(own, dict) else {}
    for name, part in value.items():
        present = properties.get(name)
        inner: Schema = present if isinstance(present, (dict, bool)) else True
        aim = present if isinstance(present, (dict, bool)) else known.get(name, True)
        properties[name] = _deepened(with_default(inner, part), part, aim, definitions)
    return {**schema, "properties": properties}


def _target_properties(schema: Schema, definitions: dict[str, Schema], hops: int = 0) -> dict[str, Schema]:
    if not isinstance(schema, dict) or hops > 20:
        return {}
    properties = schema.get("properties")
    if isinstance(properties, dict):
        return properties
    reference = schema.get("$ref")
    if isinstance(reference, str):
        return _target_properties(
            definitions.get(reference.removeprefix("#/$defs/"), True), definitions, hops + 1
        )
    options = schema.get("anyOf")
    found = [
        each
        for option in (options if isinstance(options, list) else [])
        if (each := _target_properties(option, definitions, hops + 1))
    ]
    return found[0] if len(found) == 1 else {}
