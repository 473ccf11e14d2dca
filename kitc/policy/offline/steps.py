"""Rows of an authored list: columns, and the steps that the task's conditions ask for. Pure."""

from dataclasses import dataclass

from kitc.base.shape import Shape, ShapeField
from kitc.compose.blueprint import Column, Group, Rows, SortKind, Step
from kitc.compose.types import value_type_text
from kitc.policy.offline.columns import (
    find_amount,
    find_choice,
    find_date,
    find_flag,
    find_named,
    shown_columns,
)
from kitc.policy.offline.facts import Facts
from kitc.policy.offline.option import View
from kitc.policy.offline.score import says
from kitc.policy.offline.understand import Condition, Wanted

_ISO = ("iso", "yyyy-mm", "utc")
_LARGEST = ("biggest", "largest", "highest", "most", "top")
_CUTS = {"by_month": (7, "month"), "by_day": (10, "day")}


@dataclass(frozen=True, slots=True, kw_only=True)
class RowNames:
    """Names that an authored list is given."""

    rows: str
    """Variable of the rows."""
    type: str
    """Interface of a row."""
    source: str
    """Result field, or the input that holds the rows."""


def rows_of_view(view: View, facts: Facts | None, wanted: Wanted, names: RowNames) -> Rows:
    """The rows that an authored list shows, with what the giving pattern does not do already."""
    item = view.field.shape.item() or view.field.shape
    asked = [condition for condition in wanted.conditions if facts is None or not says(facts, condition)]
    steps = tuple(step for condition in asked if (step := _step(condition, item, facts, view)))
    group = next((group for condition in asked if (group := _group(condition, item))), None)
    total = _total(asked, item)
    used = {step.field for step in steps} | {total} | ({group.field, group.total} if group else set())
    return Rows(
        name=names.rows,
        type_name=names.type,
        title=names.source if facts is None else view.field.name,
        part=view.part,
        field=names.source,
        optional=view.field.shape.optional or not view.field.required,
        copies=facts is not None and (needs_copy(facts, view.field.name) or facts.is_live(view.field.name)),
        is_cell=facts is not None and facts.is_live(view.field.name),
        has_holes=item.optional,
        columns=_columns(item, wanted, used),
        steps=steps,
        total=total,
        group=group,
    )


def _columns(item: Shape, wanted: Wanted, used: set[str]) -> tuple[Column, ...]:
    shown = shown_columns(item, wanted.text)
    hidden = [field for field in item.fields() if field.name in used and field not in shown]
    return tuple(_column(field, is_shown=True) for field in shown) + tuple(
        _column(field, is_shown=False) for field in hidden
    )


def _column(field: ShapeField, *, is_shown: bool) -> Column:
    text = value_type_text(field.shape)
    return Column(
        name=field.name,
        type=f"{text} | null | undefined" if field.shape.optional else text,
        kind=field.shape.kind,
        required=field.required,
        shown=is_shown,
    )


def _step(condition: Condition, item: Shape, facts: Facts | None, view: View) -> Step | None:
    if condition.kind == "only":
        flag = find_flag(item, condition.field)
        if flag:
            return Step(kind="keep" if flag[1] else "drop", field=flag[0].name)
        choice = find_choice(item, condition.field)
        return Step(kind="equals", field=choice.name, value=condition.field) if choice else None
    if condition.kind in ("newest", "oldest"):
        date = find_date(item)
        return _sort(date, facts, view, descending=condition.kind == "newest") if date else None
    if condition.kind == "sorted":
        named = find_named(item, condition.field)
        return _sort(named, facts, view, descending=named.shape.kind == "number") if named else None
    return (
        Step(kind="first", count=condition.count) if condition.kind == "limit" and condition.count else None
    )


def _sort(field: ShapeField, facts: Facts | None, view: View, *, descending: bool) -> Step:
    return Step(
        kind="sort",
        field=field.name,
        sort=_sort_kind(field, facts, view),
        descending=descending,
        optional=not field.required or field.shape.optional,
    )


def _sort_kind(field: ShapeField, facts: Facts | None, view: View) -> SortKind:
    if field.shape.kind == "number":
        return "number"
    path = f"{view.field.name}[].{field.name}"
    doc = (facts.docs.get(("result", path), field.shape.doc) if facts else field.shape.doc).lower()
    if any(word in doc for word in _ISO):
        return "iso"
    return "date" if find_date_like(field) else "text"


def needs_copy(facts: Facts, field: str) -> bool:
    """Whether rows must be copied to be a plain array: they are read-only, or may be missing."""
    found = facts.result.field(field)
    types = [one.type for one in facts.pattern.fields if (one.side, one.path) == ("result", field)]
    is_read_only = any(text.startswith(("readonly ", "ReadonlyArray<")) for text in types)
    return is_read_only or (found is not None and (found.shape.optional or not found.required))


def find_date_like(field: ShapeField) -> bool:
    """Whether the field's name alone says that it holds a time."""
    lone = Shape({"type": "object", "properties": {field.name: {"type": "string"}}}, {})
    return find_date(lone) is not None


def _group(condition: Condition, item: Shape) -> Group | None:
    amount = find_amount(item)
    total = amount.name if amount else ""
    if condition.kind in _CUTS:
        date = find_date(item)
        if date is None or date.shape.kind != "string":
            return None
        cut, label = _CUTS[condition.kind]
        return Group(field=date.name, label=label, cut=cut, total=total, optional=_may_miss(date))
    if condition.kind == "by_field":
        named = find_named(item, condition.field)
        is_text = named is not None and named.shape.kind == "string"
        if named is not None and is_text:
            return Group(field=named.name, label=named.name, total=total, optional=_may_miss(named))
    return None


def _may_miss(field: ShapeField) -> bool:
    return not field.required or field.shape.optional


def _total(asked: list[Condition], item: Shape) -> str:
    if not any(condition.kind == "total" for condition in asked):
        return ""
    amount = find_amount(item)
    return amount.name if amount and not _may_miss(amount) else ""
