import time
from collections.abc import Callable

import pytest

from indexer.contracts import Contract

HEAD = 'import { pattern } from "commonfabric";\n'
CYCLES = (
    pytest.param("type T = T;", "T", id="an alias of itself"),
    pytest.param("type T = U; type U = T;", "T", id="two aliases of one another"),
    pytest.param("type T = T[] | T;", "T", id="a union with itself"),
    pytest.param("interface T extends T { a: string }", "T", id="an interface that extends itself"),
    pytest.param("interface T extends U {} interface U extends T {}", "{ t: T }", id="bases in a circle"),
    pytest.param("type T<X> = { a: T<X[]> };", "T<string>", id="arguments that grow at each level"),
    pytest.param(
        "type T<X> = X extends string ? T<X> : never;", "{ a: T<string> }", id="an endless condition"
    ),
    pytest.param("type T = { [K in keyof T]: T[K] };", "T", id="a mapped type over itself"),
    pytest.param('type T = { a: T["a"] };', "T", id="a member that is its own type"),
    pytest.param("type T = typeof x; const x: T = 1 as any;", "{ a: T }", id="a value typed by itself"),
)
BROKEN = (
    pytest.param("interface T { a: string; b: }", "T", id="a member without a type"),
    pytest.param("type T = { a: string;; b?? : };", "T", id="stray marks"),
    pytest.param("", "Nowhere", id="a type that is declared nowhere"),
    pytest.param('import type { T } from "./nowhere.ts";', "T", id="an import that leads nowhere"),
    pytest.param("type T = Array;", "{ a: T }", id="an array without an argument"),
    pytest.param("type T = Pick<string>;", "{ a: T }", id="a utility type with too few arguments"),
)


@pytest.mark.parametrize(("types", "argument"), CYCLES + BROKEN)
def test_cyclic_and_malformed_types_end_in_time(
    contract: Callable[..., Contract], types: str, argument: str
) -> None:
    start = time.process_time()
    found = contract(
        f"{HEAD}{types}\nexport default pattern<{argument}, {{ ok: boolean }}>(() => ({{ ok: true }}));"
    )
    assert time.process_time() - start < 5
    assert found.result_schema == {
        "type": "object",
        "properties": {"ok": {"type": "boolean"}},
        "required": ["ok"],
    }


@pytest.mark.parametrize(
    "deep",
    (
        pytest.param("{ a: " * 10_000 + "string" + " }" * 10_000, id="objects in objects"),
        pytest.param("string" + "[]" * 10_000, id="arrays of arrays"),
        pytest.param("(" * 10_000 + "string" + ")" * 10_000, id="parentheses"),
        pytest.param("Array<" * 10_000 + "string" + ">" * 10_000, id="type arguments"),
        pytest.param("[" * 10_000 + "string" + "]" * 10_000, id="tuples"),
        pytest.param("keyof " * 10_000 + "string", id="operators"),
        pytest.param(" | ".join(f"{{ k{number}: 1 }}" for number in range(3_000)), id="a wide union"),
        pytest.param(" & ".join(f"{{ k{number}: 1 }}" for number in range(3_000)), id="a wide intersection"),
    ),
)
def test_absurdly_deep_and_wide_types_end_in_time_with_what_is_known(
    contract: Callable[..., Contract], deep: str
) -> None:
    start = time.process_time()
    found = contract(f"{HEAD}export default pattern<{{ deep: {deep}; known: number }}, {{}}>(() => ({{}}));")
    assert time.process_time() - start < 10
    schema = found.argument_schema
    if found.status == "complete":
        assert isinstance(schema, dict)
        assert schema["required"] == ["deep", "known"]
    else:
        assert all(path.startswith("argument") for path in found.unresolved)


def test_deep_expressions_end_in_time(contract: Callable[..., Contract]) -> None:
    value = "[" * 3_000 + "1" + "]" * 3_000
    found = contract(f"{HEAD}export default pattern<{{ a: string }}>(({{ a }}) => ({{ a, deep: {value} }}));")
    assert found.argument_schema == {
        "type": "object", "properties": {"a": {"type": "string"}}, "required": ["a"],
    }  # fmt: skip


def test_what_is_unknown_is_anything_with_its_path_and_never_absent(
    contract: Callable[..., Contract],
) -> None:
    main = 'import type { Gone } from "./gone.ts";\ninterface In { a: string; list: { b: Gone; c?: Gone[] }[] }\n'
    found = contract(f"{HEAD}{main}export default pattern<In, {{}}>(() => ({{}}));")
    assert found.status == "partial"
    assert found.unresolved == ("argument.list[].b", "argument.list[].c[]")
    assert found.argument_schema == {
        "type": "object",
        "properties": {
            "a": {"type": "string"},
            "list": {
                "type": "array",
                "items": {
                    "type": "object",
                    "properties": {"b": True, "c": {"type": "array", "items": True}},
                    "required": ["b"],
                },
            },
        },
        "required": ["a", "list"],
    }


def test_members_of_an_unknown_base_make_the_whole_partial(contract: Callable[..., Contract]) -> None:
    main = 'import type { Gone } from "./gone.ts";\ninterface In extends Gone { own: string }\n'
    found = contract(f"{HEAD}{main}export default pattern<In, {{}}>(() => ({{}}));")
    assert (found.status, found.unresolved) == ("partial", ("argument",))
    assert isinstance(found.argument_schema, dict)
    assert found.argument_schema["required"] == ["own"]
