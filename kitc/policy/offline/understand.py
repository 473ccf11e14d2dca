"""What a task asks for: data, view, actions, conditions, names; or a question. Pure."""

import re
from dataclasses import dataclass
from typing import Literal

from indexer.search.tokens import STOP_WORDS, chunks_of
from kitc.base.task import Task
from kitc.policy.offline import lexicon
from kitc.policy.offline.words import stem_of, stems_of

ConditionKind = Literal[
    "upcoming",
    "newest",
    "oldest",
    "sorted",
    "only",
    "total",
    "by_month",
    "by_day",
    "by_field",
    "limit",
    "match",
]


@dataclass(frozen=True, slots=True)
class Condition:
    """A condition on rows, with the words that ask for it."""

    kind: ConditionKind
    words: str
    """As written in the task."""
    field: str = ""
    """Word that names the field, when one does: ``only unread`` names ``unread``."""
    count: int = 0
    """Of a ``limit``: the most rows."""


@dataclass(frozen=True, slots=True)
class Term:
    """A stem that the task is about."""

    stem: str
    word: str
    weight: float


@dataclass(frozen=True, slots=True)
class Wanted:
    """A task, understood."""

    text: str
    terms: tuple[Term, ...]
    """Subject words, in order, each stem once."""
    view: str = ""
    actions: tuple[str, ...] = ()
    conditions: tuple[Condition, ...] = ()
    names: tuple[str, ...] = ()
    """Identifiers written in the task, such as ``WishState``."""
    asks: bool = False
    """True for a question: an answer is wanted, nothing is to be built."""
    as_it_is: bool = False
    """True when the task asks to run something that exists."""
    is_own: bool = False
    """True when it is about data that the asker has already, such as ``my mail``, and asks for no event."""

    def title(self) -> str:
        """A short title of what is wanted, in the task's words."""
        words = [term.word for term in self.terms][:3]
        return " ".join([*words, self.view or "view"]).strip()


_FORMS: tuple[tuple[ConditionKind, tuple[str, ...]], ...] = (
    ("upcoming", (r"upcoming", r"(?:in the )?future", r"coming up", r"ahead")),
    (
        "newest",
        (
            r"(?:newest|latest|most recent)(?: (?:ones? )?(?:first|on top))?",
            r"reverse chronological",
            r"recent first",
        ),
    ),
    ("oldest", (r"oldest(?: ones?)? first", r"in chronological order", r"earliest first")),
    (
        "by_month",
        (
            r"(?:by|per|each|every|grouped by|for each) month",
            r"monthly (?:totals?|sums?|summary|report|overview|breakdown|spending)",
            r"month by month",
        ),
    ),
    (
        "by_day",
        (
            r"(?:by|per|each|grouped by|for each) day",
            r"daily (?:totals?|sums?|summary|report|overview|breakdown)",
        ),
    ),
    ("sorted", (r"(?:sort(?:ed)?|order(?:ed)?|rank(?:ed)?) by (?:the )?(?P<field>[a-z]+)",)),
    ("by_field", (r"(?:group(?:ed)? by|per|by) (?P<field>[a-z]+)",)),
    (
        "only",
        (
            r"(?:only|just) (?:the |my |show )?(?P<field>[a-z]+)",
            r"(?P<field2>[a-z]+) only(?=\s*(?:[,.;!?]|$))",
            r"that (?:are|is) (?P<field3>un[a-z]+)",
        ),
    ),
    (
        "total",
        (
            r"totals?",
            r"sums?",
            r"sum(?:med)? up",
            r"add(?:s|ed)? up",
            r"how much (?:it|they|all)",
            r"overall cost",
        ),
    ),
    (
        "limit",
        (
            r"(?:top|first|last|latest|at most|up to|no more than) (?P<count>\d{1,4})",
            r"(?P<count2>\d{1,4}) (?:newest|latest|most recent)",
        ),
    ),
    (
        "match",
        (
            r"match(?:es|ed|ing)?",
            r"reconcil\w+",
            r"compare[sd]?",
            r"against",
            r"join(?:ed)?",
            r"side by side",
            r"next to",
        ),
    ),
)
"""How a task asks for a condition; a stretch of text belongs to the first form that takes it."""
_PATTERNS = tuple((kind, re.compile(r"\b(?:" + "|".join(forms) + r")\b")) for kind, forms in _FORMS)
_NAME = re.compile(
    r"`([^`\s]{2,60})`|\b([A-Z][a-z]+(?:[A-Z][a-z0-9]*)+|[a-z]+(?:[A-Z][a-z0-9]+)+|[A-Z]{2,}_[A-Z_]+)\b|\b(\w+)<"
)
_NO_FIELD = frozenset(
    ("a", "the", "my", "it", "them", "those", "one", "show", "want", "for", "read", "name", "date")
)
_OWNERS = ("my", "our", "his", "her", "their", "your")
"""After these, a word such as ``calendar`` names data, and no view."""
_OWN = re.compile(r"\b(?:my|mine|our|have i|did i|do i (?:have|owe|spend))\b")
"""Words by which a question is about the asker's own data, so that a view of it is wanted."""
_HOW_TO = re.compile(r"\bhow (?:do|can|should|must|to|would)\b(?! i (?:have|owe|spend))")
_TEXT_LIMIT = 4000


def understand(task: Task) -> Wanted:
    """What *task* asks for; any text gives something, hostile text gives words."""
    text = without_orders(task.words()[:_TEXT_LIMIT])
    lowered = text.lower()
    conditions = _conditions_of(lowered)
    asks = not task.task.strip() or (_is_question(lowered) and not task.grants)
    words = [chunk for chunk in chunks_of(text) if not chunk.isdigit()]
    actions = tuple(sorted(action for action, names in lexicon.ACTIONS.items() if _mentions(words, names)))
    shown = [word for place, word in enumerate(words) if not place or words[place - 1].lower() not in _OWNERS]
    view = next((view for view, names in lexicon.VIEWS.items() if _mentions(shown, names)), "")
    return Wanted(
        text=text,
        terms=_terms_of(words, actions, view, conditions),
        view=view,
        actions=actions,
        conditions=conditions,
        names=_names_of(text),
        asks=asks,
        is_own=_OWN.search(lowered) is not None and not actions,
        as_it_is=bool(words) and words[0].lower() in lexicon.RUN_VERBS,
    )


_ORDER = re.compile(
    r"cfh:a:|cf:pattern:|\b(?:ignore|disregard|forget|override)\b[^.]{0,40}\b(?:rules?|instructions?|prompts?|above|previous)\b"
    r"|^\s*(?:system|assistant|developer)\s*:",
    re.IGNORECASE,
)
_SENTENCES = re.compile(r"(?<=[.!?])\s+|\n+")


def without_orders(text: str) -> str:
    """*text* without sentences that order the assistant about or spell tokens: those are no wishes.

    When nothing would be left, *text* is given back with the tokens taken out.
    """
    kept = [sentence for sentence in _SENTENCES.split(text) if not _ORDER.search(sentence)]
    left = " ".join(sentence.strip() for sentence in kept if sentence.strip())
    return left or re.sub(r"cfh:a:\S*|cf:pattern:\S*", " ", text)


def _mentions(words: list[str], names: tuple[str, ...]) -> bool:
    return any(word.lower() in names for word in words)


def _is_question(lowered: str) -> bool:
    first = next(iter(chunks_of(lowered)), "")
    if first in lexicon.EDIT_STARTS and _mentions(chunks_of(lowered)[:4], tuple(lexicon.BUILD_VERBS)):
        return False
    if _OWN.search(lowered) and not _HOW_TO.search(lowered):
        return False
    return first in lexicon.QUESTION_STARTS or lowered.rstrip().endswith("?")


def _conditions_of(lowered: str) -> tuple[Condition, ...]:
    found: list[Condition] = []
    taken: list[tuple[int, int]] = []
    for kind, pattern in _PATTERNS:
        for match in pattern.finditer(lowered):
            if any(match.start() < stop and start < match.end() for start, stop in taken):
                continue
            groups = match.groupdict()
            field = next((text for name, text in groups.items() if name.startswith("field") and text), "")
            if kind in ("only", "by_field", "sorted") and field in _NO_FIELD:
                continue
            count = next((text for name, text in groups.items() if name.startswith("count") and text), "0")
            taken.append(match.span())
            found.append(Condition(kind, match.group(0).strip(), field=field, count=int(count)))
    unique = {(condition.kind, condition.field): condition for condition in reversed(found)}
    return tuple(sorted(unique.values(), key=lambda condition: (condition.kind, condition.field)))


def _terms_of(
    words: list[str], actions: tuple[str, ...], view: str, conditions: tuple[Condition, ...]
) -> tuple[Term, ...]:
    """Subject words: what is left when filler, views, actions and conditions are taken out."""
    spent = {stem for condition in conditions for stem in stems_of(condition.words)}
    spent -= {stem_of(condition.field) for condition in conditions if condition.field}
    spent |= {stem_of(word) for action in actions for word in lexicon.ACTIONS[action]}
    spent |= {stem_of(word) for word in lexicon.VIEWS.get(view, ())}
    terms: dict[str, Term] = {}
    for place, word in enumerate(words):
        lowered = word.lower()
        if place == 0 and lowered in lexicon.RUN_VERBS:
            continue
        if lowered in STOP_WORDS or lowered in lexicon.FILLER or lowered in lexicon.BUILD_VERBS:
            continue
        for stem in stems_of(word):
            if stem not in spent and stem not in terms and stem not in STOP_WORDS and len(stem) > 1:
                terms[stem] = Term(stem, lowered, 1.0)
    return tuple(terms.values())


def _names_of(text: str) -> tuple[str, ...]:
    names = (next(filter(None, match.groups())) for match in _NAME.finditer(text))
    return tuple(dict.fromkeys(name.strip("<>()[]") for name in names))
