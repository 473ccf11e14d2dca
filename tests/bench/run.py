"""Runs every bench on a checkout of the public repository and prints what each says. IO: runs commands.

    python tests/bench/run.py LABS [--questions FILE.jsonl ...] [--mutants FILE.jsonl --apply PROGRAM] [--only NAME]

The npm ``typescript`` package is installed into a temporary folder. Each bench says its own figures; a bench that
fails does not stop the others, and makes the exit code 3.
"""

import argparse
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

BENCH = Path(__file__).parent
TYPESCRIPT = "typescript@6.0.3"


@dataclass(frozen=True, slots=True)
class Bench:
    """One bench: its name and the command that runs it."""

    name: str
    command: tuple[str, ...]


def main() -> int:
    """Run the benches that were asked for."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("labs", type=Path)
    parser.add_argument("--questions", type=Path, nargs="*", default=[])
    parser.add_argument("--mutants", type=Path)
    parser.add_argument("--apply", type=Path)
    parser.add_argument("--only", action="append", default=[])
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="kitc-bench-") as folder:
        benches = [
            bench
            for bench in _benches(arguments, Path(folder))
            if not arguments.only or bench.name in {*arguments.only, "labs.db"}
        ]
        failed = [bench.name for bench in benches if not _run(bench)]
    if failed:
        print(f"failed: {', '.join(failed)}")
    return 3 if failed else 0


def _benches(arguments: argparse.Namespace, folder: Path) -> Iterator[Bench]:
    labs, database = str(arguments.labs), str(folder / "labs.db")
    config = ("--config", "data/labs.toml", "--root", labs)
    yield Bench("labs.db", ("kitc", "index", *config, "--db", database))
    yield Bench("index", _script("index.py", *config))
    yield Bench("slugs", _script("slugs.py", labs))
    typescript = str(folder / "node_modules" / "typescript")
    yield Bench("typescript", ("npm", "install", "--silent", "--prefix", str(folder), TYPESCRIPT))
    yield Bench("parse errors", _script("parse_errors.py", f"{labs}/packages", typescript))
    yield Bench("exports", _script("exports_agree.py", labs, typescript, *_EXPORTS))
    yield Bench("contracts", _script("agree.py", labs, "--quiet"))
    yield Bench("verify", ("kitc", "verify", "--db", database))
    if arguments.questions:
        yield Bench("search", ("kitc", "eval", *map(str, arguments.questions), "--db", database))
    questions = [*arguments.questions, *sorted((BENCH.parent / "eval").glob("labs-*.jsonl"))]
    yield Bench("search and FTS5", _script("search_fts5.py", database, *map(str, questions)))
    yield Bench("search at size", _script("search_scale.py", "10000", "100000", "1000000"))
    if arguments.mutants:
        mutants = (labs, str(arguments.mutants), str(arguments.apply))
        yield Bench("mutants", _script("mutants.py", *mutants))
        yield Bench("false alarms", _script("mutants.py", *mutants, "--alarms", "--kinds", "l"))
    yield Bench("kits", _script("kits.py", "--compile"))
    tasks = ("--db", database, "--tasks", str(BENCH / "labs_tasks"))
    yield Bench("labs kits", _script("kits.py", *tasks, "--compile"))
    yield Bench("scripted kits", (sys.executable, "-m", "tests.bench.scripted_kits"))
    yield Bench("mcp", _script("mcp_server.py", database))


_EXPORTS = (
    *("--under", "packages/patterns", "--under", "packages/api"),
    *("--runtime", "commonfabric=packages/api/index.ts"),
    *("--runtime", "commonfabric/schema=packages/api/schema.ts"),
)


def _script(name: str, *arguments: str) -> tuple[str, ...]:
    return (sys.executable, str(BENCH / name), *arguments)


def _run(bench: Bench) -> bool:
    print(f"\n## {bench.name}\n", flush=True)
    return subprocess.run(bench.command, check=False).returncode in (0, 3)


if __name__ == "__main__":
    sys.exit(main())
