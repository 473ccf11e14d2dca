"""``nox -s browse``: Datasette over a corpus with data/datasette.json, asked and looked at."""

import importlib.util
import json
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlencode
from urllib.request import urlopen

import pytest

from indexer.corpus import Corpus
from tests.kitc.chromium import chromium
from tests.kitc.npm import absent

ROOT = Path(__file__).parents[3]
METADATA = ROOT / "data" / "datasette.json"
SCHEMA = ROOT / "indexer" / "SCHEMA.md"
READY = "Uvicorn running on "


@pytest.fixture(scope="module")
def url(starter_database: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    if importlib.util.find_spec("datasette") is None:
        absent("datasette is not installed")
    database = tmp_path_factory.mktemp("browse") / "corpus.db"
    shutil.copy(starter_database, database)
    server = subprocess.Popen(
        [
            sys.executable,
            "-m",
            "datasette",
            "serve",
            "--immutable",
            database,
            "--metadata",
            METADATA,
            "--port",
            "0",
        ],
        stderr=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        text=True,
    )
    assert server.stderr is not None
    try:
        line = next(line for line in server.stderr if READY in line)
        yield line.partition(READY)[2].split()[0]
    finally:
        server.terminate()
        server.wait(timeout=20)
        server.stderr.close()


def rows(url: str, path: str, **asked: str) -> list[dict[str, Any]]:
    with urlopen(f"{url}/corpus/{path}.json?{urlencode({**asked, '_shape': 'array'})}", timeout=30) as answer:  # noqa: S310 - our own server
        found: list[dict[str, Any]] = json.load(answer)
        return found


def metadata() -> dict[str, Any]:
    found: dict[str, Any] = json.loads(METADATA.read_text(encoding="utf-8"))["databases"]["corpus"]
    return found


def test_the_canned_queries_are_those_of_the_schema() -> None:
    text = SCHEMA.read_text(encoding="utf-8")
    part = text[text.index("## Five queries") : text.index("Search is plain SQL too")]
    written = [sql.strip().removesuffix(";") for sql in re.findall(r"```sql\n(.*?)```", part, re.DOTALL)]
    canned = [query["sql"] for query in metadata()["queries"].values()]
    assert len(written) == 5
    assert canned[:5] == written


def test_every_table_is_named_and_what_is_named_is_there(starter_database: Path, url: str) -> None:
    with urlopen(f"{url}/corpus.json", timeout=30) as answer:  # noqa: S310 - our own server
        listed = json.load(answer)
    shown = {table["name"] for table in listed["tables"] if not table["hidden"]}
    shown |= {view["name"] for view in listed["views"]}
    named = {name for name, table in metadata()["tables"].items() if not table.get("hidden")}
    assert shown == named, starter_database


@pytest.mark.parametrize(
    ("table", "words", "address"),
    (
        pytest.param(
            "section",
            "handler states",
            "doc:starter/concepts/events.md#handler-for-several-states",
            id="sections",
        ),
        pytest.param("module", "MessageList", "src:starter/mail/inbox-app.tsx", id="modules"),
        pytest.param(
            "symbol", "PatternFactory", "src:starter-runtime/commonfabric.d.ts#PatternFactory", id="symbols"
        ),
    ),
)
def test_the_search_box_of_a_table_looks_into_its_texts(
    url: str, table: str, words: str, address: str
) -> None:
    assert address in [row["address"] for row in rows(url, table, _search=words)]


def test_the_canned_queries_answer(starter: Corpus, url: str) -> None:
    program = starter.program("src:starter/mail/inbox-app.tsx")
    address = "doc:starter/composition/views.md#elements"
    (passage,) = rows(url, "passage", address=address)
    assert passage["text"] == starter.open_passage(address).text
    assert [row["export_name"] for row in rows(url, "contract", identity=program.identity)] == ["default"]
    assert len(rows(url, "files_of_pattern", identity=program.identity)) == len(program.modules)
    assert rows(url, "patterns_with_field", field="messages")[0]["path"] == "mail/inbox-reader.tsx"
    assert {row["status"] for row in rows(url, "state_of_sources")} == {"complete"}


@pytest.mark.parametrize(
    ("query", "words", "address"),
    (
        pytest.param(
            "search_sections",
            "handler",
            "doc:starter/concepts/events.md#handler-for-several-states",
            id="words",
        ),
        pytest.param("search_sections", '"a pattern is a function"', "doc:", id="a phrase"),
        pytest.param("search_programs", "inbox", "cf:pattern:", id="patterns"),
        pytest.param("search_symbols", "pattern", "src:starter-runtime/", id="declarations"),
    ),
)
def test_the_canned_searches_answer(url: str, query: str, words: str, address: str) -> None:
    found = rows(url, query, words=words)
    assert found
    assert any(row["address"].startswith(address) for row in found)


@pytest.mark.parametrize(
    ("path", "parts"),
    (
        pytest.param("", ("kitc corpus",), id="the front"),
        pytest.param("corpus", ("Contract of a pattern", "program_text"), id="the database"),
        pytest.param("corpus/program?_search=inbox", ("Programs", "InboxApp", "tags (array)"), id="a table"),
        pytest.param(
            "corpus/patterns_with_field?field=messages", ("messages", "InboxMessage[]"), id="a canned query"
        ),
    ),
)
def test_a_browser_shows_it_and_asks_nobody_else(url: str, path: str, parts: tuple[str, ...]) -> None:
    with chromium() as browser:
        browser.show(f"{url}/{path}")
        text = browser.tell("document.body.innerText")
        asked = [request for request in browser.requests if not request.startswith("data:")]
    assert [part for part in parts if part not in text] == []
    assert [request for request in asked if not request.startswith(url)] == []
