"""The real TypeScript compiler sees the indexed sources under their specifiers."""

from pathlib import Path

import pytest

from indexer.types.host import Found, MemoryHost, Resolution
from kitc.base.errors import CompilerUnavailable
from kitc.check.compile import compile_composition
from kitc.check.compile.mount import path_of, plan_mount

IDENTITY = "A" * 43
KEY = "check:folder/composition.tsx"
FILES = {
    "src:s/runtime.d.ts": b"""import { inner } from "@inner/package";
export declare function pattern<I, O>(f: (i: I) => O): (i: I) => O;
export type Kept = typeof inner;
""",
    "src:s/jsx.d.ts": b"""declare global { namespace JSX { interface IntrinsicElements { [k: string]: any } } }
export {};
""",
    "src:s/deep/reader.tsx": b"""import { pattern } from "commonfabric";
import type { Row } from "./row.ts";
export default pattern<{ count: number }, { rows: Row[] }>(({ count }) => ({ rows: [{ title: `${count}` }] }));
""",
    "src:s/deep/row.ts": b"export interface Row { title: string }\n",
}


class Host:
    """In-memory modules, with one identity."""

    def __init__(self) -> None:
        self._memory = MemoryHost(FILES, {"commonfabric": "src:s/runtime.d.ts"})

    def content(self, key: str) -> bytes | None:
        return self._memory.content(key)

    def resolve(self, specifier: str, importer: str) -> Resolution:
        if specifier == f"cf:pattern:{IDENTITY}":
            return Found("src:s/deep/reader.tsx")
        return self._memory.resolve(specifier, importer)


def composition(body: str) -> str:
    return f"""import {{ pattern }} from "commonfabric";
import Reader from "cf:pattern:{IDENTITY}";
export default pattern<{{ n: number }}, {{ view: unknown }}>(({{ n }}) => {{
  const reader = Reader({{ count: n }});
  return {{ view: <p>{{{body}}}</p> }};
}});
"""


def test_a_composition_over_indexed_sources_is_accepted() -> None:
    done = compile_composition(
        composition("reader.rows[0].title"), key=KEY, host=Host(), jsx="src:s/jsx.d.ts"
    )
    assert (done.verdict, done.diagnostics, done.command) == ("accepted", (), "deno")


def test_a_wrong_field_is_rejected_at_its_place_in_the_checked_file() -> None:
    done = compile_composition(composition("reader.rowz"), key=KEY, host=Host(), jsx="src:s/jsx.d.ts")
    assert done.verdict == "rejected"
    [diagnostic] = done.diagnostics
    assert (diagnostic.file, diagnostic.line, diagnostic.code) == (path_of(KEY), 5, "TS2339")


def test_an_identity_that_is_not_indexed_is_reported_by_the_compiler() -> None:
    text = composition("n").replace(IDENTITY, "B" * 43)
    done = compile_composition(text, key=KEY, host=Host(), jsx="src:s/jsx.d.ts")
    assert done.verdict == "rejected"
    assert "B" * 43 in done.diagnostics[0].message


def test_another_compiler_is_given_the_path_and_read_in_tsc_form(tmp_path: Path) -> None:
    script = tmp_path / "compiler"
    script.write_text('#!/bin/sh\necho "$1(5,3): error TS1: not today"\nexit 2\n')
    script.chmod(0o755)
    done = compile_composition(composition("n"), key=KEY, host=Host(), command=str(script))
    assert [(item.file, item.line, item.message) for item in done.diagnostics] == [
        (path_of(KEY), 5, "not today")
    ]


def test_a_compiler_that_is_not_there_is_named() -> None:
    with pytest.raises(CompilerUnavailable, match="no-such-compiler: is not installed"):
        compile_composition(composition("n"), key=KEY, host=Host(), command="no-such-compiler")


def test_packages_inside_the_runtime_are_stubs_and_nothing_climbs_out() -> None:
    mount = plan_mount(composition("n"), key="check:../../etc/x.tsx", host=Host(), jsx="src:s/jsx.d.ts")
    assert b"declare const inner: any" in mount.files["stub/0.d.ts"]
    assert mount.checked == "check/etc/x.tsx"
