import json
from pathlib import Path

import pytest

from kitc.base.kit import parse_kit
from kitc.cli.main import main

DATA = Path(__file__).parents[3] / "data"


def build(tmp_path: Path, database: Path, *words: str) -> int:
    return main(["build", *words, "--db", str(database), "--out", str(tmp_path / "kit.json")])


def test_plain_words_and_a_schema_file_make_a_kit(
    tmp_path: Path, starter_database: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    schema = tmp_path / "mail.json"
    grant = {
        "description": "Mail database: tables messages and message_labels",
        "schema": {"asCell": ["sqlite"]},
    }
    schema.write_text(json.dumps(grant))
    code = build(
        tmp_path, starter_database, "a simple list of my email inbox", "--grant", f"cfh:a:7f3k={schema}"
    )
    assert code == 0
    kit = parse_kit((tmp_path / "kit.json").read_text())
    assert [item.token for item in kit.inputs.available] == ["cfh:a:7f3k"]
    assert "run" in capsys.readouterr().out


def test_the_same_build_does_no_new_work(
    tmp_path: Path, starter_database: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    task = str(DATA / "tasks" / "inbox" / "task.json")
    build(tmp_path, starter_database, task)
    before = (tmp_path / "kit.run.json").read_bytes()
    build(tmp_path, starter_database, task)
    assert "unchanged, no new work" in capsys.readouterr().out
    assert (tmp_path / "kit.run.json").read_bytes() == before


def test_an_incomplete_kit_is_exit_3_and_still_written(tmp_path: Path, starter_database: Path) -> None:
    assert build(tmp_path, starter_database, "florp the quantum wibble") == 3
    assert parse_kit((tmp_path / "kit.json").read_text()).status == "incomplete"


def test_a_missing_database_is_an_incomplete_kit(tmp_path: Path) -> None:
    assert build(tmp_path, tmp_path / "none.db", "my inbox") == 3
    assert "none.db" in (tmp_path / "kit.json").read_text()


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["x", "--grant", "cfh:a:1"], "is no grant, expected TOKEN=SCHEMA.json"),
        (["x", "--grant", "cfh:a:1=none.json"], "cannot be read as JSON"),
        (["none.json"], "none.json: cannot be read"),
    ],
)
def test_bad_arguments_are_named(
    words: list[str], message: str, tmp_path: Path, starter_database: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert build(tmp_path, starter_database, *words) == 3
    assert message in capsys.readouterr().err


def test_a_kit_is_shown_compared_asked_and_recorded(
    tmp_path: Path, starter_database: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    kit = str(tmp_path / "kit.json")
    build(tmp_path, starter_database, str(DATA / "tasks" / "spending-by-month" / "task.json"))
    assert main(["show", kit, "--format", "md"]) == 0
    assert main(["show", kit]) == 0
    assert main(["show", kit, "--format", "source"]) == 0
    assert "export default" in capsys.readouterr().out
    assert main(["diff", kit, kit]) == 0
    assert main(["ask", kit, "What fields does a wish give back?", "--db", str(starter_database)]) == 0
    assert "Result shape" in capsys.readouterr().out
    assert main(["provenance", kit, "--identity", "A" * 43]) == 0
    assert main(["provenance", kit, "--identity", "A" * 43]) == 0
    assert len(json.loads((tmp_path / "provenance.json").read_text())["derivations"]) == 1


@pytest.mark.parametrize("name", ["task", "kit", "run", "draft", "provenance", "tools"])
def test_each_format_has_a_schema(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["schema", name]) == 0
    assert json.loads(capsys.readouterr().out)


def test_a_broken_kit_is_refused_with_its_place(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "kit.json").write_text("{}")
    assert main(["show", str(tmp_path / "kit.json")]) == 3
    assert "status: Field required" in capsys.readouterr().err
