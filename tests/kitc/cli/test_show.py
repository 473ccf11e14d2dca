from pathlib import Path

import pytest

from kitc.cli.main import main

TASK = Path(__file__).parents[3] / "data" / "tasks" / "inbox-unread" / "task.json"


@pytest.fixture
def kit(tmp_path: Path, starter_database: Path) -> Path:
    file = tmp_path / "kit.json"
    assert main(["build", str(TASK), "--db", str(starter_database), "--out", str(file)]) == 0
    return file


def test_a_page_holds_the_kit_and_the_run_beside_it(
    kit: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page = tmp_path / "kit.html"
    assert main(["show", str(kit), "--html", str(page)]) == 0
    assert capsys.readouterr().out.endswith(f"{page}: written\n")
    text = page.read_text(encoding="utf-8")
    assert text.startswith("<!doctype html>")
    assert "Timeline of" in text


def test_equal_kits_give_equal_pages(kit: Path, tmp_path: Path) -> None:
    for name in ("a.html", "b.html"):
        main(["show", str(kit), "--html", str(tmp_path / name)])
    assert (tmp_path / "a.html").read_bytes() == (tmp_path / "b.html").read_bytes()


def test_a_page_without_a_run_record_has_no_costs(kit: Path, tmp_path: Path) -> None:
    kit.with_suffix(".run.json").unlink()
    page = tmp_path / "kit.html"
    assert main(["show", str(kit), "--html", str(page)]) == 0
    assert "Timeline of" not in page.read_text(encoding="utf-8")


def test_with_a_database_the_example_is_checked_again(
    kit: Path, tmp_path: Path, starter_database: Path
) -> None:
    edited = tmp_path / "edited.json"
    edited.write_text(
        kit.read_text(encoding="utf-8").replace("unreadMail.pending", "unreadMail.waiting"), encoding="utf-8"
    )
    page = tmp_path / "kit.html"
    assert main(["show", str(edited), "--html", str(page), "--db", str(starter_database)]) == 0
    assert '<mark class="error">' in page.read_text(encoding="utf-8")
