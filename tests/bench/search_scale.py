"""Search at size: build time, size and latency over synthetic sections. IO: writes a database, prints.

    python tests/bench/search_scale.py 10000 100000 1000000

Sections hold about 40 words of a Zipf-like vocabulary, 20 sections a document; one word stands in more than
40 % of them. Each query is asked once to warm up; FTS5 answers the same rows in the same run.
"""

import random
import sqlite3
import sys
import tempfile
import time
from collections.abc import Iterator
from itertools import accumulate
from pathlib import Path

from indexer.base.schema import DOCUMENT_INDEXES, TABLES
from indexer.search.build import build_search
from indexer.search.query import rank_passages

VOCABULARY = 50_000
SECTIONS_A_DOCUMENT = 20
COMMON = "everywhere"
QUERIES = 60


def main() -> None:
    """Measure each size named on the command line."""
    for size in map(int, sys.argv[1:] or ["10000", "100000"]):
        with tempfile.TemporaryDirectory() as folder:
            measure(size, Path(folder) / "made.db")


def measure(size: int, file: Path) -> None:
    """Build *size* sections in *file* and time queries."""
    connection = sqlite3.connect(file)
    connection.executescript(f"PRAGMA journal_mode=OFF; PRAGMA synchronous=OFF; {TABLES}")
    texts = fill(connection, size)
    connection.executescript(DOCUMENT_INDEXES)
    connection.commit()
    before = file.stat().st_size
    started = time.process_time()
    build_search(connection)
    connection.commit()
    built = time.process_time() - started
    print(
        f"{size:>9,} sections: built in {built:.1f} s CPU, {(file.stat().st_size - before) / 2**20:.0f} MiB"
    )
    reader = sqlite3.connect(f"{file.as_uri()}?mode=ro&immutable=1", uri=True)
    report("ours", lambda query: rank_passages(reader, query, within="docs", limit=10))
    rival = sqlite3.connect(":memory:")
    rival.execute("CREATE VIRTUAL TABLE texts USING fts5(body, tokenize='porter', content='')")
    rival.executemany("INSERT INTO texts (rowid, body) VALUES (?, ?)", enumerate(texts, start=1))
    select = "SELECT rowid FROM texts WHERE texts MATCH ? ORDER BY bm25(texts) LIMIT 10"
    report("fts5", lambda query: rival.execute(select, (" OR ".join(query.split()),)).fetchall())


def fill(connection: sqlite3.Connection, size: int) -> list[str]:
    """Insert documents with *size* sections in all; the text of each section."""
    draw = random.Random(7)  # noqa: S311 - made-up text, no secret
    words = [made_word(number) for number in range(VOCABULARY)]
    weights = list(accumulate(1 / (rank + 20) for rank in range(VOCABULARY)))
    connection.execute("INSERT INTO source VALUES (1, 'made', 'docs', '.', '.', NULL, 'ok', '')")
    texts: list[str] = []
    for document in range(1, size // SECTIONS_A_DOCUMENT + 1):
        parts = list(sections(draw, words, weights))
        texts += parts
        insert(connection, document, parts)
    return texts


def sections(draw: random.Random, words: list[str], weights: list[float]) -> Iterator[str]:
    """The sections of one document."""
    for place in range(SECTIONS_A_DOCUMENT):
        chosen = draw.choices(words, cum_weights=weights, k=draw.randint(20, 60))
        common = COMMON if draw.random() < 0.45 else ""
        yield f"## Part {place} {chosen[0]}\n\n{common} {' '.join(chosen)}\n"


def insert(connection: sqlite3.Connection, document: int, parts: list[str]) -> None:
    """Insert one document."""
    address = f"doc:made/{document:07}.md"
    content = "".join(parts).encode()
    head = (document, f"{document:07}.md", address, address, f"{document}", len(content), content)
    connection.execute("INSERT INTO document VALUES (?, 1, ?, ?, 'doc', ?, '', '{}', '[]', ?, ?, ?)", head)
    start = 0
    for place, part in enumerate(parts):
        stop = start + len(part)
        row = (document, place, f"{address}#part-{place}", f"part-{place}", f"Part {place}", start, stop)
        connection.execute(
            "INSERT INTO section VALUES (NULL, ?, NULL, ?, ?, ?, ?, 2, '', ?, ?, 1, 1, '')", row
        )
        start = stop


def made_word(number: int) -> str:
    """A pronounceable word, different for each *number*."""
    syllables = ["ba", "ko", "mi", "ru", "te", "la", "sho", "ven", "dri", "pu"]
    word = ""
    while True:
        word += syllables[number % 10]
        number //= 10
        if not number:
            return word


def queries() -> list[str]:
    """Queries with the common word and up to two others, rare and frequent."""
    draw = random.Random(11)  # noqa: S311 - made-up text, no secret
    picks = [[int(VOCABULARY ** draw.random()) for _ in range(draw.randint(0, 2))] for _ in range(QUERIES)]
    return [" ".join([COMMON, *(made_word(pick) for pick in pick_list)]) for pick_list in picks]


def report(name: str, ask: object) -> None:
    """Print p50 and p95 of *ask* over the queries, in milliseconds of CPU time."""
    assert callable(ask)
    for query in queries():
        ask(query)
    times = []
    for query in queries():
        started = time.process_time()
        ask(query)
        times.append((time.process_time() - started) * 1000)
    times.sort()
    print(
        f"          {name}: p50 {times[len(times) // 2]:.2f} ms, p95 {times[int(len(times) * 0.95)]:.2f} ms"
    )


if __name__ == "__main__":
    main()
