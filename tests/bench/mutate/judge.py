"""Gives mutants the verdict of the TypeScript compiler.

    python -m tests.bench.mutate.judge MOUNT IN.jsonl OUT.jsonl APPLY [--batch 250]

MOUNT is a writable copy of a checkout's ``packages`` with a ``deno.json`` whose import map names the runtime's
declarations. Each mutant is written beside its original under another name; one process checks a batch.
IO: writes below MOUNT, runs ``deno``, writes OUT.
"""

import argparse
import collections
import json
import os
import subprocess
import sys
import sysconfig
from pathlib import Path
from types import ModuleType
from typing import Any, TypeAlias

from kitc.check.compile.diagnostics import Diagnostic, parse_diagnostics
from tests.bench.mutants import load_program

Row: TypeAlias = dict[str, Any]
"""One line of the file of mutants, as JSON has it."""


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("mount", type=Path)
    parser.add_argument("mutants", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("apply", type=Path)
    parser.add_argument("--batch", type=int, default=250)
    arguments = parser.parse_args()
    apply = load_program(arguments.apply)
    rows = [json.loads(line) for line in arguments.mutants.open()]
    counts: collections.Counter[tuple[str, str]] = collections.Counter()
    with arguments.out.open("w") as out:
        for start in range(0, len(rows), arguments.batch):
            for row in judged(arguments.mount, rows[start : start + arguments.batch], apply):
                counts[row["kind"], row["verdict"]] += 1
                out.write(json.dumps(row) + "\n")
            out.flush()
            print(start, file=sys.stderr)
    print(sorted(counts.items()))


def judged(mount: Path, rows: list[Row], apply: ModuleType) -> list[Row]:
    """*rows* with verdicts; a specifier to nothing (kind i) is rejected where it stands, unasked."""
    root = mount / "packages/patterns"
    placed: dict[str, Row] = {}
    for row in rows:
        raw = (root / row["file"]).read_bytes()
        changed = apply.apply(raw, row)
        if row["kind"] == "i":
            before = raw[: row["start"]]
            line, column = before.count(b"\n") + 1, row["start"] - before.rfind(b"\n")
            row.update(verdict="rejected", codes=[2307], line=line, column=column)
            continue
        path = root / row["file"]
        mutant = path.with_name(f"{path.stem}.{row['id']}{path.suffix}")
        mutant.write_bytes(changed)
        placed[mutant.relative_to(mount).as_posix()] = row
    try:
        found = compiled(mount, sorted(placed))
    finally:
        for name in placed:
            (mount / name).unlink()
    for name, row in placed.items():
        _settle(
            row,
            sorted((each for each in found if each.file == name), key=lambda each: (each.line, each.column)),
        )
    return rows


def compiled(mount: Path, names: list[str]) -> list[Diagnostic]:
    """Diagnostics of the files *names*, with paths relative to *mount*."""
    deno = Path(sysconfig.get_path("scripts")) / "deno"
    done = subprocess.run(
        [str(deno), "check", "--no-remote", "--cached-only", "--config", "deno.json", *names],
        cwd=mount,
        env={**os.environ, "NO_COLOR": "1", "DENO_DIR": str(mount / ".deno"), "DENO_NO_UPDATE_CHECK": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    output = (done.stdout + "\n" + done.stderr).replace(mount.resolve().as_uri() + "/", "")
    found = parse_diagnostics(output)
    if done.returncode and not found:
        raise SystemExit(f"the compiler said nothing that can be read: {output[-2000:]}")
    return list(found)


def _settle(row: Row, found: list[Diagnostic]) -> None:
    row["verdict"] = "rejected" if found else "accepted"
    row["codes"] = sorted({int(each.code[2:] or 0) for each in found})
    row["errors"] = [
        {"code": each.code, "line": each.line, "column": each.column, "message": each.message[:300]}
        for each in found
    ]
    row["line"], row["column"] = (found[0].line, found[0].column) if found else (None, None)
    if not found and row["kind"] == "e":
        row.update(kind="l", variant="optional_arg_dropped")


if __name__ == "__main__":
    main()
