"""When a wrong read or operation means that data was taken for a stream or cell, or the reverse. Pure."""

from indexer.types.infer.events import Misuse, Read
from indexer.types.infer.fields import field_of
from indexer.types.infer.look import base_name, is_nullish, is_open, parts
from indexer.types.infer.spelling import spelled
from indexer.types.model import (
    ArrayOf,
    IntersectionOf,
    LiteralType,
    Named,
    Native,
    Scalar,
    Shape,
    TupleOf,
    Type,
    Wrapper,
)
from kitc.check.site import Site

_WRITING = frozenset(
    {"set", "update", "push", "addUnique", "increment", "remove", "removeAll", "removeByValue"}
)
_CELL_METHODS = frozenset({"get", "send", "sample", "key", "resolveAsCell", "equals"}) | _WRITING
_DATA_METHODS = frozenset(
    {
        "map", "filter", "find", "some", "every", "reduce", "forEach", "flatMap", "slice", "join",
        "includes", "indexOf", "concat", "sort", "trim", "toUpperCase", "toLowerCase", "split",
        "startsWith", "endsWith", "replace", "toFixed", "charAt", "padStart", "padEnd", "repeat",
        "substring", "match", "at", "pop", "shift", "length", "toString",
    }
)  # fmt: skip
_ARITHMETIC = frozenset({"-", "*", "/", "%", "**", "&", "|", "^", "<<", ">>", ">>>"})
_RELATIONAL = frozenset({"<", ">", "<=", ">="})
_EQUALITY = frozenset({"===", "!==", "==", "!="})


def is_write(site: Site, event: Read) -> bool:
    """Whether the read is of a writing method on what can only be read."""
    if event.field not in _WRITING or event.field == "push" or not event.called:
        return False
    seen = _solid(site, event.base)
    return bool(seen) and all(not (isinstance(each, Wrapper) and each.kind == "Stream") for each in seen)


def is_confusion(site: Site, event: Read) -> bool:
    """Whether the read calls a method of cells on data, or of data on a stream or on data of another kind."""
    seen = _solid(site, event.base)
    held = [each for each in seen if isinstance(each, Wrapper)]
    if held:
        known = event.field in _CELL_METHODS | _DATA_METHODS
        return known or any(_holds_field(site, each, event.field) for each in held)
    if not event.called or is_write(site, event):
        return False
    if event.field in _CELL_METHODS:
        return True
    return event.field in _DATA_METHODS and any(
        base_name(each) is not None or isinstance(each, (ArrayOf, TupleOf, Named, Shape, Native))
        for each in seen
    )


def _holds_field(site: Site, cell: Wrapper, name: str) -> bool:
    """Whether the value in *cell* has the field *name*, or may have any."""
    return cell.kind == "Stream" or field_of(site.engine, cell.element, name).outcome != "absent"


def _solid(site: Site, type_: Type) -> list[Type]:
    return [each for each in parts(site.engine, type_) if not is_nullish(each)]


def misuse_message(site: Site, event: Misuse) -> str | None:
    """What is wrong with an operation, ``None`` where nothing surely is."""
    seen = _solid(site, event.type)
    if not seen or any(_is_unsure(each) for each in seen):
        return None
    name = spelled(site.engine, event.type)
    if event.operation == "called":
        if all(isinstance(each, Wrapper) and each.kind == "Stream" for each in seen):
            return f"a {name} is no function: send events to it with .send(event)"
        return f"a value of type {name} cannot be called"
    if event.operation in _ARITHMETIC:
        reckoned = [each for each in seen if base_name(each) in ("number", "bigint")]
        return None if reckoned else f"`{event.operation}` reckons with numbers, not with {name}"
    return _compared(site, event, seen, name)


def _compared(site: Site, event: Misuse, seen: list[Type], name: str) -> str | None:
    others = _solid(site, event.other) if event.other is not None else []
    if not others or any(_is_unsure(each) for each in others):
        return None
    other_name = spelled(site.engine, event.other) if event.other is not None else ""
    if event.operation in _RELATIONAL:
        bad = all(base_name(each) is None for each in seen) or all(base_name(each) is None for each in others)
        bad = bad and not any(isinstance(each, Native) for each in (*seen, *others))
        return f"`{event.operation}` cannot compare {name} with {other_name}" if bad else None
    if event.operation in _EQUALITY and not any(_overlap(one, other) for one in seen for other in others):
        if _has_nullish(site, event.type) and event.other is not None and _has_nullish(site, event.other):
            return None
        return f"{name} is never equal to {other_name}"
    return None


def _has_nullish(site: Site, type_: Type) -> bool:
    return any(is_nullish(each) for each in parts(site.engine, type_))


def _is_unsure(type_: Type) -> bool:
    if is_open(type_) or isinstance(type_, IntersectionOf):
        return True
    if isinstance(type_, Scalar):
        return type_.name in ("unknown", "object", "never")
    return not isinstance(type_, (LiteralType, Wrapper, ArrayOf, TupleOf, Shape, Named, Native))


def _overlap(one: Type, other: Type) -> bool:
    """Whether a value may be of both types, as far as kinds tell."""
    left, right = base_name(one), base_name(other)
    if left is None or right is None:
        return left is None and right is None
    if left != right:
        return False
    if isinstance(one, LiteralType) and isinstance(other, LiteralType):
        return one == other
    return True
