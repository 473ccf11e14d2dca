"""Servers and clients of the tests, and what both ends of a call look like."""

import os
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any

import httpx2
from mcp import Client, StdioServerParameters, stdio_client
from mcp.client.streamable_http import streamable_http_client

from kitc.policy.offline.policy import OfflinePolicy
from kitc.wire.mcp.host import Host
from kitc.wire.mcp.offer import Call, Reply
from kitc.wire.mcp.tools import answer_call

TOKEN = "a-token-of-the-tests"  # noqa: S105 - of a server that lives for one test
GRANT = {
    "token": "cfh:a:7f3k",
    "description": "Mail database of the user: tables messages and message_labels",
    "schema": {"asCell": ["sqlite"]},
}
INBOX: dict[str, Any] = {"task": "give me a simple list view of my email inbox", "grants": [GRANT]}
COMMAND = (sys.executable, "-c", "from kitc.cli import main; raise SystemExit(main())", "mcp")


def host_of(database: Path, **rest: Any) -> Host:
    return Host(find_database=lambda: database, make_policy=OfflinePolicy, **rest)


def answered(host: Host, tool: str, **arguments: Any) -> Reply:
    reply = answer_call(host, tool, Call(arguments=arguments))
    assert isinstance(reply, Reply), reply
    return reply


def refused(host: Host, tool: str, **arguments: Any) -> str:
    reply = answer_call(host, tool, Call(arguments=arguments))
    assert isinstance(reply, str)
    return reply


@asynccontextmanager
async def stdio(database: Path, *words: str, mode: str = "auto") -> AsyncIterator[Client]:
    command, *rest = COMMAND
    server = StdioServerParameters(command=command, args=[*rest, "--db", str(database), *words])
    async with Client(stdio_client(server), mode=mode) as client:
        yield client


@contextmanager
def http_server(database: Path) -> Iterator[str]:
    """The address of a server in a process of its own."""
    process = subprocess.Popen(
        [*COMMAND, "--http", "--port", "0", "--db", str(database)],
        stderr=subprocess.PIPE,
        stdin=subprocess.DEVNULL,
        text=True,
        env={**os.environ, "KITC_MCP_TOKEN": TOKEN},
    )
    assert process.stderr is not None
    try:
        yield process.stderr.readline().removeprefix("kitc: ").strip()
    finally:
        process.terminate()
        process.wait(timeout=20)
        process.stderr.close()


@asynccontextmanager
async def over_http(url: str, *, token: str = TOKEN, mode: str = "auto") -> AsyncIterator[Client]:
    headers = {"Authorization": f"Bearer {token}"}
    async with (
        httpx2.AsyncClient(headers=headers, timeout=60) as transport,
        Client(streamable_http_client(url, http_client=transport), mode=mode) as client,
    ):
        yield client
