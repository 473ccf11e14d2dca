"""The tables that ranking reads, as constant SQL; ``indexer/SCHEMA.md`` documents them. Pure.

Every number is an integer, so that sums are exact and the same in any language. What belongs to one passage
(its impacts) and what belongs to the whole corpus (document frequencies, weights by frequency) are kept
apart: a changed file changes its own rows and the counts, nothing else.
"""

TABLES = """
CREATE TABLE search_file (
  within TEXT NOT NULL, name TEXT NOT NULL, state TEXT NOT NULL, first_unit INTEGER NOT NULL,
  units INTEGER NOT NULL, PRIMARY KEY (within, name)) WITHOUT ROWID;
CREATE TABLE search_unit (
  id INTEGER PRIMARY KEY, within TEXT NOT NULL, unit INTEGER NOT NULL, row_id INTEGER NOT NULL,
  split_words TEXT NOT NULL, vector BLOB NOT NULL);
CREATE TABLE search_term (
  within TEXT NOT NULL, term TEXT NOT NULL, id INTEGER NOT NULL, units INTEGER NOT NULL,
  PRIMARY KEY (within, term)) WITHOUT ROWID;
CREATE TABLE search_posting (id INTEGER PRIMARY KEY, highest INTEGER NOT NULL, units TEXT NOT NULL);
CREATE TABLE search_weight (
  within TEXT NOT NULL, least_units INTEGER NOT NULL, weight INTEGER NOT NULL,
  PRIMARY KEY (within, least_units)) WITHOUT ROWID;
CREATE TABLE search_related (
  term TEXT NOT NULL, related TEXT NOT NULL, share INTEGER NOT NULL,
  PRIMARY KEY (term, related)) WITHOUT ROWID;
"""

LOOKUPS = """
CREATE UNIQUE INDEX search_unit_unit ON search_unit (within, unit);
CREATE UNIQUE INDEX search_unit_row ON search_unit (within, row_id);
"""

FULL_TEXT = """
CREATE VIEW section_text AS
  SELECT section.id AS rowid, section.title AS title, section.breadcrumb AS breadcrumb, document.path AS path,
    CAST(substr(document.content, start_byte + 1, stop_byte - start_byte) AS TEXT) AS body,
    search_unit.split_words AS split_words
  FROM section JOIN document ON document.id = section.document_id
  JOIN search_unit ON search_unit.within = 'docs' AND search_unit.row_id = section.id;
CREATE VIEW program_text AS
  SELECT program.id AS rowid, program.name AS name, program.description AS description, program.path AS path,
    search_unit.split_words AS split_words
  FROM program JOIN search_unit ON search_unit.within = 'programs' AND search_unit.row_id = program.id;
CREATE VIEW symbol_text AS
  SELECT symbol.id AS rowid, symbol.qualified_name AS name, symbol.signature AS signature, symbol.doc AS doc,
    search_unit.split_words AS split_words
  FROM symbol JOIN search_unit ON search_unit.within = 'symbols' AND search_unit.row_id = symbol.id;
CREATE VIEW source_text AS
  SELECT module.id AS rowid, module.path AS path, module.doc AS doc, CAST(module.content AS TEXT) AS body,
    search_unit.split_words AS split_words
  FROM module JOIN search_unit ON search_unit.within = 'source' AND search_unit.row_id = module.id;
CREATE VIRTUAL TABLE section_fts USING fts4(
  content="section_text", title, breadcrumb, path, body, split_words, tokenize=porter);
CREATE VIRTUAL TABLE program_fts USING fts4(
  content="program_text", name, description, path, split_words, tokenize=porter);
CREATE VIRTUAL TABLE symbol_fts USING fts4(
  content="symbol_text", name, signature, doc, split_words, tokenize=porter);
CREATE VIRTUAL TABLE source_fts USING fts4(
  content="source_text", path, doc, body, split_words, tokenize=porter);
"""
"""FTS4 over views: the text is stored once, in the content tables."""

FULL_TEXT_OF = {"docs": "section", "programs": "program", "symbols": "symbol", "source": "source"}
"""Set to the stem of its ``_fts`` table and ``_text`` view."""
FULL_TEXT_COLUMNS = {
    "docs": "title, breadcrumb, path, body, split_words",
    "programs": "name, description, path, split_words",
    "symbols": "name, signature, doc, split_words",
    "source": "path, doc, body, split_words",
}
