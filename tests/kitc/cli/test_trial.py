import json
import shutil
from pathlib import Path

import pytest

from indexer.corpus import Corpus
from indexer.refresh import RefreshOptions, refresh
from kitc.cli import main
from tests.kitc.trial.test_trial import model_that_submits
from tests.kitc.wire.messages_server import MessagesServer

DATA = Path(__file__).parents[3] / "data"
TASK = str(DATA / "tasks" / "inbox-unread")
LIMITS = ("--tokens", "500000")


@pytest.fixture(autouse=True)
def no_service(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("ANTHROPIC_API_KEY", "ANTHROPIC_AUTH_TOKEN", "ANTHROPIC_BASE_URL", "KITC_MODEL"):
        monkeypatch.delenv(name, raising=False)


def test_trials_are_written_down_with_table_and_picture(
    starter: Corpus,
    starter_database: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    with MessagesServer(model_that_submits(starter)) as server:
        monkeypatch.setenv("ANTHROPIC_API_KEY", "k")
        monkeypatch.setenv("ANTHROPIC_BASE_URL", server.url)
        common = ["--db", str(starter_database), "--out", str(tmp_path), *LIMITS]
        assert main(["trial", TASK, "--conditions", "offline,claude", *common]) == 0
        assert main(["trial", TASK, "--conditions", "claude", *common]) == 0
    record = json.loads((tmp_path / "trials.json").read_text())
    assert [(one["condition"], one["attempt"]) for one in record["trials"]] == [
        ("offline", 1), ("claude", 1), ("claude", 2),
    ]  # fmt: skip
    assert record["probe"]["input"] == 16
    assert {file.name for file in tmp_path.iterdir()} == {
        "kits", "summary.json", "table.txt", "trials.json", "trials.svg",
    }  # fmt: skip
    assert (tmp_path / "kits" / "claude" / "inbox-unread.2.run.json").is_file()
    assert capsys.readouterr().out.endswith((tmp_path / "table.txt").read_text())
    assert main(["trial", "--compare", str(tmp_path), str(tmp_path)]) == 0


def test_a_folder_with_other_controls_is_refused(
    starter_database: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    common = ["--db", str(starter_database), "--out", str(tmp_path)]
    assert main(["trial", TASK, *common, *LIMITS]) == 0
    before = (tmp_path / "trials.json").read_text()
    assert main(["trial", TASK, *common, "--tokens", "7"]) == 3
    assert "task inbox-unread differs in budget" in capsys.readouterr().err
    assert (tmp_path / "trials.json").read_text() == before


def test_without_a_key_no_trial_starts(
    starter_database: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "out"
    command = [
        "trial",
        TASK,
        "--conditions",
        "offline,claude",
        "--db",
        str(starter_database),
        "--out",
        str(out),
    ]
    assert main(command) == 3
    assert "ANTHROPIC_API_KEY: is not set" in capsys.readouterr().err
    assert not out.exists()


@pytest.mark.parametrize(
    "words", [["trial"], ["trial", TASK], ["trial", TASK, "--out", "x", "--attempts", "0"]]
)
def test_a_trial_of_nothing_is_refused(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(words) == 3
    assert "kitc trial: expected tasks, --out DIR and --attempts of at least 1" in capsys.readouterr().err


def test_build_asks_the_model_and_replay_needs_none(
    starter: Corpus,
    starter_database: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    kit, database = tmp_path / "kit.json", ["--db", str(starter_database)]
    with MessagesServer(model_that_submits(starter)) as server:
        monkeypatch.setenv("ANTHROPIC_API_KEY", "k")
        monkeypatch.setenv("ANTHROPIC_BASE_URL", server.url)
        monkeypatch.setenv("KITC_MODEL", "claude-from-environment")
        command = ["build", f"{TASK}/task.json", "--policy", "claude", *LIMITS, "--out", str(kit), *database]
        assert main(command) == 0
        assert {request["model"] for request in server.requests} == {"claude-from-environment"}
        assert main([*command, "--model", "claude-named", "--fresh", "--verbose"]) == 0
        assert server.requests[-1]["model"] == "claude-named"
    said = capsys.readouterr()
    assert "2 model calls: 200 input, 100 output, 0 cache write, 0 cache read tokens" in said.out
    assert "[tool] submit_kit" in said.err
    with MessagesServer(model_that_submits(starter)) as server:
        monkeypatch.setenv("ANTHROPIC_BASE_URL", server.url)
        question = ["ask", str(kit), "How is an error shown?", "--policy", "claude", *LIMITS, *database]
        main([*question, "--out", str(tmp_path / "answer.json")])
        assert "How is an error shown?" in server.requests[0]["messages"][0]["content"][0]["text"]
    again = tmp_path / "again.json"
    assert main(["replay", str(tmp_path / "kit.run.json"), "--out", str(again), *database]) == 0
    assert again.read_bytes() == kit.read_bytes()
    assert capsys.readouterr().out.splitlines()[-1].startswith("same kit: ")


def test_replay_over_a_changed_corpus_says_what_differs(
    starter_database: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    kit = tmp_path / "kit.json"
    main(["build", f"{TASK}/task.json", "--out", str(kit), "--db", str(starter_database)])
    copy = tmp_path / "data"
    shutil.copytree(DATA, copy, ignore=shutil.ignore_patterns("tasks", "*.db"))
    (copy / "docs" / "composition" / "composing.md").unlink()
    refresh(copy / "corpus.toml", tmp_path / "corpus.db", options=RefreshOptions(jobs=1))
    capsys.readouterr()
    assert main(["replay", str(tmp_path / "kit.run.json"), "--db", str(tmp_path / "corpus.db")]) == 3
    said = capsys.readouterr().out
    assert said.startswith("another kit: recorded ")
    assert "another corpus: recorded " in said
    assert "  gone: doc:starter/composition/composing.md#import-by-identity: " in said
    assert "is answered otherwise" in said


def test_without_a_key_build_says_so_or_falls_back(
    starter_database: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    kit = tmp_path / "kit.json"
    command = [
        "build",
        f"{TASK}/task.json",
        "--policy",
        "claude",
        "--out",
        str(kit),
        "--db",
        str(starter_database),
    ]
    assert main(command) == 3
    assert capsys.readouterr().err.startswith("kitc: ANTHROPIC_API_KEY: is not set, expected a key")
    assert not kit.exists()
    assert main([*command, "--fallback"]) == 0
    gaps = json.loads(kit.read_text())["gaps"]
    assert gaps[0]["what"].startswith("no model took part: ANTHROPIC_API_KEY: is not set")
