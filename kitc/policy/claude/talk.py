"""One conversation with a model: messages, cached prefix, budget, and the draft that ends it.

IO: reads a monotonic clock; the network is the client's.
"""

import json
import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from kitc.base.draft import Draft, Trouble
from kitc.base.errors import KitRefused, ServiceUnavailable
from kitc.base.run import ModelCall
from kitc.base.strict import parse_json
from kitc.base.task import Task
from kitc.loop.session import BudgetSpent, Session
from kitc.policy.claude.desk import Desk, result_of, tool_result
from kitc.policy.claude.prompt import SUBMIT, SYSTEM, framed, troubles_text
from kitc.policy.claude.schema import CACHED, cached_tools
from kitc.wire.model import Block, ModelClient, ModelProgress, ModelReply, ModelRequest, ToolUse

if TYPE_CHECKING:
    from collections.abc import Iterable

MOST_ANSWER_TOKENS = 16_000
LEAST_ANSWER_TOKENS = 500
"""With less left, no call is made."""
FINAL_TOKENS = 12_000
"""With less left after a call's input, the model must submit now."""
MOST_MALFORMED = 2
"""Submissions that are no draft at all and may be mended, beside the host's repairs."""
_SPARE_ROUNDS = 8
_END = f"The budget is nearly spent. Call {SUBMIT} now with what is supported; no other call is answered."
"""Words, and no forced tool choice: that would make the service read the whole conversation anew."""
_BYTES_A_TOKEN = 3
"""Few bytes a token, so that the input of a call is rather guessed too large."""


@dataclass(slots=True)
class Talk:
    """The state of one conversation; it ends when a draft is submitted and goes on when it is refused."""

    client: ModelClient
    model: str
    desk: Desk
    task: Task
    session: Session
    progress: ModelProgress | None = None
    messages: list[Block] = field(default_factory=list)
    pending: list[Block] = field(default_factory=list)
    """Content of the next user message."""
    submitted: ToolUse | None = None
    """The submission that waits for its result."""
    malformed: int = 0
    rounds: int = 0
    ending: bool = False
    """Whether nothing but a submission is answered any more."""

    def open(self, text: str) -> None:
        """Start with *text*."""
        self.pending.append({"type": "text", "text": text})

    def refuse(self, troubles: tuple[Trouble, ...]) -> None:
        """Answer the submission with what the host does not admit."""
        if self.submitted is not None:
            self.pending.append(tool_result(self.submitted, troubles_text(troubles), is_error=True))
            self.submitted = None

    def run(self) -> Draft:
        """The next submitted draft.

        Raises:
            BudgetSpent: tokens, rounds or the context window are spent.
            Cancelled: the caller cancelled.
            ServiceUnavailable: the model refuses, never submits, or cannot be reached.
        """
        while True:
            reply = self._send()
            if reply.stop_reason == "refusal":
                raise ServiceUnavailable(
                    f"model {self.model}", f"refuses: {reply.refusal or 'no reason given'}"
                )
            draft = self._take(reply)
            if draft is not None:
                return draft

    def _send(self) -> ModelReply:
        """The reply to everything pending, charged to the session."""
        left = self._left()
        if self._must_end(left):
            self.ending = True
            self.pending.append({"type": "text", "text": _END})
        if self.pending:
            self.messages.append({"role": "user", "content": list(self.pending)})
            self.pending.clear()
        request = ModelRequest(
            model=self.model,
            system=({"type": "text", "text": SYSTEM, "cache_control": CACHED},),
            tools=cached_tools(self.desk.tools()),
            messages=with_breakpoint(self.messages),
            max_tokens=min(MOST_ANSWER_TOKENS, left),
        )
        started = time.perf_counter()
        reply = self.client.send(request, cancel=self.session.cancel, progress=self.progress)
        self.session.charge(
            ModelCall(
                model=reply.model,
                stop_reason=reply.stop_reason,
                tokens=reply.tokens,
                attempts=reply.attempts,
                seconds=round(time.perf_counter() - started, 4),
                request_id=reply.request_id,
            )
        )
        self.rounds += 1
        if reply.blocks:
            self.messages.append({"role": "assistant", "content": list(reply.blocks)})
        return reply

    def _left(self) -> int:
        """Tokens that an answer may take, after the input that the next call adds."""
        if self.rounds >= self.session.budget.turns + _SPARE_ROUNDS:
            raise BudgetSpent("research", f"{self.rounds} answers of the model, and no admitted draft")
        added = len(json.dumps(self.pending).encode())
        if self.rounds == 0:
            added += len(SYSTEM) + len(json.dumps(self.desk.tools()))
        left = self.session.tokens_left() - added // _BYTES_A_TOKEN
        if left < LEAST_ANSWER_TOKENS:
            raise BudgetSpent("research", f"all {self.session.budget.model_tokens} model tokens are spent")
        return left

    def _must_end(self, left: int) -> bool:
        """Whether nothing but a submission is of use now."""
        out_of_turns = self.session.spending.turns >= self.session.budget.turns
        return self.rounds > 0 and not self.ending and (out_of_turns or left < FINAL_TOKENS)

    def _take(self, reply: ModelReply) -> Draft | None:
        """Answer the calls of *reply*; the draft when one of them submits it."""
        if reply.stop_reason == "pause_turn":
            return None
        if reply.stop_reason == "model_context_window_exceeded":
            raise BudgetSpent("research", "the model's context window is full")
        submissions = [use for use in reply.tool_uses if use.name == SUBMIT]
        for use in reply.tool_uses:
            if use.name != SUBMIT:
                self.pending.append(self._result(use))
        for use in submissions[:-1]:
            self.pending.append(tool_result(use, "Only the last submission counts.", is_error=True))
        if submissions:
            return self._draft_of(submissions[-1], reply)
        if not reply.tool_uses:
            self._nudge(reply)
        elif self.ending:
            self._count_malformed("calls tools when only a submission is answered")
        return None

    def _result(self, use: ToolUse) -> Block:
        if self.ending:
            return tool_result(use, f"The budget is spent: only {SUBMIT} is answered now.", is_error=True)
        return result_of(self.desk, use, self.task, self.session)

    def _draft_of(self, use: ToolUse, reply: ModelReply) -> Draft | None:
        try:
            draft = draft_of(use)
        except KitRefused as error:
            self._count_malformed(str(error))
            cut = " It was cut off: write less." if reply.stop_reason == "max_tokens" else ""
            text = f"This is no draft.{cut}\n{framed('host check', str(error)[:2000])}"
            self.pending.append(tool_result(use, text, is_error=True))
            return None
        self.submitted = use
        return draft

    def _nudge(self, reply: ModelReply) -> None:
        """Nothing was called: say what ends the work."""
        self._count_malformed(f"answers without a call ({reply.stop_reason})")
        if not reply.blocks:
            self.messages.append({"role": "assistant", "content": [{"type": "text", "text": "(empty)"}]})
        self.pending.append({"type": "text", "text": f"Nobody reads text here. Call {SUBMIT}, or a tool."})

    def _count_malformed(self, reason: str) -> None:
        self.malformed += 1
        if self.malformed > MOST_MALFORMED:
            raise ServiceUnavailable(f"model {self.model}", f"submits no draft: {reason[:400]}")


def draft_of(use: ToolUse) -> Draft:
    """The draft that *use* submits.

    Raises:
        KitRefused: it is not of the form; every trouble is named.
    """
    if use.arguments is None:
        raise KitRefused(SUBMIT, use.trouble)
    return parse_json(json.dumps(use.arguments), Draft, place=SUBMIT, refusal=KitRefused)


def with_breakpoint(messages: "Iterable[Block]") -> tuple[Block, ...]:
    """*messages*, the last block of a user message marked: the next call reads up to it from the cache."""
    *before, last = messages
    content = last["content"]
    if last["role"] != "user" or not isinstance(content, list) or not isinstance(content[-1], dict):
        return (*before, last)
    return (*before, {**last, "content": [*content[:-1], {**content[-1], "cache_control": CACHED}]})
