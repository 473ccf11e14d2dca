"""A session: the one door through which a policy calls tools. Budgets are held here, every read is recorded.

IO: reads a monotonic clock for the run record.
"""

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from threading import Event
from typing import TypeVar

from pydantic import JsonValue

from indexer.base.digest import canonical_json, digest_of
from indexer.base.errors import IndexerError
from kitc.base.budget import Budget
from kitc.base.errors import Cancelled, KitcError
from kitc.base.run import CallRecord, ModelCall, ReadRecord, TokenUse, TrustedPattern, sum_tokens
from kitc.base.strict import Strict, json_of
from kitc.tools.answers import Answer
from kitc.tools.reach import Reach
from kitc.tools.registry import find_tool

AnswerType = TypeVar("AnswerType", bound=Answer)
Progress = Callable[[CallRecord], None]


class BudgetSpent(KitcError):
    """A tool call would spend more than the budget allows."""


@dataclass(slots=True)
class Spending:
    """What a session has used so far."""

    turns: int = 0
    shown_bytes: int = 0
    tool_seconds: float = 0.0


@dataclass(slots=True)
class Session:
    """Tool calls of one run, in order. Not shared between threads; the reach below it may be."""

    reach: Reach
    budget: Budget
    cancel: Event = field(default_factory=Event)
    progress: Progress | None = None
    spending: Spending = field(default_factory=Spending)
    calls: list[CallRecord] = field(default_factory=list)
    reads: list[ReadRecord] = field(default_factory=list)
    inventory: dict[str, TrustedPattern] = field(default_factory=dict)
    """By identity: records that answers of this run, or of the run it follows up, contained."""
    found: set[str] = field(default_factory=set)
    """Specifiers of patterns that searches returned."""
    answers: dict[str, Answer] = field(default_factory=dict)
    """By tool and arguments: a repeated call is answered from here at no cost."""
    model_calls: list[ModelCall] = field(default_factory=list)
    """Calls of the model, when the policy asks one."""

    def call(self, arguments: Strict, kind: type[AnswerType]) -> AnswerType:
        """The typed answer to *arguments*, whose class names the tool.

        Raises:
            BudgetSpent: nothing new may be shown any more.
            Cancelled: the caller cancelled the run.
            IndexerError: the tool refuses, e.g. an address that names nothing.
        """
        answer = self.answer(find_tool(type(arguments)).name, arguments.model_dump(mode="json"))
        if not isinstance(answer, kind):
            raise TypeError(
                f"{find_tool(type(arguments)).name} answers {type(answer).__name__}, not {kind.__name__}"
            )
        return answer

    def answer(self, tool: str, arguments: Mapping[str, JsonValue]) -> Answer:
        """The answer of *tool*, recorded; raises what ``call`` raises, and TaskRefused for bad arguments."""
        if self.cancel.is_set():
            raise Cancelled("research", "the caller cancelled the run")
        key = f"{tool} {canonical_json(dict(arguments))}"
        known = self.answers.get(key)
        if known is not None:
            self._record(tool, arguments, "repeated")
            return known
        if self.spending.turns >= self.budget.turns:
            self._record(tool, arguments, "over budget")
            raise BudgetSpent("research", f"all {self.budget.turns} turns are spent")
        started = time.perf_counter()
        try:
            answer = find_tool(tool).invoke(self.reach, arguments)
        except (IndexerError, KitcError) as error:
            self.spending.turns += 1
            self._record(
                tool, arguments, "refused", trouble=str(error), seconds=time.perf_counter() - started
            )
            raise
        return self._admit(key, tool, arguments, answer, seconds=time.perf_counter() - started)

    def _admit(
        self, key: str, tool: str, arguments: Mapping[str, JsonValue], answer: Answer, *, seconds: float
    ) -> Answer:
        text = json_of(answer)
        size = len(text.encode())
        if self.spending.shown_bytes + size > self.budget.shown_bytes:
            self._record(tool, arguments, "over budget", seconds=seconds)
            raise BudgetSpent("research", f"{size} bytes more than what is left of {self.budget.shown_bytes}")
        self.spending.turns += 1
        self.spending.shown_bytes += size
        self.answers[key] = answer
        turn = self.spending.turns
        self.reads.extend(read.model_copy(update={"turn": turn}) for read in answer.reads())
        self.found.update(answer.specifiers())
        for record in answer.records():
            self.inventory[record.pattern_id] = record
        self._record(tool, arguments, "answered", size=size, digest=digest_of(text.encode()), seconds=seconds)
        return answer

    def _record(  # noqa: PLR0913 - one call has these facts
        self,
        tool: str,
        arguments: Mapping[str, JsonValue],
        outcome: str,
        *,
        size: int = 0,
        digest: str = "",
        seconds: float = 0.0,
        trouble: str = "",
    ) -> None:
        self.spending.tool_seconds += seconds
        record = CallRecord.model_validate(
            {
                "turn": self.spending.turns,
                "tool": tool,
                "arguments": dict(arguments),
                "outcome": outcome,
                "answer_bytes": size,
                "answer_digest": digest,
                "milliseconds": round(seconds * 1000, 3),
                "trouble": trouble,
            }
        )
        self.calls.append(record)
        if self.progress is not None:
            self.progress(record)

    def charge(self, call: ModelCall) -> None:
        """Record an answered model call; its tokens count against the budget."""
        self.model_calls.append(call)

    def tokens(self) -> TokenUse:
        """What all model calls took together."""
        return sum_tokens(call.tokens for call in self.model_calls)

    def tokens_left(self) -> int:
        """Tokens that the budget still allows; what was read from the cache is recorded, not counted."""
        used = self.tokens()
        return self.budget.model_tokens - used.input - used.output - used.cache_write
