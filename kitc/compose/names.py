"""Identifiers and literals of generated TypeScript. Pure."""

import json
import re
from collections.abc import Iterable

from indexer.search.tokens import chunks_of

_RESERVED = frozenset(
    """
    abstract any as async await boolean break case catch class const continue debugger declare
    default delete do else enum export extends false finally for from function get if implements
    import in infer instanceof interface is keyof let module namespace never new null number object
    of package private protected public readonly require return set static string super switch
    symbol this throw true try type typeof undefined unique unknown var void while with yield
    computed pattern action handler rows row count waiting failed empty NAME UI VNode Writable
    Default Stream SqliteDb Array Object String Number Date Math JSON Promise
    """.split()  # noqa: SIM905 - words read better as a text
)
_WORD = re.compile(r"[A-Za-z0-9]+")
_IDENTIFIER = re.compile(r"[A-Za-z_$][A-Za-z0-9_$]*\Z")
MOST_NAME = 48


def is_identifier(text: str) -> bool:
    """Whether *text* can stand after a dot."""
    return bool(_IDENTIFIER.match(text))


def pascal(text: str, *, fallback: str) -> str:
    """*text* as a type or component name: ``mail inbox`` gives ``MailInbox``."""
    words = [word for chunk in chunks_of(text) for word in _WORD.findall(chunk) if word.isascii()]
    name = "".join(word[:1].upper() + word[1:] for word in words)[:MOST_NAME]
    return name if name and not name[0].isdigit() else fallback


def camel(text: str, *, fallback: str) -> str:
    """*text* as a variable name: ``MailInbox`` gives ``mailInbox``."""
    name = pascal(text, fallback="")
    name = name[:1].lower() + name[1:]
    return name if name and name not in _RESERVED else fallback


def singular(word: str) -> str:
    """A plain guess at the singular of *word*: ``entries`` gives ``entry``."""
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    return word[:-1] if word.endswith("s") and not word.endswith("ss") and len(word) > 3 else word


class Taken:
    """Names given out in one module, so that each is given once."""

    def __init__(self, names: Iterable[str] = ()) -> None:
        self._names = set(names)

    def give(self, name: str) -> str:
        """*name*, or *name* with the first number that makes it new."""
        given, number = name, 2
        while given in self._names or (given in _RESERVED and given == name):
            given, number = f"{name}{number}", number + 1
        self._names.add(given)
        return given


def member(owner: str, field: str) -> str:
    """Access to *field* of *owner*: with a dot where the name allows it."""
    if field.startswith("$") and field[1:] in ("UI", "NAME"):
        return f"{owner}[{field[1:]}]"
    return f"{owner}.{field}" if is_identifier(field) else f"{owner}[{text_literal(field)}]"


def key(field: str) -> str:
    """*field* as a property name in an object or an interface."""
    return field if is_identifier(field) else text_literal(field)


def text_literal(text: str) -> str:
    """*text* as a TypeScript string literal."""
    return json.dumps(text, ensure_ascii=False).replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")


def literal(value: object) -> str:
    """A JSON value as a TypeScript expression.

    >>> literal({"a": [1, None]})
    '{ a: [1, null] }'
    """
    if isinstance(value, dict):
        inner = ", ".join(f"{key(str(name))}: {literal(item)}" for name, item in value.items())
        return f"{{ {inner} }}" if inner else "{}"
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(literal(item) for item in value) + "]"
    return text_literal(value) if isinstance(value, str) else json.dumps(value)


def jsx_text(text: str) -> str:
    """*text* as JSX children: plain where it can be, else as an expression."""
    return (
        text
        if re.fullmatch(r"[\w ,.!?:()'/%-]+", text) and text == text.strip()
        else f"{{{text_literal(text)}}}"
    )


def comment_text(text: str) -> str:
    """*text* on one line, safe inside a block comment."""
    printable = "".join(character if character.isprintable() else " " for character in text)
    return " ".join(printable.replace("*/", "* /").split())
