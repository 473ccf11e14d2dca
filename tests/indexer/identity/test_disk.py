from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from indexer.base.errors import SourceRefused
from indexer.identity import identities_of
from indexer.identity.components import components_of
from indexer.identity.disk import ProgramFolder, common_root, identify_files
from indexer.identity.targets import find_target


def _write(root: Path, files: dict[str, bytes]) -> None:
    for name, content in files.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_bytes(content)


def test_a_program_on_disk_has_the_identities_of_its_closure_alone(tmp_path: Path) -> None:
    _write(
        tmp_path,
        {"d/main.tsx": b'import "../a.ts";\r\n', "a.ts": b"\xef\xbb\xbfexport {};\xff", "other.ts": b""},
    )
    found = identify_files(ProgramFolder(tmp_path), tmp_path / "d/main.tsx")
    assert found == identities_of(
        {"/d/main.tsx": 'import "../a.ts";\n', "/a.ts": "\ufeffexport {};\ufffd"}, "/d/main.tsx"
    )


def test_data_that_the_source_reads_and_data_that_is_attached_enter_the_entry(tmp_path: Path) -> None:
    main = b'import { dataFile } from "commonfabric";\nexport default dataFile("./words.txt");\n'
    _write(tmp_path, {"main.ts": main, "words.txt": b"tea\r\n", "more.txt": b"cup"})
    found = identify_files(ProgramFolder(tmp_path), tmp_path / "main.ts", data_files=[tmp_path / "more.txt"])
    files = {"/main.ts": main.decode(), "/words.txt": "tea\r\n", "/more.txt": "cup"}
    assert found == identities_of(files, "/main.ts", data_files=["/words.txt", "/more.txt"])


def test_a_test_entry_brings_its_own_closure(tmp_path: Path) -> None:
    _write(
        tmp_path,
        {"main.ts": b"export {};", "main.test.ts": b'import "./main.ts"; import "./kit.ts";', "kit.ts": b""},
    )
    found = identify_files(ProgramFolder(tmp_path), tmp_path / "main.ts", tests=[tmp_path / "main.test.ts"])
    files = {
        "/main.ts": "export {};",
        "/main.test.ts": 'import "./main.ts"; import "./kit.ts";',
        "/kit.ts": "",
    }
    assert found == identities_of(files, "/main.ts", source_roots=["/main.test.ts"])
    assert found != identities_of(files, "/main.ts")
    assert found == identities_of(
        files, "/main.ts", source_roots=["/main.test.ts", "/main.ts", "/main.test.ts"]
    )


REFUSED = (
    pytest.param({"main.ts": b'import "./gone.ts";'}, "/main.ts:1: /gone.ts is no file here", id="missing module"),
    pytest.param({"main.ts": b'\nimport "./a";', "a.ts": b""}, "/main.ts:2: /a is no file here", id="guessed ending"),
    pytest.param({"main.ts": b'import "../a.ts";'}, '/main.ts:1: import "../a.ts" climbs above the program root', id="above the root"),
    pytest.param(
        {"main.ts": b'import "lodash";'},
        '/main.ts:1: import "lodash" is neither a file, nor a runtime module, nor a cf: reference',
        id="package",
    ),
    pytest.param(
        {"main.ts": b'import { dataFile } from "commonfabric"; dataFile("./gone.txt");'},
        "/gone.txt: is read as data by the program, but is no file under its root",
        id="missing data",
    ),
    pytest.param(
        {"main.ts": b'import { dataFile } from "commonfabric"; dataFile("./a.bin");', "a.bin": b"a\xff"},
        "/a.bin: byte 1 is not UTF-8; a data file must be text",
        id="data that is no text",
    ),
)  # fmt: skip


@pytest.mark.parametrize("files, message", REFUSED)
def test_a_program_that_is_not_whole_is_refused_with_the_place(
    tmp_path: Path, files: dict[str, bytes], message: str
) -> None:
    _write(tmp_path, files)
    with pytest.raises(SourceRefused) as refused:
        identify_files(ProgramFolder(tmp_path), tmp_path / "main.ts")
    assert str(refused.value) == message


def test_a_module_cannot_be_attached_as_data_and_data_must_exist(tmp_path: Path) -> None:
    _write(tmp_path, {"main.ts": b'import "./a.ts";', "a.ts": b""})
    folder = ProgramFolder(tmp_path)
    with pytest.raises(
        SourceRefused, match=r"^/a.ts: is a module of the program, so it cannot be attached as data$"
    ):
        identify_files(folder, tmp_path / "main.ts", data_files=[tmp_path / "a.ts"])
    with pytest.raises(SourceRefused, match=r"^/gone.txt: is no file below the program root"):
        identify_files(folder, tmp_path / "main.ts", data_files=[tmp_path / "gone.txt"])


ENDINGS = [
    ".ts",
    ".tsx",
    ".js",
    ".jsx",
    ".mts",
    ".mjs",
    ".d.ts",
    "/index.ts",
    "/index.tsx",
    "/index.js",
    "/index.jsx",
    "/index.mts",
    "/index.mjs",
]


@pytest.mark.parametrize("later", range(14), ids=[*ENDINGS, "the name itself"])
def test_endings_are_tried_in_their_order(later: int) -> None:
    names = ["/b" + ending for ending in (*ENDINGS, "")]
    assert find_target("./b", "/a.ts", names[later:]) == names[later]


def test_nothing_outside_the_root_is_read(tmp_path: Path) -> None:
    _write(tmp_path, {"root/main.ts": b'import "./link.ts";', "secret.ts": b"export {};"})
    (tmp_path / "root/link.ts").symlink_to(tmp_path / "secret.ts")
    with pytest.raises(SourceRefused):
        identify_files(ProgramFolder(tmp_path / "root"), tmp_path / "root/main.ts")
    with pytest.raises(SourceRefused):
        identify_files(ProgramFolder(tmp_path / "root"), tmp_path / "secret.ts")


def test_the_root_of_several_files_is_their_deepest_common_folder(tmp_path: Path) -> None:
    assert common_root([tmp_path / "a/b/c.ts"]) == tmp_path.resolve() / "a/b"
    assert common_root([tmp_path / "a/b/c.ts", tmp_path / "a/d.ts"]) == tmp_path.resolve() / "a"


NAMES = [f"/{name}.ts" for name in "abcdef"]


@given(st.dictionaries(st.sampled_from(NAMES), st.sets(st.sampled_from(NAMES)), min_size=1))
def test_identities_do_not_depend_on_the_order_of_files(graph: dict[str, set[str]]) -> None:
    files = {
        name: "".join(f'import ".{target}";' for target in sorted(graph.get(name, ()))) for name in NAMES
    }
    backwards = dict(reversed(files.items()))
    assert identities_of(files, NAMES[0]) == identities_of(backwards, NAMES[0])


@given(st.dictionaries(st.integers(0, 8), st.lists(st.integers(0, 8)), min_size=1))
def test_components_are_cycles_and_stand_after_what_they_depend_on(graph: dict[int, list[int]]) -> None:
    edges = {
        str(name): [str(target) for target in targets if target in graph] for name, targets in graph.items()
    }
    reach = {name: {name} for name in edges}
    for _round in edges:
        for name, targets in edges.items():
            for target in targets:
                reach[name] |= reach[target]
    done: set[str] = set()
    for component in components_of(edges):
        done.update(component)
        assert all(reach[name] <= done for name in component)
        assert all(
            set(component) == {other for other in reach[name] if name in reach[other]} for name in component
        )
    assert done == edges.keys()


def test_a_long_chain_of_imports_is_hashed() -> None:
    files = {f"/m{step}.ts": f'import "./m{step + 1}.ts";' for step in range(3000)} | {"/m3000.ts": ""}
    assert len(identities_of(files, "/m0.ts")) == 3001
