"""The commands that index and read, as a shell runs them."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from kitc.cli import main

FILES = {
    "data/corpus.toml": '[[source]]\nname = "s"\nkind = "docs"\nroot = "docs"\n',
    "data/docs/a.md": "# Alpha\n\nSee [beta](b.md).\n\n## Part\n\ntext\n",
    "data/docs/b.md": "# Beta\n\n[gone](gone.md)\n",
}


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a corpus, as the working folder."""
    for name, text in FILES.items():
        file = tmp_path / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("KITC_DB", raising=False)
    return tmp_path


@pytest.fixture
def indexed(place: Path, capsys: pytest.CaptureFixture[str]) -> Path:
    """The same, indexed."""
    assert main(["index"]) == 0
    capsys.readouterr()
    return place


def test_index_tells_what_it_did(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["index"]) == 0
    database = place / "data" / "corpus.db"
    assert capsys.readouterr().out.splitlines() == [
        f"{database}: built, 2 files parsed: 2 documents, 0 modules, 0 programs",
        "problems: 1 broken-link (kitc list problems)",
    ]
    assert main(["index", "--json"]) == 0
    report = json.loads(capsys.readouterr().out)
    assert (report["mode"], report["parsed"], report["problems"]) == ("unchanged", 0, {"broken-link": 1})


def test_strict_makes_problems_an_error(place: Path) -> None:
    assert main(["index", "--strict"]) == 3
    (place / "data" / "docs" / "b.md").write_text("# Beta\n")
    assert main(["index", "--strict"]) == 0


@pytest.mark.usefixtures("place")
def test_a_missing_config_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["index", "--config", "none.toml"]) == 3
    assert capsys.readouterr().err == "kitc: none.toml: cannot be read: No such file or directory\n"


def test_reading_before_indexing_says_what_to_do(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["open", "doc:s/a.md"]) == 3
    data = place / "data"
    expected = (
        f"kitc: {data / 'corpus.db'}: is not there yet: run kitc index --config {data / 'corpus.toml'}\n"
    )
    assert capsys.readouterr().err == expected


@pytest.mark.usefixtures("indexed")
def test_open_prints_the_passage(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["open", "doc:s/a.md#part"]) == 0
    assert capsys.readouterr().out == "## Part\n\ntext\n"


@pytest.mark.usefixtures("indexed")
def test_open_prints_a_part_and_the_address_of_the_rest(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["open", "doc:s/a.md", "--max-bytes", "10"]) == 0
    shown = capsys.readouterr()
    assert shown.out == "# Alpha\n\n"
    assert shown.err == "truncated: 33 bytes follow, go on with doc:s/a.md@9-42\n"
    assert main(["open", "doc:s/a.md", "--lines", "5-5", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["text"] == "## Part\n"


@pytest.mark.usefixtures("indexed")
def test_open_refuses_other_bytes(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["open", "doc:s/a.md", "--digest", "0" * 64]) == 3
    assert "expected 0000" in capsys.readouterr().err


@pytest.mark.usefixtures("indexed")
def test_follow_and_list_show_addresses(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["follow", "doc:s/b.md#beta"]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "      to  gone.md  gone  (broken)",
        "    from  doc:s/a.md#alpha  beta",
    ]
    assert main(["list", "documents"]) == 0
    assert capsys.readouterr().out == "doc:s/a.md  Alpha\ndoc:s/b.md  Beta\n"
    assert main(["list"]) == 0
    assert capsys.readouterr().out == "s  docs  complete  2 documents, 0 modules, 0 programs\n"
    assert main(["list", "problems"]) == 0
    assert capsys.readouterr().out == (
        "s/b.md:3: warning: broken-link: link to 'gone.md': docs/gone.md is in no source\n"
    )


def test_verify_tells_changed_files(indexed: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify"]) == 0
    (indexed / "data" / "docs" / "a.md").write_text("# Other\n")
    (indexed / "data" / "docs" / "b.md").unlink()
    (indexed / "data" / "docs" / "c.md").write_text("")
    capsys.readouterr()
    assert main(["verify"]) == 3
    places = [line.split(": ")[0:2] for line in capsys.readouterr().out.splitlines()]
    assert places[:3] == [["doc:s/c.md", "added"], ["doc:s/a.md", "changed"], ["doc:s/b.md", "removed"]]


def test_the_database_of_the_environment_goes_before_the_nearest(
    indexed: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("KITC_DB", str(indexed / "none.db"))
    assert main(["list"]) == 3
    assert (
        capsys.readouterr().err == f"kitc: {indexed / 'none.db'}: cannot be read: No such file or directory\n"
    )


def test_without_any_corpus_the_shipped_one_is_indexed_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("KITC_DB", raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    assert main(["list"]) == 0
    assert "starter  docs  complete" in capsys.readouterr().out
    database = tmp_path / "cache" / "kitc" / "starter.db"
    first = database.stat().st_mtime_ns
    assert main(["list"]) == 0
    assert database.stat().st_mtime_ns == first


def test_the_indexer_runs_without_kitc(place: Path) -> None:
    command = [sys.executable, "-m", "indexer", "data/corpus.toml", "out.db"]
    done = subprocess.run(command, cwd=place, env=os.environ, capture_output=True, text=True, check=True)
    assert json.loads(done.stdout)["documents"] == 2
