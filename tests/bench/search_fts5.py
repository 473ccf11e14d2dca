"""Our ranking beside FTS5's ``bm25()`` over the same texts, in one run. IO: reads a database and files, prints.

    python tests/bench/search_fts5.py DATABASE QUESTIONS.jsonl ...

FTS5 gets one row a passage, with the columns of our full-text views (programs with their entry's text, which we
rank too), the porter tokenizer, and the query's words joined by OR without stop words. Both are asked each
question once before the measured round.
"""

import json
import re
import sqlite3
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from indexer.corpus import Corpus
from indexer.search.evaluate import Answered, Outcome, judge, summarize
from indexer.search.fields import SETS, SetName
from indexer.search.tables import FULL_TEXT_COLUMNS, FULL_TEXT_OF
from indexer.search.tokens import STOP_WORDS

Ask = Callable[[str], Sequence[str]]
"""Paths of the best passages for a query."""
DEPTH = 10


def main() -> None:
    """Print measures and times of both for each file of questions."""
    database, *files = map(Path, sys.argv[1:])
    corpus = Corpus.open(database)
    for file in files:
        questions = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines() if line]
        within = set_of(file, questions)
        for name, ask in (("ours", ours(corpus, within)), ("fts5", fts5(database, within))):
            report(f"{file.stem} ({len(questions)}) {name}", questions, ask)


def set_of(file: Path, questions: Sequence[dict[str, object]]) -> SetName:
    """The set that the questions ask, by their field or the file's name."""
    named = str(questions[0].get("in", file.stem))
    return next(within for within in SETS if within == named)


def ours(corpus: Corpus, within: SetName) -> Ask:
    """Our ranking of one set."""
    paths = {program.address: program.path for program in corpus.programs()}

    def ask(query: str) -> Sequence[str]:
        places = corpus.rank(query, within=within, limit=DEPTH)
        return [paths.get(place.address) or path_of(place.address) for place in places]

    return ask


def fts5(database: Path, within: SetName) -> Ask:
    """FTS5 over the texts of one set."""
    rival = sqlite3.connect(":memory:")
    columns = f"{FULL_TEXT_COLUMNS[within]}, entry"
    rival.execute(f"CREATE VIRTUAL TABLE texts USING fts5({columns}, path_of UNINDEXED, tokenize='porter')")
    marks = ", ".join("?" * (columns.count(",") + 2))
    rival.executemany(f"INSERT INTO texts VALUES ({marks})", texts_of(database, within))
    select = "SELECT path_of FROM texts WHERE texts MATCH ? ORDER BY bm25(texts) LIMIT ?"

    def ask(query: str) -> Sequence[str]:
        words = [word for word in re.findall(r"\w+", query.lower()) if word not in STOP_WORDS]
        match = " OR ".join(f'"{word}"' for word in words) or '""'
        return [path for (path,) in rival.execute(select, (match, DEPTH))]

    return ask


def texts_of(database: Path, within: SetName) -> Iterator[tuple[object, ...]]:
    """The columns of each passage, then the entry of a program, then the path that questions name it by."""
    stem = FULL_TEXT_OF[within]
    columns = ", ".join(f"{stem}_text.{name}" for name in FULL_TEXT_COLUMNS[within].split(", "))
    if within == "programs":
        entry = "(SELECT CAST(content AS TEXT) FROM module WHERE id = entry_module_id)"
        named = "program.path"
    else:
        entry, named = "''", f"{TABLES.get(within, stem)}.address"
    table = TABLES.get(within, stem)
    connection = sqlite3.connect(f"{database.absolute().as_uri()}?mode=ro&immutable=1", uri=True)
    for *values, address in connection.execute(
        f"SELECT {columns}, {entry}, {named} FROM {stem}_text JOIN {table} ON {table}.id = {stem}_text.rowid"
    ):
        yield *values, address if within == "programs" else path_of(address)


TABLES = {"source": "module"}
"""Content tables that are not called like their texts."""


def path_of(address: str) -> str:
    """The path and part that an address names, without its source."""
    return address.partition(":")[2].partition("/")[2]


def report(name: str, questions: Sequence[dict[str, object]], ask: Ask) -> None:
    """Print how well and how fast *ask* answers."""
    for question in questions:
        ask(str(question["query"]))
    summary = summarize(name, [answer(question, ask) for question in questions])
    hits = " ".join(f"hit@{cut} {share:.3f}" for cut, share in summary.hits.items())
    times = f"p50 {summary.p50_milliseconds:.2f} p95 {summary.p95_milliseconds:.2f} ms of processor time"
    print(f"{name:34} {hits} MRR@10 {summary.mrr:.3f} {times}")


def answer(question: dict[str, object], ask: Ask) -> Outcome:
    """What one question gets."""
    query, answers = str(question["query"]), question["answers"]
    assert isinstance(answers, list)
    started = time.process_time()
    paths = ask(query)
    spent = (time.process_time() - started) * 1000
    found = [Answered(address=path, path=path, bytes=0) for path in paths]
    return judge(str(question.get("id", "")), query, answers, found, spent)


if __name__ == "__main__":
    main()
