"""What surrounds a passage: links, imports, dependencies, its place in a document. IO: reads a database."""

from indexer.base.address import Address, parse_address
from indexer.base.errors import AddressRefused
from indexer.corpus.hints import nearest_hint
from indexer.corpus.records import LinkRecord, Links, Neighbour
from indexer.corpus.rows import number, text, text_or_none
from indexer.save.connection import Connections, Row, Value

_LINK = "origin.address, link.text, link.target, link.status, link.target_address, link.line"
_LINKS_OF_SECTION = f"""
SELECT {_LINK} FROM link JOIN section AS origin ON origin.id = section_id
WHERE origin.address = ? AND link.form != 'image' ORDER BY link.start_byte, link.id
"""
_LINKS_OF_DOCUMENT = f"""
SELECT {_LINK} FROM link JOIN section AS origin ON origin.id = section_id
WHERE origin.document_id = (SELECT id FROM document WHERE address = ?) AND link.form != 'image'
ORDER BY link.start_byte, link.id
"""
_LINKS_TO_SECTION = f"""
SELECT {_LINK} FROM link JOIN section AS origin ON origin.id = section_id
WHERE target_section_id = (SELECT id FROM section WHERE address = ?) ORDER BY origin.address, link.id
"""
_LINKS_TO_DOCUMENT = f"""
SELECT {_LINK} FROM link JOIN section AS origin ON origin.id = section_id
WHERE target_section_id IN (
  SELECT id FROM section WHERE document_id = (SELECT id FROM document WHERE address = :address))
  AND origin.document_id != (SELECT id FROM document WHERE address = :address)
ORDER BY origin.address, link.id
"""
_LINKS_TO_MODULE = f"""
SELECT {_LINK} FROM link JOIN section AS origin ON origin.id = section_id
WHERE substr(target_address, 1, length(:address)) = :address
  AND substr(target_address, length(:address) + 1, 1) IN ('', '#') ORDER BY origin.address, link.id
"""
_IMPORTS = """
SELECT module.address, group_concat(CASE imported WHEN '' THEN form ELSE imported END, ', '), specifier,
  import.status, (SELECT address FROM module AS target WHERE target.id = target_module_id), min(line)
FROM import JOIN module ON module.id = module_id WHERE module.address = ?
GROUP BY specifier, import.status, target_module_id ORDER BY min(start_byte)
"""
_IMPORTERS = """
SELECT module.address, group_concat(CASE imported WHEN '' THEN form ELSE imported END, ', '), specifier,
  import.status, (SELECT address FROM module AS target WHERE target.id = target_module_id), min(line)
FROM import JOIN module ON module.id = module_id
WHERE target_module_id = (SELECT id FROM module WHERE address = ?)
GROUP BY module.address, specifier ORDER BY module.address
"""
_DEPENDENCIES = """
SELECT program.address, '', specifier, dependency.status,
  (SELECT address FROM program AS target WHERE target.id = target_program_id), 1
FROM dependency JOIN program ON program.id = program_id WHERE program.address = ? ORDER BY specifier
"""
_DEPENDENTS = """
SELECT program.address, '', specifier, dependency.status,
  (SELECT address FROM program AS target WHERE target.id = target_program_id), 1
FROM dependency JOIN program ON program.id = program_id
WHERE target_program_id IN (SELECT id FROM program WHERE address = ?) ORDER BY program.address
"""
_PROGRAM = """
SELECT program.address, module.address, module.path
FROM program JOIN module ON module.id = entry_module_id
WHERE identity = :identity OR published_identity = :identity ORDER BY identity != :identity, program.id
"""
_SECTION = "SELECT id, document_id, parent_id, ordinal FROM section WHERE address = ?"


def links_of(connections: Connections, address_text: str) -> Links:
    """What the passage at *address_text* leads to, and what leads to it.

    Raises:
        AddressRefused: it is no address or names nothing here.
    """
    address = parse_address(address_text).whole()
    if address.scheme == "doc" and address.fragment is not None:
        return _of_section(connections, address)
    if address.scheme == "doc":
        return _of_document(connections, address)
    if address.scheme == "cf":
        return _of_program(connections, address)
    return _of_module(connections, address)


def _of_section(connections: Connections, address: Address) -> Links:
    row = _required(connections, _SECTION, address)
    section_id, document_id, parent_id, ordinal = row[0], row[1], row[2], number(row[3])
    return Links(
        address=str(address),
        outgoing=_links(connections, _LINKS_OF_SECTION, (str(address),)),
        incoming=_links(connections, _LINKS_TO_SECTION, (str(address),)),
        parent=_neighbour(connections, "WHERE id = ?", (parent_id,)),
        children=_neighbours(connections, "WHERE parent_id = ? ORDER BY ordinal", (section_id,)),
        previous=_neighbour(connections, "WHERE document_id = ? AND ordinal = ?", (document_id, ordinal - 1)),
        next=_neighbour(connections, "WHERE document_id = ? AND ordinal = ?", (document_id, ordinal + 1)),
    )


def _of_document(connections: Connections, address: Address) -> Links:
    row = _required(connections, "SELECT id FROM document WHERE address = ?", address)
    top = "WHERE document_id = ? AND parent_id IS NULL ORDER BY ordinal"
    return Links(
        address=str(address),
        outgoing=_links(connections, _LINKS_OF_DOCUMENT, (str(address),)),
        incoming=_links(connections, _LINKS_TO_DOCUMENT, {"address": str(address)}),
        parent=None,
        children=_neighbours(connections, top, (row[0],)),
        previous=None,
        next=None,
    )


def _of_module(connections: Connections, address: Address) -> Links:
    """Links of a module; of a symbol or lines: those of their module, with the module as the parent."""
    module = f"src:{address.source}/{address.path}"
    _required(connections, "SELECT id FROM module WHERE address = ?", parse_address(module))
    is_whole = address.fragment is None and address.lines is None
    children = "SELECT DISTINCT address, qualified_name FROM symbol WHERE exported AND container_id IS NULL "
    rows = connections.rows(
        f"{children} AND module_id = (SELECT id FROM module WHERE address = ?) ORDER BY id", (module,)
    )
    documents = _links(connections, _LINKS_TO_MODULE, {"address": module})
    return Links(
        address=str(address),
        outgoing=_links(connections, _IMPORTS, (module,)),
        incoming=_links(connections, _IMPORTERS, (module,)) + documents,
        parent=None if is_whole else Neighbour(address=module, title=address.path),
        children=tuple(Neighbour(address=text(row[0]), title=text(row[1])) for row in rows)
        if is_whole
        else (),
        previous=None,
        next=None,
    )


def _of_program(connections: Connections, address: Address) -> Links:
    row = connections.row(_PROGRAM, {"identity": address.identity})
    if row is None:
        raise AddressRefused(str(address), "names nothing in this corpus")
    program, entry, path = text(row[0]), text(row[1]), text(row[2])
    return Links(
        address=str(address),
        outgoing=_links(connections, _DEPENDENCIES, (program,)),
        incoming=_links(connections, _DEPENDENTS, (program,)),
        parent=None,
        children=(Neighbour(address=entry, title=path),),
        previous=None,
        next=None,
    )


def _required(connections: Connections, query: str, address: Address) -> Row:
    row = connections.row(query, (str(address),))
    if row is None:
        raise AddressRefused(
            str(address), f"names nothing in this corpus{nearest_hint(connections, address)}"
        )
    return row


def _links(
    connections: Connections, query: str, wanted: tuple[Value, ...] | dict[str, Value]
) -> tuple[LinkRecord, ...]:
    return tuple(
        LinkRecord(
            origin=text(row[0]),
            text=text(row[1]),
            target=text(row[2]),
            status=text(row[3]),
            address=text_or_none(row[4]),
            line=number(row[5]),
        )
        for row in connections.rows(query, wanted)
    )


def _neighbours(connections: Connections, condition: str, wanted: tuple[Value, ...]) -> tuple[Neighbour, ...]:
    rows = connections.rows(f"SELECT address, title FROM section {condition}", wanted)
    return tuple(Neighbour(address=text(row[0]), title=text(row[1])) for row in rows)


def _neighbour(connections: Connections, condition: str, wanted: tuple[Value, ...]) -> Neighbour | None:
    return next(iter(_neighbours(connections, condition, wanted)), None)
