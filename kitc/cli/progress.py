"""A refresh shown on a terminal. IO: draws on standard error."""

from collections.abc import Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

_EVERY = 16
"""Steps between two drawings: a drawing costs more than a step."""


class TerminalProgress:
    """A bar for the running stage. It is drawn by the steps themselves: a thread would not survive a fork."""

    def __init__(self, bars: Progress) -> None:
        self._bars = bars
        self._task = bars.add_task("collect", total=1)
        self._done = 0

    def stage(self, name: str, steps: int) -> None:
        """Shows the stage *name*."""
        self._done = 0
        self._bars.update(self._task, description=name, total=max(1, steps), completed=0)
        self._bars.refresh()

    def step(self) -> None:
        """Moves the bar on."""
        self._done += 1
        if self._done % _EVERY == 0:
            self._bars.update(self._task, completed=self._done)
            self._bars.refresh()


@contextmanager
def shown_progress() -> Iterator[TerminalProgress]:
    """A progress display that leaves the terminal as it was."""
    columns = (TextColumn("{task.description:>16}"), BarColumn(), MofNCompleteColumn())
    with Progress(*columns, console=Console(stderr=True), auto_refresh=False, transient=True) as bars:
        yield TerminalProgress(bars)
