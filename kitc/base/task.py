"""Tasks: what is asked, with what has been granted. Pure, but for the reader at the end.

IO: ``read_task`` reads one file.
"""

from pathlib import Path
from typing import Annotated

from pydantic import Field, model_validator

from indexer.base.digest import Digest, digest_of
from kitc.base.budget import Budget
from kitc.base.errors import TaskRefused
from kitc.base.grant import Grant, Label
from kitc.base.strict import Strict, json_of, parse_json

SampleRow = dict[str, str | int | float | None]
Text = Annotated[str, Field(max_length=20_000)]


class Task(Strict):
    """What is asked: a whole *task*, or a focused *question* about the framework or the corpus."""

    task: Annotated[Text, Field(description="A root task in the user's words")] = ""
    question: Annotated[
        Text, Field(description="A specific implementation question; with task, asked within that task")
    ] = ""
    grants: Annotated[
        tuple[Grant, ...], Field(description="Live references that are held; no other exists")
    ] = ()
    pattern_refs: tuple[str, ...] = Field(
        default=(),
        validation_alias="patternRefs",
        serialization_alias="patternRefs",
        description="Patterns that the caller attached: identities, cf:pattern: specifiers or src: addresses",
    )
    budget: Annotated[Budget, Field(description="What the run may spend")] = Budget()
    label: Annotated[
        Label | None,
        Field(description="Ceiling: sources whose confidentiality it does not cover stay out, and are named"),
    ] = None
    rows: dict[str, tuple[SampleRow, ...]] = Field(
        default_factory=dict,
        description="Sample rows by SQL table, for demonstrations of a pattern's own queries",
    )

    @model_validator(mode="after")
    def _asks_something(self) -> "Task":
        if not self.task.strip() and not self.question.strip():
            raise ValueError("asks nothing, expected a task or a question")
        tokens = [grant.token for grant in self.grants]
        twice = sorted({token for token in tokens if tokens.count(token) > 1})
        if twice:
            raise ValueError(f"grants {', '.join(twice)} more than once, expected each token once")
        return self

    def words(self) -> str:
        """All that is asked, as one text."""
        return "\n".join(part for part in (self.task.strip(), self.question.strip()) if part)

    def tokens(self) -> tuple[str, ...]:
        """Handle tokens that are really granted, in the order given."""
        return tuple(grant.token for grant in self.grants if grant.state == "granted")


def task_digest(task: Task) -> Digest:
    """The digest of everything in *task*: equal tasks, equal digests."""
    return digest_of(json_of(task).encode())


def parse_task(text: str | bytes, *, place: str = "task.json") -> Task:
    """The task that JSON *text* spells.

    Raises:
        TaskRefused: it is not of the form; every trouble is named.
    """
    return parse_json(text, Task, place=place, refusal=TaskRefused)


def read_task(file: Path) -> Task:
    """The task in *file*.

    Raises:
        TaskRefused: the file cannot be read or is not of the form.
    """
    try:
        return parse_task(file.read_bytes(), place=str(file))
    except OSError as error:
        raise TaskRefused(str(file), f"cannot be read: {error.strerror}") from error
