"""Answers to focused questions: sections and declarations that speak of it, quoted. Pure over a session."""

from indexer.base.errors import IndexerError
from kitc.base.draft import Draft, DraftCitation, DraftRule
from kitc.base.kit import Gap
from kitc.loop.session import BudgetSpent, Session
from kitc.policy.offline.quote import Quote, best_quote, pieces_of
from kitc.policy.offline.understand import Wanted
from kitc.policy.offline.words import bag_of, stems_of
from kitc.tools.answers import PassageAnswer, SearchAnswer, SymbolsAnswer
from kitc.tools.arguments import FindSymbol, OpenSection, ReadSource, SearchDocs

_SECTIONS = 4
_QUOTES = 2
"""Quotes of one section."""
_DECLARATIONS = ("interface", "type", "class", "type_alias", "function", "const", "variable")
LEAST_FIT = 0.2


def answer_question(wanted: Wanted, session: Session) -> Draft:
    """A draft that answers *wanted* with quoted passages, or says that nothing found speaks of it."""
    rules: list[DraftRule] = []
    try:
        for passage in _passages(wanted, session):
            rules += _quotes_of(passage, wanted)
        for name in wanted.names[:3]:
            rules += _declarations(name, session)
    except BudgetSpent:
        pass
    summary = "; ".join(dict.fromkeys(rule.topic for rule in rules))
    gaps = () if rules else (Gap(kind="capability", what=f"No passage found answers: {wanted.text[:200]}"),)
    return Draft(
        kind="answer",
        summary=f"Answered by: {summary}"[:400]
        if rules
        else "No passage of this corpus answers the question.",
        score=1.0 if rules else 0.0,
        fit=("each statement is quoted from the section named",) if rules else (),
        uncertainty=("quoted sections may not be all that speak of it",) if rules else (),
        rules=tuple(rules),
        gaps=gaps,
    )


def _passages(wanted: Wanted, session: Session) -> list[PassageAnswer]:
    """The sections that search gives first, opened, and the next ones beside a poor first answer."""
    words = " ".join(term.word for term in wanted.terms)
    addresses: list[str] = []
    for query in dict.fromkeys((wanted.text[:400], words, *wanted.names)):
        if query.strip():
            answer = session.call(SearchDocs(query=query, limit=6), SearchAnswer)
            addresses += [
                hit.address for hit in answer.hits[: _SECTIONS if query == wanted.text[:400] else 2]
            ]
    opened = []
    for address in list(dict.fromkeys(addresses))[: _SECTIONS + 3]:
        try:
            passage = session.call(OpenSection(address=address, max_bytes=8_000), PassageAnswer)
        except IndexerError:
            continue
        if passage.text and _speaks(passage, wanted) >= LEAST_FIT:
            opened.append(passage)
    return opened[:_SECTIONS]


def _speaks(passage: PassageAnswer, wanted: Wanted) -> float:
    bag = bag_of(((passage.title, 1.0), (passage.breadcrumb, 0.9), (passage.text, 0.8)))
    return sum(bag.fit(term.stem) for term in wanted.terms) / max(1, len(wanted.terms))


def _quotes_of(passage: PassageAnswer, wanted: Wanted) -> list[DraftRule]:
    about = " ".join(term.word for term in wanted.terms)
    asked = set(stems_of(about))
    scored: list[Quote] = []
    for piece, is_block in pieces_of(passage.text):
        bag = bag_of(((piece, 1.0),))
        fit = sum(bag.fit(stem) for stem in asked) / max(1, len(asked))
        scored.append(
            Quote(piece, fit + (0.15 if is_block and piece.lstrip().startswith("|") else 0.0), is_block)
        )
    best = sorted(scored, key=lambda quote: -quote.fit)[:_QUOTES]
    chosen = [quote for quote in scored if quote in best and quote.fit > 0]
    if not chosen:
        first = best_quote(passage.text, passage.title)
        chosen = [first] if first else []
    return [
        DraftRule(
            topic=passage.title or passage.breadcrumb or passage.address.rsplit("/", 1)[-1],
            statement=" ".join(quote.text.split()),
            citation=DraftCitation(address=passage.address, quote=quote.text),
        )
        for quote in chosen
    ]


def _declarations(name: str, session: Session) -> list[DraftRule]:
    """The first declaration of *name*, quoted from its source."""
    found = session.call(FindSymbol(name=name, limit=4), SymbolsAnswer)
    for symbol in found.symbols:
        if symbol.name.split(".")[-1] != name or symbol.kind not in _DECLARATIONS:
            continue
        try:
            passage = session.call(ReadSource(address=symbol.address, max_bytes=4_000), PassageAnswer)
        except IndexerError:
            continue
        text = passage.text[:400].rsplit("\n", 1)[0] if len(passage.text) > 400 else passage.text
        if text.strip():
            citation = DraftCitation(address=passage.address, quote=text.strip())
            return [
                DraftRule(
                    topic=f"declaration of {name}",
                    statement=f"{symbol.kind} {name} is declared here.",
                    citation=citation,
                )
            ]
    return []
