"""Parsing in worker processes. IO: starts processes.

Workers get the files once (shared memory pages where processes fork, a copy where they are spawned) and then
small tasks: runs of neighbouring files. Results come back in the order of the files, whatever the timing.
"""

import multiprocessing
import multiprocessing.connection
import os
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from typing import TypeVar

from indexer.refresh.plan import Unit
from indexer.save.rows import DocumentRows, ModuleRows, document_rows, module_rows

Rows = DocumentRows | ModuleRows
Inputs = TypeVar("Inputs")
_TASK_BYTES = 200_000
_FEW_BYTES = 400_000
"""Starting processes costs more than parsing so little."""
_units: Sequence[Unit] = ()
"""In a worker: the files that tasks count."""


def parse_unit(unit: Unit) -> Rows:
    """The rows of one file."""
    file = unit.file
    if unit.is_document:
        from indexer.parse.markdown.document import parse_document  # noqa: PLC0415 - only where documents are

        return document_rows(
            parse_document(file.content, file.path), source=file.source, content=file.content
        )
    from indexer.parse.typescript.module import parse_module  # noqa: PLC0415 - only where modules are

    return module_rows(parse_module(file.content, file.path), source=file.source, content=file.content)


def parse_units(units: Sequence[Unit], *, jobs: int) -> Iterator[tuple[Unit, Rows]]:
    """Each unit with its rows, in order."""
    if jobs < 2 or sum(len(unit.file.content) for unit in units) < _FEW_BYTES:
        for unit in units:
            yield unit, parse_unit(unit)
        return
    tasks = tasks_of([len(unit.file.content) for unit in units])
    with pool(jobs, _take_units, units) as executor:
        for (first, _), rows in zip(tasks, executor.map(_parse_run, tasks), strict=True):
            yield from zip(units[first : first + len(rows)], rows, strict=True)


def pool(jobs: int, start: Callable[[Inputs], None], inputs: Inputs) -> ProcessPoolExecutor:
    """Worker processes that begin by *start* of *inputs*, which are sent once."""
    method = "fork" if sys.platform == "linux" else "spawn"
    context = multiprocessing.get_context(method)
    return ProcessPoolExecutor(jobs, mp_context=context, initializer=_start_worker, initargs=(start, inputs))


def _start_worker(start: Callable[[Inputs], None], inputs: Inputs) -> None:
    threading.Thread(target=_follow_parent, daemon=True).start()
    start(inputs)


def _take_units(units: Sequence[Unit]) -> None:
    global _units  # noqa: PLW0603 - the one state of a worker
    _units = units


def _follow_parent() -> None:
    """Ends this worker when its parent dies, so that no lock or memory outlives a killed refresh."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        multiprocessing.connection.wait([parent.sentinel])
        os._exit(1)


def _parse_run(run: tuple[int, int]) -> list[Rows]:
    return [parse_unit(unit) for unit in _units[run[0] : run[1]]]


def tasks_of(sizes: Sequence[int]) -> list[tuple[int, int]]:
    """Runs of neighbours, first and end excluded, of about equal *sizes* in bytes."""
    tasks: list[tuple[int, int]] = []
    first, held = 0, 0
    for place, size in enumerate(sizes):
        held += size
        if held >= _TASK_BYTES:
            tasks.append((first, place + 1))
            first, held = place + 1, 0
    if first < len(sizes):
        tasks.append((first, len(sizes)))
    return tasks
