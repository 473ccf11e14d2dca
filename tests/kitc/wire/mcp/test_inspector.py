"""The MCP Inspector's command line against the server."""

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest

from tests.kitc.npm import npm_folder
from tests.kitc.wire.mcp.served import COMMAND

INSPECTOR = "@modelcontextprotocol/inspector@0.15.0"


@pytest.fixture(scope="module")
def inspector() -> Path:
    return npm_folder(INSPECTOR) / ".bin" / "mcp-inspector"


def inspect(inspector: Path, database: Path, launcher: Path, *words: str) -> Any:
    launcher.write_text("#!/bin/sh\nexec " + " ".join(f"'{word}'" for word in COMMAND) + ' "$@"\n')
    launcher.chmod(0o755)
    done = subprocess.run(
        [inspector, "--cli", str(launcher), "--db", str(database), *words],
        capture_output=True,
        text=True,
        timeout=100,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    return json.loads(done.stdout)


@pytest.mark.parametrize(
    ("words", "key", "part"),
    (
        pytest.param(("--method", "tools/list"), "tools", "check_composition", id="tools"),
        pytest.param(("--method", "resources/list"), "resources", "doc:starter/", id="resources"),
        pytest.param(
            ("--method", "resources/templates/list"), "resourceTemplates", "cf:pattern:", id="templates"
        ),
        pytest.param(("--method", "prompts/list"), "prompts", "open_research", id="prompts"),
        pytest.param(
            ("--method", "resources/read", "--uri", "doc:starter/composition/views.md"),
            "contents",
            "text/markdown",
            id="a resource",
        ),
        pytest.param(
            ("--method", "tools/call", "--tool-name", "search_docs", "--tool-arg", "query=handler"),
            "structuredContent",
            "doc:starter/",
            id="a call",
        ),
        pytest.param(
            ("--method", "prompts/get", "--prompt-name", "follow_up", "--prompt-args", "question=why"),
            "messages",
            "why",
            id="a prompt",
        ),
    ),
)
def test_the_inspector_understands_the_server(  # noqa: PLR0913, PLR0917 - one column each
    inspector: Path, starter_database: Path, tmp_path: Path, words: tuple[str, ...], key: str, part: str
) -> None:
    found = inspect(inspector, starter_database, tmp_path / "kitc-mcp", *words)
    assert part in json.dumps(found[key])
