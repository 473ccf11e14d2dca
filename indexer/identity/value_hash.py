"""The framework's hash of a plain value: 43 characters of unpadded base64url SHA-256. Pure.

Source: IDENTITY.md section 1.
"""

import base64
import hashlib
import struct
from collections.abc import Mapping, Sequence
from math import isnan
from typing import TypeAlias

Value: TypeAlias = "bool | int | float | str | Sequence[Value] | Mapping[str, Value] | None"

_NULL, _TRUE, _FALSE = b"\x20", b"\x22\x01", b"\x22\x00"
_NUMBER, _SHORT, _LONG = b"\x23", b"\x24", b"\xf0"
_ARRAY, _OBJECT, _END = b"\x10", b"\x11", b"\x00"
_NOT_A_NUMBER = bytes.fromhex("7ff8000000000000")
_LONGEST_SHORT = 64
"""Bytes of UTF-8 up to which a string enters as itself."""


def hash_string_of(value: Value) -> str:
    """The hash of *value*, made of JSON's kinds (numbers as doubles).

    >>> hash_string_of("")
    'M7Z8tThc7drZPQ7pYGeQQWE77TS4tKXmNi_nU5ui084'
    """
    hasher = hashlib.sha256()
    waiting: list[Value | bytes] = [value]
    while waiting:
        item = waiting.pop()
        # Strings are most of what programs are made of, and mappings the dearest to ask for.
        if isinstance(item, str):
            hasher.update(_encode_text(item))
        elif isinstance(item, bytes):
            hasher.update(item)
        elif isinstance(item, Mapping):
            waiting.append(_END)
            for key in sorted(item, key=utf8, reverse=True):
                waiting.extend((item[key], _encode_text(key)))
            waiting.append(_OBJECT)
        elif isinstance(item, Sequence):
            waiting.append(_END)
            waiting.extend(reversed(item))
            waiting.append(_ARRAY)
        else:
            hasher.update(_encode_scalar(item))
    return base64.urlsafe_b64encode(hasher.digest()).rstrip(b"=").decode("ascii")


def _encode_text(text: str) -> bytes:
    encoded = utf8(text)
    if len(encoded) <= _LONGEST_SHORT:
        return _SHORT + bytes((len(encoded),)) + encoded
    return _LONG + hashlib.sha256(encoded).digest()


def _encode_scalar(value: bool | float | None) -> bytes:  # noqa: FBT001 - a value to encode
    if value is None:
        return _NULL
    if isinstance(value, bool):
        return _TRUE if value else _FALSE
    return _NUMBER + (_NOT_A_NUMBER if isnan(value) else struct.pack(">d", value))


def utf8(text: str) -> bytes:
    r"""*text* as JavaScript's ``TextEncoder`` writes it: a lone surrogate becomes U+FFFD.

    >>> utf8("a\ud83d")
    b'a\xef\xbf\xbd'
    """
    try:
        return text.encode("utf-8")
    except UnicodeEncodeError:
        paired = text.encode("utf-16-le", "surrogatepass")
        return paired.decode("utf-16-le", "replace").encode("utf-8")
