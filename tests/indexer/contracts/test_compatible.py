import pytest
from hypothesis import given
from hypothesis import strategies as st

from indexer.contracts import Schema, can_feed, compare_schemas, field_schema, missing_arguments, schema_to_ts

TEXT: Schema = {"type": "string"}
MAIL: Schema = {"type": "object", "properties": {"id": TEXT, "seen": {"type": "boolean"}}, "required": ["id"]}
TREE: Schema = {
    "$ref": "#/$defs/T",
    "$defs": {
        "T": {"type": "object", "properties": {"kids": {"type": "array", "items": {"$ref": "#/$defs/T"}}}}
    },
}
FITS = (
    pytest.param(TEXT, {"type": ["number", "string"]}, id="one of several types"),
    pytest.param({"enum": ["a"]}, TEXT, id="a literal where its type is asked for"),
    pytest.param({"enum": ["a"]}, {"enum": ["a", "b"]}, id="fewer literals"),
    pytest.param({"anyOf": [TEXT, {"type": "null"}]}, {"type": ["null", "string"]}, id="each alternative fits"),
    pytest.param(MAIL, {"type": "object", "properties": {"id": TEXT}, "required": ["id"]}, id="more fields than asked"),
    pytest.param(TEXT, {"type": "string", "asCell": ["cell"]}, id="a value where a cell is asked for"),
    pytest.param(TREE, TREE, id="recursive schemas"),
    pytest.param({"type": ["string", "undefined"]}, {"type": "string", "default": "x"}, id="absent where there is a default"),
    pytest.param(True, {"type": "unknown"}, id="anything where anything is taken"),
)  # fmt: skip
MISFITS = (
    pytest.param(TEXT, {"type": "number"}, "", "a string where a number is asked for", id="another type"),
    pytest.param({"type": ["string", "undefined"]}, TEXT, "", "undefined where a string is asked for", id="maybe absent"),
    pytest.param({"type": "object", "properties": {}}, MAIL, "id", "is required and missing", id="a missing field"),
    pytest.param({"type": "array", "items": MAIL}, {"type": "array", "items": TEXT}, "[]", "an object where a string is asked for", id="inside an array"),
    pytest.param({"asCell": ["stream", "opaque"]}, TEXT, "", "a stream where a value is asked for", id="a stream"),
    pytest.param({"enum": ["c"]}, {"enum": ["a", "b"]}, "", "fits none of the alternatives", id="another literal"),
)  # fmt: skip


@pytest.mark.parametrize(("value", "argument"), FITS)
def test_a_value_feeds(value: Schema, argument: Schema) -> None:
    assert can_feed(value, argument).verdict == "yes"


@pytest.mark.parametrize(("value", "argument", "path", "reason"), MISFITS)
def test_a_value_does_not_feed(value: Schema, argument: Schema, path: str, reason: str) -> None:
    found = can_feed(value, argument)
    assert (found.verdict, found.path, found.reason) == ("no", path, reason)


def test_what_may_be_anything_is_unknown_with_its_path() -> None:
    value: Schema = {"type": "object", "properties": {"id": True}, "required": ["id"]}
    found = can_feed(value, MAIL)
    assert (found.verdict, found.path) == ("unknown", "id")


SCHEMAS = st.recursive(
    st.sampled_from([TEXT, {"type": "number"}, {"enum": ["a", "b"]}, {"type": ["null", "string"]}]),
    lambda inner: st.one_of(
        inner.map(lambda part: {"type": "array", "items": part}),
        st.dictionaries(st.sampled_from("xyz"), inner).map(
            lambda parts: {"type": "object", "properties": parts, "required": sorted(parts)}
        ),
    ),
    max_leaves=6,
)


@given(SCHEMAS)
def test_every_schema_feeds_itself_and_does_not_differ_from_itself(schema: Schema) -> None:
    assert can_feed(schema, schema).verdict == "yes"
    assert compare_schemas(schema, schema) == ()


def test_differences_name_path_and_kind() -> None:
    other: Schema = {
        "type": "object",
        "properties": {"id": {"type": "number"}, "new": TEXT},
        "required": ["id", "new"],
    }
    assert [str(each) for each in compare_schemas(MAIL, other)] == [
        "(whole): required: declared id, parsed id, new",
        "id: type: declared string, parsed number",
        "new: extra-property: declared nothing, parsed string",
        "seen: missing-property: declared boolean, parsed nothing",
    ]


def test_a_reference_and_what_it_refers_to_do_not_differ() -> None:
    assert compare_schemas({"$ref": "#/$defs/M", "$defs": {"M": MAIL}}, MAIL) == ()


def test_missing_arguments_and_fields_are_found_behind_references() -> None:
    whole: Schema = {"$ref": "#/$defs/M", "$defs": {"M": MAIL}}
    assert missing_arguments(whole) == ("id",)
    assert field_schema(whole, "id") == {"type": "string", "$defs": {"M": MAIL}}
    assert field_schema(whole, "nothing") is None


def test_a_schema_reads_as_typescript() -> None:
    schema: Schema = {
        "type": "object",
        "properties": {
            "items": {"type": "array", "items": {"$ref": "#/$defs/It"}, "default": [], "asCell": ["cell"]},
            "$UI": {"$ref": "https://commonfabric.org/schemas/vnode.json"},
            "a-b": {"enum": ["x", None], "description": "Two words."},
        },
        "required": ["items"],
        "$defs": {"It": {"type": "object", "properties": {"go": {"asCell": ["stream", "opaque"]}}}},
    }
    assert schema_to_ts(schema, "In") == (
        "interface It {\n  go?: Stream<void>;\n}\n\n"
        "interface In {\n  items: Writable<It[] | Default<[]>>;\n  [UI]?: VNode;\n"
        '  /** Two words. */\n  "a-b"?: "x" | null;\n}\n'
    )
