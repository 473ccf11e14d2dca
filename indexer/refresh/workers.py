"""Parsing and weighing in worker processes. IO: starts processes.

Workers get the files once (shared memory pages where processes fork, a copy where they are spawned) and then
small tasks: runs of neighbouring files. Results come back in the order of the files, whatever the timing.
"""

import multiprocessing
import multiprocessing.connection
import os
import pickle
import sys
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from indexer.base.globs import GlobSet
from indexer.refresh.plan import Unit
from indexer.save.rows import DocumentRows, ModuleRows, document_rows, module_rows

if TYPE_CHECKING:
    from indexer.search.build import Fragment

Inputs = TypeVar("Inputs")
_TASK_BYTES = 200_000
_FEW_BYTES = 400_000
"""Starting processes costs more than parsing so little."""


class Parsed(NamedTuple):
    """What a worker makes of one file."""

    rows: DocumentRows | ModuleRows
    fragment: bytes
    """Its weighed passages, pickled: many are held at once, and each is used once."""


class Fragments(Mapping[str, "Fragment"]):
    """Weighed passages by address of the file, unpacked when asked for."""

    def __init__(self) -> None:
        self._packed: dict[str, bytes] = {}

    def add(self, address: str, packed: bytes) -> None:
        """Keep what a worker made of the file at *address*."""
        self._packed[address] = packed

    def __getitem__(self, key: str) -> "Fragment":
        found: Fragment = pickle.loads(self._packed[key])  # noqa: S301 - our own worker made it
        return found

    def __iter__(self) -> Iterator[str]:
        return iter(self._packed)

    def __len__(self) -> int:
        return len(self._packed)


class FileReader:
    """Parses and weighs the files of one process."""

    def __init__(self, units: Sequence[Unit], demoted: GlobSet) -> None:
        from indexer.search.tokens import Stemmer  # noqa: PLC0415 - loaded where files are read

        self._units = units
        self._demoted = demoted
        self._stemmer = Stemmer()

    def read(self, place: int) -> Parsed:
        """The rows and the weighed passages of the file at *place*."""
        unit = self._units[place]
        return self._document(unit) if unit.is_document else self._module(unit)

    def _document(self, unit: Unit) -> Parsed:
        from indexer.parse.markdown.document import parse_document  # noqa: PLC0415 - the same
        from indexer.refresh.search_texts import document_fragment  # noqa: PLC0415 - the same

        file = unit.file
        parsed = parse_document(file.content, file.path)
        weighed = document_fragment(file, parsed, self._stemmer, demoted=self._is_demoted(unit))
        return Parsed(document_rows(parsed, source=file.source, content=file.content), _packed(weighed))

    def _module(self, unit: Unit) -> Parsed:
        from indexer.parse.typescript.module import parse_module  # noqa: PLC0415 - the same
        from indexer.refresh.search_texts import module_fragment  # noqa: PLC0415 - the same

        file = unit.file
        facts = parse_module(file.content, file.path)
        weighed = module_fragment(file, facts, self._stemmer, demoted=self._is_demoted(unit))
        return Parsed(module_rows(facts, source=file.source, content=file.content), _packed(weighed))

    def _is_demoted(self, unit: Unit) -> bool:
        return self._demoted.matches(f"{unit.file.source}/{unit.file.path}")


def _packed(fragment: "Fragment") -> bytes:
    return pickle.dumps(fragment, pickle.HIGHEST_PROTOCOL)


def parse_units(units: Sequence[Unit], demoted: GlobSet, *, jobs: int) -> Iterator[tuple[Unit, Parsed]]:
    """Each unit with what it holds, in order."""
    if jobs < 2 or sum(len(unit.file.content) for unit in units) < _FEW_BYTES:
        reader = FileReader(units, demoted)
        yield from ((unit, reader.read(place)) for place, unit in enumerate(units))
        return
    tasks = tasks_of([len(unit.file.content) for unit in units])
    with pool(jobs, _start_reader, (units, demoted)) as executor:
        for (first, _), parsed in zip(tasks, executor.map(_read_run, tasks), strict=True):
            yield from zip(units[first : first + len(parsed)], parsed, strict=True)


def pool(jobs: int, start: Callable[[Inputs], None], inputs: Inputs) -> ProcessPoolExecutor:
    """Worker processes that begin by *start* of *inputs*, which are sent once."""
    method = "fork" if sys.platform == "linux" else "spawn"
    context = multiprocessing.get_context(method)
    return ProcessPoolExecutor(jobs, mp_context=context, initializer=_start_worker, initargs=(start, inputs))


def _start_worker(start: Callable[[Inputs], None], inputs: Inputs) -> None:
    threading.Thread(target=_follow_parent, daemon=True).start()
    start(inputs)


def _follow_parent() -> None:
    """Ends this worker when its parent dies, so that no lock or memory outlives a killed refresh."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        multiprocessing.connection.wait([parent.sentinel])
        os._exit(1)


_reader: list[FileReader] = []
"""In a worker: its one reader."""


def _start_reader(inputs: tuple[Sequence[Unit], GlobSet]) -> None:
    _reader.append(FileReader(*inputs))


def _read_run(run: tuple[int, int]) -> list[Parsed]:
    return [_reader[0].read(place) for place in range(*run)]


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
