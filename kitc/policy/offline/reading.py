"""What the SQL and the texts of selected patterns say that they cover. Pure over a session."""

from dataclasses import dataclass, replace

from indexer.base.errors import IndexerError
from kitc.base.draft import DraftCitation, DraftClaim
from kitc.loop.session import BudgetSpent, Session
from kitc.policy.offline.facts import Facts
from kitc.policy.offline.quote import line_about
from kitc.queries.find import Statement, find_statements
from kitc.tools.answers import PassageAnswer
from kitc.tools.arguments import ReadSource

MOST_CLAIMS = 8
_HEAD = 4_000
"""Characters of a source in which its own description is looked for."""
_LEAST_FIT = 0.4
"""Share of a sentence's words that a line must hold to be its evidence."""
_WISH = "wish"


@dataclass(frozen=True, slots=True)
class Coverage:
    """What a pattern covers and leaves out, each claim with its evidence."""

    claims: tuple[DraftClaim, ...] = ()
    statements: tuple[Statement, ...] = ()
    wishes: bool = False
    """Whether the source asks the host by itself, through a wish."""


def read_entry(facts: Facts, session: Session) -> Facts:
    """*facts* with the text of its entry module, as far as the budget lets it be read."""
    if facts.source:
        return facts
    try:
        passage = session.call(ReadSource(address=facts.pattern.address, max_bytes=16_000), PassageAnswer)
    except (BudgetSpent, IndexerError):
        return facts
    return replace(facts, source=passage.text)


def coverage_of(facts: Facts) -> Coverage:
    """What the entry's SQL, its texts and the quality notes say."""
    address, pattern = facts.pattern.address, facts.pattern
    claims = []
    statements = find_statements(facts.source, address.split("#")[0]) if facts.source else ()
    for statement in statements:
        claims += _claims_of(statement, address)
    for text in _sentences(pattern.description):
        line = line_about(facts.source[:_HEAD], text) if facts.source else None
        if line and line.fit > _LEAST_FIT:
            claims.append(DraftClaim(claim=text, citation=DraftCitation(address=address, quote=line.text)))
    claims += [
        DraftClaim(claim=f"quality record: {text}") for text in (pattern.coverage, pattern.notes) if text
    ]
    return Coverage(
        claims=tuple(claims[:MOST_CLAIMS]),
        statements=statements,
        wishes=f"{_WISH}(" in facts.source or f"{_WISH}<" in facts.source,
    )


def _claims_of(statement: Statement, address: str) -> list[DraftClaim]:
    """What one statement reads, cited by the line that says most of it."""
    from kitc.queries.describe import describe_query  # noqa: PLC0415 - sqlglot only where SQL is

    described = describe_query(statement.sql)
    lines = [line.strip() for line in statement.sql.split("\n") if line.strip()]
    if described is None:
        unread = "holds an SQL statement that could not be read: its scope is unknown"
        return [DraftClaim(claim=unread, citation=DraftCitation(address=address, quote=lines[0][:400]))]
    telling = next((line for line in lines if line.upper().startswith("WHERE")), lines[0])
    citation = DraftCitation(address=address, quote=telling[:400])
    found = [DraftClaim(claim=f"its SQL {described.sentence()}", citation=citation)]
    if not described.order:
        found.append(DraftClaim(claim="its SQL gives no order: sort where order matters", citation=citation))
    return found


def _sentences(text: str) -> list[str]:
    flat = " ".join(word for word in text.split() if not word.startswith(("#", "@")))
    return [part.strip() for part in flat.replace("! ", ". ").split(". ") if part.strip()][:3]
