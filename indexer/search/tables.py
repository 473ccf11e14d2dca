"""The tables that ranking reads, as constant SQL; ``indexer/SCHEMA.md`` documents them. Pure.

Every number is an integer, so that sums are exact and the same in any language. What belongs to one passage
(its impacts) and what belongs to the whole corpus (document frequencies, weights by frequency) are kept
apart: a changed file changes its own rows and the counts, nothing else.
"""

TABLES = """
CREATE TABLE search_index (
  within TEXT PRIMARY KEY, units INTEGER NOT NULL, parent_index TEXT, part_units INTEGER NOT NULL,
  parent_share INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE search_unit (
  within TEXT NOT NULL, unit INTEGER NOT NULL, row_id INTEGER NOT NULL, address TEXT NOT NULL,
  split_words TEXT NOT NULL, vector BLOB NOT NULL, PRIMARY KEY (within, unit)) WITHOUT ROWID;
CREATE TABLE search_term (
  id INTEGER PRIMARY KEY, within TEXT NOT NULL, term TEXT NOT NULL, units INTEGER NOT NULL);
CREATE TABLE search_posting (
  term_id INTEGER NOT NULL, part INTEGER NOT NULL, highest INTEGER NOT NULL, units TEXT NOT NULL,
  PRIMARY KEY (term_id, part)) WITHOUT ROWID;
CREATE TABLE search_weight (
  within TEXT NOT NULL, least_units INTEGER NOT NULL, weight INTEGER NOT NULL,
  PRIMARY KEY (within, least_units)) WITHOUT ROWID;
CREATE TABLE search_related (
  term TEXT NOT NULL, related TEXT NOT NULL, share INTEGER NOT NULL,
  PRIMARY KEY (term, related)) WITHOUT ROWID;
"""

LOOKUPS = """
CREATE UNIQUE INDEX search_term_term ON search_term (within, term);
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
    module.path AS path, search_unit.split_words AS split_words
  FROM symbol JOIN module ON module.id = symbol.module_id
  JOIN search_unit ON search_unit.within = 'symbols' AND search_unit.row_id = symbol.id;
CREATE VIEW source_text AS
  SELECT module.id AS rowid, module.path AS path, module.doc AS doc, CAST(module.content AS TEXT) AS body,
    search_unit.split_words AS split_words
  FROM module JOIN search_unit ON search_unit.within = 'source' AND search_unit.row_id = module.id;
CREATE VIRTUAL TABLE section_fts USING fts4(
  content="section_text", title, breadcrumb, path, body, split_words, tokenize=porter);
CREATE VIRTUAL TABLE program_fts USING fts4(
  content="program_text", name, description, path, split_words, tokenize=porter);
CREATE VIRTUAL TABLE symbol_fts USING fts4(
  content="symbol_text", name, signature, doc, path, split_words, tokenize=porter);
CREATE VIRTUAL TABLE source_fts USING fts4(
  content="source_text", path, doc, body, split_words, tokenize=porter);
"""
"""FTS4 over views: the text is stored once, in the content tables."""

FULL_TEXT_TABLES = ("section_fts", "program_fts", "symbol_fts", "source_fts")
