"""Scripts for the Messages API server, made from what the offline policy did."""

import json
from collections.abc import Mapping
from typing import Any

from kitc.base.draft import Draft
from kitc.base.run import RunRecord
from kitc.base.task import Task
from kitc.policy.claude.policy import ClaudePolicy
from kitc.wire.messages import MessagesClient
from kitc.wire.settings import DEFAULT_MODEL, Service
from tests.kitc.wire.messages_server import Answer, MessagesServer, answer, call


def research_of(run: RunRecord, *, at_once: int = 6) -> tuple[Answer, ...]:
    """The calls that *run* made, several in one answer."""
    made = [call_ for call_ in run.calls if call_.outcome in ("answered", "refused")]
    blocks = [call(one.tool, one.arguments, use_id=f"toolu_{place}") for place, one in enumerate(made)]
    return tuple(answer(*blocks[start : start + at_once]) for start in range(0, len(blocks), at_once))


def submission(draft: Draft | Mapping[str, Any]) -> Answer:
    """The answer that submits *draft*."""
    content = json.loads(draft.model_dump_json()) if isinstance(draft, Draft) else dict(draft)
    return answer(call("submit_kit", content, use_id="toolu_submit"))


def policy_at(server: MessagesServer, **options: Any) -> ClaudePolicy:
    """The Claude policy, asking the scripted model."""
    service = Service(api_key="test-key", base_url=server.url, read_seconds=5, call_seconds=10)
    return ClaudePolicy(MessagesClient(service), DEFAULT_MODEL, **options)


def with_budget(task: Task, **limits: int) -> Task:
    """*task* with other limits."""
    return task.model_copy(update={"budget": task.budget.model_copy(update=limits)})


def results_in(request: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The tool results of the last message of *request*."""
    return [block for block in request["messages"][-1]["content"] if block["type"] == "tool_result"]
