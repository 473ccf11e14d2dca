"""The task fixtures: tasks of the form, and expectations that the starter corpus can meet."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from indexer.parse.markdown import parse_document
from kitc.base.task import Task, read_task

DATA = Path(__file__).parents[2] / "data"
CASES = sorted(path.parent for path in (DATA / "tasks").glob("*/task.json"))
FIELDS = {
    "why": str,
    "exclude": list,
    "approach": list,
    "status": list,
    "patterns": dict,
    "unused": list,
    "inputs": dict,
    "missing": list,
    "consumed": dict,
    "gap": list,
    "sources": list,
    "absent": list,
}
each_case = pytest.mark.parametrize("case", CASES, ids=[case.name for case in CASES])


def read_expected(case: Path) -> dict[str, Any]:
    """The expectation of *case*."""
    expected: dict[str, Any] = json.loads((case / "expected.json").read_text())
    return expected


def source_of(path: str) -> str:
    """The entry module that ``<source>/<path>`` names."""
    assert path.startswith("starter/"), path
    return (DATA / "programs" / path.removeprefix("starter/")).read_text()


def test_there_are_24_cases() -> None:
    assert len(CASES) == 24


@each_case
def test_the_expectation_has_its_form(case: Path) -> None:
    expected = read_expected(case)
    assert {name: type(value) for name, value in expected.items()} == FIELDS
    assert set(expected["approach"]) <= {"run", "compose", "author", "answer"}
    assert set(expected["status"]) <= {"complete", "conditional", "incomplete"}
    assert set(expected["patterns"].values()) <= {"direct", "compose", "reference"}


@each_case
def test_named_programs_exist_and_are_not_excluded(case: Path) -> None:
    expected = read_expected(case)
    named = {*expected["patterns"], *expected["inputs"], *expected["consumed"]}
    for path in sorted({*named, *expected["exclude"], *expected["unused"]}):
        source_of(path)
    assert named.isdisjoint(expected["exclude"])


@each_case
def test_expected_arguments_and_fields_are_declared(case: Path) -> None:
    expected = read_expected(case)
    declared = [(path, list(arguments)) for path, arguments in expected["inputs"].items()]
    for path, names in [*declared, *expected["consumed"].items()]:
        for name in names:
            assert re.search(rf"^  {name}\??:", source_of(path), re.MULTILINE), (path, name)


@each_case
def test_expected_tokens_are_granted(case: Path) -> None:
    task: Task = read_task(case / "task.json")
    expected = read_expected(case)
    tokens = {token for feeds in expected["inputs"].values() for bound in feeds.values() for token in bound}
    assert tokens <= set(task.tokens())
    assert bool(expected["missing"]) == ("conditional" in expected["status"])


@each_case
def test_cited_sections_exist(case: Path) -> None:
    for address in read_expected(case)["sources"]:
        path, slug = address.removeprefix("doc:starter/").split("#")
        document = parse_document((DATA / "docs" / path).read_bytes(), path)
        assert slug in {section.slug for section in document.sections}
