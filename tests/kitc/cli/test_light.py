"""What commands import: a plain install without extras builds kits, and the help is instant."""

import subprocess
import sys
import time
from pathlib import Path

import pytest

COMPOSITION = Path(__file__).parents[3] / "data" / "programs" / "mail" / "inbox-app.tsx"
TASK = Path(__file__).parents[3] / "data" / "tasks" / "inbox-unread" / "task.json"
HEAVY = ("anthropic", "mcp", "httpx", "httpx2", "datasette", "starlette", "uvicorn")
PROGRAM = """
import sys
from kitc.cli import main
code = main(sys.argv[2:])
heavy = sorted(set(sys.argv[1].split(",")) & set(sys.modules))
sys.exit(f"imported: {heavy}" if heavy else code)
"""


def test_building_offline_imports_no_model_client(starter_database: Path, tmp_path: Path) -> None:
    command = ["build", str(TASK), "--db", str(starter_database), "--out", str(tmp_path / "kit.json")]
    heavy = ",".join((*HEAVY, "rich", "asyncio"))
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, heavy, *command], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize(
    "command",
    [
        pytest.param(["list", "sources"], id="list"),
        pytest.param(["open", "doc:starter/concepts/cells.md"], id="open"),
        pytest.param(["check", str(COMPOSITION)], id="check"),
    ],
)
def test_what_searches_nothing_loads_no_arrays(starter_database: Path, command: list[str]) -> None:
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, "numpy", *command, "--db", str(starter_database)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")


def test_the_help_is_instant_and_imports_nothing_of_ours_but_errors() -> None:
    heavy = ",".join((*HEAVY, "rich", "pydantic", "tree_sitter", "sqlite3"))
    seconds = []
    for _ in range(5):
        started = time.perf_counter()
        done = subprocess.run(
            [sys.executable, "-c", PROGRAM, heavy, "--help"], capture_output=True, text=True, check=False
        )
        seconds.append(time.perf_counter() - started)
        assert (done.returncode, done.stderr) == (0, "")
    assert min(seconds) < 0.2
