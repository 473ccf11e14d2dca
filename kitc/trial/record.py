"""The record of a trial: what was held constant, and one row for each run. Pure."""

from typing import Literal

from pydantic import Field

from kitc.base.budget import Budget
from kitc.base.errors import KitRefused
from kitc.base.run import Outcome, TokenUse
from kitc.base.strict import Strict, json_of, parse_json

TRIAL_FORMAT = "kitc.trial/1"
CheckOutcome = Literal["valid", "invalid", "unknown", "no example"]
CompileOutcome = Literal["accepted", "rejected", "unavailable", "no example", "not asked"]


class TaskControl(Strict):
    """One task as it was given to every condition."""

    name: str
    digest: str
    """Of the whole task, grants and budget included."""
    grants: tuple[str, ...]
    """Handle tokens, sorted."""
    budget: Budget


class Controls(Strict):
    """What every run of a comparison has to share."""

    corpus: str
    """Content digest of the corpus database: with it ranking and answers are frozen."""
    model: str
    """Model asked for by the conditions that ask one."""
    version: str
    """Version of kitc and digest of its source."""
    tasks: tuple[TaskControl, ...]


class Trial(Strict):
    """One run of one task under one condition."""

    condition: str
    task: str
    attempt: int
    """Counted from 1."""
    outcome: Outcome
    status: str = ""
    approach: str = ""
    trouble: str = ""
    """Why a failed run failed."""
    check: CheckOutcome = "no example"
    compile: CompileOutcome = "not asked"
    repairs: int = 0
    model_calls: int = 0
    requests: int = 0
    """Requests sent, failed ones included."""
    tokens: TokenUse = TokenUse()
    """Tokens read from and written to the cache are counted apart."""
    turns: int = 0
    shown_bytes: int = 0
    tool_seconds: float = 0.0
    wall_seconds: float = 0.0
    kit_bytes: int = 0
    kit_digest: str = ""
    found: int = 0
    """Patterns that searches returned."""
    read: int = 0
    """Patterns whose contract or source was read."""
    run: int = 0
    """Patterns that the recipe runs by identity."""
    imported: int = 0
    """Identities that the example really imports, each once."""
    written_lines: int = 0
    """Lines of new source in the example."""


class TrialSet(Strict):
    """trials.json."""

    format: str = TRIAL_FORMAT
    controls: Controls
    probe: TokenUse = TokenUse()
    """Cost of trying the service before the first run."""
    trials: tuple[Trial, ...] = Field(default=())


def trials_json(trials: TrialSet) -> str:
    """*trials* as they stand in their file."""
    return json_of(trials) + "\n"


def parse_trials(text: str | bytes, *, place: str = "trials.json") -> TrialSet:
    """The trials that *text* spells.

    Raises:
        KitRefused: it is not of the form.
    """
    return parse_json(text, TrialSet, place=place, refusal=KitRefused)


def require_matched(first: Controls, second: Controls, *, place: str) -> None:
    """Nothing, when both were run under the same controls.

    Raises:
        KitRefused: they were not, so that a difference in outcome could not be told from one in controls.
    """
    found = [
        f"{name} {getattr(first, name)} and {getattr(second, name)}"
        for name in ("corpus", "model", "version")
        if getattr(first, name) != getattr(second, name)
    ]
    mine, other = ({task.name: task for task in one.tasks} for one in (first, second))
    found += [f"task {name} only in one" for name in sorted(mine.keys() ^ other.keys())]
    found += [
        f"task {name} differs in {_what(mine[name], other[name])}"
        for name in sorted(mine.keys() & other.keys())
        if mine[name] != other[name]
    ]
    if found:
        raise KitRefused(place, f"has other controls and cannot be compared: {'; '.join(found)}")


def _what(first: TaskControl, second: TaskControl) -> str:
    parts = [name for name in ("grants", "budget") if getattr(first, name) != getattr(second, name)]
    return " and ".join(parts) or "what is asked"
