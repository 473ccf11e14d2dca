"""Our scores beside the reference ranker's on the same table."""

import sqlite3

import sqlite_fts4  # type: ignore[import-untyped]  # ships no types

from indexer.corpus import Corpus
from indexer.save.connection import open_read_only
from indexer.save.rankers import register_rankers
from indexer.search.query import rank_passages


def reference_order(connection: sqlite3.Connection, word: str, limit: int) -> list[str]:
    """Addresses in the order of ``rank_bm25``."""
    rows = connection.execute(
        "SELECT address FROM section_fts JOIN section ON section.id = docid WHERE section_fts MATCH ?"
        " ORDER BY rank_bm25(matchinfo(section_fts, 'pcnalx')), address LIMIT ?",
        (word, limit),
    )
    return [address for (address,) in rows]


def test_both_rankers_find_the_same_passages_for_a_word(indexed: sqlite3.Connection) -> None:
    register_rankers(indexed)
    every = 10_000
    ours = rank_passages(indexed, "sheet", within="docs", limit=1000)
    own = {place.address for place in ours if "sheet" in text_of(indexed, place.address)}
    assert own == set(reference_order(indexed, "sheet", every))


def test_both_rankers_agree_on_what_comes_first(indexed: sqlite3.Connection) -> None:
    register_rankers(indexed)
    for word in ("button", "stream", "import"):
        first = [place.address for place in rank_passages(indexed, word, within="docs", limit=20)]
        assert len(set(first) & set(reference_order(indexed, word, 20))) >= 8


def text_of(connection: sqlite3.Connection, address: str) -> str:
    """Title and text of a section, in lower case."""
    query = "SELECT section_text.title || body FROM section_text JOIN section ON section.id = section_text.rowid WHERE address = ?"
    return str(connection.execute(query, (address,)).fetchone()[0]).lower()


def test_an_open_corpus_has_the_reference_rankers(corpus: Corpus) -> None:
    connection = open_read_only(corpus.path)
    ranked = connection.execute(
        "SELECT rank_bm25(matchinfo(section_fts, 'pcnalx')) FROM section_fts WHERE section_fts MATCH 'cell'"
    ).fetchall()
    assert ranked
    assert all(isinstance(score, float) for (score,) in ranked)
    connection.close()


def test_the_reference_ranker_gives_nothing_for_a_word_in_half_of_the_rows() -> None:
    connection = sqlite3.connect(":memory:")
    sqlite_fts4.register_functions(connection)
    connection.execute("CREATE VIRTUAL TABLE texts USING fts4(body)")
    connection.executemany("INSERT INTO texts VALUES (?)", [("cell list",), ("cell",), ("wish",)])
    scores = connection.execute(
        "SELECT rank_bm25(matchinfo(texts, 'pcnalx')) FROM texts WHERE texts MATCH 'cell'"
    )
    assert {score for (score,) in scores} == {0.0}
