"""How a refresh tells what it is doing. Pure: the terminal's form is made by the command line."""

from typing import Protocol


class Progress(Protocol):
    """Told of each stage and of each step in it."""

    def stage(self, name: str, steps: int) -> None:
        """The stage *name* of *steps* steps begins."""

    def step(self) -> None:
        """One more step of the stage is done."""


class Quiet:
    """Tells nobody."""

    def stage(self, name: str, steps: int) -> None:
        """Nothing is said."""

    def step(self) -> None:
        """Nothing is said."""
