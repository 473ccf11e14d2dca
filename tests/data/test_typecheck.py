"""Programs and documented examples against the declarations, with the real TypeScript compiler (offline)."""

import json
import os
import re
import subprocess
from collections.abc import Iterable, Mapping
from pathlib import Path

import pytest

from indexer.parse.markdown import parse_document

deno = pytest.importorskip("deno", reason="the compiler comes with the extra kitc[compile]")

DATA = Path(__file__).parents[2] / "data"
PROGRAMS = DATA / "programs"
INDEXED = {"cf:pattern:idZjTvCBvWf_CFSVes4chDk-RzzT-lEP4ZZWeUqz7k4": "mail/message-list.tsx"}
"""File of each identity that a program imports; `test_identity.py` recomputes them."""
FRAMEWORK = os.environ.get("KITC_FRAMEWORK", "")
"""A checkout of the framework: its own declarations are then tried as well."""
OWN = {
    "commonfabric": DATA / "runtime/commonfabric.d.ts",
    "commonfabric/jsx-runtime": DATA / "runtime/jsx.d.ts",
}
PLACEHOLDER = re.compile(r"<[\w ]+ characters>|<identity>")


def compiler_errors(
    folder: Path,
    modules: Iterable[Path],
    *,
    declarations: Mapping[str, Path] = OWN,
    types: tuple[Path, ...] = (),
) -> str:
    """What the compiler says against *modules*; empty when they are right."""
    files = {**declarations, **{specifier: PROGRAMS / path for specifier, path in INDEXED.items()}}
    options = {
        "jsx": "react-jsx",
        "jsxImportSource": "commonfabric",
        "strict": True,
        "lib": ["deno.ns", "dom", "esnext"],
        "types": [file.as_uri() for file in types],
    }
    config = folder / "deno.json"
    imports = {specifier: file.as_uri() for specifier, file in files.items()}
    config.write_text(json.dumps({"compilerOptions": options, "imports": imports}))
    command = [deno.find_deno_bin(), "check", "--quiet", "--no-remote", "--no-npm", "--config", str(config)]
    environment = {
        "NO_COLOR": "1",
        "DENO_DIR": str(folder / "cache"),
        "HOME": str(folder),
        "DENO_NO_UPDATE_CHECK": "1",
    }
    arguments = [*command, *map(str, modules)]
    done = subprocess.run(arguments, capture_output=True, text=True, env=environment, check=False)
    return done.stderr if done.returncode else ""


def documented_modules() -> dict[str, str]:
    """Fenced TypeScript of documents and skills that stands on its own, by a name made of its place."""
    modules = {}
    for file in sorted([*DATA.glob("docs/**/*.md"), *DATA.glob("skills/**/*.md")]):
        content = file.read_bytes()
        place = "-".join(file.relative_to(DATA).with_suffix("").parts)
        for block in parse_document(content, file.name).code_blocks:
            lines = content[block.span.start : block.span.stop].decode().splitlines()[1:-1]
            text = "\n".join(lines)
            if (
                block.language in {"ts", "tsx"}
                and text.startswith("import ")
                and not PLACEHOLDER.search(text)
            ):
                modules[f"{place}-{block.first_line}.tsx"] = text + "\nexport {};\n"
    return modules


def test_every_program_type_checks(tmp_path: Path) -> None:
    modules = sorted(PROGRAMS.rglob("*.ts*"))
    assert len(modules) >= 24
    assert compiler_errors(tmp_path, modules) == ""


def test_every_documented_module_type_checks(tmp_path: Path) -> None:
    modules = documented_modules()
    assert len(modules) >= 15
    for name, text in modules.items():
        (tmp_path / name).write_text(text)
    assert compiler_errors(tmp_path, [tmp_path / name for name in sorted(modules)]) == ""


@pytest.mark.skipif(not FRAMEWORK, reason="KITC_FRAMEWORK names no checkout of the framework")
def test_programs_and_documented_modules_type_check_against_the_framework(tmp_path: Path) -> None:
    checkout = Path(FRAMEWORK).resolve()
    runtime = tmp_path / "jsx-runtime.d.ts"
    runtime.write_text("export declare const jsx: any, jsxs: any, Fragment: any;\n")
    api = checkout / "packages/api/index.ts"
    for name, text in documented_modules().items():
        (tmp_path / name).write_text(text)
    complaints = compiler_errors(
        tmp_path,
        sorted([*PROGRAMS.rglob("*.ts*"), *tmp_path.glob("*.tsx")]),
        declarations={"commonfabric": api, "@commonfabric/api": api, "commonfabric/jsx-runtime": runtime},
        types=(checkout / "packages/html/src/jsx.d.ts",),
    )
    assert complaints == ""


@pytest.mark.parametrize(
    ("good", "bad", "complaint"),
    [
        pytest.param("inbox.messages", "inbox.mesages", "'mesages'", id="a field that the result lacks"),
        pytest.param('title: "Inbox"', 'titel: "Inbox"', "'titel'", id="an argument that is not declared"),
        pytest.param("mail, limit }", "limit }", "'mail'", id="a required argument left out"),
        pytest.param('title: "Inbox"', "title: 7", "'number'", id="an argument of another type"),
        pytest.param("<cf-loader />", "<cf-lodder />", "'cf-lodder'", id="an element that does not exist"),
        pytest.param("<cf-screen>", '<cf-screen wide="no">', "'wide'", id="an attribute that does not exist"),
    ],
)
def test_a_mistake_in_a_composition_is_refused(tmp_path: Path, good: str, bad: str, complaint: str) -> None:
    source = (PROGRAMS / "mail/inbox-app.tsx").read_text()
    call = source.replace('"./', f'"{(PROGRAMS / "mail").as_uri()}/')
    place = call.index("const inbox")
    wrong = call[:place] + call[place:].replace(good, bad, 1)
    assert wrong != call
    module = tmp_path / "wrong.tsx"
    module.write_text(wrong)
    assert complaint in compiler_errors(tmp_path, [module])
