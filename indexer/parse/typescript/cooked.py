"""The value that a string literal of JavaScript stands for. Pure."""

import re

_SIMPLE = {"b": "\b", "t": "\t", "n": "\n", "v": "\v", "f": "\f", "r": "\r"}
_ESCAPE = re.compile(
    r"\\(?:u\{([0-9A-Fa-f]{1,6})\}|u([0-9A-Fa-f]{4})|x([0-9A-Fa-f]{2})|([0-3]?[0-7]{1,2})|(\r\n|[\s\S]))"
)
_LINE_ENDS = ("\n", "\r", "\r\n", "\u2028", "\u2029")
_MOST_CODE_POINT = 0x10FFFF


def cooked(literal: str) -> str:
    r"""The value of the string *literal*, which is given with its quotes; lone surrogates stay as they are.

    >>> cooked(r'"./d\u002ets"'), cooked(r"'\x41\
    ... b'"), cooked(r'"\u{1F375}\q"')
    ('./d.ts', 'Ab', '🍵q')
    """
    body = literal[1:-1]
    if "\\" not in body:
        return body
    return _joined(_ESCAPE.sub(_value, body))


def _value(escape: re.Match[str]) -> str:
    hexadecimal = escape[1] or escape[2] or escape[3]
    if hexadecimal:
        point = int(hexadecimal, 16)
        return chr(point) if point <= _MOST_CODE_POINT else escape[0]
    if escape[4]:
        return chr(int(escape[4], 8))
    character = escape[5]
    return "" if character in _LINE_ENDS else _SIMPLE.get(character, character)


def _joined(text: str) -> str:
    """*text* with each pair of surrogates made one character."""
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "surrogatepass")
