"""``kitc eval``: how well search answers files of questions. IO: reads questions and a database, prints."""

import argparse
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from indexer.corpus import Corpus
from indexer.search.evaluate import Answered, Outcome, Summary, judge, summarize
from indexer.search.fields import SETS
from indexer.search.hits import Ranked
from kitc.base.errors import KitcError
from kitc.cli.database import add_database_argument, open_corpus
from kitc.cli.json_files import read_json_lines
from kitc.cli.output import add_json_argument, plain, print_json

DEPTH = 50
"""Answers looked at for each question."""


class Question(BaseModel):
    """One line of a file of questions."""

    model_config = ConfigDict(frozen=True, extra="forbid", populate_by_name=True)

    id: str
    query: str
    answers: Annotated[tuple[str, ...], Field(min_length=1)]
    """Right passages, any of them: ``path#slug``, ``path#Symbol``, or ``path`` for all of a file."""
    within: str | None = None
    note: str = ""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments of ``kitc eval``."""
    parser.add_argument(
        "files", nargs="+", type=Path, metavar="FILE", help="questions, one JSON object a line"
    )
    parser.add_argument(
        "--in", dest="within", choices=("all", *SETS), help="set (default: by the file's name)"
    )
    parser.add_argument(
        "--misses", action="store_true", help="show questions whose first answer is not right"
    )
    add_database_argument(parser)
    add_json_argument(parser)


def run(arguments: argparse.Namespace) -> int:
    """Print the measures of each file."""
    reports: list[tuple[Summary, list[Outcome]]] = []
    with open_corpus(arguments) as corpus:
        for file in arguments.files:
            within = arguments.within or set_of(file)
            outcomes = [_ask(corpus, question, within) for question in read_questions(file)]
            reports.append((summarize(file.name, outcomes), outcomes))
    if arguments.json:
        print_json([{"summary": plain(summary), "outcomes": plain(tuple(all_))} for summary, all_ in reports])
        return 0
    for summary, outcomes in reports:
        print(line_of(summary))
        if arguments.misses:
            for outcome in outcomes:
                if outcome.rank != 1:
                    print(f"  {outcome.rank or '-':>3}  {outcome.id}  {outcome.query}")
                    print(f"       expected {outcome.expected[0]}; first {' '.join(outcome.first[:1])}")
    return 0


def set_of(file: Path) -> str:
    """The set that *file*'s name tells: the one named in it, else ``all``."""
    return next((name for name in SETS if name in file.stem), "all")


def line_of(summary: Summary) -> str:
    """One line of measures."""
    hits = " ".join(f"hit@{cut} {share:.3f}" for cut, share in summary.hits.items())
    tokens = " ".join(f"{budget}t {share:.2f}" for budget, share in summary.within_tokens.items())
    times = f"p50 {summary.p50_milliseconds:.1f} ms p95 {summary.p95_milliseconds:.1f} ms"
    means = f"MRR@10 {summary.mrr:.3f} nDCG@10 {summary.ndcg:.3f}"
    return f"{summary.name} ({summary.questions}): {hits} {means} answered within {tokens} {times}"


def read_questions(file: Path) -> Iterator[Question]:
    """The questions of *file*, in its order.

    Raises:
        KitcError: a line is no question.
    """
    for place, line in read_json_lines(file):
        yield _parse_question(line, place)


def _parse_question(fields: object, place: str) -> Question:
    if isinstance(fields, dict) and "in" in fields:
        fields["within"] = fields.pop("in")
    try:
        return Question.model_validate(fields)
    except ValidationError as error:
        troubles = [f"{'.'.join(map(str, item['loc']))}: {item['msg']}" for item in error.errors()]
        raise KitcError(place, f"is no question: {'; '.join(sorted(troubles))}") from error


def _ask(corpus: Corpus, question: Question, within: str) -> Outcome:
    started = time.perf_counter()
    places = corpus.rank(question.query, within=question.within or within, limit=DEPTH)
    spent = (time.perf_counter() - started) * 1000
    found = [_answered(corpus, place) for place in places]
    return judge(question.id, question.query, question.answers, found, spent)


def _answered(corpus: Corpus, place: Ranked) -> Answered:
    address = place.address
    if address.startswith("cf:"):
        program = corpus.program(address)
        return Answered(address=address, path=program.path, bytes=len(program.description.encode()))
    passage = corpus.open_passage(address)
    path = address.partition(":")[2].partition("/")[2]
    return Answered(address=address, path=path, bytes=len(passage.text.encode()))
