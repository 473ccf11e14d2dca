"""Desks: which tools a model is offered besides the submission, and what they answer. Pure over a session."""

from typing import Protocol

from indexer.base.errors import IndexerError
from kitc.base.errors import Cancelled, KitcError, TaskRefused
from kitc.base.strict import json_of
from kitc.base.task import Task
from kitc.loop.session import BudgetSpent, Session
from kitc.policy.claude.prompt import framed, framed_answer
from kitc.policy.claude.schema import read_tools
from kitc.policy.offline.policy import OfflinePolicy
from kitc.wire.model import Block, ToolUse

RESEARCH = "research"


class Desk(Protocol):
    """The tools of one conversation."""

    @property
    def name(self) -> str:
        """Part of the policy's version."""

    def tools(self) -> tuple[Block, ...]:
        """The tools in the form of the Messages API."""

    def answer(self, use: ToolUse, task: Task, session: Session) -> str:
        """The answer to one call, framed as data.

        Raises:
            KitcError: the call is refused, or the budget is spent.
            IndexerError: the corpus refuses it.
        """


class ReadDesk:
    """The nine read-only tools."""

    name = "tools"

    def tools(self) -> tuple[Block, ...]:
        """As the registry lists them."""
        return read_tools()

    def answer(self, use: ToolUse, task: Task, session: Session) -> str:
        """Through the session, which holds the budget and records the read."""
        del task
        if use.arguments is None:
            raise TaskRefused(f"tool {use.name}", use.trouble)
        return framed_answer(use.name, session.answer(use.name, use.arguments))


class ResearchDesk:
    """One tool that researches on request: nothing is done unless the model asks for it."""

    name = "callable-only"

    def tools(self) -> tuple[Block, ...]:
        """The one tool."""
        schema: Block = {
            "type": "object",
            "properties": {"question": {"type": "string", "description": "a task or a focused question"}},
            "required": ["question"],
        }
        what = "Research documentation, skills and the pattern index for a task or a focused question."
        return ({"name": RESEARCH, "description": what, "input_schema": schema},)

    def answer(self, use: ToolUse, task: Task, session: Session) -> str:
        """The offline policy's draft, researched in the same session."""
        question = (use.arguments or {}).get("question")
        if use.name != RESEARCH or not isinstance(question, str) or not question.strip():
            raise TaskRefused(f"tool {use.name}", f'is refused, expected {RESEARCH} with a "question"')
        asked = task.model_copy(update={"task": question[:20_000], "question": ""})
        return framed(RESEARCH, json_of(OfflinePolicy().propose(asked, session)))


def result_of(desk: Desk, use: ToolUse, task: Task, session: Session) -> Block:
    """The tool result of *use*: an answer, or an error that says what to do instead."""
    try:
        return tool_result(use, desk.answer(use, task, session))
    except Cancelled:
        raise
    except BudgetSpent as error:
        return tool_result(use, f"{error}. Submit what is supported by now.", is_error=True)
    except (KitcError, IndexerError) as error:
        return tool_result(use, framed("refusal", str(error)), is_error=True)


def tool_result(use: ToolUse, text: str, *, is_error: bool = False) -> Block:
    """One block of the message that answers a model's calls."""
    block: Block = {"type": "tool_result", "tool_use_id": use.use_id, "content": text}
    return {**block, "is_error": True} if is_error else block
