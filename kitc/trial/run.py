"""Running trials one after another. IO: corpus, model service, compiler; writes nothing."""

import json
import re
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from threading import Event

from indexer.corpus import Corpus
from kitc.base.errors import CompilerUnavailable, ServiceUnavailable
from kitc.base.kit import Kit, kit_digest, kit_json
from kitc.base.run import RunRecord, TokenUse
from kitc.base.task import Task, task_digest
from kitc.loop.service import Researched, Setting, run_research
from kitc.trial.conditions import Condition
from kitc.trial.record import CheckOutcome, CompileOutcome, Controls, TaskControl, Trial
from kitc.trial.source import source_version
from kitc.wire.model import ModelClient, ModelRequest

_SPECIFIER = re.compile(r"cf:pattern:[A-Za-z0-9_-]{43}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Bench:
    """What all runs share."""

    corpus: Corpus
    model: str
    client: ModelClient | None = None
    """``None`` when no condition asks a model."""
    compiles: bool = False
    cancel: Event | None = None


@dataclass(frozen=True, slots=True)
class NamedTask:
    """A task under the name that tables give it."""

    name: str
    task: Task


def controls_of(bench: Bench, tasks: Sequence[NamedTask]) -> Controls:
    """What is held constant."""
    return Controls(
        corpus=bench.corpus.digest,
        model=bench.model,
        version=source_version(),
        tasks=tuple(
            TaskControl(
                name=one.name,
                digest=task_digest(one.task),
                grants=tuple(sorted(grant.token for grant in one.task.grants)),
                budget=one.task.budget,
            )
            for one in sorted(tasks, key=lambda one: one.name)
        ),
    )


def probe(bench: Bench) -> TokenUse:
    """What trying the service took; raises ServiceUnavailable before any run when it does not answer."""
    if bench.client is None:
        return TokenUse()
    request = ModelRequest(
        model=bench.model,
        system=(),
        tools=(),
        messages=({"role": "user", "content": [{"type": "text", "text": "ping"}]},),
        max_tokens=1,
    )
    return bench.client.send(request, cancel=bench.cancel or Event(), progress=None).tokens


def run_trials(
    bench: Bench, tasks: Sequence[NamedTask], conditions: Sequence[Condition], *, attempts: int
) -> Iterator[tuple[Trial, Researched | None]]:
    """Each run as it ends; conditions take turns on each task, so that none of them has the quiet hours."""
    for _ in range(attempts):
        for one in tasks:
            for condition in conditions:
                yield run_trial(bench, one, condition)


def run_trial(bench: Bench, one: NamedTask, condition: Condition) -> tuple[Trial, Researched | None]:
    """One run in a fresh session; a failed one keeps its cost."""
    setting = Setting(
        corpus=bench.corpus,
        policy=condition.policy(bench.client, bench.model),
        cancel=bench.cancel,
        check_example=condition.checks_example,
    )
    started = time.perf_counter()
    base = Trial(condition=condition.name, task=one.name, attempt=1, outcome="failed")
    try:
        done = run_research(one.task, setting)
    except ServiceUnavailable as error:
        seconds = round(time.perf_counter() - started, 4)
        return base.model_copy(update={"trouble": str(error), "wall_seconds": seconds}), None
    costs = {**_costs(done.run), **_judged(done.kit, bench)}
    return base.model_copy(update=costs), done


def _costs(run: RunRecord) -> dict[str, object]:
    trouble = run.draft.gaps[0].what if run.outcome == "failed" and run.draft and run.draft.gaps else ""
    return {
        "outcome": run.outcome,
        "trouble": trouble,
        "repairs": run.repairs,
        "model_calls": len(run.model_calls),
        "requests": sum(call.attempts for call in run.model_calls),
        "tokens": run.tokens,
        "turns": run.turns,
        "shown_bytes": run.shown_bytes,
        "tool_seconds": run.tool_seconds,
        "wall_seconds": run.wall_seconds,
        "found": run.found,
        "read": run.described,
        "run": run.run,
    }


def _judged(kit: Kit, bench: Bench) -> dict[str, object]:
    source = kit.recipe.run_pattern.source_text if kit.recipe else None
    return {
        "status": kit.status,
        "approach": kit.approach.kind,
        "check": _check(source, bench.corpus),
        "compile": _compile(source, bench.corpus) if bench.compiles else "not asked",
        "kit_bytes": len(kit_json(kit).encode()),
        "kit_digest": kit_digest(kit),
        "imported": len(set(_SPECIFIER.findall(source or ""))),
        "written_lines": sum(bool(line.strip()) for line in (source or "").split("\n")),
    }


def _check(source: str | None, corpus: Corpus) -> CheckOutcome:
    """The check's verdict, whether or not the condition asked for it before the kit was admitted."""
    if source is None:
        return "no example"
    from kitc.check import check_source  # noqa: PLC0415 - many kits have no example

    return check_source(source, corpus=corpus).verdict


def _compile(source: str | None, corpus: Corpus) -> CompileOutcome:
    if source is None:
        return "no example"
    from kitc.check.compile import compile_composition  # noqa: PLC0415 - only when asked for

    jsx = json.loads(corpus.meta.get("runtime", "{}")).get("")
    try:
        done = compile_composition(source, key="src:local/composition.tsx", host=corpus.host(), jsx=jsx)
    except CompilerUnavailable:
        return "unavailable"
    return done.verdict
