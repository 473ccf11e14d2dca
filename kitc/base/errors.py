"""What kitc refuses, each with the place it stands at. Pure.

    KitcError
    +-- TaskRefused          a task, grant or budget is not of its form
    +-- KitRefused           a kit or run record is not of its form
    +-- CheckRefused         a composition cannot be checked at all (no such file, no TypeScript)
    +-- CompilerUnavailable  no TypeScript compiler can be run
    +-- ServiceUnavailable   a model service cannot be reached or refuses
    +-- Cancelled            the caller cancelled a run

Errors pass their fields to ``super().__init__`` so that they survive pickling between processes.
"""


class KitcError(Exception):
    """The root of all refusals: *place* is where, *trouble* is what is wrong and what was expected."""

    def __init__(self, place: str, trouble: str) -> None:
        super().__init__(place, trouble)
        self.place = place
        self.trouble = trouble

    def __str__(self) -> str:
        return f"{self.place}: {self.trouble}"


class TaskRefused(KitcError):
    """A task, grant or budget is not of its form."""


class KitRefused(KitcError):
    """A kit or run record is not of its form."""


class CheckRefused(KitcError):
    """A composition cannot be checked at all."""


class CompilerUnavailable(KitcError):
    """No TypeScript compiler can be run."""


class ServiceUnavailable(KitcError):
    """A model service cannot be reached, or refuses."""


class Cancelled(KitcError):
    """The caller cancelled a run."""
