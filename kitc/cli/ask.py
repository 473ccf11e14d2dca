"""``kitc ask``: a focused follow-up question on a kit. IO: the corpus, kit files, the terminal."""

import argparse
from dataclasses import replace
from pathlib import Path

from kitc.base.errors import KitRefused
from kitc.cli.build import open_or_say
from kitc.cli.database import add_database_argument
from kitc.cli.policy import add_policy_arguments, policy_of, with_tokens
from kitc.files import read_researched, run_file_of, write_researched
from kitc.loop.service import Setting, follow_up
from kitc.render.markdown import render_markdown


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments of ``kitc ask``."""
    parser.add_argument("kit", type=Path, help="kit.json, with its run record beside it")
    parser.add_argument("question")
    parser.add_argument("--out", type=Path, metavar="FILE", help="also write the answer as a kit of its own")
    add_policy_arguments(parser)
    add_database_argument(parser)


def run(arguments: argparse.Namespace) -> int:
    """Answer the question; 3 when nothing answers it.

    Raises:
        KitRefused: the kit or its run record is missing.
    """
    parent = read_researched(arguments.kit)
    if parent is None:
        raise KitRefused(
            str(arguments.kit),
            f"cannot be asked, expected it and {run_file_of(arguments.kit).name} beside it",
        )
    task = with_tokens(parent.run.task, arguments)
    parent = replace(parent, run=parent.run.model_copy(update={"task": task}))
    corpus, trouble = open_or_say(arguments)
    setting = Setting(corpus=corpus, policy=policy_of(arguments), trouble=trouble)
    answer = follow_up(arguments.question, setting, parent=parent)
    if arguments.out:
        write_researched(arguments.out, answer)
    print(render_markdown(answer.kit), end="")
    return 3 if answer.kit.status == "incomplete" else 0
