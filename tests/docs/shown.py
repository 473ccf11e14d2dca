"""Runs a command for the README and prints it with its output, fenced. IO: runs commands.

cog calls ``shown`` from the comments in README.md; `cog --check` then compares what stands there with what is said.
"""

import os
import shlex
import subprocess
import sys
import sysconfig
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def shown(command: str, *, first: int | None = None) -> None:
    """Print *command* and its output as a console block; *first* keeps that many lines and says so.

    Raises:
        RuntimeError: the command failed, so there is nothing to show.
    """
    path = os.pathsep.join(
        [sysconfig.get_path("scripts"), str(Path(sys.executable).parent), os.environ["PATH"]]
    )
    done = subprocess.run(
        shlex.split(command),
        cwd=ROOT,
        env={**os.environ, "PATH": path, "NO_COLOR": "1", "COLUMNS": "100"},
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode not in (0, 3):
        raise RuntimeError(f"{command}: exit {done.returncode}: {done.stderr}")
    lines = (done.stdout + done.stderr).rstrip("\n").split("\n")
    if first is not None and len(lines) > first:
        lines = [*lines[:first], "..."]
    print("\n```console")
    print(f"$ {command}")
    print("\n".join(line.rstrip() for line in lines))
    print("```\n")
