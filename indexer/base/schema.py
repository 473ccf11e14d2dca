"""The tables of a corpus database, as constant SQL; ``indexer/SCHEMA.md`` documents each column. Pure.

Bytes are 0-based with an excluded end, lines are counted from 1 with both ends included; JSON columns hold
``canonical_json``; booleans are 0 or 1. The search package adds its own tables after these.
Addresses that follow from other columns are made by views: stored, they would be a tenth of the file.
"""

SCHEMA_VERSION = 3

TABLES = """
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE source (
  id INTEGER PRIMARY KEY, name TEXT NOT NULL, kind TEXT NOT NULL, root TEXT NOT NULL,
  program_root TEXT NOT NULL, label_id INTEGER, status TEXT NOT NULL, reason TEXT NOT NULL);
CREATE TABLE label (
  id INTEGER PRIMARY KEY, confidentiality TEXT NOT NULL, integrity TEXT NOT NULL);
CREATE TABLE document (
  id INTEGER PRIMARY KEY, source_id INTEGER NOT NULL, path TEXT NOT NULL, address TEXT NOT NULL UNIQUE,
  kind TEXT NOT NULL, title TEXT NOT NULL, description TEXT NOT NULL, front_matter TEXT NOT NULL,
  resources TEXT NOT NULL, digest TEXT NOT NULL, bytes INTEGER NOT NULL, content BLOB NOT NULL);
CREATE TABLE section (
  id INTEGER PRIMARY KEY, document_id INTEGER NOT NULL, parent_id INTEGER, ordinal INTEGER NOT NULL,
  address TEXT NOT NULL UNIQUE, slug TEXT NOT NULL, title TEXT NOT NULL, level INTEGER NOT NULL,
  breadcrumb TEXT NOT NULL, start_byte INTEGER NOT NULL, stop_byte INTEGER NOT NULL,
  first_line INTEGER NOT NULL, last_line INTEGER NOT NULL, digest TEXT NOT NULL);
CREATE TABLE anchor (
  id INTEGER PRIMARY KEY, section_id INTEGER NOT NULL, name TEXT NOT NULL);
CREATE TABLE link (
  id INTEGER PRIMARY KEY, section_id INTEGER NOT NULL, form TEXT NOT NULL, text TEXT NOT NULL,
  target TEXT NOT NULL, status TEXT NOT NULL, target_address TEXT, target_section_id INTEGER,
  reason TEXT NOT NULL, start_byte INTEGER NOT NULL, stop_byte INTEGER NOT NULL, line INTEGER NOT NULL);
CREATE TABLE code_block (
  id INTEGER PRIMARY KEY, section_id INTEGER NOT NULL, language TEXT NOT NULL, info TEXT NOT NULL,
  start_byte INTEGER NOT NULL, stop_byte INTEGER NOT NULL,
  first_line INTEGER NOT NULL, last_line INTEGER NOT NULL);
CREATE TABLE module (
  id INTEGER PRIMARY KEY, source_id INTEGER NOT NULL, path TEXT NOT NULL, address TEXT NOT NULL UNIQUE,
  language TEXT NOT NULL, status TEXT NOT NULL, doc TEXT NOT NULL, is_declaration INTEGER NOT NULL,
  specifiers TEXT NOT NULL, followed TEXT NOT NULL, data_files TEXT NOT NULL, calls TEXT NOT NULL,
  aliases TEXT NOT NULL, digest TEXT NOT NULL,
  bytes INTEGER NOT NULL, lines INTEGER NOT NULL, content BLOB NOT NULL);
CREATE TABLE symbol_row (
  id INTEGER PRIMARY KEY, module_id INTEGER NOT NULL, container_id INTEGER, name TEXT NOT NULL,
  qualified_name TEXT NOT NULL, kind TEXT NOT NULL, signature TEXT NOT NULL, doc TEXT NOT NULL,
  exported INTEGER NOT NULL, is_value INTEGER NOT NULL, is_type INTEGER NOT NULL,
  start_byte INTEGER NOT NULL, stop_byte INTEGER NOT NULL,
  first_line INTEGER NOT NULL, last_line INTEGER NOT NULL);
CREATE VIEW symbol AS
  SELECT id, module_id, container_id, name, qualified_name, kind, signature, doc, exported, is_value, is_type,
    (SELECT address FROM module WHERE module.id = module_id) || '#' || qualified_name AS address,
    start_byte, stop_byte, first_line, last_line
  FROM symbol_row;
CREATE TABLE export (
  id INTEGER PRIMARY KEY, module_id INTEGER NOT NULL, name TEXT NOT NULL, is_value INTEGER NOT NULL,
  is_type INTEGER NOT NULL, form TEXT NOT NULL, defining_module_id INTEGER, defining_name TEXT,
  symbol_id INTEGER, status TEXT NOT NULL);
CREATE TABLE export_statement (
  id INTEGER PRIMARY KEY, module_id INTEGER NOT NULL, name TEXT NOT NULL, form TEXT NOT NULL,
  local TEXT NOT NULL, specifier TEXT, type_only INTEGER NOT NULL,
  start_byte INTEGER NOT NULL, stop_byte INTEGER NOT NULL, line INTEGER NOT NULL);
CREATE TABLE import (
  id INTEGER PRIMARY KEY, module_id INTEGER NOT NULL, specifier TEXT NOT NULL, form TEXT NOT NULL,
  type_only INTEGER NOT NULL, imported TEXT NOT NULL, local TEXT NOT NULL, target_module_id INTEGER,
  status TEXT NOT NULL, start_byte INTEGER NOT NULL, stop_byte INTEGER NOT NULL, line INTEGER NOT NULL);
CREATE TABLE program (
  id INTEGER PRIMARY KEY, source_id INTEGER NOT NULL, entry_module_id INTEGER NOT NULL,
  path TEXT NOT NULL, address TEXT NOT NULL, identity TEXT NOT NULL, published_identity TEXT,
  identity_status TEXT NOT NULL, name TEXT NOT NULL, description TEXT NOT NULL, tags TEXT NOT NULL,
  ui TEXT NOT NULL, status TEXT NOT NULL, declared TEXT);
CREATE TABLE program_module (
  program_id INTEGER NOT NULL, module_id INTEGER NOT NULL, name TEXT NOT NULL, identity TEXT NOT NULL,
  PRIMARY KEY (program_id, name)) WITHOUT ROWID;
CREATE TABLE dependency (
  program_id INTEGER NOT NULL, specifier TEXT NOT NULL, identity TEXT NOT NULL, target_program_id INTEGER,
  status TEXT NOT NULL, PRIMARY KEY (program_id, specifier)) WITHOUT ROWID;
CREATE TABLE contract (
  id INTEGER PRIMARY KEY, program_id INTEGER NOT NULL, export_name TEXT NOT NULL, status TEXT NOT NULL,
  unresolved TEXT NOT NULL, argument_schema TEXT NOT NULL, result_schema TEXT NOT NULL);
CREATE TABLE contract_field_row (
  id INTEGER PRIMARY KEY, contract_id INTEGER NOT NULL, side TEXT NOT NULL, path TEXT NOT NULL,
  name TEXT NOT NULL, depth INTEGER NOT NULL, type TEXT NOT NULL, wrapper TEXT NOT NULL,
  required INTEGER NOT NULL, default_value TEXT, doc TEXT NOT NULL, module_id INTEGER, line INTEGER);
CREATE VIEW contract_field AS
  SELECT id, contract_id, side, path, name, depth, type, wrapper, required, default_value, doc,
    coalesce((SELECT address FROM module WHERE module.id = module_id)
      || '#L' || line || '-L' || line, '') AS address
  FROM contract_field_row;
CREATE TABLE quality (
  program_id INTEGER PRIMARY KEY, tier TEXT NOT NULL, rating REAL, hidden INTEGER NOT NULL,
  tags TEXT NOT NULL, coverage TEXT NOT NULL, notes TEXT NOT NULL, sample_rows TEXT NOT NULL);
CREATE TABLE problem (
  id INTEGER PRIMARY KEY, source TEXT NOT NULL, path TEXT NOT NULL, start_byte INTEGER NOT NULL,
  stop_byte INTEGER NOT NULL, line INTEGER NOT NULL, kind TEXT NOT NULL, severity TEXT NOT NULL,
  message TEXT NOT NULL, owner TEXT NOT NULL);
CREATE TABLE fingerprint (address TEXT PRIMARY KEY, digest TEXT NOT NULL) WITHOUT ROWID;
"""
"""Content tables, created before any row is written."""

MODULE_INDEXES = """
CREATE INDEX symbol_module ON symbol_row (module_id);
CREATE INDEX symbol_name ON symbol_row (name COLLATE NOCASE);
CREATE INDEX export_module ON export (module_id, name);
CREATE INDEX export_statement_module ON export_statement (module_id);
CREATE INDEX import_module ON import (module_id);
CREATE INDEX program_entry ON program (entry_module_id);
CREATE INDEX problem_owner ON problem (owner);
"""
DOCUMENT_INDEXES = """
CREATE INDEX section_document ON section (document_id, ordinal);
CREATE INDEX anchor_section ON anchor (section_id);
CREATE INDEX link_section ON link (section_id);
CREATE INDEX link_target ON link (target_section_id);
CREATE INDEX code_block_section ON code_block (section_id);
"""
PROGRAM_INDEXES = """
CREATE INDEX program_identity ON program (identity);
CREATE INDEX program_module_module ON program_module (module_id);
CREATE INDEX contract_program ON contract (program_id);
CREATE INDEX contract_field_contract ON contract_field_row (contract_id);
CREATE INDEX contract_field_name ON contract_field_row (name COLLATE NOCASE);
"""
"""Indexes, each group created when the rows it covers are written: modules, documents, then programs."""
