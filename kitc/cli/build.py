"""``kitc build``: compile an implementation kit for a task. IO: corpus, task and kit files, the terminal."""

import argparse
import json
import sys
from pathlib import Path

from indexer.base.errors import DatabaseRefused
from indexer.corpus import Corpus
from kitc.base.errors import KitcError, TaskRefused
from kitc.base.grant import Grant
from kitc.base.run import CallRecord
from kitc.base.strict import parse_json
from kitc.base.task import Task, parse_task, read_task
from kitc.cli.database import add_database_argument, database_of
from kitc.cli.json_files import read_json
from kitc.cli.policy import add_policy_arguments, policy_of, usage_text, with_tokens
from kitc.files import read_researched, write_researched
from kitc.loop.service import Researched, Setting, run_research


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments of ``kitc build``."""
    parser.add_argument("task", help="task.json, or the task in plain words")
    parser.add_argument("--question", default="", metavar="TEXT", help="a focused question within the task")
    parser.add_argument(
        "--grant",
        action="append",
        default=[],
        metavar="TOKEN=SCHEMA.json",
        help="a granted handle, repeatable",
    )
    parser.add_argument(
        "--pattern", action="append", default=[], metavar="REF", help="attach a pattern, repeatable"
    )
    parser.add_argument(
        "--out", type=Path, default=Path("kit.json"), metavar="FILE", help="kit.json by default"
    )
    parser.add_argument("--fresh", action="store_true", help="research again, even if nothing changed")
    parser.add_argument("--verbose", action="store_true", help="name each tool call")
    add_policy_arguments(parser)
    add_database_argument(parser)


def run(arguments: argparse.Namespace) -> int:
    """Build the kit, or keep the one that answers the same task already; 3 when it is incomplete."""
    task = with_tokens(task_of(arguments), arguments)
    previous = None if arguments.fresh else read_researched(arguments.out)
    corpus, trouble = open_or_say(arguments)
    setting = Setting(
        corpus=corpus,
        policy=policy_of(arguments),
        trouble=trouble,
        progress=_say if arguments.verbose else None,
    )
    researched = run_research(task, setting, previous=previous)
    if not researched.resumed:
        write_researched(arguments.out, researched)
    print(summary_of(researched, arguments.out))
    return 3 if researched.kit.status == "incomplete" else 0


def task_of(arguments: argparse.Namespace) -> Task:
    """The task that the arguments spell: a file, or plain words, with what is granted beside.

    Raises:
        TaskRefused: it is not of the form.
    """
    grants = tuple(_grant_of(text) for text in arguments.grant)
    file = Path(arguments.task)
    if arguments.task.endswith(".json"):
        task = read_task(file)
    else:
        task = parse_task(json.dumps({"task": arguments.task}), place="task")
    added = task.model_dump(mode="json", by_alias=True)
    added["grants"] += [grant.model_dump(mode="json", by_alias=True) for grant in grants]
    added["patternRefs"] += arguments.pattern
    added["question"] = arguments.question or task.question
    return parse_task(json.dumps(added), place=arguments.task[:80])


def _grant_of(text: str) -> Grant:
    """The grant that ``TOKEN=FILE`` names; the file holds a schema, or a whole grant without its token."""
    token, mark, name = text.partition("=")
    if not mark:
        raise TaskRefused(f"--grant {text[:80]}", "is no grant, expected TOKEN=SCHEMA.json")
    try:
        content = read_json(Path(name))
    except KitcError as error:
        raise TaskRefused(
            f"--grant {text[:80]}", f"{name} cannot be read as JSON: {error.trouble}"
        ) from error
    if isinstance(content, dict) and "schema" in content and "type" not in content:
        whole = {**content, "token": token}
    else:
        whole = {"token": token, "schema": content}
    return parse_json(json.dumps(whole), Grant, place=f"--grant {token[:80]}", refusal=TaskRefused)


def open_or_say(arguments: argparse.Namespace) -> tuple[Corpus | None, str]:
    """The corpus, or why there is none: research then gives an explicit incomplete kit."""
    try:
        return Corpus.open(database_of(arguments)), ""
    except DatabaseRefused as error:
        return None, str(error)


def _say(call: CallRecord) -> None:
    print(
        f"{call.turn:3} {call.tool} {json.dumps(call.arguments, ensure_ascii=False)[:120]} {call.outcome}",
        file=sys.stderr,
    )


def summary_of(researched: Researched, file: Path) -> str:
    """What was built, for people, in a few lines."""
    kit, record = researched.kit, researched.run
    how = (
        "unchanged, no new work"
        if researched.resumed
        else f"{record.turns} calls, {record.shown_bytes} bytes read"
    )
    lines = [f"{file}: {kit.status}: {kit.approach.kind}: {kit.approach.summary}", f"  {how}"]
    if record.model_calls and not researched.resumed:
        lines.append(f"  {usage_text(record)}")
    lines += [f"  missing: {item.name} ({item.capability})" for item in kit.inputs.missing]
    lines += [f"  gap: {gap.what}" for gap in kit.gaps[:5]]
    return "\n".join(lines)
