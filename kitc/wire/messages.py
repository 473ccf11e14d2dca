"""The Messages API through the ``anthropic`` client. IO: the network, and a clock for time-outs.

Only this module imports ``anthropic``, and only when a request is sent. Each request has an event loop of
its own, so that a set cancel event drops the connection at once, in mid-stream too. A caller that runs a loop
itself is blocked meanwhile, as by any other call that waits.
"""

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from threading import Event
from typing import TYPE_CHECKING, Any

from kitc.base.errors import Cancelled, ServiceUnavailable
from kitc.base.run import TokenUse, sum_tokens
from kitc.wire.accumulate import Gathering
from kitc.wire.attempts import MOST_ATTEMPTS, Failure, Unanswered, delay_seconds, may_retry
from kitc.wire.model import ModelEvent, ModelProgress, ModelReply, ModelRequest
from kitc.wire.settings import Service

if TYPE_CHECKING:
    from anthropic import APIStatusError, AsyncAnthropic

_CONNECT_SECONDS = 10.0
_POLL_SECONDS = 0.05
"""How long a set cancel event can go unseen."""


@dataclass(frozen=True, slots=True)
class MessagesClient:
    """Sends requests to one service; holds no connection, so threads may share it."""

    service: Service

    def send(self, request: ModelRequest, *, cancel: Event, progress: ModelProgress | None) -> ModelReply:
        """The streamed answer to *request*, retries included; raises as ``ModelClient.send`` says."""
        say = progress or _silent
        try:
            return _run(lambda: self._watched(request, cancel, say))
        except TimeoutError as error:
            raise ServiceUnavailable(
                self._place(request), f"gave no whole answer within {self.service.call_seconds:g} s"
            ) from error

    def _place(self, request: ModelRequest) -> str:
        return f"model {request.model}"

    async def _watched(self, request: ModelRequest, cancel: Event, say: ModelProgress) -> ModelReply:
        """The answer, unless *cancel* is set or the call's time ends first."""
        work = asyncio.ensure_future(self._attempts(request, say))
        clock = asyncio.get_running_loop().time
        ends = clock() + self.service.call_seconds
        try:
            while not work.done():
                if cancel.is_set():
                    raise Cancelled(self._place(request), "the caller cancelled the call")
                if clock() > ends:
                    raise TimeoutError
                await asyncio.wait({work}, timeout=_POLL_SECONDS)
            return work.result()
        finally:
            work.cancel()
            await asyncio.gather(work, return_exceptions=True)

    async def _attempts(self, request: ModelRequest, say: ModelProgress) -> ModelReply:
        taken = TokenUse()
        async with _connect(self.service) as client:
            for attempt in range(1, MOST_ATTEMPTS + 1):
                gathering = Gathering()
                try:
                    reply = await _stream(client, request, gathering, say)
                    return replace(reply, attempts=attempt, tokens=sum_tokens((taken, reply.tokens)))
                except Unanswered as error:
                    failure, taken = error.failure, sum_tokens((taken, gathering.tokens()))
                if attempt == MOST_ATTEMPTS or not may_retry(failure):
                    break
                wait = delay_seconds(attempt, failure)
                say(ModelEvent("retry", f"{failure.reason}; again in {wait:g} s"))
                await asyncio.sleep(wait)
        tried = f" ({attempt} attempts)" if attempt > 1 else ""
        raise ServiceUnavailable(self._place(request), f"{failure.reason}{tried}")


def _run(work: Callable[[], Coroutine[Any, Any, ModelReply]]) -> ModelReply:
    """The result of *work* in a loop of its own: in another thread when this one runs a loop."""
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return asyncio.run(work())
    with ThreadPoolExecutor(max_workers=1) as threads:
        return threads.submit(lambda: asyncio.run(work())).result()


def _silent(event: ModelEvent) -> None:
    del event


def _connect(service: Service) -> "AsyncAnthropic":
    """The client library's client; it retries nothing, since its waits cannot be cancelled or shown."""
    try:
        import anthropic  # noqa: PLC0415 - an optional extra, and slow to import
    except ImportError as error:
        raise ServiceUnavailable("anthropic", "is not installed, expected the extra kitc[claude]") from error
    return anthropic.AsyncAnthropic(
        api_key=service.api_key,
        auth_token=service.auth_token,
        base_url=service.base_url,
        max_retries=0,
        timeout=anthropic.Timeout(service.read_seconds, connect=_CONNECT_SECONDS),
    )


async def _stream(
    client: "AsyncAnthropic", request: ModelRequest, gathering: Gathering, say: ModelProgress
) -> ModelReply:
    """One attempt; *gathering* holds what came in, when it fails too.

    Raises:
        Unanswered: it failed, before the stream or in it.
    """
    async with _opened(client, request) as stream:
        async for event in _events(stream):
            shown = gathering.take(event)
            if shown is not None:
                say(shown)
        request_id = stream.response.headers.get("request-id", "")
    if not gathering.finished:
        raise Unanswered(Failure("the answer ended in the middle"))
    reply = gathering.reply(request_id=request_id)
    say(ModelEvent("usage", reply.tokens.model_dump_json()))
    return reply


_STREAM_STATUS = {"overloaded_error": 529, "rate_limit_error": 429, "timeout_error": 408, "api_error": 500}
"""HTTP statuses of errors that arrive within a stream, whose own status is 200."""


@asynccontextmanager
async def _opened(client: "AsyncAnthropic", request: ModelRequest) -> AsyncIterator[Any]:
    """The raw event stream; whatever goes wrong with it becomes ``Unanswered``."""
    import anthropic  # noqa: PLC0415 - an optional extra, and slow to import
    import httpx2  # noqa: PLC0415 - the same

    try:
        async with await client.messages.create(stream=True, **_body(request)) as stream:
            yield stream
    except anthropic.APIStatusError as error:
        raise Unanswered(_status_failure(error)) from error
    except anthropic.APITimeoutError as error:
        raise Unanswered(Failure("no answer in time")) from error
    except anthropic.APIConnectionError as error:
        raise Unanswered(Failure(f"cannot be reached: {error.__cause__ or error}")) from error
    except httpx2.TimeoutException as error:
        raise Unanswered(Failure("the answer fell silent")) from error
    except httpx2.TransportError as error:
        raise Unanswered(Failure(f"the connection broke: {error}")) from error
    except (anthropic.AnthropicError, ValueError) as error:
        raise Unanswered(Failure(f"the answer cannot be read: {error}", status=502)) from error


def _body(request: ModelRequest) -> dict[str, Any]:
    """The request in the form of the API."""
    return {
        "model": request.model,
        "max_tokens": request.max_tokens,
        "system": list(request.system),
        "tools": list(request.tools),
        "messages": list(request.messages),
    }


def _status_failure(error: "APIStatusError") -> Failure:
    body: Any = error.body if isinstance(error.body, dict) else {}
    inner: Any = body.get("error") if isinstance(body.get("error"), dict) else {}
    kind, message = str(inner.get("type") or ""), str(inner.get("message") or "")
    status = error.status_code if error.status_code >= 400 else _STREAM_STATUS.get(kind, 400)
    reason = f"refuses with status {status}: {kind or 'error'}: {message or 'no message'}"
    return Failure(reason[:400], status, dict(error.response.headers))


async def _events(stream: Any) -> AsyncIterator[dict[str, Any]]:
    """The events of *stream* as JSON objects."""
    async for event in stream:
        yield event.model_dump(mode="json")
