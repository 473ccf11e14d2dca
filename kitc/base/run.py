"""The run record: what varies from run to run, and every read that research made. Pure."""

from collections.abc import Iterable
from typing import Literal

from pydantic import Field, JsonValue

from kitc.base.draft import Draft
from kitc.base.errors import KitRefused
from kitc.base.grant import Label, SchemaValue
from kitc.base.strict import Strict, json_of, parse_json
from kitc.base.task import Task

RUN_FORMAT = "kitc.run/1"
Completeness = Literal["complete", "truncated", "unavailable"]
Outcome = Literal["complete", "conditional", "incomplete", "cancelled", "failed"]


class ReadRecord(Strict):
    """One passage that a tool call showed."""

    turn: int
    """Number of the call that showed it, counted from 1."""
    address: str
    digest: str
    title: str = ""
    first_line: int = 0
    last_line: int = 0
    completeness: Completeness = "complete"
    rest: str | None = None
    """Address of what a truncated read left out."""
    label: Label | None = None
    text_bytes: int = 0


class CallRecord(Strict):
    """One tool call, in the order made."""

    turn: int
    tool: str
    arguments: dict[str, JsonValue]
    outcome: Literal["answered", "repeated", "refused", "over budget"]
    answer_bytes: int = 0
    answer_digest: str = ""
    milliseconds: float = 0.0
    trouble: str = ""


class TrustedPattern(Strict):
    """A pattern record that an index answer contained: the inventory admits nothing else."""

    pattern_id: str = Field(validation_alias="patternId", serialization_alias="patternId")
    specifier: str
    address: str
    name: str
    exports: tuple[str, ...] = ()
    argument_schema: SchemaValue = Field(
        default=True, validation_alias="argumentSchema", serialization_alias="argumentSchema"
    )
    result_schema: SchemaValue = Field(
        default=True, validation_alias="resultSchema", serialization_alias="resultSchema"
    )
    dependencies: tuple[str, ...] = ()


class TokenUse(Strict):
    """Tokens of a model policy; cached ones are counted apart."""

    input: int = 0
    output: int = 0
    cache_write: int = 0
    cache_read: int = 0


def sum_tokens(uses: Iterable[TokenUse]) -> TokenUse:
    """All of *uses* together, kind by kind."""
    every = tuple(uses)
    return TokenUse(
        input=sum(use.input for use in every),
        output=sum(use.output for use in every),
        cache_write=sum(use.cache_write for use in every),
        cache_read=sum(use.cache_read for use in every),
    )


class ModelCall(Strict):
    """One answered call of a model, in the order made."""

    model: str
    """Name that the service gave back."""
    stop_reason: str
    tokens: TokenUse
    """Of all its requests: what an answer that broke off had taken is counted too."""
    attempts: int = 1
    """Requests that this call took, failed ones included."""
    seconds: float = 0.0
    request_id: str = ""


class RunRecord(Strict):
    """kit.run.json, beside kit.json."""

    format: str = RUN_FORMAT
    run_id: str
    key: str
    """Digest of task, grants, corpus and policy: an equal key resumes without new work."""
    task: Task
    """The task as it was given, grants included, so that it can be driven again."""
    kit_digest: str
    corpus: str
    """Digest of the corpus database's content."""
    policy: str
    policy_version: str = ""
    parent: str = ""
    """Run id of the run that this one follows up."""
    parent_kit: str = ""
    """Digest of that run's kit."""
    inherited_reads: int = 0
    """How many of the reads, the first ones, that run had made."""
    draft: Draft | None = None
    """What the kit was admitted from, so that it can be admitted again."""
    admitted_after: int = 0
    """Calls made when that draft was admitted; a repair that gave up may have made more."""
    example_checked: bool = True
    """False in a trial that leaves the check of the example out."""
    outcome: Outcome
    calls: tuple[CallRecord, ...] = ()
    reads: tuple[ReadRecord, ...] = ()
    inventory: tuple[TrustedPattern, ...] = ()
    turns: int = 0
    shown_bytes: int = 0
    repairs: int = 0
    tokens: TokenUse = TokenUse()
    """Sum over the model calls."""
    model_calls: tuple[ModelCall, ...] = ()
    wall_seconds: float = 0.0
    tool_seconds: float = 0.0
    found: int = 0
    """Patterns that searches returned."""
    described: int = 0
    """Patterns whose contract or source was read."""
    run: int = 0
    """Patterns that the recipe runs by identity."""
    imported: int = 0
    """Patterns that the recipe's source imports."""


def run_json(run: RunRecord) -> str:
    """*run* as it stands in its file."""
    return json_of(run) + "\n"


def parse_run(text: str | bytes, *, place: str = "kit.run.json") -> RunRecord:
    """The run record that *text* spells.

    Raises:
        KitRefused: it is not of the form.
    """
    return parse_json(text, RunRecord, place=place, refusal=KitRefused)
