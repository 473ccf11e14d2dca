"""The server over HTTP, for this machine only, behind a token. IO: listens on a socket.

Source: Model Context Protocol, Transports, streamable HTTP: bind to the loopback address, check Origin,
require authentication.
"""

import hmac
from collections.abc import Callable
from typing import Any

import uvicorn
from mcp.server.lowlevel.server import Server
from mcp.server.transport_security import TransportSecuritySettings
from starlette.datastructures import Headers
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Receive, Scope, Send

LOOPBACK = ("127.0.0.1", "::1", "localhost")
PATH = "/mcp"
MOST_BODY_BYTES = 2_000_000


class TokenGate:
    """Lets only requests with the right bearer token through; the others learn nothing but that."""

    def __init__(self, app: ASGIApp, token: str) -> None:
        self._app = app
        self._token = token.encode()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one connection."""
        if scope["type"] == "http" and not self._is_allowed(Headers(scope=scope)):
            refusal = JSONResponse(
                {"error": "invalid_token", "error_description": "expected Authorization: Bearer <token>"},
                status_code=401,
                headers={"WWW-Authenticate": 'Bearer error="invalid_token"'},
            )
            await refusal(scope, receive, send)
            return
        await self._app(scope, receive, send)

    def _is_allowed(self, headers: Headers) -> bool:
        scheme, _, given = headers.get("authorization", "").partition(" ")
        right = hmac.compare_digest(given.strip().encode("utf-8", "replace"), self._token)
        return right and scheme.lower() == "bearer"


def make_app(server: Server[Any], *, token: str) -> ASGIApp:
    """The application: token, then Host and Origin, then the protocol."""
    names = [f"[{name}]:*" if ":" in name else f"{name}:*" for name in LOOPBACK]
    security = TransportSecuritySettings(
        enable_dns_rebinding_protection=True,
        allowed_hosts=names,
        allowed_origins=[f"http://{name}" for name in names],
    )
    app = server.streamable_http_app(
        streamable_http_path=PATH,
        max_request_body_size=MOST_BODY_BYTES,
        transport_security=security,
    )
    return TokenGate(app, token)


async def serve_http(
    server: Server[Any], *, place: tuple[str, int], token: str, announce: Callable[[str], None]
) -> None:
    """Serve at *place* (port 0: a free one) until told to stop; *announce* gets the URL first."""
    host, port = place
    config = uvicorn.Config(
        make_app(server, token=token),
        host=host,
        port=port,
        log_level="warning",
        access_log=False,
        lifespan="on",
    )
    name = f"[{host}]" if ":" in host else host
    with config.bind_socket() as listening:
        listening.listen(config.backlog)  # before anybody hears of it: bound alone, it refuses who is quick
        announce(f"http://{name}:{listening.getsockname()[1]}{PATH}")
        await uvicorn.Server(config).serve(sockets=[listening])
