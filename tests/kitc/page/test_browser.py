"""The page in real Chromium: every kit of ``SHOWN``, light and dark, wide and narrow, on paper, without scripts."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from indexer.corpus import Corpus
from tests.kitc.chromium import Chromium, chromium
from tests.kitc.npm import npm_folder
from tests.kitc.page.pages import SHOWN, pages

AXE = "axe-core@4.14.1"
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
UNFOLD = "document.querySelectorAll('details').forEach(part => part.open = true)"


@pytest.fixture(scope="module")
def browser() -> Iterator[Chromium]:
    with chromium() as started:
        yield started


@pytest.fixture(scope="module")
def files(starter_database: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    with Corpus.open(starter_database) as corpus:
        return {file.stem: file for file in pages(corpus, tmp_path_factory.mktemp("pages"))}


@pytest.fixture(scope="module")
def axe() -> str:
    return (npm_folder(AXE) / "axe-core" / "axe.min.js").read_text(encoding="utf-8")


@pytest.mark.parametrize("task", SHOWN)
@pytest.mark.parametrize("width", (1100, 360), ids=("wide", "narrow"))
@pytest.mark.parametrize("scheme", ("light", "dark"))
def test_axe_finds_nothing_to_mend(  # noqa: PLR0913, PLR0917 - one column each
    browser: Chromium, files: dict[str, Path], axe: str, task: str, width: int, scheme: str
) -> None:
    browser.media(scheme=scheme)
    browser.show(files[task].as_uri(), width=width)
    browser.tell(UNFOLD)
    browser.tell(axe + "; true")
    options = json.dumps({"runOnly": RULES, "resultTypes": ["violations", "incomplete"]})
    found = browser.tell(f"axe.run(document, {options}).then(r => [r.violations, r.passes.length])")
    told = [(item["id"], [node["html"][:200] for node in item["nodes"][:3]]) for item in found[0]]
    assert told == []
    assert found[1] > 10


@pytest.mark.parametrize("task", (*SHOWN, "attack"))
def test_nothing_is_asked_of_anyone_else_and_nothing_runs(
    browser: Chromium, files: dict[str, Path], task: str
) -> None:
    browser.show(files[task].as_uri())
    assert browser.requests == [files[task].as_uri()]
    assert (
        browser.tell(
            "document.scripts.length + document.images.length + document.querySelectorAll('link').length"
        )
        == 0
    )
    assert (
        browser.tell(
            "[...document.querySelectorAll('*')].filter(e => [...e.attributes].some(a => a.name.startsWith('on'))).length"
        )
        == 0
    )


def test_text_that_attacks_is_shown_as_text(browser: Chromium, files: dict[str, Path]) -> None:
    browser.show(files["attack"].as_uri())
    assert browser.tell("document.title").startswith("Kit: ")
    assert browser.tell("document.body.innerText.split('<script>').length") > 10


@pytest.mark.parametrize("task", (*SHOWN, "attack"))
@pytest.mark.parametrize("width", (1400, 768, 390, 320))
def test_no_page_is_wider_than_its_window(
    browser: Chromium, files: dict[str, Path], task: str, width: int
) -> None:
    browser.media()
    browser.show(files[task].as_uri(), width=width)
    browser.tell(UNFOLD)
    assert browser.tell("document.documentElement.scrollWidth") <= width


def test_exactly_one_picture_is_shown_at_each_width(browser: Chromium, files: dict[str, Path]) -> None:
    shown = "[...document.querySelectorAll('.flow')].filter(e => e.checkVisibility()).map(e => e.className)"
    for width, name in ((1100, "flow lying"), (390, "flow upright")):
        browser.show(files["inbox-unread"].as_uri(), width=width)
        assert browser.tell(shown) == [name]


def test_text_of_the_picture_stays_inside_its_boxes(browser: Chromium, files: dict[str, Path]) -> None:
    browser.show(files["bills-mail-and-bank"].as_uri())
    past = """[...document.querySelectorAll('.lying g')].filter(g => {
      const box = g.querySelector('rect').getBoundingClientRect();
      return [...g.querySelectorAll('text')].some(t => t.getBoundingClientRect().right > box.right);
    }).length"""
    assert browser.tell(past) == 0


def test_a_finding_stands_below_its_line_and_marks_its_place(
    browser: Chromium, files: dict[str, Path]
) -> None:
    browser.show(files["inbox-unread"].as_uri())
    marks = browser.tell("[...document.querySelectorAll('mark')].map(e => e.className + ' ' + e.textContent)")
    assert "warning NAME" in marks
    told = browser.tell("[...document.querySelectorAll('.finding')].map(e => e.textContent)")
    assert any("unused-import" in text for text in told)
    assert any("spans <two> lines" in text for text in told)


def test_every_citation_that_is_a_link_leads_to_its_quote(browser: Chromium, files: dict[str, Path]) -> None:
    browser.show(files["inbox-unread"].as_uri())
    lost = "[...document.querySelectorAll('a.cite')].filter(a => !document.querySelector(a.hash)).length"
    assert browser.tell("document.querySelectorAll('a.cite').length") > 5
    assert browser.tell(lost) == 0


@pytest.mark.parametrize("scheme", ("light", "dark"))
def test_the_page_is_whole_with_scripts_off(
    browser: Chromium, files: dict[str, Path], tmp_path: Path, scheme: str
) -> None:
    browser.media(scheme=scheme)
    browser.show(files["inbox-unread"].as_uri())
    with_scripts = browser.picture(tmp_path / "on.png")
    browser.show(files["inbox-unread"].as_uri(), scripts=False)
    assert browser.picture(tmp_path / "off.png") == with_scripts


def test_on_paper_folded_parts_are_open_and_the_ground_is_white(
    browser: Chromium, files: dict[str, Path]
) -> None:
    browser.media(kind="print", scheme="dark")
    browser.show(files["inbox-unread"].as_uri(), width=800)
    assert browser.tell("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
    hidden = "[...document.querySelectorAll('ul.tree, ol.beats')].filter(e => !e.checkVisibility()).length"
    assert browser.tell(hidden) == 0
    assert browser.print().startswith(b"%PDF")
    browser.media()
