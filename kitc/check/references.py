"""The grammar of ``cf:`` references in import specifiers: what one names, or why it is none. Pure."""

import re
from dataclasses import dataclass

_IDENTITY = re.compile(r"[A-Za-z0-9_-]{43}\Z")
_SLUG = re.compile(r"[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\Z")
_HOST = re.compile(r"[A-Za-z0-9](?:[A-Za-z0-9.-]*[A-Za-z0-9])?(?::\d{1,5})?\Z")
_DID = re.compile(r"did:[a-z0-9]+:[A-Za-z0-9._%:-]+\Z")
_SPACE = re.compile(r"[A-Za-z0-9~][A-Za-z0-9._~-]*\Z")
_RESERVED = ("module/", "cache-root/", "module:", "fid1-cache/")


@dataclass(frozen=True, slots=True)
class Reference:
    """A well-formed reference: a pattern by identity, or a place in a space by slug or cell."""

    identity: str = ""
    host: str = ""
    space: str = ""
    slug: str = ""
    subpath: str = ""
    pin: str = ""


@dataclass(frozen=True, slots=True)
class Malformed:
    """Why a specifier is no reference."""

    reason: str


def parse_reference(specifier: str) -> Reference | Malformed:
    """What *specifier*, which starts with ``cf:``, names.

    >>> parse_reference("cf:todo-list").slug
    'todo-list'
    >>> parse_reference("cf:pattern:short").reason
    'an identity has 43 characters of A-Z, a-z, 0-9, _ and -, this one has 5'
    """
    body = specifier.removeprefix("cf:")
    if not body.strip("/"):
        return Malformed("it names nothing after cf:")
    if body.startswith(_RESERVED):
        return Malformed("this form is reserved for the compiler")
    if any(character.isspace() for character in body):
        return Malformed("white space stands in it")
    body, at, pin = body.partition("@")
    if at and not _IDENTITY.match(pin):
        return Malformed(f"a pin has 43 characters of A-Z, a-z, 0-9, _ and -, this one has {len(pin)}")
    if body.startswith("pattern:"):
        return _pattern(body.removeprefix("pattern:"), pin)
    return _placed(body, pin)


def _pattern(identity: str, pin: str) -> Reference | Malformed:
    if "/" in identity:
        return Malformed("cf:pattern: takes no path after the identity")
    if not _IDENTITY.match(identity):
        wrong = sorted({each for each in identity if not re.match(r"[A-Za-z0-9_-]", each)})
        found = (
            f"this one has {len(identity)}" if len(identity) != 43 else f"this one holds {' '.join(wrong)}"
        )
        return Malformed(f"an identity has 43 characters of A-Z, a-z, 0-9, _ and -, {found}")
    if pin and pin != identity:
        return Malformed("the pin names another identity")
    return Reference(identity=identity, pin=pin)


def _placed(body: str, pin: str) -> Reference | Malformed:
    host = space = ""
    if body.startswith("//"):
        host, _, body = body[2:].partition("/")
        if not _HOST.match(host):
            return Malformed(f"{host or 'nothing'} is no host name")
        space, slash, body = body.partition("/")
        if not slash or not body:
            return Malformed("after a host, a space and a name are expected")
    elif body.startswith("/"):
        space, slash, body = body[1:].partition("/")
        if not slash or not body:
            return Malformed("after a space, a name is expected")
    if space and not (_SPACE.match(space) or _DID.match(space)):
        return Malformed(f"{space} is no space name")
    return _named(host, space, body, pin)


def _named(host: str, space: str, body: str, pin: str) -> Reference | Malformed:
    name, _, subpath = body.partition("/")
    if any(step in ("", ".", "..") for step in subpath.split("/")) and subpath:
        return Malformed("a path has an empty, . or .. step")
    if name.startswith(("of:", "fid1:")):
        tail = name.removeprefix("of:")
        if not tail.startswith("fid1:") or not _IDENTITY.match(tail.removeprefix("fid1:")):
            return Malformed("a cell is named of:fid1: and 43 characters")
        return Reference(host=host, space=space, slug=f"of:{tail}", subpath=subpath, pin=pin)
    if ":" in name:
        return Malformed(f"{name.partition(':')[0]}: is no scheme that can be imported")
    if not _SLUG.match(name):
        return Malformed(f"{name or 'nothing'} is no slug: lower case letters, digits and -")
    return Reference(host=host, space=space, slug=name, subpath=subpath, pin=pin)
