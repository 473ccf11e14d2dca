"""The tool ``research``: a task or a question -> a kit. IO: reads the corpus."""

from dataclasses import replace
from typing import Annotated

from pydantic import Field

from indexer.base.digest import canonical_json
from kitc.base.errors import TaskRefused
from kitc.base.grant import Grant, Label
from kitc.base.kit import Kit
from kitc.base.run import Outcome, TokenUse
from kitc.base.strict import Strict, parse_json
from kitc.base.task import Task
from kitc.loop.service import Researched, Setting, follow_up, run_research
from kitc.render.markdown import render_markdown
from kitc.wire.mcp.host import Host
from kitc.wire.mcp.offer import MOST_TEXT, Call, Offer, Reply
from kitc.wire.mcp.reads import output_schema
from kitc.wire.mcp.text import bounded

_DESCRIPTION = """\
Research a task or a focused question over the indexed documentation, skills and published patterns, and
get an implementation kit: approach (run, compose, author or answer), real pattern identities with
contracts, a complete example that was checked against them, bound and missing inputs, rules with quoted
sources, gaps.

Call it once when a task starts, with `task` in the user's words, every handle you hold in `grants`
(token, description, JSON Schema) and patterns the user attached in `patternRefs`. The kit names no other
handle. Later, ask one thing with `question` and `parent` set to the kitDigest of that kit: what it read
is not read again. Example: {"task": "list my mail", "grants": [{"token": "cfh:a:7f3k", "description":
"mail database", "schema": {"asCell": ["sqlite"]}}]}"""


class ResearchArguments(Task):
    """A task, a question, or a question on an earlier kit."""

    parent: Annotated[
        str, Field(max_length=64, description="kitDigest of the kit that the question is asked on")
    ] = ""


class ResearchAnswer(Strict):
    """The kit and what it took."""

    kit: Kit
    kit_digest: str = Field(serialization_alias="kitDigest")
    """Names the kit in a follow-up's ``parent``."""
    outcome: Outcome
    run_id: str = Field(serialization_alias="runId")
    tool_calls: int = Field(serialization_alias="toolCalls")
    shown_bytes: int = Field(serialization_alias="shownBytes")
    tokens: TokenUse
    """Of a model policy; the offline policy spends none."""
    wall_seconds: float = Field(serialization_alias="wallSeconds")


def research_offer() -> Offer:
    """The tool as clients see it."""
    return Offer(
        name="research",
        title="Research a task or question",
        description=_DESCRIPTION,
        input_schema=ResearchArguments.model_json_schema(),
        output_schema=output_schema(ResearchAnswer),
        answer=_research,
        is_long=True,
    )


def _research(host: Host, call: Call) -> Reply:
    asked = parse_json(
        canonical_json(dict(call.arguments)), ResearchArguments, place="tool research", refusal=TaskRefused
    )
    setting = Setting(
        corpus=host.corpus(), policy=host.make_policy(), cancel=call.cancel, progress=call.progress
    )
    if asked.parent:
        return _reply(host, follow_up(asked.question, setting, parent=_parent(host, asked)))
    return _reply(host, run_research(_task(host, asked), setting))


def _parent(host: Host, asked: ResearchArguments) -> Researched:
    """The kit that is asked on; grants that come with the question stand in place of its own."""
    if not asked.question.strip() or asked.task.strip():
        raise TaskRefused("tool research: parent", "is for a question alone, leave task out and set question")
    others = sorted(asked.model_fields_set - {"task", "question", "parent", "grants"})
    if others:
        raise TaskRefused(f"tool research: {', '.join(others)}", "stands with the parent, leave it out")
    parent = host.kept(asked.parent)
    if parent is None:
        raise TaskRefused(
            f"tool research: parent {asked.parent[:64]}",
            "names no kit that is still at hand, expected the kitDigest of a recent research answer",
        )
    if "grants" not in asked.model_fields_set:
        return parent
    task = parent.run.task.model_copy(update={"grants": _grants(host, asked)})
    return replace(parent, run=parent.run.model_copy(update={"task": task}))


def _task(host: Host, asked: ResearchArguments) -> Task:
    """The task, within what the host holds and lets out."""
    given = asked.model_dump(mode="json", by_alias=True, exclude={"parent"})
    task = parse_json(canonical_json(given), Task, place="tool research", refusal=TaskRefused)
    return task.model_copy(update={"grants": _grants(host, asked), "label": _ceiling(host, asked)})


def _grants(host: Host, asked: ResearchArguments) -> tuple[Grant, ...]:
    """Grants of the call; where the host holds grants, those of them that the call names, or all."""
    if not host.grants or "grants" not in asked.model_fields_set:
        return asked.grants or host.grants
    held = {grant.token: grant for grant in host.grants}
    strange = [grant.token for grant in asked.grants if grant.token not in held]
    if strange:
        raise TaskRefused(
            f"tool research: grants {', '.join(strange)}",
            f"are not held by this server, expected some of {', '.join(held)}",
        )
    return tuple(held[grant.token] for grant in asked.grants)


def _ceiling(host: Host, asked: ResearchArguments) -> Label | None:
    """The call's ceiling, never above the host's."""
    if host.ceiling is None or asked.label is None:
        return asked.label or host.ceiling
    shared = set(asked.label.confidentiality) & set(host.ceiling.confidentiality)
    return Label(confidentiality=tuple(sorted(shared)), integrity=asked.label.integrity)


def _reply(host: Host, researched: Researched) -> Reply:
    run = researched.run
    digest = host.keep(researched)
    answer = ResearchAnswer(
        kit=researched.kit,
        kit_digest=digest,
        outcome=run.outcome,
        run_id=run.run_id,
        tool_calls=run.turns,
        shown_bytes=run.shown_bytes,
        tokens=run.tokens,
        wall_seconds=run.wall_seconds,
    )
    end = f"\nkitDigest: {digest} (give it as `parent` with a follow-up `question`)"
    text = bounded(render_markdown(researched.kit), MOST_TEXT - len(end)) + end
    return Reply(structured=answer.model_dump(mode="json", by_alias=True), text=text)
