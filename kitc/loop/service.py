"""One research call: task -> session -> draft -> at most two repairs -> kit and run record.

IO: reads the corpus, a clock and randomness for the run record.
"""

import time
import uuid
from dataclasses import dataclass
from threading import Event

from indexer.base.digest import canonical_json, digest_of
from indexer.corpus import Corpus
from kitc.admit.host import Admission, admit
from kitc.base.draft import Draft
from kitc.base.errors import Cancelled, ServiceUnavailable
from kitc.base.kit import Gap, Kit, KitProvenance, kit_digest
from kitc.base.run import Outcome, RunRecord
from kitc.base.task import Task, task_digest
from kitc.loop.policy import Policy
from kitc.loop.session import BudgetSpent, Progress, Session
from kitc.tools.reach import Reach

MOST_REPAIRS = 2


@dataclass(frozen=True, slots=True)
class Researched:
    """What one call gives: the kit, and the record of how it came about."""

    kit: Kit
    run: RunRecord
    resumed: bool = False
    """True when an equal earlier run answered and no new work was done."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Setting:
    """What a run happens in, beside its task."""

    corpus: Corpus | None
    policy: Policy
    trouble: str = ""
    """Why there is no corpus."""
    cancel: Event | None = None
    progress: Progress | None = None
    check_example: bool = True
    """False only in trials that measure what the check is worth."""


@dataclass(frozen=True, slots=True)
class Proposed:
    """How proposing ended."""

    draft: Draft
    """The last draft, admitted or not."""
    admission: Admission
    calls: int
    """Tool calls made until it was admitted."""
    repairs: int = 0
    outcome: Outcome | None = None
    """When it is not the kit's status."""


def run_research(task: Task, setting: Setting, *, previous: Researched | None = None) -> Researched:
    """The kit of *task*; *previous* stands when it answers an equal task over an equal corpus."""
    key = run_key(task, setting)
    if previous is not None and _still_holds(previous, key):
        return Researched(previous.kit, previous.run, resumed=True)
    return _run(task, setting, _session(task, setting), key=key, parent=None)


def follow_up(question: str, setting: Setting, *, parent: Researched) -> Researched:
    """The answer to a focused question on an earlier kit: its inventory and reads are inherited."""
    task = parent.run.task.model_copy(update={"task": "", "question": question})
    session = _session(task, setting)
    session.inventory.update({record.pattern_id: record for record in parent.run.inventory})
    session.reads.extend(parent.run.reads)
    return _run(task, setting, session, key=run_key(task, setting, parent=parent), parent=parent)


def run_key(task: Task, setting: Setting, *, parent: Researched | None = None) -> str:
    """What must be equal for an earlier run to stand for a new one."""
    corpus = setting.corpus.digest if setting.corpus else ""
    policy = [setting.policy.name, setting.policy.version]
    over = parent.run.kit_digest if parent else ""
    return digest_of(canonical_json([task_digest(task), corpus, policy, over]).encode())


def _still_holds(previous: Researched, key: str) -> bool:
    finished = previous.run.outcome in ("complete", "conditional", "incomplete")
    return finished and previous.run.key == key and kit_digest(previous.kit) == previous.run.kit_digest


def _session(task: Task, setting: Setting) -> Session:
    reach = Reach(
        corpus=setting.corpus,
        grants=task.grants,
        ceiling=task.label,
        trouble=setting.trouble or "no corpus is open",
    )
    return Session(
        reach=reach, budget=task.budget, cancel=setting.cancel or Event(), progress=setting.progress
    )


def _run(
    task: Task, setting: Setting, session: Session, *, key: str, parent: Researched | None
) -> Researched:
    started = time.perf_counter()
    provenance = KitProvenance(
        task_digest=task_digest(task),
        corpus_digest=setting.corpus.digest if setting.corpus else "",
        policy=setting.policy.name,
        policy_version=setting.policy.version,
        parent=parent.run.kit_digest if parent else "",
    )
    inherited = len(session.reads)
    done = _propose(task, setting, session, provenance)
    kit = done.admission.kit
    run = RunRecord(
        run_id=uuid.uuid4().hex,
        key=key,
        task=task,
        kit_digest=kit_digest(kit),
        corpus=provenance.corpus_digest,
        policy=setting.policy.name,
        policy_version=setting.policy.version,
        parent=parent.run.run_id if parent else "",
        parent_kit=provenance.parent,
        inherited_reads=inherited,
        draft=done.draft,
        admitted_after=done.calls,
        example_checked=setting.check_example,
        outcome=done.outcome or kit.status,
        calls=tuple(session.calls),
        reads=tuple(session.reads),
        inventory=tuple(session.inventory[identity] for identity in sorted(session.inventory)),
        turns=session.spending.turns,
        shown_bytes=session.spending.shown_bytes,
        repairs=done.repairs,
        tokens=session.tokens(),
        model_calls=tuple(session.model_calls),
        wall_seconds=round(time.perf_counter() - started, 4),
        tool_seconds=round(session.spending.tool_seconds, 4),
        found=len(session.found),
        described=len(session.inventory),
        run=sum(pattern.use == "direct" for pattern in kit.patterns),
        imported=sum(pattern.use == "compose" for pattern in kit.patterns) if kit.recipe else 0,
    )
    return Researched(kit, run)


def _propose(task: Task, setting: Setting, session: Session, provenance: KitProvenance) -> Proposed:
    """The admitted draft, after at most two repairs; why there is none stands in its gaps."""

    def ended(gap: Gap, outcome: Outcome | None = None) -> Proposed:
        draft = _empty(gap)
        admission = admit(draft, task, session, provenance)
        return Proposed(draft, admission, len(session.calls), outcome=outcome)

    if setting.corpus is None:
        trouble = f"no corpus: {session.reach.trouble}"
        return ended(Gap(kind="source", what=trouble, suggestion="build one with kitc index"))
    try:
        draft = setting.policy.propose(task, session)
        return _repaired(draft, task, setting, session, provenance)
    except BudgetSpent as error:
        spent = f"the budget ended: {error.trouble}"
        return ended(Gap(kind="budget", what=spent, suggestion="allow more turns, bytes or tokens"))
    except Cancelled:
        what = "the caller cancelled the run; what was read until then is recorded"
        return ended(Gap(kind="budget", what=what), "cancelled")
    except ServiceUnavailable as error:
        if not session.model_calls:
            raise
        return ended(Gap(kind="source", what=f"the model did not finish: {error}"), "failed")


def _repaired(
    draft: Draft, task: Task, setting: Setting, session: Session, provenance: KitProvenance
) -> Proposed:
    for repair in range(MOST_REPAIRS + 1):
        admission = admit(draft, task, session, provenance, check=setting.check_example)
        done = Proposed(draft, admission, len(session.calls), repair)
        if not admission.troubles or repair == MOST_REPAIRS:
            break
        mended = setting.policy.repair(draft, admission.troubles, session)
        if mended is None:
            break
        draft = mended
    return done


def _empty(gap: Gap) -> Draft:
    """A draft that proposes nothing and says why."""
    return Draft(kind="author", summary="research could not be finished", gaps=(gap,))
