import asyncio
import threading
import time

import pytest

from kitc.base.errors import Cancelled, ServiceUnavailable
from kitc.base.run import TokenUse
from kitc.wire.attempts import MOST_ATTEMPTS, Failure, delay_seconds, may_retry
from kitc.wire.messages import MessagesClient
from kitc.wire.model import ModelEvent, ModelReply, ModelRequest
from kitc.wire.settings import Service, service_of_environment
from tests.kitc.wire.messages_server import Answer, MessagesServer, Request, answer, call, text

SOON = {"retry-after-ms": "10"}
REQUEST = ModelRequest(
    model="claude-test",
    system=({"type": "text", "text": "be brief"},),
    tools=({"name": "look", "description": "looks", "input_schema": {"type": "object"}},),
    messages=({"role": "user", "content": [{"type": "text", "text": "hello"}]},),
    max_tokens=100,
)


def ask(
    server: MessagesServer, events: list[ModelEvent] | None = None, *, call_seconds: float = 60
) -> ModelReply:
    service = Service(api_key="test-key", base_url=server.url, call_seconds=call_seconds)
    progress = events.append if events is not None else None
    return MessagesClient(service).send(REQUEST, cancel=threading.Event(), progress=progress)


def test_an_answer_streams_in_with_its_text_calls_and_usage() -> None:
    usage = {
        "input_tokens": 7,
        "output_tokens": 9,
        "cache_creation_input_tokens": 3,
        "cache_read_input_tokens": 5,
    }
    events: list[ModelEvent] = []
    with MessagesServer((answer(text("hm"), call("look", {"at": "ü"}, use_id="t1"), usage=usage),)) as server:
        reply = ask(server, events)
    assert reply.tokens == TokenUse(input=7, output=9, cache_write=3, cache_read=5)
    assert [(use.use_id, use.name, use.arguments) for use in reply.tool_uses] == [("t1", "look", {"at": "ü"})]
    assert reply.blocks[0] == {"type": "text", "text": "hm"}
    assert (reply.stop_reason, reply.model, reply.request_id) == ("tool_use", "claude-test", "req_1")
    assert [event.kind for event in events] == ["text", "tool", "usage"]


def test_the_request_is_streamed_and_carries_the_key() -> None:
    with MessagesServer((answer(text("ok")),)) as server:
        ask(server)
    (request,) = server.requests
    assert request["stream"] is True
    assert (request["model"], request["max_tokens"]) == ("claude-test", 100)
    sent = server.headers[0]
    assert "test-key" in (sent.get("authorization") or sent["x-api-key"])


def test_thinking_is_kept_with_its_signature_so_that_it_can_be_sent_back() -> None:
    thought = {"type": "thinking", "thinking": "let me see", "signature": "sig"}
    with MessagesServer((answer(thought, text("ok")),)) as server:
        reply = ask(server)
    assert reply.blocks[0] == thought


@pytest.mark.parametrize(
    ("arguments", "trouble"),
    [
        pytest.param('{"at": "x', "the arguments are no JSON: Unterminated string", id="cut off"),
        pytest.param("[1, 2]", "the arguments are no JSON object", id="a list"),
        pytest.param("[" * 100_000, "the arguments are no JSON: ", id="nested without end"),
    ],
)
def test_malformed_arguments_are_told_and_lose_nothing_else(arguments: str, trouble: str) -> None:
    with MessagesServer((answer(text("hm"), call("look", arguments)),)) as server:
        reply = ask(server)
    (use,) = reply.tool_uses
    assert use.arguments is None
    assert use.trouble.startswith(trouble)
    assert reply.blocks[1]["input"] == {}


@pytest.mark.parametrize(
    "failure",
    [
        pytest.param(Answer(status=529, error="overloaded_error", headers=SOON), id="overloaded"),
        pytest.param(Answer(status=429, error="rate_limit_error", headers=SOON), id="rate limit"),
        pytest.param(Answer(status=500, error="api_error", headers=SOON), id="internal error"),
        pytest.param(
            Answer(status=400, error="invalid_request_error", headers={**SOON, "x-should-retry": "true"}),
            id="the service says again",
        ),
        pytest.param(answer(text("half"), error="overloaded_error"), id="overloaded in the stream"),
        pytest.param(answer(text("half"), cut=True), id="cut off in the stream"),
        pytest.param(answer(raw=b"event: message_start\ndata: {nonsense\n\n"), id="no JSON in the stream"),
    ],
)
def test_a_passing_failure_is_tried_again(failure: Answer) -> None:
    events: list[ModelEvent] = []
    with MessagesServer((failure, answer(text("whole")))) as server:
        reply = ask(server, events)
    assert reply.attempts == 2
    assert reply.blocks == ({"type": "text", "text": "whole"},)
    assert "retry" in [event.kind for event in events]


@pytest.mark.parametrize(
    ("failure", "message"),
    [
        pytest.param(
            Answer(status=401, error="authentication_error"),
            "model claude-test: refuses with status 401: authentication_error: scripted",
            id="no such key",
        ),
        pytest.param(
            Answer(status=404, error="not_found_error"),
            "model claude-test: refuses with status 404: not_found_error: scripted",
            id="no such model",
        ),
        pytest.param(
            Answer(status=529, error="overloaded_error", headers={"x-should-retry": "false"}),
            "model claude-test: refuses with status 529: overloaded_error: scripted",
            id="the service says not again",
        ),
        pytest.param(
            answer(text("half"), error="invalid_request_error"),
            "model claude-test: refuses with status 400: invalid_request_error: in the stream",
            id="refused in the stream",
        ),
    ],
)
def test_a_lasting_failure_is_told_at_once(failure: Answer, message: str) -> None:
    with MessagesServer((failure,)) as server, pytest.raises(ServiceUnavailable) as refused:
        ask(server)
    assert str(refused.value) == message
    assert len(server.requests) == 1


def test_what_an_answer_that_broke_off_took_is_counted() -> None:
    with MessagesServer((answer(text("half"), cut=True), answer(text("whole")))) as server:
        reply = ask(server)
    assert reply.tokens == TokenUse(input=200, output=51), "50 of the whole answer, 1 known of the half one"


def test_attempts_end_and_the_message_says_how_many_there_were() -> None:
    overloaded = Answer(status=529, error="overloaded_error", headers=SOON)
    with MessagesServer((overloaded,)) as server, pytest.raises(ServiceUnavailable) as refused:
        ask(server)
    assert len(server.requests) == MOST_ATTEMPTS
    assert str(refused.value).endswith("overloaded_error: scripted (5 attempts)")


def test_a_service_that_is_not_there_is_told() -> None:
    with MessagesServer((answer(text("ok")),)) as server:
        url = server.url
    client = MessagesClient(Service(api_key="k", base_url=url, call_seconds=0.3))
    with pytest.raises(ServiceUnavailable, match=r"^model claude-test: gave no whole answer within 0\.3 s$"):
        client.send(REQUEST, cancel=threading.Event(), progress=None)


def test_a_silent_stream_is_given_up() -> None:
    slow = answer(text("late"), pause_seconds=3)
    with MessagesServer((slow,)) as server, pytest.raises(ServiceUnavailable, match=r"within 0\.4 s"):
        ask(server, call_seconds=0.4)


@pytest.mark.parametrize(
    "busy",
    [
        pytest.param(answer(text("late"), pause_seconds=5), id="in mid-stream"),
        pytest.param(Answer(status=529, error="o", headers={"retry-after": "30"}), id="waiting to try again"),
    ],
)
def test_cancelling_stops_at_once(busy: Answer) -> None:
    cancel = threading.Event()
    with MessagesServer((busy,)) as server:
        service = Service(api_key="k", base_url=server.url)
        threading.Timer(0.3, cancel.set).start()
        started = time.monotonic()
        with pytest.raises(Cancelled, match="model claude-test: the caller cancelled the call"):
            MessagesClient(service).send(REQUEST, cancel=cancel, progress=None)
        assert time.monotonic() - started < 2
        if busy.status == 200:
            assert server.broken_off.wait(2), "the connection was not dropped"


def test_a_caller_that_runs_an_event_loop_is_answered_too() -> None:
    async def inside() -> ModelReply:
        return ask(server)

    with MessagesServer((answer(text("ok")),)) as server:
        assert asyncio.run(inside()).blocks == ({"type": "text", "text": "ok"},)


def test_threads_may_share_one_client() -> None:
    def script(request: Request, number: int) -> Answer:
        del number
        return answer(text(str(request["max_tokens"])))

    with MessagesServer(script) as server:
        client = MessagesClient(Service(api_key="k", base_url=server.url))
        replies: dict[int, ModelReply] = {}

        def go(tokens: int) -> None:
            asked = ModelRequest(model="m", system=(), tools=(), messages=REQUEST.messages, max_tokens=tokens)
            replies[tokens] = client.send(asked, cancel=threading.Event(), progress=None)

        threads = [threading.Thread(target=go, args=(tokens,)) for tokens in range(1, 7)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert {tokens: reply.blocks[0]["text"] for tokens, reply in replies.items()} == {
        tokens: str(tokens) for tokens in range(1, 7)
    }


@pytest.mark.parametrize(
    ("failure", "seconds"),
    [
        pytest.param(Failure("x", 529, {"retry-after": "3"}), 3.0, id="seconds"),
        pytest.param(Failure("x", 529, {"retry-after-ms": "250"}), 0.25, id="milliseconds"),
        pytest.param(Failure("x", 529, {"retry-after": "3600"}), 60.0, id="never more than a minute"),
        pytest.param(Failure("x", 529, {"retry-after": "-5"}), 0.0, id="a past moment"),
        pytest.param(Failure("x", 529, {"retry-after": "Tue, 01 Dec 2026 00:00:00 GMT"}), 2.0, id="a date"),
        pytest.param(Failure("x", 0), 2.0, id="nothing asked: the third wait"),
    ],
)
def test_a_wait_is_what_the_service_asks_for(failure: Failure, seconds: float) -> None:
    assert delay_seconds(3, failure) == seconds


@pytest.mark.parametrize(
    ("status", "again"), [(400, False), (403, False), (408, True), (413, False), (529, True)]
)
def test_only_statuses_that_pass_are_tried_again(status: int, again: bool) -> None:  # noqa: FBT001 - a table
    assert may_retry(Failure("x", status)) is again


def test_without_a_key_there_is_no_service(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("ANTHROPIC_API_KEY", raising=False)
    monkeypatch.delenv("ANTHROPIC_AUTH_TOKEN", raising=False)
    with pytest.raises(ServiceUnavailable, match="ANTHROPIC_API_KEY: is not set, expected a key"):
        service_of_environment()


def test_the_key_is_not_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ANTHROPIC_API_KEY", "sk-secret")
    monkeypatch.setenv("ANTHROPIC_BASE_URL", "http://127.0.0.1:1")
    service = service_of_environment()
    assert service.base_url == "http://127.0.0.1:1"
    assert "secret" not in repr(service)
