"""kitc search and kitc eval, as commands."""

import json
from pathlib import Path

import pytest

from kitc.cli import main

CORPUS = """
[[source]]
name = "guide"
kind = "docs"
root = "docs"
"""


@pytest.fixture
def database(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Path:
    """Two documents, indexed."""
    (tmp_path / "docs").mkdir()
    (tmp_path / "corpus.toml").write_text(CORPUS, encoding="utf-8")
    (tmp_path / "docs/cells.md").write_text(
        "# Cells\n\nA cell holds a value.\n\n## Writing\n\nCall set.\n", "utf-8"
    )
    (tmp_path / "docs/lists.md").write_text("# Lists\n\nA list has items.\n", "utf-8")
    file = tmp_path / "made.db"
    assert main(["index", "--config", str(tmp_path / "corpus.toml"), "--db", str(file)]) == 0
    capsys.readouterr()
    return file


def test_search_prints_addresses_best_first(database: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["search", "items of a list", "--db", str(database)]) == 0
    first, kind, snippet, *_ = capsys.readouterr().out.splitlines()
    assert first.endswith("doc:guide/lists.md#lists")
    assert kind == "       section: Lists"
    assert "[list]" in snippet


def test_search_without_words_says_so(database: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["search", "", "--db", str(database)]) == 0
    assert capsys.readouterr().out == "nothing found\n"


def test_a_batch_answers_line_by_line(
    database: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    queries = tmp_path / "queries.jsonl"
    queries.write_text('{"id": "a", "query": "cell", "in": "docs"}\n\n{"id": "b", "query": ""}\n', "utf-8")
    assert main(["search", "--queries", str(queries), "--json", "--db", str(database)]) == 0
    first, second = map(json.loads, capsys.readouterr().out.splitlines())
    assert first["id"] == "a"
    assert first["results"][0]["address"] == "doc:guide/cells.md#cells"
    assert second["results"] == []
    assert set(first) == {"id", "results", "ms"}


def test_a_line_that_is_no_question_is_refused(
    database: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    queries = tmp_path / "queries.jsonl"
    queries.write_text('{"id": "a"}\n', "utf-8")
    assert main(["search", "--queries", str(queries), "--db", str(database)]) == 3
    expected = f'kitc: {queries}:1: is no question, expected {{"id": text, "query": text, "in": set}}\n'
    assert capsys.readouterr().err == expected


def test_eval_measures_a_file_of_questions(
    database: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    questions = tmp_path / "docs.jsonl"
    lines = [
        {"id": "a", "query": "what holds a value", "answers": ["cells.md#cells"], "note": "right"},
        {"id": "b", "query": "items", "answers": ["cells.md"]},
    ]
    questions.write_text("".join(json.dumps(line) + "\n" for line in lines), "utf-8")
    assert main(["eval", str(questions), "--json", "--db", str(database)]) == 0
    (report,) = json.loads(capsys.readouterr().out)
    assert report["summary"]["questions"] == 2
    assert report["summary"]["hits"]["1"] == 0.5
    assert [outcome["rank"] for outcome in report["outcomes"]] == [1, None]


@pytest.mark.parametrize(
    "name", sorted((Path(__file__).parents[2] / "eval").glob("*.jsonl")), ids=lambda f: f.stem
)
def test_our_own_questions_are_questions(name: Path) -> None:
    from kitc.cli.eval import read_questions  # noqa: PLC0415 - the command is imported when it is used

    assert all(question.answers for question in read_questions(name))


@pytest.mark.parametrize(
    ("content", "trouble"),
    [
        pytest.param(b"\xff", "is no UTF-8 text", id="bytes"),
        pytest.param(b"[" * 100_000, "is no JSON", id="nested deeper than Python reads"),
        pytest.param(b"1" * 5_000, "is no JSON", id="a number longer than Python reads"),
        pytest.param(b"{", "is no JSON", id="cut off"),
        pytest.param(b'{"id": {"a": 1}, "query": "cell", "answers": ["x"]}', "is no question", id="an id"),
        pytest.param(b'{"id": "a", "query": "cell", "answers": []}', "is no question", id="no answers"),
        pytest.param(None, "cannot be read", id="no file"),
    ],
)
def test_bad_questions_are_refused_in_one_line(
    database: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], content: bytes | None, trouble: str
) -> None:
    file = tmp_path / "questions.jsonl"
    if content is not None:
        file.write_bytes(content)
    commands = [["eval", str(file)]]
    if b"answers" not in (content or b"") or b'"id": {' in (content or b""):
        commands.append(["search", "--queries", str(file)])
    for command in commands:
        assert main([*command, "--db", str(database)]) == 3
        error = capsys.readouterr().err
        assert error.startswith(f"kitc: {file}")
        assert trouble in error
        assert error.count("\n") == 1


def test_a_line_separator_inside_a_text_ends_no_line(
    database: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "queries.jsonl"
    file.write_text('{"id": "a\u2028b", "query": "cell"}\n', "utf-8")
    assert main(["search", "--queries", str(file), "--db", str(database)]) == 0
    assert '"id": "a\u2028b"' in capsys.readouterr().out


def test_a_word_that_is_no_text_is_refused_in_one_line(
    database: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["search", "cell", "--source", "\udcff", "--db", str(database)]) == 3
    assert capsys.readouterr().err == "kitc: '\\udcff': is no UTF-8 text\n"
