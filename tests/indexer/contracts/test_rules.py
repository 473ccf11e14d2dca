from collections.abc import Callable

import pytest

from indexer.contracts import Contract, contracts_of
from indexer.types.engine import TypeEngine

IMPORTS = "type Default, type Writable, type Stream, type PerUser, type PerSession, type Confidential"
ONE_TYPE = (
    pytest.param("", "string | null", {"anyOf": [{"type": "string"}, {"type": "null"}]}, id="nullable"),
    pytest.param("", "string | undefined", {"type": ["string", "undefined"]}, id="two simple types merge, sorted"),
    pytest.param("", "boolean | undefined", {"anyOf": [{"type": "undefined"}, {"type": "boolean"}]}, id="boolean apart"),
    pytest.param("", '"b" | "a"', {"enum": ["b", "a"]}, id="an enum in the order met"),
    pytest.param(
        "", '"b" | "a" | undefined', {"anyOf": [{"type": "undefined"}, {"type": "string", "enum": ["a", "b"]}]},
        id="an enum beside undefined is sorted",
    ),
    pytest.param("", "any | string", True, id="any takes all in"),
    pytest.param("", "never[]", {"type": "array", "items": False}, id="an array of nothing"),
    pytest.param("", "[number, string?]", {"type": "array", "items": {"type": ["number", "string", "undefined"]}}, id="a tuple is an array of its union"),
    pytest.param("", "Record<string, number>", {"type": "object", "properties": {}, "additionalProperties": {"type": "number"}}, id="a record"),
    pytest.param("", "Record<number, string>", {"type": "array", "items": {"type": "string"}}, id="a record over numbers is an array"),
    pytest.param("", "Date | undefined", {"type": ["object", "undefined"]}, id="a native type merges"),
    pytest.param("", "`a-${string}`", {"type": "string"}, id="an open template"),
    pytest.param("", '`a-${"x" | "y"}`', {"enum": ["a-x", "a-y"]}, id="a finite template"),
    pytest.param("type N = { n: 1 };", "N", {"$ref": "#/$defs/N"}, id="an alias of an object has a name"),
    pytest.param("type N = string[];", "N", {"type": "array", "items": {"type": "string"}}, id="an alias of an array has none"),
    pytest.param("interface B<T> { v: T }", "B<string>", {"type": "object", "properties": {"v": {"type": "string"}}, "required": ["v"]}, id="an instantiation is in place"),
    pytest.param("", "Writable<string>", {"type": "string", "asCell": ["cell"]}, id="a cell"),
    pytest.param("", "Stream<void>", {"asCell": ["stream", "opaque"]}, id="a stream without an event"),
    pytest.param("", "PerUser<Writable<string>>", {"type": "string", "asCell": [{"kind": "cell", "scope": "user"}]}, id="a scoped cell"),
    pytest.param("", "Writable<PerSession<string>>", {"type": "string", "scope": "session", "asCell": ["cell"]}, id="a cell of what is scoped"),
    pytest.param("", "Default<number, 5>", {"type": "number", "default": 5}, id="a default"),
    pytest.param("", 'string | Default<"x">', {"type": "string", "default": "x"}, id="a default beside its type"),
    pytest.param("", "number[][] | Default<[[1], [2, 3]]>", {"type": "array", "items": {"type": "array", "items": {"type": "number"}}, "default": [{"0": 1}, {"0": 2, "1": 3}]}, id="lists in a default list"),
    pytest.param("", 'Confidential<string, ["me"]>', {"type": "string", "ifc": {"confidentiality": ["me"]}}, id="a label"),
    pytest.param("interface A { x: 1 } interface B { x: 2; y: 3 }", "A & B", {"type": "object", "properties": {"x": {"type": "number", "enum": [1]}, "y": {"type": "number", "enum": [3]}}, "required": ["x", "y"]}, id="the first part of an intersection wins"),
)  # fmt: skip


@pytest.mark.parametrize(("types", "written", "schema"), ONE_TYPE)
def test_a_type_prints_as(
    argument_of: Callable[..., object], types: str, written: str, schema: object
) -> None:
    found = argument_of(types, f"{{ it: {written} }}", IMPORTS)
    assert isinstance(found, dict)
    assert found["properties"]["it"] == schema


def test_own_members_come_first_then_bases_and_names_in_brackets_after_plain_ones(
    argument_of: Callable[..., object],
) -> None:
    types = "interface B { b: 1; a: 2 } interface In extends B { [NAME]: string; z: 3; a: 4 }"
    found = argument_of(types, "In", "NAME")
    assert isinstance(found, dict)
    assert list(found["properties"]) == ["z", "a", "$NAME", "b"]
    assert found["properties"]["a"] == {"type": "number", "enum": [4]}


def test_types_are_found_through_imports_re_exports_and_stars(argument_of: Callable[..., object]) -> None:
    found = argument_of(
        'import type { Kept as Renamed } from "./a.ts"; import * as all from "./a.ts";',
        "{ r: Renamed; s: all.Deep }",
        a='export { Kept } from "./b.ts"; export * from "./c.ts";',
        b="export interface Kept { k: string }",
        c="export type Deep = { d: Kept2 }; interface Kept2 { e: null }",
    )
    assert isinstance(found, dict)
    assert sorted(found["$defs"]) == ["Deep", "Kept", "Kept2"]


def test_a_recursive_root_becomes_a_reference(argument_of: Callable[..., object]) -> None:
    found = argument_of("interface T { kids: T[] }", "T")
    assert isinstance(found, dict)
    assert found["$ref"] == "#/$defs/T"


def test_cells_leave_the_result_and_streams_stay(contract: Callable[..., Contract]) -> None:
    main = (
        'import { pattern, type Stream, type Writable } from "commonfabric";\n'
        "export default pattern<{}, { w: Writable<string>; s: Stream<string> }>(() => ({}) as any);"
    )
    assert contract(main).result_schema == {
        "type": "object",
        "properties": {"w": {"type": "string"}, "s": {"type": "string", "asCell": ["stream"]}},
        "required": ["w", "s"],
    }


def test_every_exported_pattern_has_a_contract_the_default_first(
    engine_of: Callable[..., TypeEngine],
) -> None:
    main = (
        'import { pattern } from "commonfabric";\n'
        "export const One = pattern<{ a: 1 }, {}>(() => ({}));\nconst Hidden = pattern<{ b: 1 }, {}>(() => ({}));\n"
        "export const notOne = 5;\nexport default Hidden;"
    )
    found = contracts_of(engine_of(main), "/main.tsx")
    assert [each.export_name for each in found] == ["default", "One"]


def test_fields_tell_path_type_wrapper_default_doc_and_the_defining_line(
    contract: Callable[..., Contract],
) -> None:
    main = (
        'import { type Default, pattern, type Writable } from "commonfabric";\n'
        "interface Mail {\n  /** The subject. */\n  subject: string;\n  read?: boolean;\n}\n"
        "interface In {\n  mails: Writable<Mail[] | Default<[]>>;\n}\n"
        "export default pattern<In, { first: Mail }>(({ mails }) => ({ first: mails.get()[0] }));"
    )
    rows = {(each.side, each.path): each for each in contract(main).fields}
    mails, subject = rows["argument", "mails"], rows["argument", "mails[].subject"]
    assert (mails.type, mails.wrapper, mails.required, mails.default, mails.address) == (
        "Mail[]", "cell", True, [], "/main.tsx#L8-L8",
    )  # fmt: skip
    assert (subject.type, subject.doc, subject.depth, subject.address) == (
        "string",
        "The subject.",
        2,
        "/main.tsx#L4-L4",
    )
    assert not rows["argument", "mails[].read"].required
    assert rows["result", "first.subject"].address == "/main.tsx#L4-L4"


def test_members_of_recursive_definitions_are_listed_once(contract: Callable[..., Contract]) -> None:
    main = (
        'import { pattern } from "commonfabric";\ninterface T { name: string; kids: T[] }\n'
        "export default pattern<{ t: T }, {}>(() => ({}));"
    )
    assert [each.path for each in contract(main).fields if each.side == "argument"] == [
        "t",
        "t.name",
        "t.kids",
    ]


def test_values_computed_in_elements_number_recursive_types_too(contract: Callable[..., Contract]) -> None:
    main = (
        'import { computed, pattern, UI } from "commonfabric";\ninterface T { kids: T[] }\n'
        "declare const trees: T[];\n"
        "export default pattern<{ t: T }>(() => ({ [UI]: <p>{computed(() => trees)}</p> }));"
    )
    argument = contract(main).argument_schema
    assert isinstance(argument, dict)
    assert argument["$defs"] == {
        "T": {
            "type": "object",
            "properties": {"kids": {"$ref": "#/$defs/AnonymousType_1"}},
            "required": ["kids"],
        },
        "AnonymousType_1": {"type": "array", "items": {"$ref": "#/$defs/T"}},
    }
