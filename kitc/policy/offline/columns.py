"""Which fields of a row matter: date, amount, flags, and the few that a person wants to see. Pure."""

from kitc.base.shape import Shape, ShapeField
from kitc.policy.offline import lexicon
from kitc.policy.offline.words import bag_of, overlap, stem_of, stems_of

MOST_COLUMNS = 5
_LONG = frozenset(("html", "markdown", "raw", "json", "token", "secret", "hash", "base64", "plain"))
_INNER = frozenset(("id", "ids", "uuid", "key", "uid", "etag"))
_SHOWN_KINDS = ("string", "number", "boolean")


def words_of(field: ShapeField) -> tuple[str, ...]:
    """Lower-case stems of a field's name."""
    return stems_of(field.name)


def find_date(item: Shape) -> ShapeField | None:
    """The field that says when: named so, text or number; the first in the order of our words."""
    for word in lexicon.DATE_WORDS:
        for field in item.fields():
            if stem_of(word) in words_of(field) and field.shape.kind in ("string", "number"):
                return field
    return next((field for field in item.fields() if _bare_at(field)), None)


def _bare_at(field: ShapeField) -> bool:
    return field.name.endswith(("At", "_at", "On", "_on")) and field.shape.kind in ("string", "number")


def find_amount(item: Shape) -> ShapeField | None:
    """The number that is worth adding up."""
    for word in lexicon.AMOUNT_WORDS:
        for field in item.fields():
            if stem_of(word) in words_of(field) and field.shape.kind == "number":
                return field
    return None


def find_flag(item: Shape, word: str) -> tuple[ShapeField, bool] | None:
    """The field that says whether a row is *word*, and whether it says so when true."""
    stem = stem_of(word.lower())
    positive = word.lower().removeprefix("un")
    for field in item.fields():
        if field.shape.kind != "boolean":
            continue
        if stem in words_of(field):
            return field, True
        if positive != word.lower() and stem_of(positive) in words_of(field):
            return field, False
    return None


def find_choice(item: Shape, word: str) -> ShapeField | None:
    """The text field whose declared values include *word*."""
    for field in item.fields():
        values = field.shape.schema.get("enum") if isinstance(field.shape.schema, dict) else None
        if isinstance(values, list) and word.lower() in values:
            return field
    return None


def find_named(item: Shape, word: str) -> ShapeField | None:
    """The text or number field that *word* names."""
    bag = bag_of(((word, 1.0),))
    for field in item.fields():
        if field.shape.kind in ("string", "number") and any(bag.fit(stem) >= 0.5 for stem in words_of(field)):
            return field
    return None


def shown_columns(item: Shape, text: str) -> tuple[ShapeField, ...]:
    """The fields to show: a title first, then what the task names, then date and amount; at most five."""
    named = [
        field
        for field in item.fields()
        if field.shape.kind in _SHOWN_KINDS and not field.name.startswith("$")
    ]
    scored = [(_merit(field, text), place, field) for place, field in enumerate(named)]
    best = sorted((entry for entry in scored if entry[0] > 0), key=lambda entry: (-entry[0], entry[1]))
    chosen = [field for _, _, field in best[:MOST_COLUMNS]] or named[:MOST_COLUMNS]
    return tuple(
        sorted(chosen, key=lambda field: (_is_late(field), -_merit(field, text), named.index(field)))
    )


def _is_late(field: ShapeField) -> bool:
    """Whether a reader expects it at the end of a row: dates, amounts, flags."""
    late = {stem_of(word) for word in (*lexicon.DATE_WORDS, *lexicon.AMOUNT_WORDS)}
    return field.shape.kind != "string" or bool(late & set(words_of(field)))


def _merit(field: ShapeField, text: str) -> float:
    words = set(words_of(field))
    raw = set(field.name.lower().replace("_", " ").split())
    if words & {stem_of(word) for word in _LONG}:
        return 0.0
    merit = 2.0 * overlap(field.name, text)
    for rank, word in enumerate(lexicon.TITLE_WORDS):
        if stem_of(word) in words or word in raw:
            merit = max(merit, 1.0 - rank * 0.02)
    if words & {stem_of(word) for word in (*lexicon.DATE_WORDS, *lexicon.AMOUNT_WORDS)}:
        merit = max(merit, 0.7)
    return 0.0 if not merit and words & _INNER else max(merit, 0.1)
