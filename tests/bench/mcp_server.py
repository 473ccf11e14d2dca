"""Measure ``kitc mcp``: start, 200 calls at once, search, memory. IO: starts servers, prints figures.

python tests/bench/mcp_server.py DATABASE [CALLS]
"""

import argparse
import json
import os
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path

import anyio
from mcp import Client, StdioServerParameters, stdio_client

QUERIES = (
    "how do I write a handler",
    "writable cell",
    "computed values in markup",
    "default values of inputs",
    "list of email",
    "stream of events",
    "testing a pattern",
    "note with tags",
    "map over an array",
    "click on a button",
)
COMMAND = (sys.executable, "-c", "from kitc.cli import main; raise SystemExit(main())", "mcp", "--db")
INITIALIZE = {
    "jsonrpc": "2.0",
    "id": 1,
    "method": "initialize",
    "params": {
        "protocolVersion": "2025-06-18",
        "capabilities": {},
        "clientInfo": {"name": "bench", "version": "0"},
    },
}


def main() -> None:
    """Print every figure of the issue."""
    parser = argparse.ArgumentParser()
    parser.add_argument("database", type=Path)
    parser.add_argument("calls", type=int, nargs="?", default=10_000)
    given = parser.parse_args()
    starts = sorted(start_seconds(given.database) for _ in range(5))
    print("start to initialize answer: wall {:.2f} s, processor {:.2f} s (best of 5)".format(*starts[0]))
    anyio.run(measure, given.database, given.calls)


def start_seconds(database: Path) -> tuple[float, float]:
    """Wall and processor seconds until a fresh server has answered ``initialize``."""
    begun = time.perf_counter()
    with subprocess.Popen([*COMMAND, str(database)], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as server:
        assert server.stdin is not None
        assert server.stdout is not None
        server.stdin.write(json.dumps(INITIALIZE).encode() + b"\n")
        server.stdin.flush()
        server.stdout.readline()
        wall, processor = time.perf_counter() - begun, processor_seconds(server.pid)
        server.stdin.close()
        return wall, processor


def processor_seconds(process: int) -> float:
    """User and system seconds of *process* so far (Linux)."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


async def measure(database: Path, calls: int) -> None:
    """Search one by one, 200 calls at once, then *calls* calls while memory is watched."""
    command, *rest = COMMAND
    server = StdioServerParameters(command=command, args=[*rest, str(database)])
    async with Client(stdio_client(server)) as client:
        await client.call_tool("search_docs", {"query": "warm"})
        for tool in ("search_docs", "search_patterns"):
            times = [await seconds(client, tool, query) for _ in range(10) for query in QUERIES]
            print(f"{tool}, one by one: {spread(times)}")
        times = []
        async with anyio.create_task_group() as group:
            for number in range(200):
                group.start_soon(note, client, number, times)
        print(f"200 at once: {len(times)} answered, {sum(times[-1:]):.2f} s for all; {spread(times)}")
        process = child_of(os.getpid())
        for done in range(calls + 1):
            if done % max(1, calls // 5) == 0:
                print(f"after {done} calls: {resident(process):.1f} MB")
            await call(client, done)


async def seconds(client: Client, tool: str, query: str) -> float:
    """How long one call took, as its client sees it."""
    begun = time.perf_counter()
    result = await client.call_tool(tool, {"query": query})
    assert not result.is_error, result
    return time.perf_counter() - begun


async def note(client: Client, number: int, times: list[float]) -> None:
    """Add the seconds of one of many searches."""
    times.append(await seconds(client, "search_docs", QUERIES[number % len(QUERIES)]))


async def call(client: Client, number: int) -> None:
    """One of a mixture of calls: mostly reads, now and then a refusal, a check or a whole run."""
    query = QUERIES[number % len(QUERIES)]
    if number % 500 == 499:
        await client.call_tool("research", {"question": query})
    elif number % 50 == 49:
        source = f'import X from "cf:pattern:{number}";\nexport default X;\n'
        await client.call_tool("check_composition", {"source": source})
    elif number % 10 == 9:
        await client.call_tool("open_section", {"address": f"doc:none/{number}.md"})
    else:
        tool = ("search_docs", "search_patterns", "query_docs")[number % 3]
        await client.call_tool(tool, {"query": query})


def spread(times: Sequence[float]) -> str:
    """Median and 95th percentile in milliseconds."""
    ordered = sorted(times)
    median, late = ordered[len(ordered) // 2], ordered[int(len(ordered) * 0.95)]
    return f"median {median * 1000:.1f} ms, p95 {late * 1000:.1f} ms"


def child_of(parent: int) -> int:
    """The server's process: the one child of this one (Linux)."""
    children = Path(f"/proc/{parent}/task/{parent}/children").read_text().split()
    return int(children[0])


def resident(process: int) -> float:
    """Resident memory of *process* in megabytes (Linux)."""
    pages = int(Path(f"/proc/{process}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGESIZE") / 1_000_000


if __name__ == "__main__":
    main()
