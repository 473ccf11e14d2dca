import pickle

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from indexer.parse.typescript import Call, Export, Import, ModuleFacts, Symbol, parse_module

EXPORTS = (
    pytest.param(
        "export const size = 1, colour = 2;",
        ["size declaration size", "colour declaration colour"],
        id="consts",
    ),
    pytest.param(
        "export const { a, b: { c = 1, ...d }, ...e } = box, [f, , ...g] = list;",
        [
            "a declaration a",
            "c declaration c",
            "d declaration d",
            "e declaration e",
            "f declaration f",
            "g declaration g",
        ],
        id="destructured consts",
    ),
    pytest.param(
        "export function f(): void; export function f(x?: number) {}", ["f declaration f"] * 2, id="overloads"
    ),
    pytest.param("export enum Colour { red }", ["Colour declaration Colour"], id="enum"),
    pytest.param("export declare namespace A.B {}", ["A declaration A"], id="dotted namespace"),
    pytest.param("export default class Box {}", ["default default Box"], id="default class"),
    pytest.param("export default function () {}", ["default default default"], id="unnamed default function"),
    pytest.param("export default interface Box {}", ["default default Box"], id="default interface"),
    pytest.param("export default box;", ["default default box"], id="default of a name"),
    pytest.param("export default 1 + 1;", ["default default default"], id="default of an expression"),
    pytest.param("export { a as b, c, type T };", ["b named a", "c named c", "T named T type"], id="list"),
    pytest.param("export type { T as default };", ["default named T type"], id="type list"),
    pytest.param(
        'export { default as a, "odd name" as b } from "./m";',
        ["a re-export default ./m", "b re-export odd name ./m"],
        id="re-exports",
    ),
    pytest.param('export * from "./m";', ["* star * ./m"], id="star"),
    pytest.param('export * as all from "./m";', ["all namespace * ./m"], id="namespace"),
    pytest.param('export type * from "./m";', ["* star * ./m type"], id="star of types"),
    pytest.param('export type * as all from "./m";', ["all namespace * ./m type"], id="namespace of types"),
    pytest.param("export = box;", ["export= assignment box"], id="assignment"),
    pytest.param("export as namespace Box;", ["Box umd *"], id="global name"),
    pytest.param("export import Part = Box.Part;", ["Part declaration Part"], id="exported alias"),
    pytest.param("const a = 1; // export const b = 2", [], id="nothing"),
)

IMPORTS = (
    pytest.param(
        'import a, { type b as c, default as d } from "./m";',
        ["default default a", "named b c type", "named default d"],
        id="named",
    ),
    pytest.param('import type * as all from "./m";', ["namespace * all type"], id="namespace of types"),
    pytest.param('import type A from "./m";', ["default default A type"], id="default type"),
    pytest.param('import "./m";', ["side-effect  "], id="side effect"),
    pytest.param('import m = require("./m");', ["require export= m"], id="require"),
    pytest.param('const m = await import("./m");', ["dynamic * "], id="dynamic"),
    pytest.param('let m: import("./m").Box<string>[];', ["import-type *  type"], id="import type"),
    pytest.param('export { a } from "./m";', ["re-export  "], id="re-export"),
    pytest.param(
        'import { a } from "\\u002e/m" with { type: "json" };', ["named a a"], id="escapes and attributes"
    ),
)

SYMBOLS = (
    pytest.param(
        "/** A box. */\nexport interface Box<T> extends Thing { /** Inside. */ inner: { depth: number };\n  open(at: T): void; (x: T): T; new (x: T): Box<T>; [key: string]: unknown }",
        [
            "interface Box x | interface Box<T> extends Thing | A box.",
            "property Box.inner x | inner: { depth: number } | ",
            "property Box.inner.depth x | depth: number | ",
            "method Box.open x | open(at: T): void | ",
            "call Box.() x | (x: T): T | ",
            "constructor Box.new x | new (x: T): Box<T> | ",
            "index Box.[] x | [key: string]: unknown | ",
        ],
        id="interface",
    ),
    pytest.param(
        "class A { constructor(private readonly size: number) {} get area() { return 1 } static #count = 0 }",
        [
            "class A  | class A | ",
            "constructor A.constructor  | constructor(private readonly size: number) | ",
            "property A.size  | private readonly size: number | ",
            "getter A.area  | get area() | ",
            "property A.#count  | static #count = 0 | ",
        ],
        id="class",
    ),
    pytest.param(
        'enum E { a = 1, "b c", [`d`] }',
        [
            "enum E  | enum E | ",
            "enum-member E.a  | a = 1 | ",
            'enum-member E.b c  | "b c" | ',
            "enum-member E.[`d`]  | [`d`] | ",
        ],
        id="enum",
    ),
    pytest.param(
        "namespace A { export const b = 1; const c = 2 }",
        ["namespace A  | namespace A | ", "const A.b  | const b = 1 | ", "const A.c  | const c = 2 | "],
        id="namespace",
    ),
    pytest.param(
        "type T = { a: 1 } & { b: 2 };",
        ["type T  | type T = { a: 1 } & { b: 2 } | ", "property T.a  | a: 1 | ", "property T.b  | b: 2 | "],
        id="intersection of literals",
    ),
    pytest.param(
        "export const go = async <T,>(x: T): Promise<T> => { const inner = 1; return x };\nlet made = make<number>({ a: 1 }) as Made;",
        [
            "const go x | const go = async <T,>(x: T): Promise<T> => | ",
            "let made  | let made = make<number>(…) | ",
        ],
        id="values without their bodies",
    ),
    pytest.param(
        "/** Runs. */\nexport default run({});",
        ["const default x | export default run(…) | Runs."],
        id="default value",
    ),
)


def _parse(text: str, path: str = "a.tsx") -> ModuleFacts:
    facts = parse_module(text.encode(), path)
    assert facts.problems == ()
    return facts


@pytest.mark.parametrize("text, expected", EXPORTS)
def test_every_export_form_is_read(text: str, expected: list[str]) -> None:
    found = [
        " ".join(
            filter(None, (item.name, item.form, item.local, item.specifier, "type" if item.type_only else ""))
        )
        for item in _parse(text).exports
    ]
    assert found == expected


@pytest.mark.parametrize("text, expected", IMPORTS)
def test_every_import_form_is_read(text: str, expected: list[str]) -> None:
    facts = _parse(text)
    found = [f"{item.form} {item.imported} {item.local}" + " type" * item.type_only for item in facts.imports]
    assert found == expected
    assert {item.specifier for item in facts.imports} == {"./m"}


@pytest.mark.parametrize("text, expected", SYMBOLS)
def test_every_declared_name_is_a_symbol(text: str, expected: list[str]) -> None:
    found = [
        f"{item.kind} {item.qualified_name} {'x' if item.exported else ''} | {item.signature} | {item.doc}"
        for item in _parse(text).symbols
    ]
    assert found == expected


def test_a_comment_after_code_on_its_line_documents_nothing() -> None:
    facts = _parse("interface A {\n  a: 1; /** about a */\n  b: 2;\n  /** about c */\n  c: 3;\n}")
    assert [item.doc for item in facts.symbols] == ["", "", "", "about c"]


def test_a_declaration_file_without_an_export_list_offers_all_it_declares() -> None:
    declared = 'import type { X } from "./x";\nexport interface A { x: X }\ndeclare const b: A;'
    assert [item.name for item in _parse(declared, "a.d.ts").exports] == ["A", "b"]
    assert [item.name for item in _parse(declared + "\nexport {};", "a.d.ts").exports] == ["A"]


def test_a_namespace_is_a_value_only_when_something_in_it_exists_at_run_time() -> None:
    facts = _parse("namespace A { export interface B {} }\nnamespace C { export const d = 1 }")
    assert [
        (item.name, item.is_value, item.is_type) for item in facts.symbols if item.kind == "namespace"
    ] == [
        ("A", False, True),
        ("C", True, False),
    ]


def test_a_call_is_known_with_its_types_and_the_keys_of_what_it_returns() -> None:
    text = 'export const Tea = pattern<In, Out>(({ a }) => { const b = 1; return { [NAME]: "Tea", [UI]: <p />, a, b, ...c } });'
    (call,) = _parse(text).calls
    assert (call.name, call.callee, call.type_arguments) == ("Tea", "pattern", ("In", "Out"))
    assert call.result_keys == ("[NAME]", "[UI]", "a", "b")
    assert call.result_name == "Tea"


def test_data_files_are_literal_reads_through_the_runtimes_own_name() -> None:
    text = """import { dataFile as read, type dataFile as no } from "commonfabric";
import * as cf from "commonfabric";
const a = read("./a.json"), b = cf.dataFile('b.json'), c = read(`c.json`), d = other.read("d.json"), f = no("f.json");
function shadow(read: (path: string) => string) { return read("e.json") }"""
    assert _parse(text, "a.ts").data_files == ("./a.json", "b.json")


def test_damage_is_a_problem_with_its_bytes_and_line_and_the_rest_is_read() -> None:
    facts = parse_module(
        b"export const a = 1;\nexport const = ;\nexport const b = 2;\n", "a.ts", source="box"
    )
    (problem,) = facts.problems
    assert facts.status == "degraded"
    assert (problem.source, problem.path, problem.line, problem.kind) == ("box", "a.ts", 2, "syntax-error")
    assert {item.name for item in facts.exports} >= {"a", "b"}


PIECES = st.sampled_from(
    (
        "export const a = 1;\n", "export * from './b';\n", "import type { T } from './t';\n", "interface A { a?: string }\n",
        "export default pattern<In>(({ x }) => ({ [UI]: <p>{x} & y</p> }));\n", "/** Doc #tag */\n", "enum E { a, b }\n",
        "declare module 'm' { import './n'; }\n", "class C<in T> { accessor x = 1; }\n", "namespace N { export let z }\n",
        "let q = import('./q');\n", "type U = import('./u').V[];\n", "{", "}", "<", ">", "(", "`", '"', "\0", "é", "\\u{", "/*", "*/", "export ", "type ",
    )
)  # fmt: skip


@settings(max_examples=300)
@given(st.lists(PIECES, max_size=12))
def test_mutated_typescript_gives_facts_inside_the_file_and_never_crashes(pieces: list[str]) -> None:
    content = "".join(pieces).encode()
    facts = parse_module(content, "a.tsx")
    spans: list[Symbol | Export | Import | Call] = [
        *facts.symbols,
        *facts.exports,
        *facts.imports,
        *facts.calls,
    ]
    for item in spans:
        assert 0 <= item.start_byte <= item.stop_byte <= len(content)
    assert all(item.container is None or item.container < index for index, item in enumerate(facts.symbols))
    assert pickle.loads(pickle.dumps(facts)) == facts  # noqa: S301 - our own bytes


@given(st.binary(max_size=300))
def test_arbitrary_bytes_give_facts(content: bytes) -> None:
    facts = parse_module(content, "a.ts")
    assert (facts.status == "degraded") == bool(facts.problems)
