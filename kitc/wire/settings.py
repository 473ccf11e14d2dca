"""Which service and which model are used. IO: reads the environment."""

import os
from dataclasses import dataclass, field

from kitc.base.errors import ServiceUnavailable

DEFAULT_MODEL = "claude-haiku-5-5"
"""The cheapest current model; ``KITC_MODEL`` or ``--model`` names another."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Service:
    """A Messages API and the key to it. The key is shown nowhere."""

    api_key: str | None = field(default=None, repr=False)
    auth_token: str | None = field(default=None, repr=False)
    base_url: str | None = None
    """``None`` is the client library's own."""
    read_seconds: float = 120.0
    """Longest silence within an answer."""
    call_seconds: float = 600.0
    """Longest call, attempts included."""


def model_name(given: str | None = None) -> str:
    """The model to ask: *given*, else ``KITC_MODEL``, else the default."""
    return given or os.environ.get("KITC_MODEL") or DEFAULT_MODEL


def service_of_environment() -> Service:
    """The service that ``ANTHROPIC_API_KEY`` (or ``ANTHROPIC_AUTH_TOKEN``) and ``ANTHROPIC_BASE_URL`` name.

    Raises:
        ServiceUnavailable: there is no key.
    """
    key = os.environ.get("ANTHROPIC_API_KEY") or None
    token = os.environ.get("ANTHROPIC_AUTH_TOKEN") or None
    if key is None and token is None:
        raise ServiceUnavailable(
            "ANTHROPIC_API_KEY",
            "is not set, expected a key of the Messages API; --policy offline needs none,"
            " and --fallback takes it when there is none",
        )
    url = os.environ.get("ANTHROPIC_BASE_URL") or None
    return Service(api_key=key, auth_token=None if key else token, base_url=url)
