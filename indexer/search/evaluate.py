"""How well a ranking answers questions whose answers are known. Pure.

Measures: hit@k is the share of questions with a right answer among the first k; MRR@10 the mean of one over
the rank of the first right one, 0 beyond 10; nDCG@10 takes the question's answers as equally good.
Source: Jarvelin and Kekalainen, "Cumulated gain-based evaluation of IR techniques" (2002).
"""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

CUTS = (1, 5, 10)
TOKEN_BUDGETS = (500, 1000, 2000)
BYTES_A_TOKEN = 4
"""A token of English text or code, about."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Answered:
    """One passage that a search gave."""

    address: str
    path: str
    """``path#slug``, ``path#Symbol`` or ``path``, without the name of the source."""
    bytes: int
    """Length of the passage."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """What one question got."""

    id: str
    query: str
    rank: int | None
    """Of the first right answer, from 1; ``None`` when there is none."""
    gain: float
    """nDCG@10."""
    tokens: int | None
    """What a reader has read when the first right answer is read to its end, about."""
    milliseconds: float
    expected: tuple[str, ...]
    first: tuple[str, ...]
    """Addresses of the first answers."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Summary:
    """Means over the outcomes of one file of questions."""

    name: str
    questions: int
    hits: dict[int, float]
    """hit@k by k."""
    mrr: float
    ndcg: float
    within_tokens: dict[int, float]
    """Share of questions answered within so many tokens."""
    p50_milliseconds: float
    p95_milliseconds: float


def judge(
    question_id: str, query: str, answers: Sequence[str], found: Sequence[Answered], milliseconds: float
) -> Outcome:
    """The outcome of one question; *found* is in the order of the ranking."""
    right = [any(is_answer(passage.path, answer) for answer in answers) for passage in found]
    rank = right.index(True) + 1 if True in right else None
    read = sum(passage.bytes for passage in found[:rank]) if rank else 0
    return Outcome(
        id=question_id,
        query=query,
        rank=rank,
        gain=_gain(right[:10], len(answers)),
        tokens=-(-read // BYTES_A_TOKEN) if rank else None,
        milliseconds=milliseconds,
        expected=tuple(answers),
        first=tuple(passage.address for passage in found[:3]),
    )


def is_answer(path: str, answer: str) -> bool:
    """Whether the passage *path* is what *answer* names; an answer without ``#`` is any passage of a file."""
    return path == answer or ("#" not in answer and path.partition("#")[0] == answer)


def _gain(right: Sequence[bool], answers: int) -> float:
    gained = sum(1 / math.log2(place + 2) for place, is_right in enumerate(right) if is_right)
    ideal = sum(1 / math.log2(place + 2) for place in range(min(10, max(answers, sum(right)))))
    return gained / ideal if ideal else 0.0


def summarize(name: str, outcomes: Sequence[Outcome]) -> Summary:
    """The means of *outcomes*; all zero when there is none."""
    count = len(outcomes)
    ranks = [outcome.rank for outcome in outcomes]
    times = sorted(outcome.milliseconds for outcome in outcomes)
    return Summary(
        name=name,
        questions=count,
        hits={cut: _share((rank is not None and rank <= cut for rank in ranks), count) for cut in CUTS},
        mrr=_share((1 / rank if rank and rank <= 10 else 0.0 for rank in ranks), count),
        ndcg=_share((outcome.gain for outcome in outcomes), count),
        within_tokens={
            budget: _share(
                (outcome.tokens is not None and outcome.tokens <= budget for outcome in outcomes), count
            )
            for budget in TOKEN_BUDGETS
        },
        p50_milliseconds=_percentile(times, 0.5),
        p95_milliseconds=_percentile(times, 0.95),
    )


def _share(values: Iterable[float], count: int) -> float:
    return sum(values) / count if count else 0.0


def _percentile(ordered: Sequence[float], part: float) -> float:
    """The smallest value that at least *part* of them do not exceed."""
    return ordered[max(0, math.ceil(part * len(ordered)) - 1)] if ordered else 0.0
