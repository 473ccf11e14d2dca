"""Passages as stored, with their bytes checked against the recorded digests. IO: reads a database."""

from dataclasses import dataclass, replace

from indexer.base.address import Address, parse_address
from indexer.base.digest import digest_of
from indexer.base.errors import DatabaseRefused
from indexer.corpus.lines import line_bytes
from indexer.corpus.records import LabelRecord, PassageKind
from indexer.corpus.rows import blob, number, text, text_or_none, texts
from indexer.save.connection import Connections, Row

_LABEL = "confidentiality, integrity"
_DOCUMENT = f"""
SELECT content, digest, title, path, {_LABEL} FROM document JOIN source ON source.id = source_id
LEFT JOIN label ON label.id = label_id WHERE address = ?
"""
_SECTION = f"""
SELECT content, document.digest, section.title, breadcrumb, {_LABEL}, start_byte, stop_byte, first_line,
  last_line, section.digest
FROM section JOIN document ON document.id = document_id JOIN source ON source.id = source_id
LEFT JOIN label ON label.id = label_id WHERE section.address = ?
"""
_MODULE = f"""
SELECT content, digest, path, path, {_LABEL} FROM module JOIN source ON source.id = source_id
LEFT JOIN label ON label.id = label_id WHERE address = ?
"""
_SYMBOL = f"""
SELECT content, module.digest, qualified_name, path, {_LABEL}, start_byte, stop_byte, first_line, last_line
FROM symbol JOIN module ON module.id = module_id JOIN source ON source.id = source_id
LEFT JOIN label ON label.id = label_id
WHERE module.address = ? AND qualified_name = ? ORDER BY symbol.id LIMIT 1
"""
_ENTRY = """
SELECT module.address, name FROM program JOIN module ON module.id = entry_module_id
WHERE identity = :identity OR published_identity = :identity
ORDER BY identity != :identity, program.id LIMIT 1
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredPassage:
    """A passage: its bytes and where they stand."""

    kind: PassageKind
    title: str
    breadcrumb: str
    content: bytes
    start: int
    """Of the passage in its file."""
    file: bytes
    label: LabelRecord | None


def find_passage(connections: Connections, address: Address) -> StoredPassage | None:
    """What is stored at *address*, ``None`` if nothing is.

    Raises:
        AddressRefused: the file has no such lines.
        DatabaseRefused: stored bytes are not those that were recorded.
    """
    whole = str(address.whole())
    if address.scheme == "cf":
        return _find_program(connections, address.identity)
    if address.scheme == "doc" and address.fragment is not None:
        return _find_section(connections, whole)
    if address.scheme == "doc":
        return _find_file(connections, _DOCUMENT, whole, "document")
    if address.lines is not None:
        return _find_lines(connections, address, address.lines)
    if address.fragment is not None:
        return _find_symbol(connections, whole, address.fragment)
    return _find_file(connections, _MODULE, whole, "module")


def read_address(connections: Connections, written: str) -> Address:
    """The address that *written* spells; a symbol whose own name looks like lines or bytes goes first.

    Raises:
        AddressRefused: it is no address.
    """
    address = parse_address(written)
    body = written[: written.rindex("@")] if address.part else written
    for text_of_it, part in ((written, None), (body, address.part)):
        module, mark, name = text_of_it.partition("#")
        is_doubtful = mark and address.scheme == "src" and (address.lines or address.part)
        if is_doubtful and connections.row(_SYMBOL, (module, name)):
            return replace(parse_address(module), fragment=name, part=part)
    return address


def _find_file(connections: Connections, query: str, address: str, kind: PassageKind) -> StoredPassage | None:
    row = connections.row(query, (address,))
    if row is None:
        return None
    content = _checked(blob(row[0]), text(row[1]), address)
    return StoredPassage(
        kind=kind,
        title=text(row[2]),
        breadcrumb=text(row[3]),
        content=content,
        start=0,
        file=content,
        label=label_of(row[4:6]),
    )


def _find_section(connections: Connections, address: str) -> StoredPassage | None:
    row = connections.row(_SECTION, (address,))
    if row is None:
        return None
    file = _checked(blob(row[0]), text(row[1]), address)
    stored = _slice(row, file, "section", address)
    _checked(stored.content, text(row[10]), address)
    return stored


def _find_symbol(connections: Connections, address: str, name: str) -> StoredPassage | None:
    row = connections.row(_SYMBOL, (address.partition("#")[0], name))
    if row is None:
        return None
    return _slice(row, _checked(blob(row[0]), text(row[1]), address), "symbol", address)


def _slice(row: Row, file: bytes, kind: PassageKind, address: str) -> StoredPassage:
    start, stop = number(row[6]), number(row[7])
    if not 0 <= start <= stop <= len(file):
        raise DatabaseRefused(address, f"has bytes {start}-{stop} of a file of {len(file)} bytes")
    return StoredPassage(
        kind=kind,
        title=text(row[2]),
        breadcrumb=text(row[3]),
        content=file[start:stop],
        start=start,
        file=file,
        label=label_of(row[4:6]),
    )


def _find_lines(connections: Connections, address: Address, lines: tuple[int, int]) -> StoredPassage | None:
    module = f"src:{address.source}/{address.path}"
    whole = _find_file(connections, _MODULE, module, "module")
    if whole is None:
        return None
    start, stop = line_bytes(whole.file, lines, str(address))
    return StoredPassage(
        kind="lines",
        title=f"{whole.title} L{lines[0]}-L{lines[1]}",
        breadcrumb=whole.breadcrumb,
        content=whole.file[start:stop],
        start=start,
        file=whole.file,
        label=whole.label,
    )


def _find_program(connections: Connections, identity: str) -> StoredPassage | None:
    row = connections.row(_ENTRY, {"identity": identity})
    if row is None:
        return None
    module = _find_file(connections, _MODULE, text(row[0]), "program")
    if module is None:
        raise DatabaseRefused(f"cf:pattern:{identity}", "has no entry module")
    return module


def _checked(content: bytes, recorded: str, address: str) -> bytes:
    """*content*, if it has the digest that was recorded of it."""
    found = digest_of(content)
    if found != recorded:
        raise DatabaseRefused(address, f"stored bytes have digest {found}, recorded was {recorded}")
    return content


def label_of(row: Row) -> LabelRecord | None:
    """The label in two columns, ``None`` if the source has none."""
    confidentiality, integrity = row
    if text_or_none(confidentiality) is None:
        return None
    return LabelRecord(confidentiality=texts(confidentiality), integrity=texts(integrity))
