"""A local server that speaks the Messages API over SSE, with a scripted model behind it."""

import json
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Self

Request = dict[str, Any]
Event = dict[str, Any]


@dataclass(frozen=True)
class Answer:
    """One answer of the scripted model, or of the service in its place."""

    content: tuple[dict[str, Any], ...] = ()
    stop_reason: str = ""
    stop_details: dict[str, Any] | None = None
    usage: dict[str, int] = field(default_factory=lambda: {"input_tokens": 100, "output_tokens": 50})
    status: int = 200
    error: str = ""
    """Type of the error: in the body of a failed answer, in the stream of one that began."""
    headers: dict[str, str] = field(default_factory=dict)
    cut: bool = False
    """The connection closes before the answer ends."""
    pause_seconds: float = 0.0
    """Silence after the start of the stream."""
    raw: bytes | None = None
    """Bytes that stand in for the whole event stream."""


def text(words: str) -> dict[str, Any]:
    return {"type": "text", "text": words}


def call(name: str, arguments: object, *, use_id: str = "") -> dict[str, Any]:
    """A tool call; *arguments* as a string are sent as they are, malformed or not."""
    return {"type": "tool_use", "id": use_id or f"toolu_{name}", "name": name, "input": arguments}


def answer(*content: dict[str, Any], **rest: Any) -> Answer:
    stop = "tool_use" if any(block["type"] == "tool_use" for block in content) else "end_turn"
    return Answer(content=content, **{"stop_reason": stop, **rest})


Script = Callable[[Request, int], Answer]
"""From a request and its number, from 0, to the answer."""


class MessagesServer:
    """Serves on a free port of the loopback while used as a context."""

    def __init__(self, script: Script | tuple[Answer, ...]) -> None:
        self.requests: list[Request] = []
        self.headers: list[dict[str, str]] = []
        self.broken_off = threading.Event()
        """Set when a client hung up in the middle of an answer."""
        self._script = script if callable(script) else in_order(script)
        self._lock = threading.Lock()
        self._http = ThreadingHTTPServer(("127.0.0.1", 0), _handler_of(self))
        self._http.daemon_threads = True
        self.url = f"http://127.0.0.1:{self._http.server_port}"

    def take(self, request: Request, headers: dict[str, str]) -> Answer:
        with self._lock:
            number = len(self.requests)
            self.requests.append(request)
            self.headers.append(headers)
            return self._script(request, number)

    def __enter__(self) -> Self:
        self._thread = threading.Thread(target=self._http.serve_forever, args=(0.02,), daemon=True)
        self._thread.start()
        return self

    def __exit__(self, *error: object) -> None:
        self._http.shutdown()
        self._http.server_close()
        self._thread.join()


def in_order(answers: tuple[Answer, ...]) -> Script:
    """Each answer once; the last one again and again."""
    return lambda _request, number: answers[min(number, len(answers) - 1)]


def events_of(given: Answer, model: str) -> Iterator[Event]:
    """The event stream of an answer, arguments and text in small pieces."""
    start = {"id": "msg_1", "type": "message", "role": "assistant", "model": model, "content": []}
    usage = {**given.usage, "output_tokens": 1}
    message = {**start, "stop_reason": None, "stop_sequence": None, "usage": usage}
    yield {"type": "message_start", "message": message}
    yield {"type": "ping"}
    for index, block in enumerate(given.content):
        yield from _block_events(index, block)
    if given.error:
        yield {"type": "error", "error": {"type": given.error, "message": "in the stream"}}
        return
    if given.cut:
        return
    delta = {"stop_reason": given.stop_reason, "stop_sequence": None, "stop_details": given.stop_details}
    yield {"type": "message_delta", "delta": delta, "usage": given.usage}
    yield {"type": "message_stop"}


def _block_events(index: int, block: dict[str, Any]) -> Iterator[Event]:
    if block["type"] == "tool_use":
        arguments = block["input"]
        whole = arguments if isinstance(arguments, str) else json.dumps(arguments)
        empty, kind, key = {**block, "input": {}}, "input_json_delta", "partial_json"
    elif block["type"] == "thinking":
        whole, kind, key = block["thinking"], "thinking_delta", "thinking"
        empty = {**block, "thinking": "", "signature": ""}
    else:
        whole, empty, kind, key = block["text"], {**block, "text": ""}, "text_delta", "text"
    yield {"type": "content_block_start", "index": index, "content_block": empty}
    for place in range(0, len(whole), 997):
        delta = {"type": kind, key: whole[place : place + 997]}
        yield {"type": "content_block_delta", "index": index, "delta": delta}
    if block["type"] == "thinking":
        delta = {"type": "signature_delta", "signature": block["signature"]}
        yield {"type": "content_block_delta", "index": index, "delta": delta}
    yield {"type": "content_block_stop", "index": index}


def _handler_of(server: MessagesServer) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def log_message(self, format: str, *arguments: object) -> None:  # noqa: A002 - its name there
            """Tests stay silent."""

        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["content-length"]))
            headers = {name.lower(): value for name, value in self.headers.items()}
            given = server.take(json.loads(body), headers)
            self.close_connection = True
            try:
                self._give(given, json.loads(body)["model"])
            except OSError:
                server.broken_off.set()

        def _give(self, given: Answer, model: str) -> None:
            self.send_response(given.status)
            for name, value in given.headers.items():
                self.send_header(name, value)
            if given.status != 200:
                error = {"type": "error", "error": {"type": given.error, "message": "scripted"}}
                body = json.dumps(error).encode()
                self.send_header("content-type", "application/json")
                self.send_header("content-length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)
                return
            self.send_header("content-type", "text/event-stream")
            self.send_header("request-id", f"req_{len(server.requests)}")
            self.send_header("connection", "close")
            self.end_headers()
            if given.raw is not None:
                self.wfile.write(given.raw)
                return
            for event in events_of(given, model):
                self.wfile.write(f"event: {event['type']}\ndata: {json.dumps(event)}\n\n".encode())
                self.wfile.flush()
                if event["type"] == "message_start":
                    self._pause(given.pause_seconds)

        def _pause(self, seconds: float) -> None:
            """Silence but for pings, which notice a client that hangs up."""
            ends = time.monotonic() + seconds
            while time.monotonic() < ends:
                time.sleep(0.02)
                self.wfile.write(b'event: ping\ndata: {"type": "ping"}\n\n')
                self.wfile.flush()

    return Handler
