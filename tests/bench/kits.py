"""Builds the kit of every task fixture and compares it with what is expected. IO: temporary corpora, the terminal.

python tests/bench/kits.py [--compile] [NAME ...]
python tests/bench/kits.py --db labs.db --tasks tests/bench/labs_tasks [--compile]
"""

import argparse
import json
import shutil
import sys
import tempfile
import time
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from indexer.corpus import Corpus
from indexer.refresh import RefreshOptions, refresh
from kitc.base.budget import MOST_KIT_BYTES
from kitc.base.kit import Kit, kit_json
from kitc.base.task import read_task
from kitc.service import research

LEAST_EFFICIENCY = 0.5
Expected = dict[str, Any]
"""An ``expected.json``: its README in ``data/tasks`` names the fields."""
DATA = Path(__file__).parents[2] / "data"


@dataclass(frozen=True, slots=True)
class Judged:
    """One fixture's kit and what is wrong with it."""

    name: str
    kit: Kit
    wrong: tuple[str, ...]
    seconds: float
    compiled: str = ""
    trouble: tuple[str, ...] = field(default=())


def corpus_without(folder: Path, excluded: Iterable[str]) -> Path:
    """A database of the starter corpus without the *excluded* entry modules, given as ``<source>/<path>``."""
    copy = folder / "data"
    shutil.copytree(DATA, copy, ignore=shutil.ignore_patterns("tasks", "*.db"))
    for entry in excluded:
        (copy / "programs" / entry.partition("/")[2]).unlink()
    refresh(copy / "corpus.toml", folder / "corpus.db", options=RefreshOptions(jobs=1))
    return folder / "corpus.db"


def judge_fixture(folder: Path, *, compiles: bool = False) -> Judged:
    """The kit of the fixture in *folder*, judged by its ``expected.json``."""
    expected = json.loads((folder / "expected.json").read_text(encoding="utf-8"))
    with tempfile.TemporaryDirectory() as place:
        database = corpus_without(Path(place), expected["exclude"])
        with Corpus.open(database) as corpus:
            return judge_task(folder, corpus, expected, compiles=compiles)


def judge_task(folder: Path, corpus: Corpus, expected: Expected, *, compiles: bool = False) -> Judged:
    """The kit of the task in *folder* over *corpus*."""
    task = read_task(folder / "task.json" if folder.is_dir() else folder)
    started = time.process_time()
    kit = research(task, corpus=corpus).kit
    seconds = time.process_time() - started
    compiled, trouble = _compile(kit, corpus) if compiles else ("", ())
    wrong = tuple(differences(kit, expected)) + tuple(_limits(kit))
    return Judged(folder.stem, kit, wrong, seconds, compiled, trouble)


def _limits(kit: Kit) -> list[str]:
    """What of the numbers that every kit must keep is not kept."""
    size, source = len(kit_json(kit).encode()), kit.recipe.run_pattern.source_text if kit.recipe else None
    wrong = [f"{size} bytes"] if size > MOST_KIT_BYTES else []
    wrong += (
        [f"context efficiency {kit.context_efficiency}"] if kit.context_efficiency < LEAST_EFFICIENCY else []
    )
    return wrong + (
        ["the example is not demonstrated"] if source and not kit.verification.demonstrated else []
    )


def _compile(kit: Kit, corpus: Corpus) -> tuple[str, tuple[str, ...]]:
    from kitc.check.compile.compiler import compile_composition  # noqa: PLC0415 - starts a compiler

    source = kit.recipe.run_pattern.source_text if kit.recipe else None
    if source is None:
        return "", ()
    jsx = json.loads(corpus.meta.get("runtime", "{}")).get("")
    done = compile_composition(source, key="src:local/composition.tsx", host=corpus.host(), jsx=jsx)
    return done.verdict, tuple(f"{item.line}: {item.message}" for item in done.diagnostics)


def differences(kit: Kit, expected: Expected) -> list[str]:
    """What of *kit* is not as *expected*."""
    by_path = {pattern.address.removeprefix("src:"): pattern for pattern in kit.patterns}
    wrong = []
    for name, got in (("approach", kit.approach.kind), ("status", kit.status)):
        if expected.get(name) and got not in expected[name]:
            wrong.append(f"{name} {got}, expected {expected[name]}")
    for path, use in expected.get("patterns", {}).items():
        if path not in by_path or by_path[path].use != use:
            wrong.append(
                f"{path} is {by_path[path].use if path in by_path else 'not selected'}, expected {use}"
            )
    wrong += [
        f"{path} is selected"
        for path in expected.get("unused", [])
        if path in by_path and by_path[path].use != "reference"
    ]
    wrong += _input_differences(kit, expected)
    for path, fields in expected.get("consumed", {}).items():
        read = {name.split("[")[0] for name in by_path[path].consumed} if path in by_path else set()
        wrong += [f"{path}.{name} is not read" for name in fields if name not in read]
    return wrong + _text_differences(kit, expected)


def _input_differences(kit: Kit, expected: Expected) -> list[str]:
    names = {pattern.address.removeprefix("src:"): pattern.name for pattern in kit.patterns}
    fed = {(feed, item.token) for item in kit.inputs.available for feed in item.feeds}
    wrong = []
    for path, arguments in expected.get("inputs", {}).items():
        for argument, tokens in arguments.items():
            wrong += [
                f"{token} does not feed {path}.{argument}"
                for token in tokens
                if (f"{names.get(path)}.{argument}", token) not in fed
            ]
    missing = {item.argument for item in kit.inputs.missing}
    return wrong + [
        f"{name} is not reported missing" for name in expected.get("missing", []) if name not in missing
    ]


def _text_differences(kit: Kit, expected: Expected) -> list[str]:
    gaps = " ".join([kit.approach.capability, *(f"{gap.what} {gap.suggestion}" for gap in kit.gaps)]).lower()
    wrong = [f"no gap names {word}" for word in expected.get("gap", []) if word not in gaps]
    cited = {source.address for source in kit.sources}
    wrong += [f"{address} is not cited" for address in expected.get("sources", []) if address not in cited]
    recipe = kit.recipe.model_dump_json() if kit.recipe else ""
    text = recipe + kit.inputs.model_dump_json()
    return wrong + [f"{word} occurs" for word in expected.get("absent", []) if word in text]


def main() -> int:
    """Judge the fixtures and print a line for each; 1 when fewer than all are right."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*")
    parser.add_argument("--db", type=Path)
    parser.add_argument("--tasks", type=Path, default=DATA / "tasks")
    parser.add_argument("--compile", action="store_true")
    arguments = parser.parse_args()
    folders = [f for f in sorted(arguments.tasks.iterdir()) if f.is_dir() or f.suffix == ".json"]
    if arguments.names:
        folders = [folder for folder in folders if any(name in folder.name for name in arguments.names)]
    judged = [_judge(folder, arguments) for folder in folders]
    sys.stdout.writelines(f"{_line(one)}\n" for one in judged)
    right = sum(not one.wrong for one in judged)
    sys.stdout.write(f"{right} of {len(judged)} right\n")
    return 0 if right == len(judged) else 1


def _judge(folder: Path, arguments: argparse.Namespace) -> Judged:
    if arguments.db is None:
        return judge_fixture(folder, compiles=arguments.compile)
    expected = (
        json.loads(folder.with_suffix(".expected").read_text())
        if folder.with_suffix(".expected").exists()
        else {}
    )
    with Corpus.open(arguments.db) as corpus:
        return judge_task(folder, corpus, expected, compiles=arguments.compile)


def _line(one: Judged) -> str:
    kit = one.kit
    marks = [
        f"{one.seconds:.2f}s",
        f"{len(kit_json(kit)) / 1000:.0f}kB",
        f"eff {kit.context_efficiency:.2f}",
        one.compiled,
    ]
    text = f"{'ok ' if not one.wrong else 'BAD'} {one.name:26} {kit.status:11} {kit.approach.summary[:70]:70} {' '.join(marks)}"
    return "\n".join([text, *(f"      {line}" for line in (*one.wrong, *one.trouble[:3]))])


if __name__ == "__main__":
    sys.exit(main())
