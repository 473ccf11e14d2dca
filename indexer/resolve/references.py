"""``cf:`` import specifiers: programs named by what they are, not by a file. Pure.

cf:pattern:<identity>[/<path>]          a program by the identity of its entry module
cf:[//<host>]/<space>/<reference>       the same, or a name, in another space
cf:<name>@<identity>                    a name pinned to what it stood for
cf:<name>                               a name, unpinned: its identity is only known where it is published
"""

import re
from dataclasses import dataclass

_IDENTITY = re.compile(r"[A-Za-z0-9_-]{43}\Z")
_RESERVED = ("module/", "cache-root/", "source-root/", "data-file/")
_PREFIX = "cf:"


@dataclass(frozen=True, slots=True)
class Reference:
    """What a ``cf:`` specifier refers to."""

    specifier: str
    identity: str
    """43 characters; ``""`` when the specifier has none."""
    trouble: str = ""
    """Why it cannot be imported; ``""`` when it is well formed."""


def parse_reference(specifier: str) -> Reference | None:
    """The reference that *specifier* spells; ``None`` when it is no ``cf:`` specifier at all.

    >>> parse_reference("cf:pattern:short").trouble
    'has no identity of 43 base64url characters after pattern:'
    """
    if not specifier.startswith(_PREFIX):
        return None
    rest = specifier[len(_PREFIX) :]
    if rest.startswith(_RESERVED):
        return Reference(specifier, "", "names a compiler-internal namespace, which cannot be imported")
    body, at, pin = rest.rpartition("@")
    if at and not _IDENTITY.match(pin):
        return Reference(specifier, "", "has no identity of 43 base64url characters after @")
    return _parse_body(specifier, body if at else rest, pin if at else "")


def _parse_body(specifier: str, body: str, pin: str) -> Reference:
    steps = body.split("/")
    if body.startswith("//"):
        steps = steps[4:]
    elif body.startswith("/"):
        steps = steps[2:]
    if not steps or not all(steps):
        return Reference(specifier, "", "has an empty name or path step")
    scheme, colon, rest = steps[0].partition(":")
    if not colon:
        return Reference(specifier, pin)
    identity = rest.rpartition(":")[2]
    if not _IDENTITY.match(identity):
        return Reference(specifier, "", f"has no identity of 43 base64url characters after {scheme}:")
    if scheme != "pattern":
        return Reference(specifier, pin)
    if pin and pin != identity:
        return Reference(specifier, "", "is pinned to another identity than it names")
    return Reference(specifier, identity)
