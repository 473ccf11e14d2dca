"""The processes of one refresh: they parse files, then read contracts. IO: starts processes.

Workers get the files once (shared memory pages where processes fork, a copy where they are spawned) and then
small tasks: runs of neighbours. Tasks are begun in the order they are asked for, and results come back in
that order, whatever the timing. Little work is done in this process: starting others would cost more.
"""

import gc
import os
import sys
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self, TypeVar

from indexer.refresh.collector import hold_collector_back
from indexer.refresh.contracts import ContractReader, ReadContracts, Resolved
from indexer.refresh.plan import Unit
from indexer.refresh.reader import FileReader, Parsed
from indexer.search.standing import Standings

if TYPE_CHECKING:
    from concurrent.futures import Future, ProcessPoolExecutor

Task = TypeVar("Task")
Result = TypeVar("Result")
_TASK_BYTES = 300_000
_TASK_PROGRAMS = 8
_MOST_HELD = 500_000
"""Bytes of source that one type engine may hold before the next begins: trees take twenty times as much."""
_NICE = 5
"""Workers give way to the main process, which all of them wait for in the end."""
_FEW_BYTES = 400_000
_FEW_PROGRAMS = 12
"""Less than this is done in the main process."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WorkerInputs:
    """What every worker knows from the start."""

    units: Mapping[str, Unit]
    """All files by address."""
    runtime: Mapping[str, str]
    """Address of the declarations by bare specifier; ``""`` stands for the JSX types."""
    standings: Standings


class Worker:
    """What one process keeps between its tasks."""

    def __init__(self, inputs: WorkerInputs) -> None:
        self._inputs = inputs
        self._files: FileReader | None = None
        self._contracts: ContractReader | None = None

    def parse(self, addresses: Sequence[str]) -> Parsed:
        """The files at *addresses*, parsed and weighed."""
        if self._files is None:
            self._files = FileReader(self._inputs.standings)
        return self._files.read([self._inputs.units[address] for address in addresses])

    def contracts(self, entries: Sequence[str], resolved: Resolved) -> list[ReadContracts]:
        """The contracts of the programs that begin at *entries*."""
        return [self._reader(resolved).read(entry) for entry in entries]

    def _reader(self, resolved: Resolved) -> ContractReader:
        """The reader of contracts, a new one where the last one holds much."""
        if self._contracts is None or self._contracts.held_bytes > _MOST_HELD:
            # The stems that parsing has learned, and the last engine's modules, make room for the next one's.
            self._files = None
            if self._contracts is not None:
                self._contracts = None
                gc.collect()
            self._contracts = ContractReader(self._inputs.units, self._inputs.runtime, resolved)
        return self._contracts


class Workers:
    """The workers of one refresh; processes are started when the first large job is asked for."""

    def __init__(self, inputs: WorkerInputs, *, jobs: int) -> None:
        self._inputs = inputs
        self._jobs = jobs
        self._own = Worker(inputs)
        self._pool: ProcessPoolExecutor | None = None
        self._waiting: list[list[Future[Any]]] = []
        """Tasks by job, those whose results were not taken yet."""
        self._ending: threading.Thread | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for task in chain.from_iterable(self._waiting):
            task.cancel()
        if self._ending is not None:
            self._ending.join()
        elif self._pool is not None:
            self._pool.shutdown()

    def parse(self, units: Sequence[Unit], *, size: int) -> Iterator[tuple[Sequence[Unit], Parsed]]:
        """Some units at a time, in order, with what they hold.

        They all are documents, or none of them; *size* is the bytes of the whole job they belong to.
        """
        places = runs_of([len(unit.file.content) for unit in units])
        runs = [units[first:stop] for first, stop in places]
        tasks = [[unit.address for unit in run] for run in runs]
        if self._jobs < 2 or size < _FEW_BYTES:
            return zip(runs, map(self._own.parse, tasks), strict=True)
        return zip(runs, self._results([self._submit(_parse, task) for task in tasks]), strict=True)

    def contracts(self, entries: Sequence[str], resolved: Resolved) -> Iterator[tuple[str, ReadContracts]]:
        """Each entry with its contracts, in order; they are the last that is asked for."""
        if self._jobs < 2 or len(entries) < _FEW_PROGRAMS:
            read = (self._own.contracts([entry], resolved) for entry in entries)
            return zip(entries, chain.from_iterable(read), strict=True)
        runs = [entries[first : first + _TASK_PROGRAMS] for first in range(0, len(entries), _TASK_PROGRAMS)]
        results = self._results([self._submit(_contracts, (run, resolved)) for run in runs])
        self._end_when_done()
        return zip(entries, chain.from_iterable(results), strict=True)

    def _end_when_done(self) -> None:
        """Nothing more is asked for: each process ends, and its memory is free, when no task waits."""
        if self._pool is not None:
            # In a thread that can be waited for: a pool that was told not to wait never does.
            self._ending = threading.Thread(target=self._pool.shutdown)
            self._ending.start()

    def _submit(self, work: Callable[[Task], Result], task: Task) -> "Future[Result]":
        if self._pool is None:
            import multiprocessing  # noqa: PLC0415 - only where processes are started
            from concurrent.futures import ProcessPoolExecutor  # noqa: PLC0415 - the same

            method = "fork" if sys.platform == "linux" else "spawn"
            context = multiprocessing.get_context(method)
            self._pool = ProcessPoolExecutor(
                self._jobs, mp_context=context, initializer=_start, initargs=(self._inputs,)
            )
        return self._pool.submit(work, task)

    def _results(self, futures: list["Future[Result]"]) -> Iterator[Result]:
        futures.reverse()
        self._waiting.append(futures)
        return (futures.pop().result() for _ in range(len(futures)))


_here: list[Worker] = []
"""In a worker process: its one worker."""


def _start(inputs: WorkerInputs) -> None:
    hold_collector_back()
    if hasattr(os, "nice"):
        os.nice(_NICE)
    threading.Thread(target=_follow_parent, daemon=True).start()
    _here.append(Worker(inputs))


def _follow_parent() -> None:
    """Ends this process when its parent dies, so that no lock or memory outlives a killed refresh."""
    from multiprocessing import connection, parent_process  # noqa: PLC0415 - the same

    parent = parent_process()
    if parent is not None:
        connection.wait([parent.sentinel])
        os._exit(1)


def _parse(addresses: Sequence[str]) -> Parsed:
    return _here[0].parse(addresses)


def _contracts(task: tuple[Sequence[str], Resolved]) -> list[ReadContracts]:
    return _here[0].contracts(*task)


def runs_of(sizes: Sequence[int]) -> list[tuple[int, int]]:
    """Runs of neighbours, first and end excluded, of about equal *sizes* in bytes.

    >>> runs_of([250_000, 60_000, 10])
    [(0, 2), (2, 3)]
    """
    runs: list[tuple[int, int]] = []
    first, held = 0, 0
    for place, size in enumerate(sizes):
        held += size
        if held >= _TASK_BYTES:
            runs.append((first, place + 1))
            first, held = place + 1, 0
    if first < len(sizes):
        runs.append((first, len(sizes)))
    return runs
