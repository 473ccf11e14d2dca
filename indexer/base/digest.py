"""Digests of bytes and the one JSON form of everything that is digested or stored. Pure."""

import hashlib
import json
from typing import NewType

Digest = NewType("Digest", str)
"""SHA-256 of bytes as stored: 64 lowercase hex characters."""
_CANONICAL = json.JSONEncoder(sort_keys=True, ensure_ascii=False, separators=(",", ":"))
_ORDERED = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"))


def digest_of(content: bytes) -> Digest:
    """The digest of *content*.

    >>> digest_of(b"")[:8]
    'e3b0c442'
    """
    return Digest(hashlib.sha256(content).hexdigest())


def canonical_json(value: object) -> str:
    """*value* as JSON with sorted keys, no spaces and real characters: equal values give equal text.

    >>> canonical_json({"b": 1, "a": "é"})
    '{"a":"é","b":1}'
    """
    return _CANONICAL.encode(value)


def ordered_json(value: object) -> str:
    """*value* as JSON that keeps the order of its keys, which tells something in a schema; else as above.

    >>> ordered_json({"b": 1, "a": "é"})
    '{"b":1,"a":"é"}'
    """
    return _ORDERED.encode(value)
