"""The adapter to the MCP SDK: its requests -> our tools, resources and prompts. IO: serves stdio.

Calls run in threads: the event loop only reads, writes and cancels.
"""

from collections.abc import Callable
from functools import partial
from threading import Event
from typing import TYPE_CHECKING, Any, TypeVar

import anyio
import anyio.from_thread
import anyio.to_thread
from mcp import types
from mcp.server.context import ServerRequestContext
from mcp.server.lowlevel.server import Server
from mcp.server.stdio import stdio_server
from mcp.shared.exceptions import MCPError

from indexer.base.errors import IndexerError
from kitc.base.errors import KitcError
from kitc.wire.mcp.words import INSTRUCTIONS, refusal_text

if TYPE_CHECKING:
    from kitc.base.run import CallRecord
    from kitc.wire.mcp.host import Host
    from kitc.wire.mcp.offer import Offer, Reply

Context = ServerRequestContext[Any, Any]
Result = TypeVar("Result")

_SHORT_CALLS = 2
"""Threads for tools that read; more would only fight for the interpreter."""
_LONG_CALLS = 4
"""Research runs at one time; the others wait their turn."""


class Desk:
    """Takes requests of the SDK for one host."""

    def __init__(self, host: "Host") -> None:
        self.host = host
        self._short: anyio.CapacityLimiter | None = None
        self._long: anyio.CapacityLimiter | None = None

    async def _run(self, work: Callable[[], Result], *, is_long: bool = False) -> Result:
        """*work* in a thread; left to itself when the request is cancelled."""
        if self._short is None or self._long is None:
            self._short, self._long = anyio.CapacityLimiter(_SHORT_CALLS), anyio.CapacityLimiter(_LONG_CALLS)
        limiter = self._long if is_long else self._short
        return await anyio.to_thread.run_sync(work, abandon_on_cancel=True, limiter=limiter)

    async def _read(self, work: Callable[[], Result]) -> Result:
        """Like ``_run``; a refusal becomes an error of the protocol."""
        try:
            return await self._run(work)
        except (IndexerError, KitcError) as error:
            raise MCPError(types.INVALID_PARAMS, refusal_text(error)) from error

    async def list_tools(
        self, _context: Context, _params: types.PaginatedRequestParams | None
    ) -> types.ListToolsResult:
        """All tools, on one page."""
        from kitc.wire.mcp.tools import offers  # noqa: PLC0415 - after the handshake

        return types.ListToolsResult(tools=[_tool(offer) for offer in await self._run(offers)])

    async def call_tool(self, context: Context, params: types.CallToolRequestParams) -> types.CallToolResult:
        """The tool's answer in both forms, or a tool error that says what to do."""
        from kitc.wire.mcp.offer import Call  # noqa: PLC0415 - after the handshake
        from kitc.wire.mcp.tools import answer_call  # noqa: PLC0415 - the same

        cancel = Event()
        call = Call(
            arguments=params.arguments or {}, cancel=cancel, progress=_reporter(context, cancel=cancel)
        )
        try:
            reply = await self._run(
                partial(answer_call, self.host, params.name, call), is_long=params.name == "research"
            )
        finally:
            cancel.set()
        return _result(reply)

    async def list_resources(
        self, _context: Context, params: types.PaginatedRequestParams | None
    ) -> types.ListResourcesResult:
        """One page of documents and patterns."""
        from kitc.wire.mcp.resources import list_resources, page_of  # noqa: PLC0415 - after the handshake

        cursor = params.cursor if params else None
        page, following = await self._read(lambda: page_of(list_resources(self.host.reach()), cursor))
        listed = [
            types.Resource(
                uri=item.uri,
                name=item.uri,
                title=item.title,
                description=item.description,
                mime_type=item.mime_type,
                size=item.bytes,
            )
            for item in page
        ]
        return types.ListResourcesResult(resources=listed, next_cursor=following)

    async def list_templates(
        self, _context: Context, _params: types.PaginatedRequestParams | None
    ) -> types.ListResourceTemplatesResult:
        """The forms of address."""
        from kitc.wire.mcp.resources import TEMPLATES  # noqa: PLC0415 - after the handshake

        listed = [
            types.ResourceTemplate(
                uri_template=item.uri_template,
                name=item.name,
                title=item.title,
                description=item.description,
                mime_type=item.mime_type,
            )
            for item in TEMPLATES
        ]
        return types.ListResourceTemplatesResult(resource_templates=listed)

    async def read_resource(
        self, _context: Context, params: types.ReadResourceRequestParams
    ) -> types.ReadResourceResult:
        """What stands under an address."""
        from kitc.wire.mcp.resources import read_resource  # noqa: PLC0415 - after the handshake

        contents = await self._read(lambda: read_resource(self.host.reach(), params.uri))
        return types.ReadResourceResult(
            contents=[
                types.TextResourceContents(uri=item.uri, mime_type=item.mime_type, text=item.text)
                for item in contents
            ]
        )

    async def complete(self, _context: Context, params: types.CompleteRequestParams) -> types.CompleteResult:
        """Values for a part of a template; none for prompts, whose arguments are free text."""
        from kitc.wire.mcp.completion import complete_part  # noqa: PLC0415 - after the handshake

        if isinstance(params.ref, types.PromptReference):
            return types.CompleteResult(completion=types.Completion(values=[], total=0, has_more=False))
        template, part = params.ref.uri, params.argument
        known = (params.context.arguments if params.context else None) or {}
        values, total = await self._read(
            lambda: complete_part(self.host.reach(), template, part.name, part.value, known)
        )
        found = types.Completion(values=list(values), total=total, has_more=total > len(values))
        return types.CompleteResult(completion=found)

    async def list_prompts(
        self, _context: Context, _params: types.PaginatedRequestParams | None
    ) -> types.ListPromptsResult:
        """All prompts."""
        from kitc.wire.mcp.prompts import PROMPTS  # noqa: PLC0415 - after the handshake

        listed = [
            types.Prompt(
                name=form.name,
                title=form.title,
                description=form.description,
                arguments=[
                    types.PromptArgument(
                        name=blank.name, description=blank.description, required=blank.required
                    )
                    for blank in form.blanks
                ],
            )
            for form in PROMPTS
        ]
        return types.ListPromptsResult(prompts=listed)

    async def get_prompt(
        self, _context: Context, params: types.GetPromptRequestParams
    ) -> types.GetPromptResult:
        """A prompt with its blanks filled in."""
        from kitc.wire.mcp.prompts import fill_prompt  # noqa: PLC0415 - after the handshake

        form, text = await self._read(lambda: fill_prompt(params.name, params.arguments or {}))
        message = types.PromptMessage(role="user", content=types.TextContent(type="text", text=text))
        return types.GetPromptResult(description=form.description, messages=[message])


def make_server(host: "Host", *, version: str) -> Server[Any]:
    """A server of the SDK for *host*."""
    desk = Desk(host)
    return Server(
        "kitc",
        version=version,
        title="kitc research",
        instructions=INSTRUCTIONS,
        on_list_tools=desk.list_tools,
        on_call_tool=desk.call_tool,
        on_list_resources=desk.list_resources,
        on_list_resource_templates=desk.list_templates,
        on_read_resource=desk.read_resource,
        on_completion=desk.complete,
        on_list_prompts=desk.list_prompts,
        on_get_prompt=desk.get_prompt,
    )


async def serve_stdio(server: Server[Any]) -> None:
    """Serve the client at standard input and output until it closes them."""
    async with stdio_server() as (read, write):
        await server.run(read, write, server.create_initialization_options())


def _tool(offer: "Offer") -> types.Tool:
    return types.Tool(
        name=offer.name,
        title=offer.title,
        description=offer.description,
        input_schema=offer.input_schema,
        output_schema=offer.output_schema,
        annotations=types.ToolAnnotations(
            title=offer.title,
            read_only_hint=True,
            destructive_hint=False,
            idempotent_hint=True,
            open_world_hint=False,
        ),
    )


def _result(reply: "Reply | str") -> types.CallToolResult:
    if isinstance(reply, str):
        return types.CallToolResult(content=[types.TextContent(type="text", text=reply)], is_error=True)
    return types.CallToolResult(
        content=[types.TextContent(type="text", text=reply.text)], structured_content=reply.structured
    )


def _reporter(context: Context, *, cancel: Event) -> "Callable[[CallRecord], None]":
    """Tells the client of each tool call of a research run, from its thread."""
    count = 0

    def report(record: "CallRecord") -> None:
        nonlocal count
        if cancel.is_set():
            return
        count += 1
        subject = next((str(value) for value in record.arguments.values() if isinstance(value, str)), "")
        message = f"{record.tool} {subject[:80]} ({record.outcome})"
        anyio.from_thread.run(context.session.report_progress, float(count), None, message)

    return report
