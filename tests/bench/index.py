"""Times and sizes of indexing a checkout, beside the floor of parsing alone.

    python tests/bench/index.py --config data/labs.toml --root CHECKOUT

Works on a copy of what the configuration names, so the checkout is never written to.
"""

import argparse
import json
import random
import resource
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

import psutil

from indexer.base.config import read_config
from indexer.collect import collect
from indexer.corpus import Corpus
from indexer.refresh.plan import Unit, units_of
from indexer.verify import verify

PYTHON = sys.executable


def main() -> None:
    """Measure and print one JSON object."""
    parser = argparse.ArgumentParser(description="Measure indexing against parsing alone.")
    parser.add_argument("--config", type=Path, required=True)
    parser.add_argument("--root", type=Path, required=True)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--kills", type=int, default=0, help="refreshes to kill at random moments")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        units = copy_sources(arguments.config, arguments.root, place / "checkout")
        numbers = measure(arguments.config, place, units, arguments.rounds)
        if arguments.kills:
            numbers["killed_refreshes_survived"] = kill_refreshes(arguments.config, place, arguments.kills)
        sys.stdout.write(json.dumps(numbers, indent=2) + "\n")


def copy_sources(config: Path, root: Path, target: Path) -> list[Unit]:
    """Copy every file that *config* names below *root*; the files."""
    collection = collect(read_config(config), folder=config.parent, root=root)
    units = list(units_of(collection).values())
    for source in collection.sources:
        for file in source.files:
            copy = target / source.config.root / file.path
            copy.parent.mkdir(parents=True, exist_ok=True)
            copy.write_bytes(file.content)
    for entry in collection.config.tiers:
        (target / entry.file).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(root / entry.file, target / entry.file)
    return units


def measure(config: Path, place: Path, units: list[Unit], rounds: int) -> dict[str, object]:
    """The numbers, each the best of *rounds*."""
    size = sum(len(unit.file.content) for unit in units)
    floor = min(floor_seconds(units) for _ in range(rounds))
    start = min(run_seconds([PYTHON, "-c", "pass"])[0] for _ in range(rounds))
    command = index_command(config, place)
    before = processor_seconds()
    colds = [run_seconds([*command, "--full"]) for _ in range(rounds)]
    busy = (processor_seconds() - before) / rounds
    cold, peak = min(wall for wall, _ in colds), max(peak for _, peak in colds)
    database_bytes = (place / "corpus.db").stat().st_size
    unchanged = min(run_seconds(command)[0] for _ in range(rounds))
    changed = min(one_change_seconds(command, place, units, ".md") for _ in range(rounds))
    module = min(one_change_seconds(command, place, units, ".tsx") for _ in range(rounds))
    return {
        "source_bytes": size,
        "files": len(units),
        "floor_seconds": round(floor, 3),
        "cold_seconds": round(cold, 3),
        "cold_over_floor": round(cold / floor, 2),
        "cold_processor_seconds": round(busy, 3),
        "peak_megabytes": round(peak / 1e6, 1),
        "database_over_source": round(database_bytes / size, 2),
        "interpreter_seconds": round(start, 3),
        "unchanged_seconds": round(unchanged, 3),
        "one_document_changed_seconds": round(changed, 3),
        "one_module_changed_seconds": round(module, 3),
    }


def processor_seconds() -> float:
    """Processor seconds that all ended children of this process took."""
    spent = resource.getrusage(resource.RUSAGE_CHILDREN)
    return spent.ru_utime + spent.ru_stime


def floor_seconds(units: list[Unit]) -> float:
    """Processor seconds of one process that only parses: TypeScript trees and Markdown blocks."""
    import tree_sitter  # noqa: PLC0415 - timed apart
    import tree_sitter_typescript  # noqa: PLC0415 - the same
    from markdown_it import MarkdownIt  # noqa: PLC0415 - the same

    typescript = tree_sitter.Parser(tree_sitter.Language(tree_sitter_typescript.language_typescript()))
    tsx = tree_sitter.Parser(tree_sitter.Language(tree_sitter_typescript.language_tsx()))
    markdown = MarkdownIt("commonmark").enable("table").disable("inline")
    begin = time.process_time()
    for unit in units:
        if unit.is_document:
            markdown.parse(unit.file.content.decode("utf-8", "replace"))
        else:
            (tsx if unit.file.path.endswith("x") else typescript).parse(unit.file.content)
    return time.process_time() - begin


def index_command(config: Path, place: Path) -> list[str]:
    """The command that indexes the copy."""
    files = [str(config), str(place / "corpus.db"), "--root", str(place / "checkout")]
    return [PYTHON, "-m", "indexer", *files]


def run_seconds(command: list[str]) -> tuple[float, int]:
    """Wall seconds of *command*, and the most memory (proportional) that it and its children held at once."""
    begin = time.perf_counter()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    highest = [0]
    watch = threading.Thread(target=_watch, args=(process, highest))
    watch.start()
    process.wait()
    seconds = time.perf_counter() - begin
    watch.join()
    if process.returncode:
        raise SystemExit(f"{command} failed")
    return seconds, highest[0]


def _watch(process: "subprocess.Popen[bytes]", highest: list[int]) -> None:
    try:
        root = psutil.Process(process.pid)
        while process.poll() is None:
            family = [root, *root.children(recursive=True)]
            highest[0] = max(highest[0], sum(member.memory_full_info().pss for member in family))
            time.sleep(0.05)
    except psutil.Error:
        pass


def one_change_seconds(command: list[str], place: Path, units: list[Unit], ending: str) -> float:
    """Wall seconds after a line was added to the middle file with that *ending*."""
    fitting = [unit for unit in units if unit.file.path.endswith(ending)]
    file = place / "checkout" / fitting[len(fitting) // 2].file.path
    file.write_bytes(file.read_bytes() + b"\n// more\n")
    return run_seconds(command)[0]


def kill_refreshes(config: Path, place: Path, kills: int) -> int:
    """How many of *kills* refreshes, killed at random moments, left a database that is whole and answers."""
    database = place / "corpus.db"
    moments = random.Random(1)  # noqa: S311 - the same moments each time
    survived = 0
    for _ in range(kills):
        process = subprocess.Popen([*index_command(config, place), "--full"], stdout=subprocess.DEVNULL)
        time.sleep(moments.uniform(0, 6))
        process.kill()
        process.wait()
        with Corpus.open(database) as corpus:
            answers = bool(corpus.search("pattern", limit=1))
        survived += answers and not verify(database).findings
    return survived


if __name__ == "__main__":
    main()
