"""The library's one call: research a task over a corpus. IO: opens a corpus file when given a path."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Event

from indexer.base.errors import DatabaseRefused
from indexer.corpus import Corpus
from kitc.base.task import Task
from kitc.loop.policy import Policy
from kitc.loop.service import Researched, Setting, follow_up, run_research
from kitc.loop.session import Progress
from kitc.policy.offline.policy import OfflinePolicy


def research(  # noqa: PLR0913 - the options are keyword-only
    task: Task | str,
    *,
    corpus: Corpus | Path | str,
    policy: Policy | None = None,
    previous: Researched | None = None,
    cancel: Event | None = None,
    progress: Progress | None = None,
) -> Researched:
    """The kit and run record of *task* over *corpus*, an open one or the path of its file.

    Re-entrant: calls in several threads may share an open corpus. Set *cancel* from anywhere to stop at the
    next tool call. A corpus that cannot be opened gives an explicit incomplete kit.
    """
    asked = Task(task=task) if isinstance(task, str) else task
    with _opened(corpus) as (found, trouble):
        setting = Setting(
            corpus=found, policy=policy or OfflinePolicy(), trouble=trouble, cancel=cancel, progress=progress
        )
        return run_research(asked, setting, previous=previous)


async def research_async(
    task: Task | str,
    *,
    corpus: Corpus | Path | str,
    policy: Policy | None = None,
    previous: Researched | None = None,
    progress: Progress | None = None,
) -> Researched:
    """Like ``research`` in a thread of its own; cancelling the awaiting task cancels the run."""
    cancel = Event()
    try:
        return await asyncio.to_thread(
            research,
            task,
            corpus=corpus,
            policy=policy,
            previous=previous,
            cancel=cancel,
            progress=progress,
        )
    except asyncio.CancelledError:
        cancel.set()
        raise


def ask(
    question: str, *, parent: Researched, corpus: Corpus | Path | str, policy: Policy | None = None
) -> Researched:
    """The answer to a focused *question* on an earlier kit."""
    with _opened(corpus) as (found, trouble):
        setting = Setting(corpus=found, policy=policy or OfflinePolicy(), trouble=trouble)
        return follow_up(question, setting, parent=parent)


@contextmanager
def _opened(corpus: Corpus | Path | str) -> Iterator[tuple[Corpus | None, str]]:
    if isinstance(corpus, Corpus):
        yield corpus, ""
        return
    try:
        opened = Corpus.open(corpus)
    except DatabaseRefused as error:
        yield None, str(error)
        return
    with opened:
        yield opened, ""
