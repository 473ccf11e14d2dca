import pytest

from indexer.parse.typescript import ModuleFacts, parse_module
from indexer.resolve.imports import Dependency, closure_of, target_of
from indexer.resolve.programs import ProgramTable

IDENTITY = "A" * 43
PATTERN = 'import { pattern, UI, NAME } from "commonfabric";\n'


def _modules(files: dict[str, str]) -> dict[str, ModuleFacts]:
    return {name: parse_module(text.encode(), name) for name, text in files.items()}


TARGETS = (
    pytest.param("./b.ts", "file", "/a/b.ts", id="beside"),
    pytest.param("../c.ts", "file", "/c.ts", id="above"),
    pytest.param("./b", "missing", "/a/b", id="no ending is guessed"),
    pytest.param("../../c.ts", "outside", "../../c.ts", id="above the root"),
    pytest.param("/c.ts", "unknown", "/c.ts", id="absolute"),
    pytest.param("commonfabric/schema", "runtime", "commonfabric/schema", id="runtime"),
    pytest.param("lodash", "unknown", "lodash", id="package"),
    pytest.param(f"cf:pattern:{IDENTITY}", "pattern", IDENTITY, id="pattern"),
    pytest.param("cf:pattern:x", "malformed", "cf:pattern:x", id="malformed reference"),
)


@pytest.mark.parametrize("specifier, kind, name", TARGETS)
def test_a_specifier_is_a_file_a_runtime_module_a_pattern_or_trouble(
    specifier: str, kind: str, name: str
) -> None:
    target = target_of(specifier, "/a/main.ts", {"/a/b.ts", "/c.ts", "/a/main.ts"})
    assert (target.kind, target.name) == (kind, name)
    assert bool(target.trouble) == (kind not in ("file", "runtime", "pattern"))


def test_a_closure_holds_what_statements_reach_and_tells_what_they_do_not() -> None:
    modules = _modules({
        "/main.tsx": f'import "./a.ts"; export * from "cf:pattern:{IDENTITY}"; let t: import("./typed.ts").T;',
        "/a.ts": 'import type { T } from "./d/b.ts";\nimport "./gone.ts";\nimport { dataFile } from "commonfabric";\ndataFile("t.csv"); dataFile("/other.ts"); dataFile("/d/b.ts");',
        "/d/b.ts": 'import "../main.tsx"; export type T = 1;',
        "/typed.ts": "export type T = 1;",
        "/other.ts": "",
    })  # fmt: skip
    closure = closure_of("/main.tsx", modules)
    assert closure.names == ("/main.tsx", "/a.ts", "/d/b.ts")
    assert closure.runtime == ("commonfabric",)
    assert closure.dependencies == (Dependency(specifier=f"cf:pattern:{IDENTITY}", identity=IDENTITY),)
    assert closure.data_files == ("/other.ts", "/t.csv")
    (gone,) = closure.unresolved
    assert (gone.importer, gone.line, gone.message) == ("/a.ts", 2, "/gone.ts is no file here")


ENTRIES = (
    pytest.param(PATTERN + "export default pattern(() => ({}));", ["default"], id="default call"),
    pytest.param(
        PATTERN + "const A = pattern(() => ({})); export default A;", ["default"], id="default of a const"
    ),
    pytest.param(
        PATTERN + "const A = pattern(() => ({})), B = A; export { B as C };", ["C"], id="renamed const"
    ),
    pytest.param(
        PATTERN + "export const B = pattern(() => ({})); export default B;", ["default", "B"], id="two names"
    ),
    pytest.param(
        PATTERN + "export default (pattern<In>(() => ({})) as unknown)!;", ["default"], id="under casts"
    ),
    pytest.param(
        'import { pattern as p } from "commonfabric"; export default p(f);', ["default"], id="renamed import"
    ),
    pytest.param(
        'import * as cf from "commonfabric"; export default cf.pattern(f);',
        ["default"],
        id="namespace import",
    ),
    pytest.param('export { default } from "./tea.tsx";', ["default"], id="re-exported"),
    pytest.param('import Tea from "./tea.tsx"; export default Tea;', ["default"], id="imported and exported"),
    pytest.param(
        'import Tea from "./tea.tsx"; const More = Tea; export { More };', ["More"], id="imported and renamed"
    ),
    pytest.param('export * from "./barrel.ts";', ["Tea"], id="through a barrel"),
    pytest.param('import Tea from "./tea.tsx"; export const a = Tea({});', [], id="a pattern's result"),
    pytest.param(
        'import { pattern } from "./mine.ts"; export default pattern(f);', [], id="another pattern function"
    ),
    pytest.param(PATTERN + "const A = pattern(() => ({}));", [], id="not exported"),
    pytest.param(
        'import type { pattern } from "commonfabric"; export default pattern(f);', [], id="type-only import"
    ),
    pytest.param("const a = b, b = a; export { a };", [], id="names in a circle"),
)


@pytest.mark.parametrize("text, expected", ENTRIES)
def test_an_entry_exports_what_the_runtimes_pattern_makes(text: str, expected: list[str]) -> None:
    modules = _modules({
        "/main.tsx": text,
        "/tea.tsx": PATTERN + "export default pattern(() => ({}));",
        "/barrel.ts": 'export { default as Tea } from "./tea.tsx";',
        "/mine.ts": "export const pattern = (f: unknown) => f;",
    })  # fmt: skip
    table = ProgramTable(modules)
    assert [found.name for found in table.patterns_of("/main.tsx")] == expected
    assert ("/main.tsx" in table.entries()) == bool(expected)


def test_a_program_is_described_by_its_call_its_result_type_and_its_file() -> None:
    modules = _modules({
        "/tea/main.tsx": '/** Everything about tea. */\nimport type { Out } from "./out.ts";\n'
        + PATTERN
        + "/** Brews a #Tea-pot; see https://x.example/#no. */\nexport default pattern<In, Out>(() => ({ [NAME]: `Tea`, [UI]: null }));",
        "/tea/out.ts": "/** A #cup. */\nexport interface Out { [TILE_UI]: unknown; cups: number }",
    })  # fmt: skip
    program = ProgramTable(modules).program_of("/tea/main.tsx")
    assert program.name == "tea"
    assert program.description == "Brews a #Tea-pot; see https://x.example/#no."
    assert program.tags == ("cup", "tea-pot")
    assert program.ui == ("TILE_UI", "UI")
    assert program.status == "complete"


NAMES = (
    pytest.param(
        "/tea.tsx", 'export default pattern(() => ({ [NAME]: "My tea" }));', "My tea", id="its NAME"
    ),
    pytest.param("/tea.tsx", "const Pot = pattern(() => ({})); export default Pot;", "Pot", id="its const"),
    pytest.param("/tea.tsx", "export const Pot = pattern(() => ({}));", "Pot", id="its export"),
    pytest.param("/tea.tsx", "export default pattern(() => ({}));", "tea", id="its file"),
    pytest.param("/tea/index.tsx", "export default pattern(() => ({}));", "tea", id="its folder"),
)


@pytest.mark.parametrize("path, text, name", NAMES)
def test_a_program_is_called_by_the_most_telling_name(path: str, text: str, name: str) -> None:
    assert ProgramTable(_modules({path: PATTERN + text})).program_of(path).name == name


def test_a_program_with_a_missing_or_damaged_module_is_incomplete() -> None:
    missing = _modules({"/main.tsx": PATTERN + 'import "./gone.ts"; export default pattern(f);'})
    damaged = _modules(
        {"/main.tsx": PATTERN + 'import "./a.ts"; export default pattern(f);', "/a.ts": "const = ;"}
    )
    assert ProgramTable(missing).program_of("/main.tsx").status == "incomplete"
    assert ProgramTable(damaged).program_of("/main.tsx").status == "incomplete"
