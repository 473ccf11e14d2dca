from argparse import ArgumentParser, Namespace
from pathlib import Path

import pytest

from indexer.base.errors import DatabaseRefused
from kitc.base.errors import TaskRefused
from kitc.cli.mcp import TOKEN, add_arguments, host_of, token_of


def parsed(*words: str) -> Namespace:
    parser = ArgumentParser()
    add_arguments(parser)
    return parser.parse_args(words)


def test_a_database_that_is_not_there_is_refused_before_anything_is_served(tmp_path: Path) -> None:
    with pytest.raises(DatabaseRefused) as refused:
        host_of(parsed("--db", str(tmp_path / "none.db")))
    assert str(refused.value) == f"{tmp_path / 'none.db'}: is not there: build it with kitc index"


def test_grants_of_a_task_become_those_of_the_server(starter_database: Path) -> None:
    task = Path(__file__).parents[3] / "data" / "tasks" / "inbox" / "task.json"
    host = host_of(parsed("--db", str(starter_database), "--grants", str(task)))
    assert [grant.token for grant in host.grants] == ["cfh:a:7f3k"]


def test_the_token_stands_in_a_file_or_in_the_environment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(TOKEN, "from-the-environment")
    assert token_of(parsed("--http")) == "from-the-environment"
    file = tmp_path / "token"
    file.write_text("from-the-token-file\n")
    assert token_of(parsed("--http", "--token-file", str(file))) == "from-the-token-file"


@pytest.mark.parametrize(
    ("words", "token", "message"),
    (
        pytest.param(
            (), "", f"{TOKEN}: holds no token, expected at least 16 printable ASCII letters", id="no token"
        ),
        pytest.param(
            (),
            "short",
            f"{TOKEN}: holds no token, expected at least 16 printable ASCII letters",
            id="a token that can be guessed",
        ),
        pytest.param(
            (),
            "ééééééééééééééééé",
            f"{TOKEN}: holds no token, expected at least 16 printable ASCII letters",
            id="a token that no header can carry",
        ),
        pytest.param(
            ("--host", "0.0.0.0"),  # noqa: S104 - what must not be
            "a-token-of-the-tests",
            "--host 0.0.0.0: is not this machine, expected 127.0.0.1, ::1, localhost",
            id="every address of the machine",
        ),
    ),
)
def test_http_is_refused_without_a_secret_or_beyond_this_machine(
    monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...], token: str, message: str
) -> None:
    monkeypatch.setenv(TOKEN, token)
    with pytest.raises(TaskRefused) as refused:
        token_of(parsed("--http", *words))
    assert str(refused.value) == message
