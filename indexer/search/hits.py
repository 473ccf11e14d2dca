"""What a search answers with. IO: reads the database."""

import sqlite3
from dataclasses import dataclass

from indexer.base.digest import Digest, digest_of
from indexer.search.fields import SetName
from indexer.search.snippet import snippet_of
from indexer.search.terms import Sought
from indexer.search.tokens import Stemmer


@dataclass(frozen=True, slots=True, kw_only=True)
class Ranked:
    """One place in a ranking."""

    within: SetName
    row_id: int
    address: str
    score: float
    sought: tuple[Sought, ...]
    """The query's words as its set has them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """What one word of the query adds to a hit's score."""

    word: str
    term: str
    """The term that was found: of the word itself, or a related one; ``=`` starts an exact name."""
    fields: tuple[str, ...]
    """Fields of the passage that hold it, the weightiest first; ``name`` alone if it is called so."""
    impact: int
    score: float
    """Its part of the hit's score."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Hit:
    """One answer of a search."""

    address: str
    within: SetName
    title: str
    breadcrumb: str
    """Headings down to a section; the path of anything else."""
    kind: str
    """``section``, ``program``, ``module``, or the kind of a symbol."""
    digest: Digest
    """Of the passage's bytes."""
    score: float
    """0 to 1: the share of the best score that the query could reach in its set."""
    snippet: str
    """A piece of the passage with the matches in brackets."""
    parts: tuple[Part, ...] = ()
    """Why it was found, if that was asked for."""


def read_hit(connection: sqlite3.Connection, place: Ranked, stemmer: Stemmer) -> Hit:
    """The hit at one place of a ranking."""
    row = connection.execute(_ROWS[place.within], (place.row_id,)).fetchone()
    address, title, breadcrumb, kind, digest, text = row
    if not isinstance(text, str):
        text = text or b""  # a part of no bytes is NULL to SQLite
        digest = digest or digest_of(text)
        text = text.decode("utf-8", "replace")
    looked_up = {term.term for word in place.sought for term in word.terms}
    return Hit(
        address=address,
        within=place.within,
        title=title,
        breadcrumb=breadcrumb,
        kind=kind,
        digest=digest,
        score=place.score,
        snippet=snippet_of(text, looked_up, stemmer),
    )


_ROWS: dict[SetName, str] = {
    "docs": (
        "SELECT section.address, section.title, breadcrumb, 'section', section.digest,"
        " substr(content, start_byte + 1, stop_byte - start_byte) FROM section"
        " JOIN document ON document.id = document_id WHERE section.id = ?"
    ),
    "programs": (
        "SELECT program.address, CASE name WHEN '' THEN program.path ELSE name END, program.path, 'program',"
        " digest, CASE description WHEN '' THEN content ELSE description END FROM program"
        " JOIN module ON module.id = entry_module_id WHERE program.id = ?"
    ),
    "symbols": (
        "SELECT symbol.address, qualified_name, module.path, kind, NULL,"
        " substr(content, start_byte + 1, stop_byte - start_byte) FROM symbol"
        " JOIN module ON module.id = module_id WHERE symbol.id = ?"
    ),
    "source": "SELECT address, path, path, 'module', digest, content FROM module WHERE id = ?",
}
