import json
from pathlib import Path

import pytest

from kitc.cli.main import main


def _run(capsys: pytest.CaptureFixture[str], database: Path, *words: str) -> str:
    assert main(["contract", *words, "--db", str(database)]) == 0
    return capsys.readouterr().out


def test_a_pattern_is_one_json_object_and_all_are_one_a_line(
    starter_database: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = _run(capsys, starter_database, "--all", "--json").splitlines()
    first = json.loads(lines[0])
    assert list(first) == ["pattern", "identity", "status", "unresolved", "argumentSchema", "resultSchema"]
    assert json.loads(_run(capsys, starter_database, first["pattern"], "--json")) == first
    assert len(lines) > 20


def test_schemas_read_as_typescript_and_as_text(
    starter_database: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    name = json.loads(_run(capsys, starter_database, "--all", "--json").splitlines()[0])["pattern"]
    assert "interface PatternArgument {" in _run(capsys, starter_database, name, "--ts")
    text = _run(capsys, starter_database, name)
    assert "argument: {" in text
    assert "#L" in text


@pytest.mark.parametrize(
    ("words", "message"),
    [
        pytest.param((), "kitc: kitc contract: name one pattern, or --all\n", id="no pattern"),
        pytest.param(("nowhere.tsx",), "nowhere.tsx", id="an unknown pattern"),
    ],
)
def test_what_cannot_be_answered_is_refused(
    words: tuple[str, ...], message: str, starter_database: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["contract", *words, "--db", str(starter_database)]) == 3
    assert message in capsys.readouterr().err
