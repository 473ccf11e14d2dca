"""The passage behind an address: found, checked, cut to what was asked. IO: reads a database.

address -> stored bytes of its file (checked) -> span of the passage -> digest check -> part -> Passage
"""

from dataclasses import dataclass

from indexer.base.address import Address
from indexer.base.digest import Digest, digest_of
from indexer.base.errors import AddressRefused, PassageChanged
from indexer.corpus.find import StoredPassage, find_passage, read_address
from indexer.corpus.hints import nearest_hint, why_missing
from indexer.corpus.lines import line_bytes, line_starts
from indexer.corpus.records import Passage, PassageKind
from indexer.parse.markdown.parts import parts_of
from indexer.save.connection import Connections

_SMALLEST = 4
"""Bytes of the longest UTF-8 character: a smaller read might never end."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Extent:
    """How much of a passage to read."""

    max_bytes: int | None = None
    lines: tuple[int, int] | None = None
    """First and last line of the file, counted from 1, both included."""


def open_passage(
    connections: Connections, text_of_address: str, *, extent: Extent, digest: str | None
) -> Passage:
    """The passage at *text_of_address*, or an unavailable one that says why.

    Raises:
        AddressRefused: it is no address or names nothing here, or the extent is outside it.
        PassageChanged: its bytes have another digest than *digest*.
        DatabaseRefused: stored bytes are not those that were recorded.
    """
    address = read_address(connections, text_of_address)
    stored = find_passage(connections, address)
    if stored is None:
        return _unavailable(connections, address)
    found = digest_of(stored.content)
    if digest is not None and digest != found:
        raise PassageChanged(text_of_address, digest, found)
    if extent.lines is not None:
        return _open_lines(stored, address, extent, found)
    return _open_part(stored, address, extent.max_bytes, found)


def _open_lines(stored: StoredPassage, address: Address, extent: Extent, digest: Digest) -> Passage:
    """Lines of the file, as far as they stand in the passage."""
    if address.part is not None or extent.lines is None:
        raise AddressRefused(str(address), "is a byte range, lines cannot be taken from it")
    start, stop = line_bytes(stored.file, extent.lines, str(address))
    first, last = start - stored.start, stop - stored.start
    if first < 0 or last > len(stored.content):
        inside = _lines_at(stored, 0, len(stored.content))
        raise AddressRefused(
            str(address), f"holds lines {inside[0]}-{inside[1]} of its file, not all of those"
        )
    return _open_part(stored, address.with_part(first, last), extent.max_bytes, digest)


def _open_part(stored: StoredPassage, address: Address, max_bytes: int | None, digest: Digest) -> Passage:
    start, stop = address.part or (0, len(stored.content))
    if stop > len(stored.content):
        raise AddressRefused(str(address), f"ends after the passage's {len(stored.content)} bytes")
    cut, reason = stop, ""
    if max_bytes is not None and stop - start > max_bytes:
        if max_bytes < _SMALLEST:
            raise AddressRefused(str(address), f"max_bytes is {max_bytes}, expected at least {_SMALLEST}")
        cut = start + parts_of(stored.content[start:stop], max_bytes)[0].stop
        reason = f"{stop - cut} bytes follow"
    is_whole = (start, cut) == (0, len(stored.content))
    return Passage(
        address=str(address.whole() if is_whole else address.with_part(start, cut)),
        kind=stored.kind,
        title=stored.title,
        breadcrumb=stored.breadcrumb,
        text=stored.content[start:cut].decode("utf-8", "replace"),
        digest=digest,
        completeness="truncated" if reason else "complete",
        rest=str(address.with_part(cut, stop)) if reason else None,
        reason=reason,
        first_line=_lines_at(stored, start, cut)[0],
        last_line=_lines_at(stored, start, cut)[1],
        bytes=len(stored.content),
        label=stored.label,
    )


def _lines_at(stored: StoredPassage, start: int, stop: int) -> tuple[int, int]:
    """First and last line of the file that bytes *start* to *stop* of the passage stand on."""
    first = len(line_starts(stored.file[: stored.start + start] + b" "))
    return first, first - 1 + len(line_starts(stored.content[start:stop] or b" "))


def _unavailable(connections: Connections, address: Address) -> Passage:
    """A passage that is known of but not held, saying why.

    Raises:
        AddressRefused: nothing is known of it.
    """
    reason = why_missing(connections, address)
    if reason is None:
        raise AddressRefused(
            str(address), f"names nothing in this corpus{nearest_hint(connections, address)}"
        )
    kinds: dict[str, PassageKind] = {"cf": "program", "doc": "document", "src": "module"}
    return Passage(
        address=str(address),
        kind=kinds[address.scheme],
        title="",
        breadcrumb=address.path,
        text="",
        digest=digest_of(b""),
        completeness="unavailable",
        rest=None,
        reason=reason,
        first_line=1,
        last_line=1,
        bytes=0,
        label=None,
    )
