import posixpath

import pytest
from hypothesis import given
from hypothesis import strategies as st

from indexer.parse.typescript import parse_module
from indexer.resolve.exports import ExportTable

CHAINS = (
    pytest.param(
        {
            "main": 'export * from "./b";',
            "b": 'export * from "./c";',
            "c": "export const deep = 1; export default 2;",
        },
        ["deep star value c#deep"],
        id="stars carry names through barrels, but no default",
    ),
    pytest.param(
        {"main": 'export * from "./b"; export const a = 1;', "b": "export type a = 2; export const b = 1;"},
        ["a declaration value main#a", "b star value b#b"],
        id="a local export hides a starred one",
    ),
    pytest.param(
        {
            "main": 'export * from "./b"; export * from "./c";',
            "b": 'export * from "./d"; export const a = 1;',
            "c": "export const c = 1;",
            "d": "export const a = 2;",
        },
        ["a star value b#a", "c star value c#c"],
        id="a name is hidden in the module that stars it",
    ),
    pytest.param(
        {
            "main": 'export * from "./b"; export * from "./c";',
            "b": 'export * from "./c";',
            "c": "export class A {}",
        },
        ["A star value type c#A"],
        id="the same thing by two ways is no conflict",
    ),
    pytest.param(
        {
            "main": 'export * from "./b"; export const a = 1;',
            "b": 'export * from "./main"; export const b = 1;',
        },
        ["a declaration value main#a", "b star value b#b"],
        id="stars in a circle",
    ),
    pytest.param(
        {"main": 'export { a } from "./b";', "b": 'export { a } from "./main";'},
        ["a re-export value type ?#a cycle"],
        id="a name that only refers to itself",
    ),
    pytest.param(
        {"main": 'import type { A } from "./b"; export { A };', "b": "export class A {}"},
        ["A named type b#A"],
        id="a type-only import is no value when exported",
    ),
    pytest.param(
        {"main": 'import { A, T } from "./b"; export { A, T };', "b": "export class A {} export type T = 1;"},
        ["A named value type b#A", "T named type b#T"],
        id="an import exported again is what it was",
    ),
    pytest.param(
        {"main": 'export type { A } from "./b";', "b": "export class A {}"},
        ["A re-export type b#A"],
        id="export type",
    ),
    pytest.param(
        {"main": 'export type * from "./b"; export { b } from "./b";', "b": "export const a = 1, b = 2;"},
        ["a star type b#a", "b re-export value b#b"],
        id="export type star",
    ),
    pytest.param(
        {
            "main": 'export * from "./b"; export type * from "./c";',
            "b": 'export * from "./c";',
            "c": "export const a = 1;",
        },
        ["a star value c#a"],
        id="a value by one way stays a value",
    ),
    pytest.param(
        {"main": 'export * as all from "./b"; import * as more from "./b"; export { more };', "b": ""},
        ["all namespace value b#*", "more named value b#*"],
        id="namespaces",
    ),
    pytest.param(
        {"main": 'import b from "./b"; export { b as default };', "b": "interface B {} export default B;"},
        ["default named type b#B"],
        id="default of a type",
    ),
    pytest.param(
        {"main": "export default class Box {}\nexport interface Box {}"},
        ["Box declaration type main#Box", "default default value type main#Box"],
        id="default declaration merged with an interface",
    ),
    pytest.param(
        {
            "main": "export const A = 1; export type A = 1; export enum E {} export namespace N { export type T = 1 }"
        },
        ["A declaration value type main#A", "E declaration value type main#E", "N declaration type main#N"],
        id="merged meanings",
    ),
    pytest.param(
        {"main": "export type env = 1; const { env } = all; export default env;"},
        ["default default value type main#env", "env declaration type main#env"],
        id="an unexported namesake is another thing",
    ),
    pytest.param(
        {"main": 'export { a } from "elsewhere"; export { b } from "./b"; export { c };', "b": ""},
        [
            "a re-export value type ?#a unresolved",
            "b re-export value type ?#b unresolved",
            "c named value type ?#c unresolved",
        ],
        id="what leads nowhere is unresolved",
    ),
    pytest.param(
        {"main": "export = box; declare const box: 1;"},
        ["export= assignment value main#box"],
        id="assignment",
    ),
    pytest.param(
        {
            "main": "export = Box; declare class Box {}\ndeclare namespace Box { export interface Lid {} export const size: 1; }"
        },
        [
            "Lid assignment type main#Box.Lid",
            "export= assignment value type main#Box",
            "size assignment value main#Box.size",
        ],
        id="assignment of a namespace",
    ),
)


def _table(files: dict[str, str]) -> ExportTable:
    modules = {name: parse_module(text.encode(), f"{name}.ts") for name, text in files.items()}
    return ExportTable(
        modules, lambda specifier, _importer: posixpath.basename(specifier) if specifier[0] == "." else None
    )


def _lines(table: ExportTable) -> list[str]:
    return [
        " ".join(
            filter(
                None,
                (
                    item.name,
                    item.form,
                    "value" if item.is_value else "",
                    "type" if item.is_type else "",
                    f"{item.defining_module if item.status == 'resolved' else '?'}#{item.defining_name}",
                    item.status if item.status != "resolved" else "",
                ),
            )
        )
        for item in table.exports_of("main")
    ]


@pytest.mark.parametrize("files, expected", CHAINS)
def test_names_resolve_to_what_defines_them(files: dict[str, str], expected: list[str]) -> None:
    assert _lines(_table(files)) == expected


def test_what_two_stars_offer_differently_is_dropped_and_reported() -> None:
    table = _table({
        "main": 'export * from "./b"; export * from "./c";',
        "b": "export const a = 1, b = 1;",
        "c": "export const a = 2;",
    })  # fmt: skip
    assert _lines(table) == ["b star value b#b"]
    (ambiguity,) = table.ambiguities_of("main")
    assert (ambiguity.name, ambiguity.candidates) == ("a", ("b#a", "c#a"))


def test_what_a_local_export_hides_is_not_ambiguous() -> None:
    table = _table({
        "main": 'export * from "./b"; export * from "./c"; export const a = 3;',
        "b": "export const a = 1;",
        "c": "export const a = 2;",
    })  # fmt: skip
    assert _lines(table) == ["a declaration value main#a"]
    assert table.ambiguities_of("main") == ()


def test_a_long_chain_of_stars_is_followed_to_its_end() -> None:
    files = {f"m{step}": f'export * from "./m{step + 1}"; export const x{step} = 1;' for step in range(2000)}
    files["m2000"] = "export const last = 1;"
    table = _table({**files, "main": 'export * from "./m0";'})
    assert len(table.exports_of("main")) == 2001


STATEMENTS = st.sampled_from(
    [
        f"{statement};"
        for target in ("main", "b", "c")
        for statement in (
            f'export * from "./{target}"',
            f'export {{ x }} from "./{target}"',
            f'export type * from "./{target}"',
        )
    ]
    + ["export const x = 1;", "export type y = 1;", 'import { y } from "./b"; export { y };']
)


@given(st.dictionaries(st.sampled_from(("main", "b", "c")), st.lists(STATEMENTS, max_size=4).map("".join)))
def test_any_tangle_of_re_exports_ends_and_ignores_the_order_of_files(files: dict[str, str]) -> None:
    files = {"main": "", **files}
    backwards = dict(reversed(files.items()))
    assert _table(files).exports_of("main") == _table(backwards).exports_of("main")
