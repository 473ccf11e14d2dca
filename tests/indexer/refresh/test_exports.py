"""Index answers as a source: identities, declared schemas, and what is missing."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from indexer.corpus import Corpus
from indexer.identity import identities_of
from indexer.refresh import RefreshReport

MAIN = """\
import { pattern } from "commonfabric";
import type { Item } from "./item.ts";
export default pattern<{ items: Item[] }, { count: number }>(({ items }) => ({ count: items.length }));
"""
ITEM = "export interface Item { title: string; }\n"
PROGRAM = {"/main.tsx": MAIN, "/item.ts": ITEM}
IDENTITY = identities_of(PROGRAM, "/main.tsx")["/main.tsx"]
ARGUMENT = {
    "type": "object",
    "properties": {"items": {"type": "array", "items": {"$ref": "#/$defs/Item"}}},
    "required": ["items"],
    "$defs": {
        "Item": {"type": "object", "properties": {"title": {"type": "string"}}, "required": ["title"]},
    },
}
RESULT = {"type": "object", "properties": {"count": {"type": "number"}}, "required": ["count"]}
CONFIG = """
[[source]]
name = "frozen"
kind = "export"
root = "index.jsonl"

[[source]]
name = "runtime"
kind = "code"
root = "runtime"

[runtime]
modules = { commonfabric = "runtime/commonfabric.d.ts" }
"""
Write = Callable[..., Path]
Index = Callable[..., RefreshReport]


def answer(*, identity: str = IDENTITY, files: dict[str, str] = PROGRAM, **more: object) -> str:
    listed = [{"name": name, "contents": text} for name, text in files.items()]
    fields = {"patternId": identity, "program": {"main": "/main.tsx", "files": listed}}
    return json.dumps(fields | more) + "\n"


def frozen(write: Write, *lines: str) -> Path:
    runtime = "export declare function pattern<In, Out>(body: (input: In) => Out): (input: In) => Out;\n"
    return write({
        "corpus.toml": CONFIG,
        "index.jsonl": "".join(lines),
        "runtime/commonfabric.d.ts": runtime,
    })  # fmt: skip


def opened(folder: Path, index: Index) -> Corpus:
    index(folder)
    return Corpus.open(folder / "corpus.db")


def test_a_true_identity_is_verified(write: Write, index: Index) -> None:
    described = answer(description="Counts items.", tags=["count"], quality={"tier": "core", "rating": 4})
    with opened(frozen(write, described), index) as corpus:
        program = corpus.program(IDENTITY)
        assert corpus.problems() == ()
        assert corpus.open_passage(f"src:frozen/{IDENTITY}/item.ts").text == ITEM
    assert (program.identity, program.published_identity) == (IDENTITY, IDENTITY)
    assert program.identity_status == "verified"
    assert (program.description, program.tags) == ("Counts items.", ("count",))
    assert program.quality is not None
    assert (program.quality.tier, program.quality.rating) == ("core", 4)
    assert program.modules == (f"src:frozen/{IDENTITY}/main.tsx", f"src:frozen/{IDENTITY}/item.ts")


def test_a_false_identity_is_a_mismatch(write: Write, index: Index) -> None:
    other = "x" * 43
    with opened(frozen(write, answer(identity=other)), index) as corpus:
        program = corpus.program(other)
        (problem,) = corpus.problems()
    assert (program.identity, program.identity_status) == (IDENTITY, "mismatch")
    assert program.address == f"cf:pattern:{other}"
    assert (problem.kind, problem.message) == (
        "identity-mismatch",
        f"published as {other}, computed is {IDENTITY}",
    )


def test_an_identity_over_missing_files_is_unverifiable(write: Write, index: Index) -> None:
    with opened(frozen(write, answer(files={"/main.tsx": MAIN})), index) as corpus:
        program = corpus.program(IDENTITY)
        kinds = {problem.kind for problem in corpus.problems()}
    assert (program.identity, program.identity_status, program.status) == ("", "unverifiable", "incomplete")
    assert kinds == {"identity-unverifiable", "incomplete-program", "missing-import"}


def test_declared_schemas_that_are_true_are_no_problem(write: Write, index: Index) -> None:
    with opened(frozen(write, answer(argumentSchema=ARGUMENT, resultSchema=RESULT)), index) as corpus:
        assert corpus.problems() == ()


def test_declared_schemas_that_drifted_are_problems(write: Write, index: Index) -> None:
    old = {**RESULT, "properties": {"count": {"type": "string"}, "total": {"type": "number"}}}
    folder = frozen(write, answer(argumentSchema=ARGUMENT, resultSchema=old))
    with opened(folder, index) as corpus:
        problems = corpus.problems()
    assert {problem.kind for problem in problems} == {"schema-drift"}
    assert any("count: type" in problem.message for problem in problems)
    assert any("total" in problem.message for problem in problems)


def test_new_words_of_an_index_are_taken_over(write: Write, index: Index) -> None:
    folder = frozen(write, answer(description="old"))
    index(folder)
    frozen(write, answer(description="new", resultSchema={"type": "string"}))
    report = index(folder)
    whole = index(folder, name="whole.db", full=True)
    assert (report.mode, report.parsed) == ("incremental", 0)
    assert report.content_digest == whole.content_digest
    assert report.problems["schema-drift"] >= 1
    with Corpus.open(folder / "corpus.db") as corpus:
        assert corpus.program(IDENTITY).description == "new"


def test_a_source_with_refused_answers_is_partial(write: Write, index: Index) -> None:
    with opened(frozen(write, answer(), "{}\n"), index) as corpus:
        source = corpus.list_sources()[0]
    assert (source.status, source.reason, source.programs) == ("partial", "1 answers were refused", 1)


def test_a_missing_export_is_explicit(write: Write, index: Index) -> None:
    folder = frozen(write, answer())
    (folder / "index.jsonl").unlink()
    with opened(folder, index) as corpus:
        source = corpus.list_sources()[0]
    assert (source.status, source.reason) == ("missing", "cannot be read: No such file or directory")


@pytest.mark.parametrize("other", ["", "// a change\n"])
def test_one_pattern_may_depend_on_another_by_identity(write: Write, index: Index, other: str) -> None:
    user = {
        "/main.tsx": other + 'import { pattern } from "commonfabric";\n'
        f'import counter from "cf:pattern:{IDENTITY}";\n'
        "export default pattern<{ list: { title: string }[] }, { count: number }>(({ list }) =>\n"
        "  counter({ items: list }));\n"
    }
    identity = identities_of(user, "/main.tsx")["/main.tsx"]
    with opened(frozen(write, answer(), answer(identity=identity, files=user)), index) as corpus:
        (needed,) = corpus.program(identity).dependencies
        assert (needed.identity, needed.status, needed.program) == (
            IDENTITY,
            "indexed",
            f"cf:pattern:{IDENTITY}",
        )
        assert [link.origin for link in corpus.follow(f"cf:pattern:{IDENTITY}").incoming] == [
            f"cf:pattern:{identity}"
        ]


READER = """\
import { dataFile, pattern } from "commonfabric";
export default pattern<{}, { text: string }>(() => ({ text: dataFile("./words.txt") }));
"""


def test_data_files_of_an_answer_enter_its_identity(write: Write, index: Index) -> None:
    files = {"/main.tsx": READER, "/words.txt": "a\nb\n"}
    identity = identities_of(files, "/main.tsx", data_files=("/words.txt",))["/main.tsx"]
    with opened(frozen(write, answer(identity=identity, files=files)), index) as corpus:
        program = corpus.program(identity)
        assert corpus.open_passage(f"src:frozen/{identity}/words.txt").text == "a\nb\n"
        assert corpus.problems() == ()
    assert (program.identity_status, program.status) == ("verified", "complete")


def test_data_files_of_a_folder_are_read_and_watched(write: Write, index: Index, folder: Path) -> None:
    write({"programs/list.tsx": READER, "programs/words.txt": "a\n"})
    files = {"/list.tsx": READER, "/words.txt": "a\n"}
    expected = identities_of(files, "/list.tsx", data_files=("/words.txt",))["/list.tsx"]
    index(folder)
    with Corpus.open(folder / "corpus.db") as corpus:
        assert corpus.program("list.tsx").identity == expected
    assert index(folder).mode == "unchanged"
    write({"programs/words.txt": "b\n"})
    piecewise, whole = index(folder), index(folder, name="whole.db", full=True)
    assert (piecewise.mode, piecewise.content_digest) == ("incremental", whole.content_digest)
    with Corpus.open(folder / "corpus.db") as corpus:
        assert corpus.program("list.tsx").identity not in ("", expected)


def test_a_data_file_that_is_missing_makes_the_identity_unknown(
    write: Write, index: Index, folder: Path
) -> None:
    write({"programs/list.tsx": READER})
    assert index(folder).problems["data-file"] == 1
    with Corpus.open(folder / "corpus.db") as corpus:
        program = corpus.program("list.tsx")
    assert (program.identity, program.identity_status, program.status) == ("", "unverifiable", "incomplete")
