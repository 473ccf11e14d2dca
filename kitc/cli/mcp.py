"""``kitc mcp``: serve research over the Model Context Protocol. IO: serves stdio or a socket."""

import argparse
import gc
import os
import sys
from functools import partial
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING

from indexer.base.errors import DatabaseRefused
from kitc.base.errors import TaskRefused
from kitc.cli.database import add_database_argument, database_of
from kitc.cli.policy import add_policy_arguments, policy_of

if TYPE_CHECKING:
    from kitc.wire.mcp.host import Host

TOKEN = "KITC_MCP_TOKEN"  # noqa: S105 - the name of a variable
_LEAST_TOKEN = 16
LOOPBACK = ("127.0.0.1", "::1", "localhost")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments of ``kitc mcp``."""
    parser.add_argument("--http", action="store_true", help="serve HTTP on this machine, not stdio")
    parser.add_argument("--host", default="127.0.0.1", help="loopback address to listen on (127.0.0.1)")
    parser.add_argument("--port", type=int, default=8765, help="port to listen on (8765; 0: a free one)")
    parser.add_argument(
        "--token-file", type=Path, metavar="FILE", help=f"holds the bearer token (or set {TOKEN})"
    )
    parser.add_argument(
        "--grants", type=Path, metavar="TASK.json", help="task whose grants and label ceiling all calls have"
    )
    add_policy_arguments(parser)
    add_database_argument(parser)


def run(arguments: argparse.Namespace) -> int:
    """Serve until the client goes, or, over HTTP, until told to stop."""
    host = host_of(arguments)
    token = token_of(arguments) if arguments.http else ""
    gc.disable()  # what importing the SDK makes stays: collections in between took a tenth of the start
    try:
        import anyio  # noqa: PLC0415 - the SDK only here

        from kitc.wire.mcp.server import make_server, serve_stdio  # noqa: PLC0415 - the same
    except ModuleNotFoundError as error:
        print(f"kitc: {error.name} is not installed, expected: pip install 'kitc[mcp]'", file=sys.stderr)
        return 2
    server = make_server(host, version=version("kitc"))
    gc.freeze()
    gc.enable()
    try:
        if arguments.http:
            from kitc.wire.mcp.http import serve_http  # noqa: PLC0415 - the same

            place = (arguments.host, arguments.port)
            anyio.run(partial(serve_http, server, place=place, token=token, announce=_say))
        else:
            anyio.run(serve_stdio, server)
    except KeyboardInterrupt:
        return 130
    return 0


def _say(url: str) -> None:
    print(f"kitc: {url}", file=sys.stderr, flush=True)


def host_of(arguments: argparse.Namespace) -> "Host":
    """What the server holds; the database itself is opened by the first call.

    Raises:
        DatabaseRefused: the named database is not there.
        TaskRefused: the file of grants is no task.
    """
    from kitc.base.task import read_task  # noqa: PLC0415 - only when it serves
    from kitc.wire.mcp.host import Host  # noqa: PLC0415 - the same

    named: Path | None = arguments.db
    if named is not None and not named.is_file():
        raise DatabaseRefused(str(named), "is not there: build it with kitc index")
    task = read_task(arguments.grants) if arguments.grants else None
    return Host(
        find_database=partial(database_of, arguments),
        make_policy=partial(policy_of, arguments),
        grants=task.grants if task else (),
        ceiling=task.label if task else None,
    )


def token_of(arguments: argparse.Namespace) -> str:
    """The bearer token, from its file or the environment; a command line would show it to everyone.

    Raises:
        TaskRefused: there is none, it is too short to be secret, or the address is not this machine's.
    """
    if arguments.host not in LOOPBACK:
        raise TaskRefused(f"--host {arguments.host}", f"is not this machine, expected {', '.join(LOOPBACK)}")
    file: Path | None = arguments.token_file
    try:
        token = (file.read_text(encoding="utf-8") if file else os.environ.get(TOKEN, "")).strip()
    except (OSError, UnicodeDecodeError) as error:
        raise TaskRefused(f"--token-file {file}", f"cannot be read: {error}") from error
    if len(token) < _LEAST_TOKEN or not token.isascii() or not token.isprintable():
        place = f"--token-file {file}" if file else TOKEN
        raise TaskRefused(place, f"holds no token, expected at least {_LEAST_TOKEN} printable ASCII letters")
    return token
