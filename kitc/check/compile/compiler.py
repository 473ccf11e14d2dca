"""Runs a TypeScript compiler over a mounted composition. IO: temporary folder and one child process.

The default is the ``deno`` that the extra ``kitc[compile]`` installs: offline, with its cache inside the
temporary folder. Any other command is given the composition's path as its last argument and the folder as
working directory.
"""

import os
import shlex
import subprocess
import sys
import sysconfig
import tempfile
from collections.abc import Sequence
from pathlib import Path
from shutil import which

from indexer.types.host import ModuleHost
from kitc.base.errors import CompilerUnavailable
from kitc.check.compile.diagnostics import Compilation, Diagnostic, parse_diagnostics
from kitc.check.compile.mount import Mount, plan_mount

DENO = "deno check --no-remote --cached-only --config deno.json"
"""The default compiler command."""
TIMEOUT_SECONDS = 120


def compile_composition(
    text: str, *, key: str, host: ModuleHost, jsx: str | None = None, command: str = DENO
) -> Compilation:
    """The verdict of the compiler *command* on the composition *text*, whose module key is *key*.

    Raises:
        CompilerUnavailable: the command cannot be started, or says nothing that can be read.
    """
    mount = plan_mount(text, key=key, host=host, jsx=jsx)
    with tempfile.TemporaryDirectory(prefix="kitc-compile-") as folder:
        root = Path(folder).resolve()
        _write(mount, root)
        done = _run([*_words(command), mount.checked], root)
    diagnostics = _placed(parse_diagnostics(done.stdout + "\n" + done.stderr), root, mount)
    if done.returncode and not diagnostics:
        detail = (done.stderr or done.stdout).strip().replace(str(root), "").splitlines()
        raise CompilerUnavailable(command, f"exit {done.returncode}: {' '.join(detail[:3]) or 'no output'}")
    return Compilation(
        verdict="rejected" if done.returncode else "accepted",
        command=command.split(maxsplit=1)[0],
        diagnostics=diagnostics,
    )


def _write(mount: Mount, root: Path) -> None:
    for name, content in mount.files.items():
        target = root / name
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(content)


def _words(command: str) -> list[str]:
    """The command with its program found: beside this Python first, as pip puts ``deno`` there."""
    program, *rest = shlex.split(command)
    beside = which(
        program, path=os.pathsep.join([sysconfig.get_path("scripts"), str(Path(sys.executable).parent)])
    )
    found = beside or which(program)
    if found is None:
        raise CompilerUnavailable(program, "is not installed, expected it from: pip install 'kitc[compile]'")
    return [found, *rest]


def _run(words: Sequence[str], root: Path) -> "subprocess.CompletedProcess[str]":
    environment = {
        **os.environ,
        "DENO_DIR": str(root / ".deno"),
        "DENO_NO_UPDATE_CHECK": "1",
        "NO_COLOR": "1",
    }
    try:
        return subprocess.run(  # noqa: S603 - the command is the user's own or our constant, never a corpus text
            words,
            cwd=root,
            env=environment,
            capture_output=True,
            text=True,
            encoding="utf-8",
            errors="replace",
            timeout=TIMEOUT_SECONDS,
            check=False,
            stdin=subprocess.DEVNULL,
        )
    except subprocess.TimeoutExpired as error:
        raise CompilerUnavailable(words[0], f"did not end within {TIMEOUT_SECONDS} seconds") from error
    except OSError as error:
        raise CompilerUnavailable(words[0], f"cannot be started: {error.strerror}") from error


def _placed(found: Sequence[Diagnostic], root: Path, mount: Mount) -> tuple[Diagnostic, ...]:
    """Diagnostics with paths relative to the mount; those of the checked file first."""
    prefixes = (root.as_uri() + "/", str(root) + "/")
    placed = []
    for item in found:
        name = item.file
        for prefix in prefixes:
            name = name.removeprefix(prefix)
        message = item.message.replace(root.as_uri(), "").replace(str(root), "")
        placed.append(
            Diagnostic(file=name, line=item.line, column=item.column, code=item.code, message=message)
        )
    return tuple(sorted(placed, key=lambda item: (item.file != mount.checked, item)))
