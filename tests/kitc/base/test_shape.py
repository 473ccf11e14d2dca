import pytest

from kitc.base.grant import SchemaValue
from kitc.base.shape import root_shape


@pytest.mark.parametrize(
    ("schema", "kind"),
    [
        pytest.param({"type": "string"}, "string", id="text"),
        pytest.param({"type": "integer"}, "number", id="whole number"),
        pytest.param({"enum": ["a", "b"]}, "string", id="choice of texts"),
        pytest.param({"type": ["undefined", "string"]}, "string", id="text that may be missing"),
        pytest.param(
            {"anyOf": [{"type": "null"}, {"type": "array", "items": True}]}, "array", id="array or null"
        ),
        pytest.param(
            {"$ref": "#/$defs/Db", "asCell": ["sqlite"], "$defs": {"Db": {}}}, "sqlite", id="database"
        ),
        pytest.param({"asCell": ["stream", "opaque"]}, "stream", id="stream of nothing"),
        pytest.param({"$ref": "https://commonfabric.org/schemas/vnode.json"}, "vnode", id="view"),
        pytest.param({"type": "object", "properties": {}}, "object", id="object"),
        pytest.param({"type": "object", "additionalProperties": {"type": "string"}}, "map", id="record"),
        pytest.param(True, "unknown", id="anything"),
        pytest.param({"$ref": "#/$defs/Gone", "$defs": {}}, "unknown", id="a name that is not defined"),
    ],
)
def test_a_schema_has_a_kind(schema: SchemaValue, kind: str) -> None:
    assert root_shape(schema).kind == kind


def test_fields_stand_in_the_order_of_required_and_know_what_is_needed() -> None:
    shape = root_shape(
        {
            "type": "object",
            "properties": {
                "limit": {"type": "number", "default": 5},
                "extra": {"type": "string"},
                "who": {"type": "string"},
            },
            "required": ["who", "limit"],
        }
    )
    assert [(field.name, field.needed) for field in shape.fields()] == [
        ("who", True),
        ("limit", False),
        ("extra", False),
    ]


def test_a_recursive_type_ends() -> None:
    shape = root_shape(
        {
            "$ref": "#/$defs/Node",
            "$defs": {"Node": {"type": "object", "properties": {"next": {"$ref": "#/$defs/Node"}}}},
        }
    )
    inner = shape.field("next")
    assert inner is not None
    assert inner.shape.type_name == "Node"


def test_references_to_one_another_end() -> None:
    assert root_shape({"$ref": "#/$defs/A", "$defs": {"A": {"$ref": "#/$defs/A"}}}).kind == "unknown"
