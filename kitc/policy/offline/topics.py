"""Rules that an example relies on, and where the corpus states them. Pure over a session.

No address is written here: each topic is a question, and its citation is what search and the section answer.
"""

from dataclasses import dataclass

from indexer.base.errors import IndexerError
from kitc.base.draft import DraftCitation, DraftRule
from kitc.loop.session import BudgetSpent, Session
from kitc.policy.offline.quote import Quote, best_quote
from kitc.tools.answers import PassageAnswer, SearchAnswer
from kitc.tools.arguments import OpenSection, SearchDocs

LEAST_FIT = 0.3
"""Share of a statement's words that a sentence must meet to count as its evidence."""
_OPENED = 3
_SURE = 0.6
"""A fit at which no further section is opened."""


@dataclass(frozen=True, slots=True)
class Topic:
    """One rule: when it applies, what to look for, and what it says."""

    name: str
    needs: str
    """A feature of the example: see ``features_of``."""
    query: str
    statement: str
    must: tuple[tuple[str, ...], ...]
    """Groups of words; of each group the evidence must hold one."""


TOPICS: tuple[Topic, ...] = (
    Topic(
        "importing a pattern",
        "import",
        "import a published pattern by identity specifier cf:pattern composing patterns",
        "A published pattern is imported by the identity of its entry module.",
        (("identity", "identities"), ("import", "imported", "imports", "specifier")),
    ),
    Topic(
        "calling a pattern",
        "call",
        "compose patterns: call a pattern with its argument and read fields of its result",
        "A pattern is called like a function with one argument object, and fields of its result are read.",
        (
            ("call", "calls", "called", "function", "instantiate", "instantiating", "invoke", "instance"),
            ("argument", "input", "inputs", "result", "results", "output", "returns"),
        ),
    ),
    Topic(
        "showing a part's screen",
        "shows",
        "show another pattern's UI view in the markup JSX composition render sub-pattern",
        "Put the instance or its UI into the markup to show the pattern's view.",
        (
            ("ui", "view", "jsx", "markup", "vdom", "vnode"),
            ("render", "renders", "rendered", "show", "shows", "put", "place", "include", "including"),
        ),
    ),
    Topic(
        "pending, empty and error",
        "states",
        "query state pending result error empty loading",
        "Pending, failed (error), empty and rows are different states of a query result.",
        (("pending", "loading"), ("error", "empty", "result", "undefined", "failed")),
    ),
    Topic(
        "granted databases",
        "sqlite",
        "SqliteDb granted database argument declared live reference",
        "A SqliteDb is a live database reference that is granted as an argument.",
        (
            ("sqlitedb", "sqlite", "database"),
            ("granted", "argument", "input", "handle", "reference", "injected"),
        ),
    ),
    Topic(
        "query scope, order and limit",
        "sqlite",
        "query scope condition order limit ORDER BY LIMIT rows",
        "Rows come in the order of ORDER BY; without it in any order; set a LIMIT.",
        (("order", "ordered"), ("limit", "by", "sort")),
    ),
    Topic(
        "live cells",
        "cell",
        "Writable write access pass live cell plain value argument",
        "Pass the live cell where the pattern writes; Writable means write access.",
        (("writable", "cell", "cells"), ("write", "writes", "live", "mutate", "pass", "passed")),
    ),
    Topic(
        "reading reactive values",
        "computed",
        "computed derive reactive values read inside computed recompute when inputs change",
        "Values that must follow a change are read in computed or JSX; inputs and results are reactive.",
        (
            ("computed", "reactive"),
            (
                "read",
                "reads",
                "recompute",
                "recomputes",
                "updates",
                "update",
                "changes",
                "derive",
                "derived",
                "change",
            ),
        ),
    ),
    Topic(
        "argument defaults",
        "default",
        "argument with Default value optional left out default types",
        "An argument with a Default has a value when it is left out.",
        (
            ("default", "defaults"),
            ("omitted", "omit", "left", "missing", "optional", "value", "initial", "without", "given"),
        ),
    ),
    Topic(
        "lists in JSX",
        "map",
        "render a list map over reactive array in JSX",
        "Lists are rendered by mapping the reactive array in JSX.",
        (("map", "mapping", "mapped"), ("list", "lists", "array", "jsx", "rows")),
    ),
    Topic(
        "exported result types",
        "types",
        "export result interface type of default pattern private name must be exported",
        "The result interface that the default pattern names must be exported.",
        (("export", "exported"), ("type", "types", "interface")),
    ),
    Topic(
        "names and screens",
        "ui",
        "NAME UI result keys title full view of a piece output type",
        "NAME is the title and UI the view of a piece.",
        (("name", "names"), ("ui", "view")),
    ),
    Topic(
        "events",
        "action",
        "action handler events write cells push set onClick",
        "State changes in an action or handler, on an event.",
        (
            ("action", "actions", "handler", "handlers"),
            ("event", "events", "write", "set", "mutate", "click", "state"),
        ),
    ),
)
"""The most telling first: a small budget may end before the last."""


def features_of(source: str, *, runs: bool, states: bool) -> frozenset[str]:
    """What an example uses, as the words that topics need."""
    marks = {
        "import": "cf:pattern:" in source,
        "call": "cf:pattern:" in source,
        "shows": "[UI]}" in source,
        "computed": "computed" in source,
        "map": ".map(" in source,
        "default": "Default<" in source or runs,
        "cell": "Writable<" in source,
        "sqlite": "SqliteDb" in source,
        "states": states,
        "ui": True,
        "types": "export interface" in source,
        "action": "action(" in source,
    }
    return frozenset(name for name, has in marks.items() if has)


def find_rules(features: frozenset[str], session: Session) -> tuple[tuple[DraftRule, ...], tuple[str, ...]]:
    """The rules of the topics that apply, and the names of topics that no section states."""
    rules, silent = [], []
    for topic in TOPICS:
        if topic.needs not in features:
            continue
        try:
            rule = _find_rule(topic, session)
        except BudgetSpent:
            silent.append(f"{topic.name} (the budget ended)")
            break
        if rule is None:
            silent.append(topic.name)
        else:
            rules.append(rule)
    return tuple(rules), tuple(silent)


def _find_rule(topic: Topic, session: Session) -> DraftRule | None:
    """The rule with the best evidence among the first sections that search gives."""
    best: tuple[Quote, str] | None = None
    for address in _sections(topic.query, session):
        passage = _open(address, session)
        quote = best_quote(passage.text, topic.statement, must=topic.must) if passage else None
        if passage and quote and (best is None or quote.fit > best[0].fit + 0.02):
            best = (quote, passage.address)
        if best is not None and best[0].fit >= _SURE:
            break
    if best is None or best[0].fit < LEAST_FIT:
        return None
    citation = DraftCitation(address=best[1], quote=best[0].text)
    return DraftRule(topic=topic.name, statement=topic.statement, citation=citation)


def _sections(query: str, session: Session) -> list[str]:
    answer = session.call(SearchDocs(query=query, limit=6), SearchAnswer)
    return [hit.address for hit in answer.hits][:_OPENED]


def _open(address: str, session: Session) -> PassageAnswer | None:
    try:
        return session.call(OpenSection(address=address, max_bytes=8_000), PassageAnswer)
    except IndexerError:
        return None
