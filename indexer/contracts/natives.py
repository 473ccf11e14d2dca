"""Schemas of types that the framework knows by name, not by their members. Pure."""

from indexer.contracts.schema import Schema

VNODE: dict[str, object] = {"$ref": "https://commonfabric.org/schemas/vnode.json"}
_BY_NAME: dict[str, Schema] = {
    "VNode": VNODE,
    "Date": {"type": "object"},
    "RegExp": {"type": "object"},
    "Promise": {"type": "object", "properties": {}},
    "Uint8Array": {"type": "object"},
    "FabricBytes": {"type": "FabricBytes"},
    "FabricEpochDay": {"type": "FabricEpochDay"},
    "FabricEpochNsec": {"type": "FabricEpochNsec"},
    "FabricHash": {"type": "FabricHash"},
    "FabricKeyPair": {"type": "FabricKeyPair"},
    "FabricRegExp": {"type": "FabricRegExp"},
    "URL": {"type": "string", "format": "uri"},
}
_ANYTHING = frozenset(
    {
        "ArrayBuffer", "ArrayBufferLike", "SharedArrayBuffer", "ArrayBufferView", "Uint8ClampedArray",
        "Int8Array", "Uint16Array", "Int16Array", "Uint32Array", "Int32Array", "Float32Array", "Float64Array",
        "BigInt64Array", "BigUint64Array", "JSONSchema", "JSONSchemaObj",
    }
)  # fmt: skip


def native_schema(name: str) -> Schema | None:
    """The schema of the native type *name*; ``None`` when its members are looked into."""
    if name in _ANYTHING:
        return True
    found = _BY_NAME.get(name)
    return dict(found) if isinstance(found, dict) else found


def is_native_name(name: str) -> bool:
    """Whether a declared type of that name is printed as a native type."""
    return name in _ANYTHING or name in _BY_NAME


_DEFINITIONS: dict[str, Schema] = {
    "Object": {
        "type": "object",
        "properties": {"constructor": {"$ref": "#/$defs/Function"}},
        "required": ["constructor"],
    },
    "Function": {
        "type": "object",
        "properties": {
            "prototype": True,
            "length": {"type": "number"},
            "arguments": True,
            "caller": {"$ref": "#/$defs/Function"},
            "name": {"type": "string"},
        },
        "required": ["prototype", "length", "arguments", "caller", "name"],
    },
    "JSXElement": {
        "anyOf": [VNODE, {"$ref": "#/$defs/UIRenderable"}, {"type": "object", "properties": {}}],
    },
    "UIRenderable": {"type": "object", "properties": {"$UI": VNODE}, "required": ["$UI"]},
}
_NEEDS = {
    "Object": ("Object", "Function"),
    "Function": ("Function",),
    "JSXElement": ("JSXElement", "UIRenderable"),
}


def library_schema(name: str) -> tuple[Schema, dict[str, Schema]] | None:
    """The reference to a library type that is printed with its members, and the definitions it needs."""
    plain = "JSXElement" if name == "JSX.Element" else name
    if plain not in _NEEDS:
        return None
    return {"$ref": f"#/$defs/{plain}"}, {each: _DEFINITIONS[each] for each in _NEEDS[plain]}
