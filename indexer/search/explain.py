"""Why a passage was found: what each word of the query added, and where it stands. IO: reads the database."""

import sqlite3
from collections.abc import Mapping

from indexer.search.fields import WEIGHING, SetName
from indexer.search.hits import Part, Ranked
from indexer.search.postings import unpack
from indexer.search.program_texts import PROGRAM, read_programs
from indexer.search.scoring import highest_score, scorer_of, value_of
from indexer.search.standing import Standings
from indexer.search.terms import Sought, Term
from indexer.search.texts import read_documents, read_modules
from indexer.search.tokens import Stemmer, chunks_of, whole_of


def explain(connection: sqlite3.Connection, place: Ranked, stemmer: Stemmer) -> tuple[Part, ...]:
    """The parts of the score at *place*, in the order of the query's words; they add up to the score."""
    unit = connection.execute(
        "SELECT unit FROM search_unit WHERE within = ? AND row_id = ?", (place.within, place.row_id)
    ).fetchone()[0]
    texts = _texts_of(connection, place.within, place.address)
    weights = WEIGHING[place.within].fields
    fields = sorted(texts, key=lambda name: (-weights[name].weight, name))
    matched = _matched(connection, place, unit)
    total = scorer_of(place.sought).score(sum(value_of(word, points) for word, _, _, points in matched))
    all_points = sum(points for _, _, _, points in matched)
    share = total / all_points / highest_score(place.sought)
    return tuple(
        Part(
            word=word.word.text,
            term=term.term,
            fields=tuple(name for name in fields if _holds(texts[name], term.term, stemmer)) or ("name",),
            impact=impact,
            score=points * share,
        )
        for word, term, impact, points in matched
    )


def _texts_of(connection: sqlite3.Connection, within: SetName, address: str) -> Mapping[str, str]:
    """The texts of the passage at *address*, by field."""
    file = address.partition("#")[0]
    if within == "programs":
        found = read_programs(connection, Standings(), [f"{PROGRAM}{address}"])
    elif within == "docs":
        found = read_documents(connection, Standings(), [file])
    else:
        found = read_modules(connection, Standings(), [file])
    passages = next(found).passages[within]
    return next(passage.texts for passage in passages if passage.address == address)


def _matched(connection: sqlite3.Connection, place: Ranked, unit: int) -> list[tuple[Sought, Term, int, int]]:
    """The words that the passage has, each with its best term, the term's impact and the points."""
    matched = []
    for word in place.sought:
        impacts = ((term, _impact_of(connection, place.within, term, unit)) for term in word.terms)
        held = [(term.factor * impact, term, impact) for term, impact in impacts if impact]
        if held:
            points, term, impact = max(held, key=lambda item: item[0])
            matched.append((word, term, impact, points))
    return matched


def _impact_of(connection: sqlite3.Connection, within: SetName, term: Term, unit: int) -> int:
    """How much *term* counts in *unit*; 0 if it does not stand there."""
    rows = connection.execute(
        "SELECT postings FROM search_posting WHERE within = ? AND term = ?", (within, term.term)
    )
    for (packed,) in rows:
        units, impacts = unpack(packed)
        found = impacts[units == unit]
        if len(found):
            return int(found[0])
    return 0


def _holds(text: str, term: str, stemmer: Stemmer) -> bool:
    if term.startswith("="):
        return whole_of(text) == term[1:]
    return any(term in stemmer.terms_of(chunk) for chunk in chunks_of(text))
