"""Arguments that choose a policy, for the commands that research. IO: the environment, standard error."""

import argparse
import sys
from typing import TYPE_CHECKING

from kitc.base.budget import Budget
from kitc.base.errors import TaskRefused
from kitc.base.run import RunRecord
from kitc.base.strict import json_of, parse_json
from kitc.base.task import Task
from kitc.policy.choose import POLICIES, policy_named

if TYPE_CHECKING:
    from kitc.loop.policy import Policy
    from kitc.wire.model import ModelEvent


def add_policy_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds ``--policy``, ``--model``, ``--tokens`` and ``--fallback``."""
    parser.add_argument("--policy", choices=POLICIES, default="offline", help="who researches (offline)")
    parser.add_argument("--model", metavar="NAME", help="model to ask (KITC_MODEL, else a cheap one)")
    parser.add_argument("--tokens", type=int, metavar="N", help="model tokens, in place of the task's budget")
    parser.add_argument(
        "--fallback", action="store_true", help="research offline when no model answers, and say why"
    )


def policy_of(arguments: argparse.Namespace) -> "Policy":
    """The policy that the arguments name.

    Raises:
        ServiceUnavailable: its model has no key, and no fallback is allowed.
    """
    return policy_named(
        arguments.policy,
        model=arguments.model,
        fallback=arguments.fallback,
        progress=_show if getattr(arguments, "verbose", False) else _show_retries,
    )


def with_tokens(task: Task, arguments: argparse.Namespace) -> Task:
    """*task* with the token budget of ``--tokens``, checked as any budget is.

    Raises:
        TaskRefused: it is not of the form of a budget.
    """
    if arguments.tokens is None:
        return task
    return task_with_tokens(task, arguments.tokens)


def task_with_tokens(task: Task, tokens: int) -> Task:
    """*task* with *tokens* for a model; raises TaskRefused when no budget may have that many."""
    wanted = task.budget.model_copy(update={"model_tokens": tokens})
    budget = parse_json(json_of(wanted), Budget, place="--tokens", refusal=TaskRefused)
    return task.model_copy(update={"budget": budget})


def usage_text(record: RunRecord) -> str:
    """What the model calls of a run took, for people."""
    used = record.tokens
    return (
        f"{len(record.model_calls)} model calls: {used.input} input, {used.output} output,"
        f" {used.cache_write} cache write, {used.cache_read} cache read tokens"
    )


def _show(event: "ModelEvent") -> None:
    """What streams in: the model's words as they come, its calls and waits on lines of their own."""
    if event.kind == "text":
        print(event.text, end="", file=sys.stderr, flush=True)
    else:
        print(f"\n[{event.kind}] {event.text}", file=sys.stderr, flush=True)


def _show_retries(event: "ModelEvent") -> None:
    if event.kind == "retry":
        print(f"kitc: {event.text}", file=sys.stderr, flush=True)
