"""The SDK's own client over both transports."""

import http.client
import json
import socket
import subprocess
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from urllib.parse import urlsplit

import anyio
import pytest
from mcp import Client, MCPError
from mcp.types import ResourceTemplateReference, TextContent

from kitc.wire.mcp.http import serve_http
from kitc.wire.mcp.server import make_server
from tests.kitc.wire.mcp.served import COMMAND, INBOX, TOKEN, host_of, http_server, over_http, stdio

INITIALIZE = {
    "jsonrpc": "2.0",
    "id": 1,
    "method": "initialize",
    "params": {
        "protocolVersion": "2025-06-18",
        "capabilities": {},
        "clientInfo": {"name": "tests", "version": "0"},
    },
}


@pytest.fixture(scope="module")
def url(starter_database: Path) -> Iterator[str]:
    with http_server(starter_database) as address:
        yield address


async def use_everything(client: Client) -> None:
    """What a client does: looks around, researches, asks, reads, completes, takes a prompt."""
    assert client.instructions
    tools = (await client.list_tools()).tools
    assert [tool.name for tool in tools][:2] == ["research", "search_docs"]
    assert all(tool.annotations and tool.annotations.read_only_hint for tool in tools)
    seen: list[float] = []

    async def progress(progress: float, total: float | None, message: str | None) -> None:
        assert total is None and message  # noqa: PT018 - how much is left is not known, what is done is
        seen.append(progress)

    kit = await client.call_tool("research", dict(INBOX), progress_callback=progress)
    assert not kit.is_error
    assert kit.structured_content["kit"]["status"] == "complete"
    assert seen == sorted(seen) and len(seen) > 3  # noqa: PT018 - one statement on one list
    again = await client.call_tool(
        "research", {"question": "how do I write a handler?", "parent": kit.structured_content["kitDigest"]}
    )
    assert again.structured_content["kit"]["approach"]["kind"] == "answer"
    wrong = await client.call_tool("open_section", {"address": "nowhere"})
    assert wrong.is_error
    assert isinstance(wrong.content[0], TextContent)
    assert "Take addresses exactly" in wrong.content[0].text
    resources = await client.list_resources()
    assert (await client.read_resource(resources.resources[0].uri)).contents
    with pytest.raises(MCPError, match="names nothing in this corpus"):
        await client.read_resource("doc:none/none.md")
    reference = ResourceTemplateReference(type="ref/resource", uri="doc:{source}/{+path}#{slug}")
    found = await client.complete(reference, {"name": "source", "value": ""})
    assert "starter" in found.completion.values
    prompt = await client.get_prompt("open_research", {"task": "a list"})
    assert "a list" in str(prompt.messages[0].content)


@pytest.mark.parametrize("mode", ("legacy", "auto"))
def test_a_client_on_stdio_uses_everything(starter_database: Path, mode: str) -> None:
    async def session() -> None:
        async with stdio(starter_database, mode=mode) as client:
            await use_everything(client)

    anyio.run(session)


@pytest.mark.parametrize("mode", ("legacy", "auto"))
def test_a_client_on_http_uses_everything(url: str, mode: str) -> None:
    async def session() -> None:
        async with over_http(url, mode=mode) as client:
            await use_everything(client)

    anyio.run(session)


def test_two_hundred_calls_at_once_are_all_answered(starter_database: Path) -> None:
    queries = (
        "handler",
        "inbox",
        "writable cell",
        "default value",
        "computed",
        "list of notes",
        "stream",
        "wish",
    )

    async def session() -> list[bool]:
        failed: list[bool] = []

        async def one(client: Client, number: int) -> None:
            tool = ("search_docs", "search_patterns", "find_symbol", "check_composition")[number % 4]
            key = {"find_symbol": "name", "check_composition": "source"}.get(tool, "query")
            result = await client.call_tool(tool, {key: queries[number % len(queries)]})
            failed.append(bool(result.is_error))

        async with stdio(starter_database) as client, anyio.create_task_group() as group:
            for number in range(200):
                group.start_soon(one, client, number)
        return failed

    assert anyio.run(session) == [False] * 200


def test_a_run_that_the_client_gives_up_does_not_hold_up_the_server(starter_database: Path) -> None:
    async def session() -> None:
        async with stdio(starter_database) as client:
            begun = anyio.Event()

            async def progress(progress: float, total: float | None, message: str | None) -> None:
                assert progress and not total and message  # noqa: PT018 - the SDK names the parameters
                begun.set()

            async with anyio.create_task_group() as group:

                async def run() -> None:
                    await client.call_tool("research", dict(INBOX), progress_callback=progress)

                group.start_soon(run)
                await begun.wait()
                group.cancel_scope.cancel()
            assert not (await client.call_tool("search_docs", {"query": "handler"})).is_error

    anyio.run(session)


def test_lines_that_are_no_message_do_not_end_the_server(starter_database: Path) -> None:
    lines = ("no JSON", '{"jsonrpc": "2.0"}', "[" * 5_000, '{"id": 1e999}', "\ud83d", json.dumps(INITIALIZE))
    server = subprocess.Popen(
        [*COMMAND, "--db", str(starter_database)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    )
    text = "\n".join(lines) + "\n"
    out, _ = server.communicate(text.encode("utf-8", "surrogatepass"), timeout=60)
    answers = [json.loads(line) for line in out.splitlines()]
    assert [answer["result"]["serverInfo"]["name"] for answer in answers if answer.get("id") == 1] == ["kitc"]


def post(url: str, headers: dict[str, str], body: str = json.dumps(INITIALIZE)) -> int:
    """The status that a bare request gets."""
    place = urlsplit(url)
    assert place.hostname is not None
    connection = http.client.HTTPConnection(place.hostname, place.port, timeout=20)
    common = {"Content-Type": "application/json", "Accept": "application/json, text/event-stream"}
    connection.request("POST", place.path, body=body, headers={**common, **headers})
    status = connection.getresponse().status
    connection.close()
    return status


RIGHT = {"Authorization": f"Bearer {TOKEN}"}


@pytest.mark.parametrize(
    ("headers", "status"),
    (
        pytest.param(RIGHT, 200, id="the right token"),
        pytest.param({**RIGHT, "Origin": "http://localhost:3000"}, 200, id="a page of this machine"),
        pytest.param({}, 401, id="no token"),
        pytest.param({"Authorization": "Bearer "}, 401, id="an empty token"),
        pytest.param({"Authorization": f"Bearer {TOKEN}x"}, 401, id="a longer token"),
        pytest.param({"Authorization": f"Basic {TOKEN}"}, 401, id="another scheme"),
        pytest.param({"Authorization": "Bearer \xe9\xff"}, 401, id="a token of other letters"),
        pytest.param({**RIGHT, "Origin": "https://evil.example"}, 403, id="a page of elsewhere"),
        pytest.param({**RIGHT, "Origin": "null"}, 403, id="a page without an origin"),
        pytest.param({**RIGHT, "Host": "evil.example"}, 421, id="another host name"),
        pytest.param({**RIGHT, "Host": "127.0.0.1.evil.example:80"}, 421, id="a host name that begins alike"),
    ),
)
def test_http_answers_only_this_machine_and_the_right_token(
    url: str, headers: dict[str, str], status: int
) -> None:
    assert post(url, headers) == status


def test_a_body_of_megabytes_is_refused(url: str) -> None:
    assert post(url, RIGHT, body=" " * 2_000_001) == 413


def test_whoever_is_told_the_address_can_connect_at_once(starter_database: Path) -> None:
    class HeardError(Exception):
        """Ends the server once somebody got through."""

    def connect(url: str) -> None:
        place = urlsplit(url)
        socket.create_connection((place.hostname, place.port), timeout=5).close()
        raise HeardError

    server = make_server(host_of(starter_database), version="0")
    with pytest.raises(HeardError):
        anyio.run(partial(serve_http, server, place=("127.0.0.1", 0), token=TOKEN, announce=connect))
