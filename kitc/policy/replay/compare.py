"""What of a recorded run is different now, read by read and call by call. IO: reopens passages."""

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from indexer.base.errors import IndexerError
from indexer.corpus import Corpus
from kitc.base.run import CallRecord, ReadRecord, RunRecord


@dataclass(frozen=True, slots=True)
class ReadDifference:
    """A recorded read that is not as it was."""

    address: str
    kind: Literal["changed", "gone", "not shown"]
    """Not shown: it stands as it was, but the same calls do not show it any more."""
    recorded: str
    now: str
    """Digest of the passage as it is now, empty when it is gone."""


@dataclass(frozen=True, slots=True)
class Difference:
    """A recorded call that is answered otherwise now."""

    number: int
    """Place among the calls, counted from 1."""
    tool: str
    arguments: str
    recorded: str
    now: str
    """Digest of the answer, or why there is none."""


def reads_that_differ(
    run: RunRecord, now: Iterable[ReadRecord], corpus: Corpus
) -> tuple[ReadDifference, ...]:
    """Recorded reads that changed, are gone or are not shown any more, by address, each digest once."""
    shown = {(read.address, read.digest) for read in now}
    inherited = {(read.address, read.digest) for read in run.reads[: run.inherited_reads]}
    found = set()
    for read in run.reads:
        key = (read.address, read.digest)
        if read.digest and (key not in shown or key in inherited):
            found.add(_difference(read, corpus, in_answers=key in shown))
    return tuple(sorted((one for one in found if one), key=lambda one: (one.address, one.recorded)))


def _difference(read: ReadRecord, corpus: Corpus, *, in_answers: bool) -> ReadDifference | None:
    try:
        digest = corpus.open_passage(read.address, max_bytes=200).digest
    except IndexerError:
        return ReadDifference(read.address, "gone", read.digest, "")
    if digest != read.digest:
        return ReadDifference(read.address, "changed", read.digest, digest)
    return None if in_answers else ReadDifference(read.address, "not shown", read.digest, digest)


def answers_that_differ(run: RunRecord, now: Sequence[CallRecord]) -> tuple[Difference, ...]:
    """Recorded calls whose answer is another one now, in the order made."""
    made = [call for call in run.calls[: run.admitted_after] if call.outcome != "over budget"]
    found = []
    for number, (before, after) in enumerate(zip(made, now, strict=True), start=1):
        if (before.outcome, before.answer_digest) != (after.outcome, after.answer_digest):
            arguments = json.dumps(before.arguments, ensure_ascii=False, sort_keys=True)
            found.append(Difference(number, before.tool, arguments, _said(before), _said(after)))
    return tuple(found)


def _said(call: CallRecord) -> str:
    return call.answer_digest or f"{call.outcome}: {call.trouble}".rstrip(": ")
