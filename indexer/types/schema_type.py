"""``Schema<typeof S>``: the type of the values that a JSON Schema written as a constant describes. Pure.

Source: the framework's schema-to-type rules: ``enum`` before ``anyOf`` before ``type``; a property is
optional unless ``required`` or a ``default`` names it; without a known ``type`` the value is ``any``.
"""

from typing import TYPE_CHECKING

from indexer.types.kinds import WrapperKind
from indexer.types.model import (
    ANY,
    BOOLEAN,
    NULL,
    NUMBER,
    STRING,
    UNKNOWN,
    ArrayOf,
    IndexRule,
    Lazy,
    LiteralType,
    Member,
    Shape,
    TupleOf,
    Type,
    Undetermined,
    Wrapper,
)
from indexer.types.unions import union_of

if TYPE_CHECKING:
    from indexer.types.engine import TypeEngine

_SCALARS = {"string": STRING, "number": NUMBER, "integer": NUMBER, "boolean": BOOLEAN, "null": NULL}
_CELLS: dict[str, WrapperKind] = {
    "cell": "Cell", "stream": "Stream", "opaque": "OpaqueCell", "readonly": "ReadonlyCell",
    "writeonly": "WriteonlyCell", "comparable": "ComparableCell",
}  # fmt: skip
_DEEPEST = 9
"""Levels that the framework itself looks into."""


def type_of_schema(engine: "TypeEngine", schema: Type, *, depth: int = _DEEPEST) -> Type:
    """The type of values of the schema that the type *schema* spells; ``Undetermined`` if it does not."""
    seen = engine.resolved(schema)
    if depth == 0:
        return UNKNOWN
    shape = engine.shape_of(seen)
    if shape is None:
        return seen if isinstance(seen, Undetermined) or seen == ANY else ANY
    if shape.member("$ref") is not None or shape.unresolved:
        return Undetermined("a schema with references")
    value = _unwrapped(engine, shape, depth)
    cells = _elements(engine, shape, "asCell")
    kind = _CELLS.get(str(cells[0].value)) if cells and isinstance(cells[0], LiteralType) else None
    return Wrapper(kind, value) if kind is not None else value


def _unwrapped(engine: "TypeEngine", shape: Shape, depth: int) -> Type:
    enum = _elements(engine, shape, "enum")
    if enum:
        return union_of(engine, enum)
    options = _elements(engine, shape, "anyOf")
    if options:
        return union_of(engine, (type_of_schema(engine, each, depth=depth - 1) for each in options))
    kind = _member(engine, shape, "type")
    name = str(kind.value) if isinstance(kind, LiteralType) else ""
    if name in _SCALARS:
        return _SCALARS[name]
    if name == "array":
        items = _member(engine, shape, "items")
        return ArrayOf(UNKNOWN if items is None else type_of_schema(engine, items, depth=depth - 1))
    return _object(engine, shape, depth) if name == "object" else ANY


def _member(engine: "TypeEngine", shape: Shape, name: str) -> Type | None:
    found = shape.member(name)
    return engine.resolved(found.type) if found is not None else None


def _elements(engine: "TypeEngine", shape: Shape, name: str) -> tuple[Type, ...]:
    found = _member(engine, shape, name)
    return tuple(engine.resolved(each.type) for each in found.elements) if isinstance(found, TupleOf) else ()


def _object(engine: "TypeEngine", shape: Shape, depth: int) -> Type:
    properties = _member(engine, shape, "properties")
    fields = engine.shape_of(properties) if properties is not None else None
    more = _member(engine, shape, "additionalProperties")
    indexes = (
        () if _is_false(more) or (more is None and fields is not None) else (_rule(engine, more, depth),)
    )
    if fields is None:
        return Shape(indexes=indexes)
    required = {each.value for each in _elements(engine, shape, "required") if isinstance(each, LiteralType)}
    defaults = _member(engine, shape, "default")
    given = engine.shape_of(defaults) if defaults is not None else None
    required |= {each.name for each in given.members} if given is not None else set()
    members = tuple(
        _property(engine, each, depth, optional=each.name not in required) for each in fields.members
    )
    return Shape(members=members, indexes=indexes, place=fields.place)


def _property(engine: "TypeEngine", member: Member, depth: int, *, optional: bool) -> Member:
    lazy = Lazy(lambda: type_of_schema(engine, member.type, depth=depth - 1))
    return Member(name=member.name, lazy=lazy, optional=optional, place=member.place)


def _is_false(type_: Type | None) -> bool:
    return isinstance(type_, LiteralType) and type_.value is False


def _rule(engine: "TypeEngine", more: Type | None, depth: int) -> IndexRule:
    open_ = more is None or isinstance(more, LiteralType)
    return IndexRule(
        "string",
        Lazy(lambda: UNKNOWN if open_ or more is None else type_of_schema(engine, more, depth=depth - 1)),
    )
