"""A recorded run driven again, without a model. IO: reads the corpus."""

import contextlib
from dataclasses import dataclass

from indexer.base.errors import IndexerError
from indexer.corpus import Corpus
from kitc.admit.host import admit
from kitc.base.errors import KitcError, KitRefused
from kitc.base.kit import Kit, KitProvenance, kit_digest
from kitc.base.run import RunRecord, TrustedPattern
from kitc.base.task import task_digest
from kitc.loop.session import Session
from kitc.policy.replay.compare import Difference, ReadDifference, answers_that_differ, reads_that_differ
from kitc.tools.answers import PatternAnswer
from kitc.tools.arguments import DescribePattern
from kitc.tools.patterns import describe_pattern
from kitc.tools.reach import Reach


@dataclass(frozen=True, slots=True, kw_only=True)
class Replayed:
    """The kit that the recorded calls and draft give now, beside what the record says."""

    kit: Kit
    same: bool
    """Whether it is the recorded kit, byte for byte."""
    recorded_corpus: str
    corpus: str
    reads: tuple[ReadDifference, ...] = ()
    answers: tuple[Difference, ...] = ()


def replay_run(run: RunRecord, corpus: Corpus) -> Replayed:
    """*run* again over *corpus*.

    Raises:
        KitRefused: the record keeps no draft.
    """
    if run.draft is None:
        raise KitRefused("run record", "keeps no draft, expected one written by this version of kitc")
    session = _session(run, corpus)
    for call in run.calls[: run.admitted_after]:
        if call.outcome != "over budget":
            with contextlib.suppress(IndexerError, KitcError):  # kept in the session's own record
                session.answer(call.tool, call.arguments)
    provenance = KitProvenance(
        task_digest=task_digest(run.task),
        corpus_digest=corpus.digest,
        policy=run.policy,
        policy_version=run.policy_version,
        parent=run.parent_kit,
    )
    kit = admit(run.draft, run.task, session, provenance, check=run.example_checked).kit
    return Replayed(
        kit=kit,
        same=kit_digest(kit) == run.kit_digest,
        recorded_corpus=run.corpus,
        corpus=corpus.digest,
        reads=reads_that_differ(run, session.reads, corpus),
        answers=answers_that_differ(run, session.calls),
    )


def _session(run: RunRecord, corpus: Corpus) -> Session:
    """A session as the run began: with what it inherited from the run that it follows up."""
    reach = Reach(corpus=corpus, grants=run.task.grants, ceiling=run.task.label)
    session = Session(reach=reach, budget=run.task.budget)
    session.reads.extend(run.reads[: run.inherited_reads])
    if run.parent:
        for record in run.inventory:
            if _stands(record, reach):
                session.inventory[record.pattern_id] = record
    return session


def _stands(record: TrustedPattern, reach: Reach) -> bool:
    """Whether the index still gives *record* as it is: a record on disk is not trusted by itself."""
    try:
        answer = describe_pattern(reach, DescribePattern(pattern=record.pattern_id))
    except (IndexerError, KitcError):
        return False
    return isinstance(answer, PatternAnswer) and answer.records() == (record,)
