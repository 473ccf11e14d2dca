"""When a failed request is tried again, and after how long. Pure."""

from collections.abc import Mapping
from dataclasses import dataclass

MOST_ATTEMPTS = 5
FIRST_DELAY_SECONDS = 0.5
LONGEST_DELAY_SECONDS = 60.0
_AGAIN = frozenset({408, 409, 429})
"""Statuses below 500 that pass: time-out, lock, rate limit. From 500 on all do, 529 is an overload."""


@dataclass(frozen=True, slots=True)
class Failure:
    """One request that got no answer."""

    reason: str
    status: int = 0
    """HTTP status, 0 when the connection failed."""
    headers: Mapping[str, str] | None = None


class Unanswered(Exception):
    """A request got no answer; *failure* says why. Stays inside ``kitc.wire``."""

    def __init__(self, failure: Failure) -> None:
        super().__init__(failure)
        self.failure = failure


def may_retry(failure: Failure) -> bool:
    """Whether the same request may succeed later; the service's own word comes first."""
    told = (failure.headers or {}).get("x-should-retry")
    if told in ("true", "false"):
        return told == "true"
    return failure.status == 0 or failure.status in _AGAIN or failure.status >= 500


def delay_seconds(attempt: int, failure: Failure) -> float:
    """Seconds to wait after the failed *attempt*, counted from 1: what the service asks, else 0.5, 1, 2, ...

    At most a minute. A service that asks for longer is asked again after that minute.
    """
    asked = _asked_seconds(failure.headers or {})
    grown = FIRST_DELAY_SECONDS * 2 ** (attempt - 1)
    return min(LONGEST_DELAY_SECONDS, grown if asked is None else asked)


def _asked_seconds(headers: Mapping[str, str]) -> float | None:
    for name, unit in (("retry-after-ms", 0.001), ("retry-after", 1.0)):
        try:
            return max(0.0, float(headers[name]) * unit)
        except (KeyError, ValueError):  # absent, or a date
            continue
    return None
