"""Fingerprints of what is stored: one a file or program, and one of the whole. IO: reads a database.

Row ids depend on the way a database was built, so a fingerprint holds none: rows are named by addresses and
taken in file order. Equal content therefore has an equal digest, whether it was built at once or piece by
piece. The search tables and texts follow from what is fingerprinted.
"""

import hashlib
import sqlite3
from collections.abc import Iterable

from indexer.base.digest import Digest, digest_of

_DOCUMENTS = """
SELECT address, json_array(source.name, source.kind, document.kind, title, description, front_matter,
  resources, digest) || (
  SELECT coalesce(group_concat(piece, char(10)), '') FROM (
    SELECT json_array(address, title, level, breadcrumb, start_byte, stop_byte, first_line, last_line,
      digest, (SELECT address FROM section AS parent WHERE parent.id = section.parent_id)) AS piece
    FROM section WHERE document_id = document.id ORDER BY ordinal)) || (
  SELECT coalesce(group_concat(piece, char(10)), '') FROM (
    SELECT json_array(form, text, target, status, target_address, reason, link.start_byte) AS piece
    FROM section JOIN link ON section_id = section.id WHERE document_id = document.id
    ORDER BY link.start_byte, link.id)) || (
  SELECT coalesce(group_concat(piece, char(10)), '') FROM (
    SELECT json_array(language, info, code_block.start_byte, code_block.stop_byte) AS piece
    FROM section JOIN code_block ON section_id = section.id WHERE document_id = document.id
    ORDER BY code_block.start_byte, code_block.id))
FROM document JOIN source ON source.id = source_id WHERE document.id > :after
"""
_MODULES = """
SELECT address, json_array(source.name, source.kind, language, module.status, doc, is_declaration,
  specifiers, followed, data_files, calls, aliases, digest) || (
  SELECT coalesce(group_concat(piece, char(10)), '') FROM (
    SELECT json_array(qualified_name, kind, signature, doc, exported, start_byte, stop_byte) AS piece
    FROM symbol WHERE module_id = module.id ORDER BY id)) || (
  SELECT coalesce(group_concat(piece, char(10)), '') FROM (
    SELECT json_array(name, is_value, is_type, form, defining_name, export.status,
      (SELECT address FROM module AS other WHERE other.id = defining_module_id)) AS piece
    FROM export WHERE module_id = module.id ORDER BY name, form, export.id)) || (
  SELECT coalesce(group_concat(piece, char(10)), '') FROM (
    SELECT json_array(specifier, form, type_only, imported, local, import.status, start_byte,
      (SELECT address FROM module AS other WHERE other.id = target_module_id)) AS piece
    FROM import WHERE module_id = module.id ORDER BY start_byte, import.id))
FROM module JOIN source ON source.id = source_id WHERE module.id > :after
"""
_PROGRAMS = """
SELECT 'program ' || (SELECT address FROM module WHERE module.id = entry_module_id), json_array(
  source.name, source.kind, program.address, identity, published_identity, identity_status, program.name,
  description, tags, ui, program.status, declared, (
    SELECT json_array(tier, rating, hidden, tags, coverage, notes, sample_rows) FROM quality
    WHERE program_id = program.id)) || (
  SELECT coalesce(group_concat(piece, char(10)), '') FROM (
    SELECT json_array(program_module.name, identity,
      (SELECT address FROM module WHERE module.id = module_id)) AS piece
    FROM program_module WHERE program_id = program.id ORDER BY name)) || (
  SELECT coalesce(group_concat(piece, char(10)), '') FROM (
    SELECT json_array(specifier, identity, status) AS piece
    FROM dependency WHERE program_id = program.id ORDER BY specifier)) || (
  SELECT coalesce(group_concat(piece, char(10)), '') FROM (
    SELECT json_array(export_name, contract.status, unresolved, argument_schema, result_schema, (
      SELECT json_group_array(json_array(side, path, type, wrapper, required, default_value, doc, address))
      FROM contract_field WHERE contract_id = contract.id)) AS piece
    FROM contract WHERE program_id = program.id ORDER BY export_name))
FROM program JOIN source ON source.id = source_id WHERE program.id > :after
"""
_SOURCES = """
SELECT name, kind, root, program_root, status, reason,
  (SELECT confidentiality || integrity FROM label WHERE label.id = label_id) FROM source ORDER BY source.id
"""
_PROBLEMS = """
SELECT source, path, start_byte, stop_byte, line, kind, severity, message FROM problem
ORDER BY 1, 2, 3, 4, 5, 6, 7, 8
"""
_META = """
SELECT key, value FROM meta WHERE key IN ('config_digest', 'runtime', 'schema_version') ORDER BY key
"""


def add_file_fingerprints(connection: sqlite3.Connection) -> None:
    """Store a fingerprint for each document and module of a new database, when these are settled."""
    _insert(connection, _computed(connection, _DOCUMENTS, _MODULES))


def add_program_fingerprints(connection: sqlite3.Connection) -> None:
    """Store a fingerprint for each program of a new database, when its contracts are written."""
    _insert(connection, _computed(connection, _PROGRAMS))


def renew_fingerprints(connection: sqlite3.Connection, stale: Iterable[str]) -> None:
    """Compute those of the addresses *stale* again; what is gone loses its own."""
    addresses = sorted(set(stale))
    connection.executemany("DELETE FROM fingerprint WHERE address = ?", [(item,) for item in addresses])
    _insert(connection, (found for address in addresses for found in _one(connection, address)))


def computed_fingerprints(connection: sqlite3.Connection) -> Iterable[tuple[str, Digest]]:
    """Address and fingerprint of every file and program, from the rows themselves."""
    return _computed(connection, _DOCUMENTS, _MODULES, _PROGRAMS)


def _computed(connection: sqlite3.Connection, *queries: str) -> Iterable[tuple[str, Digest]]:
    for query in queries:
        for address, text in connection.execute(query, {"after": 0}):
            yield address, digest_of(text.encode("utf-8", "surrogatepass"))


def _insert(connection: sqlite3.Connection, fingerprints: Iterable[tuple[str, Digest]]) -> None:
    connection.executemany("INSERT INTO fingerprint VALUES (?, ?)", sorted(fingerprints))


def _one(connection: sqlite3.Connection, address: str) -> Iterable[tuple[str, Digest]]:
    table, query, key = _table_of(address)
    only = f"{query.rpartition('WHERE')[0]} WHERE {table}.{key}"
    for found, text in connection.execute(only, (address.removeprefix("program "),)):
        yield found, digest_of(text.encode("utf-8", "surrogatepass"))


def _table_of(address: str) -> tuple[str, str, str]:
    if address.startswith("program "):
        return "program", _PROGRAMS, "entry_module_id = (SELECT id FROM module WHERE address = ?)"
    if address.startswith("doc:"):
        return "document", _DOCUMENTS, "address = ?"
    return "module", _MODULES, "address = ?"


def content_digest(connection: sqlite3.Connection) -> Digest:
    """The digest of everything that is stored: settings, sources, problems and the fingerprints."""
    whole = hashlib.sha256()
    for query in (_META, _SOURCES, _PROBLEMS, "SELECT address, digest FROM fingerprint ORDER BY address"):
        for row in connection.execute(query):
            whole.update(repr(row).encode("utf-8", "surrogatepass"))
        whole.update(b"\0")
    return Digest(whole.hexdigest())
