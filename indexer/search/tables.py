"""The tables that ranking reads, as constant SQL; ``indexer/SCHEMA.md`` documents them. Pure.

Every number is an integer, so that sums are exact and the same in any language. What belongs to one passage
(its impacts) and what belongs to the whole corpus (counts of units, weights by count) are kept apart: a
changed file changes the postings of its own terms and the counts, nothing else.
"""

import sqlite3

UNIT_BITS = 26
"""The low bits of a posting hold its unit, the others what its impact lacks of ``HIGHEST_IMPACT``."""
MOST_UNITS = 1 << UNIT_BITS
HIGHEST_IMPACT = 63
_DIGIT = "instr('123456789ABCDEF', substr(digits, {}, 1))"
_POSTING = " + ".join(
    f"({_DIGIT.format(2 * byte + 1)} << {8 * byte + 4}) + ({_DIGIT.format(2 * byte + 2)} << {8 * byte})"
    for byte in range(4)
)

TABLES = f"""
CREATE TABLE search_file (
  within TEXT NOT NULL, name TEXT NOT NULL, state TEXT NOT NULL, first_unit INTEGER NOT NULL,
  units INTEGER NOT NULL, PRIMARY KEY (within, name)) WITHOUT ROWID;
CREATE TABLE search_unit (
  within TEXT NOT NULL, row_id INTEGER NOT NULL, unit INTEGER NOT NULL, split_words TEXT NOT NULL,
  PRIMARY KEY (within, row_id)) WITHOUT ROWID;
CREATE TABLE search_posting (
  within TEXT NOT NULL, term TEXT NOT NULL, part INTEGER NOT NULL, units INTEGER NOT NULL,
  highest INTEGER NOT NULL, postings BLOB NOT NULL, PRIMARY KEY (within, term, part)) WITHOUT ROWID;
CREATE TABLE search_weight (
  within TEXT NOT NULL, least_units INTEGER NOT NULL, weight INTEGER NOT NULL,
  PRIMARY KEY (within, least_units)) WITHOUT ROWID;
CREATE TABLE search_related (
  term TEXT NOT NULL, related TEXT NOT NULL, share INTEGER NOT NULL,
  PRIMARY KEY (term, related)) WITHOUT ROWID;
CREATE TABLE search_place (place INTEGER PRIMARY KEY);
CREATE VIEW search_impact AS
  SELECT within, term, posting & {MOST_UNITS - 1} AS unit,
    {HIGHEST_IMPACT} - (posting >> {UNIT_BITS}) AS impact
  FROM (SELECT within, term, {_POSTING} AS posting
    FROM (SELECT within, term, hex(substr(postings, 4 * place + 1, 4)) AS digits
      FROM search_posting CROSS JOIN search_place ON place < length(postings) / 4));
"""

LOOKUPS = """
CREATE UNIQUE INDEX search_unit_unit ON search_unit (within, unit);
"""

FULL_TEXT = """
CREATE VIEW section_text AS
  SELECT section.id AS rowid, section.title AS title, section.breadcrumb AS breadcrumb, document.path AS path,
    CAST(substr(document.content, start_byte + 1, stop_byte - start_byte) AS TEXT) AS body,
    search_unit.split_words AS split_words
  FROM section CROSS JOIN document ON document.id = section.document_id
  CROSS JOIN search_unit ON search_unit.within = 'docs' AND search_unit.row_id = section.id;
CREATE VIEW program_text AS
  SELECT program.id AS rowid, program.name AS name, program.description AS description, program.path AS path,
    search_unit.split_words AS split_words
  FROM program CROSS JOIN search_unit ON search_unit.within = 'programs' AND search_unit.row_id = program.id;
CREATE VIEW symbol_text AS
  SELECT symbol.id AS rowid, symbol.qualified_name AS name, symbol.signature AS signature, symbol.doc AS doc,
    search_unit.split_words AS split_words
  FROM symbol CROSS JOIN search_unit ON search_unit.within = 'symbols' AND search_unit.row_id = symbol.id;
CREATE VIEW source_text AS
  SELECT module.id AS rowid, module.path AS path, module.doc AS doc, CAST(module.content AS TEXT) AS body,
    search_unit.split_words AS split_words
  FROM module CROSS JOIN search_unit ON search_unit.within = 'source' AND search_unit.row_id = module.id;
CREATE VIRTUAL TABLE section_fts USING fts4(
  content="section_text", title, breadcrumb, path, body, split_words, tokenize=porter);
CREATE VIRTUAL TABLE program_fts USING fts4(
  content="program_text", name, description, path, split_words, tokenize=porter);
CREATE VIRTUAL TABLE symbol_fts USING fts4(
  content="symbol_text", name, signature, doc, split_words, tokenize=porter);
CREATE VIRTUAL TABLE source_fts USING fts4(
  content="source_text", path, doc, body, split_words, tokenize=porter);
"""
"""FTS4 over views: the text is stored once, in the content tables.

The views read in the order of row ids: FTS4 would write a segment each time these fall.
"""

FULL_TEXT_OF = {"docs": "section", "programs": "program", "symbols": "symbol", "source": "source"}
"""Set to the stem of its ``_fts`` table and ``_text`` view."""
FULL_TEXT_COLUMNS = {
    "docs": "title, breadcrumb, path, body, split_words",
    "programs": "name, description, path, split_words",
    "symbols": "name, signature, doc, split_words",
    "source": "path, doc, body, split_words",
}


def statements_of(script: str) -> list[str]:
    """The statements of *script*, as SQLite keeps them."""
    return [statement.strip() for statement in script.split(";") if statement.strip()]


def refuse_foreign_tables(connection: sqlite3.Connection) -> None:
    """Look whether the search tables are those that this version writes.

    Raises:
        sqlite3.DatabaseError: one is missing or another one.
    """
    rows = connection.execute("SELECT name, sql FROM sqlite_schema WHERE sql IS NOT NULL")
    found = {str(sql): str(name) for name, sql in rows}
    for statement in statements_of(TABLES + FULL_TEXT):
        if statement not in found:
            raise sqlite3.DatabaseError(f"search is not of this version: no {statement[:60].split('(')[0]!r}")
