"""The opening orientation: documents, routes and one complete example, all through the session. Pure over it.

What it shows costs turns and bytes like any other call, is recorded as read, and can be cited.
"""

from dataclasses import dataclass, field
from typing import TypeVar

from indexer.base.errors import IndexerError
from kitc.base.strict import Strict
from kitc.base.task import Task
from kitc.loop.session import BudgetSpent, Session
from kitc.policy.claude.prompt import framed_answer
from kitc.tools.answers import Answer, PassageAnswer, PatternsAnswer, SearchAnswer
from kitc.tools.arguments import OpenSection, ReadSource, SearchDocs, SearchPatterns
from kitc.tools.registry import find_tool

ROUTES = ("pattern composition", "pattern input and output types", "computed and reactive values")
"""What every task needs of the documents; the best passage of each is opened."""
_SECTION_BYTES = 3_000
_EXAMPLE_BYTES = 8_000
_QUERY = 2_000
"""Longest query that a search takes."""

Kind = TypeVar("Kind", bound=Answer)


@dataclass(slots=True)
class Opening:
    """The orientation while it is put together."""

    session: Session
    parts: list[str] = field(default_factory=list)
    opened: set[str] = field(default_factory=set)

    def ask(self, arguments: Strict, kind: type[Kind], *, show: bool = True) -> Kind | None:
        """The answer, ``None`` when the corpus refuses; a refusal is shown as such."""
        name = find_tool(type(arguments)).name
        try:
            answer = self.session.call(arguments, kind)
        except (BudgetSpent, IndexerError) as error:
            self.parts.append(f"{name}: {error}")
            return None
        if show:
            self.parts.append(framed_answer(name, answer))
        return answer

    def open_best(self, found: SearchAnswer | None) -> None:
        """Open the best passage that is not open yet."""
        for hit in found.hits if found else ():
            if hit.address not in self.opened:
                self.opened.add(hit.address)
                self.ask(OpenSection(address=hit.address, max_bytes=_SECTION_BYTES), PassageAnswer)
                return


def orient(task: Task, session: Session) -> str:
    """The orientation for *task*, for the first message; a focused question gets only what it asks for."""
    opening = Opening(session)
    words = task.words()[:_QUERY]
    opening.open_best(opening.ask(SearchDocs(query=words, limit=5), SearchAnswer))
    if task.task.strip():
        for route in ROUTES:
            opening.open_best(opening.ask(SearchDocs(query=route, limit=3), SearchAnswer, show=False))
        _show_example(opening, opening.ask(SearchPatterns(query=words, limit=8), PatternsAnswer))
    head = "Orientation: the best passages and patterns for this task. Cite them like other reads."
    return "\n\n".join([head, *opening.parts])


def _show_example(opening: Opening, found: PatternsAnswer | None) -> None:
    """The whole source of the best pattern that is not hidden: a complete example."""
    for hit in found.hits if found else ():
        if not hit.hidden:
            opening.ask(ReadSource(address=hit.address, max_bytes=_EXAMPLE_BYTES), PassageAnswer)
            return
