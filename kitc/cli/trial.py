"""``kitc trial``: a task set under named conditions, compared. IO: task and result files, corpus, model."""

import argparse
import dataclasses
import json
import sys
from pathlib import Path

from indexer.corpus import Corpus
from kitc.base.errors import KitRefused
from kitc.base.run import sum_tokens
from kitc.base.task import read_task
from kitc.cli.database import add_database_argument, open_corpus
from kitc.cli.policy import task_with_tokens
from kitc.files import read_bytes, write_researched, write_text
from kitc.trial.conditions import CONDITIONS, Condition, conditions_named
from kitc.trial.picture import picture_svg
from kitc.trial.record import Trial, TrialSet, parse_trials, require_matched, trials_json
from kitc.trial.run import Bench, NamedTask, controls_of, probe, run_trials
from kitc.trial.table import summarize, table_text
from kitc.wire.settings import model_name, service_of_environment

_RECORD = "trials.json"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments of ``kitc trial``."""
    names = ", ".join(condition.name for condition in CONDITIONS)
    parser.add_argument("tasks", nargs="*", type=Path, help="task.json files, or folders that hold one")
    parser.add_argument("--conditions", default="offline", metavar="A,B", help=f"some of {names}")
    parser.add_argument("--out", type=Path, metavar="DIR", help="where records, table and picture go")
    parser.add_argument("--attempts", type=int, default=1, metavar="N", help="runs of each task (1)")
    parser.add_argument("--model", metavar="NAME", help="model to ask (KITC_MODEL, else a cheap one)")
    parser.add_argument(
        "--tokens", type=int, metavar="N", help="model tokens, in place of the tasks' budgets"
    )
    parser.add_argument("--compile", action="store_true", help="also run the real TypeScript compiler")
    parser.add_argument(
        "--compare", nargs="+", type=Path, metavar="DIR", help="compare finished trials and run nothing"
    )
    add_database_argument(parser)


def run(arguments: argparse.Namespace) -> int:
    """Run the trials, or compare finished ones; 3 when a run failed.

    Raises:
        KitRefused: nothing to run, or controls that do not match.
        ServiceUnavailable: a condition asks a model, and it does not answer.
    """
    if arguments.compare:
        print(table_text(summarize(_compared(arguments.compare).trials)), end="")
        return 0
    if not arguments.tasks or arguments.out is None or arguments.attempts < 1:
        raise KitRefused("kitc trial", "expected tasks, --out DIR and --attempts of at least 1")
    conditions = conditions_named(arguments.conditions)
    tasks = _tasks(arguments)
    with open_corpus(arguments) as corpus:
        done = _run(arguments, _bench(arguments, conditions, corpus), tasks, conditions)
    print(table_text(summarize(done.trials)), end="")
    return 3 if any(trial.outcome == "failed" for trial in done.trials) else 0


def _tasks(arguments: argparse.Namespace) -> list[NamedTask]:
    """The tasks with their names, each once.

    Raises:
        KitRefused: two have one name.
    """
    found = []
    for file in arguments.tasks:
        task = read_task(file / "task.json" if file.is_dir() else file)
        task = task if arguments.tokens is None else task_with_tokens(task, arguments.tokens)
        found.append(NamedTask(file.resolve().name if file.is_dir() else file.stem, task))
    names = [one.name for one in found]
    if len(set(names)) < len(names):
        raise KitRefused("kitc trial", f"two tasks have one name among {', '.join(sorted(names))}")
    return found


def _bench(arguments: argparse.Namespace, conditions: tuple[Condition, ...], corpus: Corpus) -> Bench:
    client = None
    if any(condition.asks_model for condition in conditions):
        from kitc.wire.messages import MessagesClient  # noqa: PLC0415 - offline trials need none

        client = MessagesClient(service_of_environment())
    return Bench(corpus=corpus, model=model_name(arguments.model), client=client, compiles=arguments.compile)


def _run(
    arguments: argparse.Namespace, bench: Bench, tasks: list[NamedTask], conditions: tuple[Condition, ...]
) -> TrialSet:
    """Every trial, each written down as it ends, after those that the folder holds already."""
    folder: Path = arguments.out
    folder.mkdir(parents=True, exist_ok=True)
    done = TrialSet(controls=controls_of(bench, tasks))
    if (folder / _RECORD).exists():
        before = parse_trials(read_bytes(folder / _RECORD), place=str(folder / _RECORD))
        require_matched(before.controls, done.controls, place=str(folder / _RECORD))
        done = before
    done = done.model_copy(update={"probe": sum_tokens((done.probe, probe(bench)))})
    for ended, researched in run_trials(bench, tasks, conditions, attempts=arguments.attempts):
        trial = _numbered(ended, done)
        done = done.model_copy(update={"trials": (*done.trials, trial)})
        if researched is not None:
            kit = folder / "kits" / trial.condition / f"{trial.task}.{trial.attempt}.json"
            kit.parent.mkdir(parents=True, exist_ok=True)
            write_researched(kit, researched)
        write_text(folder / _RECORD, trials_json(done))
        print(_line(trial), file=sys.stderr, flush=True)
    _write_summary(folder, done)
    return done


def _numbered(trial: Trial, done: TrialSet) -> Trial:
    """*trial* as the next attempt at its task under its condition."""
    same = [one for one in done.trials if (one.condition, one.task) == (trial.condition, trial.task)]
    return trial.model_copy(update={"attempt": len(same) + 1})


def _write_summary(folder: Path, done: TrialSet) -> None:
    summaries = summarize(done.trials)
    plain = [{**dataclasses.asdict(one), "tokens": one.tokens.model_dump()} for one in summaries]
    write_text(folder / "summary.json", json.dumps(plain, indent=2) + "\n")
    write_text(folder / "table.txt", table_text(summaries))
    tasks = len(done.controls.tasks)
    title = (
        f"{tasks} task{'s' if tasks != 1 else ''}, corpus {done.controls.corpus[:12]}, {done.controls.model}"
    )
    write_text(folder / "trials.svg", picture_svg(summaries, title=title))


def _compared(folders: list[Path]) -> TrialSet:
    """The trials of all *folders* as one set.

    Raises:
        KitRefused: their controls do not match.
    """
    first, *others = [parse_trials(read_bytes(one / _RECORD), place=str(one / _RECORD)) for one in folders]
    for folder, other in zip(folders[1:], others, strict=True):
        require_matched(first.controls, other.controls, place=str(folder / _RECORD))
    return first.model_copy(
        update={"trials": tuple(trial for one in (first, *others) for trial in one.trials)}
    )


def _line(trial: Trial) -> str:
    tokens = trial.tokens
    return (
        f"{trial.condition:17} {trial.task:26} {trial.outcome:11} {trial.approach:8} check {trial.check:10}"
        f" {tokens.input + tokens.output + tokens.cache_write:7} tokens {tokens.cache_read:7} cached"
        f" {trial.wall_seconds:7.2f} s {trial.trouble[:80]}".rstrip()
    )
