"""Files that are no corpus database are refused before anything is read from them."""

import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from indexer.base.errors import DatabaseRefused, IndexerError
from indexer.corpus import Corpus
from indexer.refresh import RefreshReport


def refusal_of(file: Path) -> str:
    with pytest.raises(DatabaseRefused) as refusal:
        Corpus.open(file)
    return str(refusal.value).removeprefix(f"{file}: ")


def test_a_missing_file_is_refused(tmp_path: Path) -> None:
    assert refusal_of(tmp_path / "none.db") == "cannot be read: No such file or directory"


def test_a_file_of_another_kind_is_refused(tmp_path: Path) -> None:
    (tmp_path / "a.db").write_text("hello")
    assert refusal_of(tmp_path / "a.db") == "is no SQLite database"


def test_a_truncated_database_is_refused(folder: Path, index: Callable[..., RefreshReport]) -> None:
    index(folder)
    whole = (folder / "corpus.db").read_bytes()
    (folder / "corpus.db").write_bytes(whole[:100])
    assert refusal_of(folder / "corpus.db").startswith("cannot be read: ")


def test_another_database_is_refused(tmp_path: Path) -> None:
    connection = sqlite3.connect(tmp_path / "a.db")
    connection.execute("CREATE TABLE meta (key, value)")
    connection.close()
    assert refusal_of(tmp_path / "a.db") == "is no corpus database"


@pytest.mark.parametrize(
    ("statement", "trouble"),
    [
        pytest.param(
            "UPDATE meta SET value = '999' WHERE key = 'schema_version'",
            "has schema version 999, expected 3: build it again with kitc index",
            id="another version",
        ),
        pytest.param("DROP TABLE link", "table link is not of schema version 3", id="a table is missing"),
        pytest.param(
            "ALTER TABLE section ADD COLUMN extra TEXT",
            "table section is not of schema version 3",
            id="a column more",
        ),
        pytest.param(
            "CREATE TRIGGER t AFTER INSERT ON link BEGIN SELECT 1; END",
            "holds the trigger t, which no corpus database has",
            id="a trigger",
        ),
        pytest.param(
            "CREATE VIRTUAL TABLE extra USING fts5(a)",
            "holds the table extra, which no corpus database has",
            id="another virtual table",
        ),
    ],
)
def test_a_changed_schema_is_refused(
    folder: Path, index: Callable[..., RefreshReport], statement: str, trouble: str
) -> None:
    index(folder)
    connection = sqlite3.connect(folder / "corpus.db")
    connection.execute(statement)
    connection.commit()
    connection.close()
    assert refusal_of(folder / "corpus.db") == trouble


def test_reading_writes_nothing_beside_the_file(corpus: Corpus, folder: Path) -> None:
    before = sorted(file.name for file in folder.iterdir())
    corpus.open_passage("doc:guide/start.md")
    corpus.search("list")
    assert sorted(file.name for file in folder.iterdir()) == before


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A small database."""
    from indexer.refresh import RefreshOptions, refresh  # noqa: PLC0415 - this fixture alone builds one

    folder = tmp_path_factory.mktemp("sound")
    (folder / "a.md").write_text("# A\n\ntext\n")
    (folder / "corpus.toml").write_text('[[source]]\nname = "s"\nkind = "docs"\n')
    refresh(folder / "corpus.toml", folder / "corpus.db", options=RefreshOptions(jobs=1))
    return folder / "corpus.db"


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    damage=st.lists(
        st.tuples(st.floats(0, 1, exclude_max=True), st.binary(min_size=1, max_size=40)), max_size=4
    )
)
def test_a_damaged_database_is_read_right_or_refused(
    sound: Path, tmp_path: Path, damage: list[tuple[float, bytes]]
) -> None:
    content = bytearray(sound.read_bytes())
    for place, noise in damage:
        start = int(place * len(content))
        content[start : start + len(noise)] = noise[: len(content) - start]
    (tmp_path / "corpus.db").write_bytes(content)
    try:
        with Corpus.open(tmp_path / "corpus.db") as corpus:
            assert corpus.open_passage("doc:s/a.md#a").text == "# A\n\ntext\n"
            corpus.list_sources()
            corpus.follow("doc:s/a.md")
    except IndexerError:
        pass


@pytest.mark.parametrize(
    "statement",
    [
        pytest.param("DROP TABLE search_posting", id="a table is missing"),
        pytest.param("DROP VIEW search_impact", id="a view is missing"),
        pytest.param("DROP TABLE section_fts", id="a full-text table is missing"),
        pytest.param(
            "DROP TABLE search_weight; CREATE VIEW search_weight AS WITH RECURSIVE n(x) AS"
            " (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT 'docs' AS within, x, x FROM n",
            id="a view without end",
        ),
    ],
)
def test_changed_search_tables_are_refused(
    folder: Path, index: Callable[..., RefreshReport], statement: str
) -> None:
    index(folder)
    connection = sqlite3.connect(folder / "corpus.db")
    connection.executescript(statement)
    connection.close()
    with pytest.raises(DatabaseRefused, match="search is not of this version"):
        Corpus.open(folder / "corpus.db")
