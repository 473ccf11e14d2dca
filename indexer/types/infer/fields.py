"""What reading a field of a value gives: found, absent, or cannot tell. Pure."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from indexer.types.infer.events import Outcome
from indexer.types.infer.library import library
from indexer.types.infer.look import base_name, is_nullish, look, parts
from indexer.types.model import (
    ANY,
    NUMBER,
    UNDEFINED,
    UNKNOWN,
    ArrayOf,
    IntersectionOf,
    Lazy,
    LiteralType,
    Loose,
    Member,
    Named,
    Native,
    Place,
    Scalar,
    Shape,
    TupleOf,
    Type,
    TypeParameter,
    Undetermined,
    UnionOf,
    Wrapper,
)
from indexer.types.unions import union_of

if TYPE_CHECKING:
    from indexer.types.engine import TypeEngine

_PRIMITIVES = {
    "string": "String",
    "number": "Number",
    "boolean": "Boolean",
    "bigint": "BigInt",
    "symbol": "Symbol",
}
_DERIVING = frozenset({"map", "filter", "flatMap", "reduce", "findIndex"})
_COMMON = frozenset({"toString", "hasOwnProperty", "valueOf"})
_FACTORIES = frozenset({"PatternFactory", "HandlerFactory", "ModuleFactory"})
_OPAQUE = frozenset({"framework", "namespace", "class", "enum", "same", "cell-member"})
"""Natives of our own whose members are looked up where they are called."""


@dataclass(frozen=True, slots=True)
class Field:
    """What is known of one field of one type."""

    outcome: Outcome
    type: Type
    names: tuple[str, ...] = ()
    place: Place | None = None
    reason: str = ""
    member: Member | None = None


def field_of(engine: "TypeEngine", type_: Type, name: str) -> Field:
    """The field *name* of *type_*; over a union what all its members but null and undefined say."""
    seen = [each for each in parts(engine, type_) if not is_nullish(each)]
    if not seen:
        return _unknown("the value is only null or undefined here")
    found = [_field_of_part(engine, each, name) for each in seen]
    return found[0] if len(found) == 1 else _joined(engine, found)


def _joined(engine: "TypeEngine", found: list[Field]) -> Field:
    for outcome in ("any", "unknown"):
        first = next((each for each in found if each.outcome == outcome), None)
        if first is not None:
            return first
    there = [each for each in found if each.outcome == "found"]
    if not there:
        names = tuple(dict.fromkeys(name for each in found for name in each.names))
        loose = any(each.outcome == "loose-absent" for each in found)
        return Field("loose-absent" if loose else "absent", ANY, names, found[0].place)
    type_ = union_of(engine, [each.type for each in there])
    if len(there) == len(found):
        return Field("found", type_, place=there[0].place)
    return Field("maybe", type_, place=there[0].place, reason="only some members of the union have it")


def _unknown(reason: str) -> Field:
    return Field("unknown", Undetermined(reason), reason=reason)


def _field_of_part(engine: "TypeEngine", part: Type, name: str) -> Field:
    if isinstance(part, Undetermined):
        return _unknown(part.reason)
    if part == ANY:
        return Field("any", ANY)
    if isinstance(part, Loose):
        return _loose_field(engine, part, name)
    primitive = _PRIMITIVES.get(base_name(part) or "")
    if primitive is not None:
        return _library_field(engine, primitive, (), name)
    if isinstance(part, Scalar):
        return _unknown(f"a value of type {part.name} is not narrowed here")
    if isinstance(part, (ArrayOf, TupleOf)):
        return _array_field(engine, part, name)
    if isinstance(part, Wrapper):
        return _held_field(engine, part, name)
    if isinstance(part, Native):
        return _native_field(engine, part, name)
    if isinstance(part, TypeParameter):
        constraint = part.constraint.get() if part.constraint else None
        found = field_of(engine, constraint, name) if constraint else None
        return (
            found
            if found is not None and found.outcome == "found"
            else _unknown(f"type parameter {part.name}")
        )
    if isinstance(part, IntersectionOf):
        return _intersection_field(engine, part, name)
    return _object_field(engine, part, name)


def _loose_field(engine: "TypeEngine", loose: Loose, name: str) -> Field:
    inner = field_of(engine, loose.type, name)
    if inner.outcome in ("absent", "loose-absent"):
        return Field("loose-absent", ANY, inner.names, inner.place)
    if inner.outcome in ("unknown", "any"):
        return Field("any", ANY)
    found = inner.type
    return Field("found", Loose(Lazy(lambda: found)), place=inner.place)


def _library_field(engine: "TypeEngine", interface: str, arguments: tuple[Type, ...], name: str) -> Field:
    declaration = library().types.get(interface)
    if declaration is None:
        return _unknown(f"members of {interface} are not known")
    return _object_field(engine, Named(declaration, arguments), name)


def _array_field(engine: "TypeEngine", array: ArrayOf | TupleOf, name: str) -> Field:
    if isinstance(array, TupleOf) and name.isdigit():
        at = int(name)
        if at < len(array.elements) and not any(each.rest for each in array.elements[: at + 1]):
            each = array.elements[at]
            return Field("found", union_of(engine, (each.type, UNDEFINED)) if each.optional else each.type)
        if not any(each.rest for each in array.elements):
            return _unknown("a tuple has no such element")
    if name == "length" and isinstance(array, TupleOf):
        fixed = not any(each.rest or each.optional for each in array.elements)
        return Field("found", LiteralType(len(array.elements), "number") if fixed else NUMBER)
    element = (
        array.element if isinstance(array, ArrayOf) else union_of(engine, [e.type for e in array.elements])
    )
    return _library_field(engine, "Array", (element,), name)


def _held_field(engine: "TypeEngine", held: Wrapper, name: str) -> Field:
    kind = "Cell" if held.kind == "Writable" else held.kind
    if (name in ("key", "elementById") and kind not in ("Stream", "SqliteDb")) or (
        name == "send" and kind == "Stream"
    ):
        return Field("found", Native("cell-member", (held, LiteralType(name, "string"))))
    if name in ("for", "resolveAsCell") and kind != "SqliteDb":
        return Field("found", Native("same", (held,)))
    if name in _DERIVING and kind in ("Cell", "OpaqueCell"):
        value = look(engine, held.element)
        arrays = [each for each in parts(engine, value) if isinstance(each, (ArrayOf, TupleOf))]
        if arrays:
            return _array_field(engine, arrays[0], name)
        return Field("any", ANY) if value in (ANY, UNKNOWN) else _unknown("deriving from what is no array")
    element = _readonly_view(engine, held.element) if name in ("get", "sample") else held.element
    return _library_field(engine, kind, (element,), name)


def _readonly_view(engine: "TypeEngine", type_: Type) -> Type:
    """What reading a cell gives: arrays in it cannot be written."""
    seen = look(engine, type_)
    if isinstance(seen, ArrayOf):
        return ArrayOf(seen.element, readonly=True)
    if isinstance(seen, UnionOf):
        shown = [
            ArrayOf(each.element, readonly=True) if isinstance(each, ArrayOf) else each
            for each in parts(engine, seen)
        ]
        return union_of(engine, shown)
    return type_


def _native_field(engine: "TypeEngine", native: Native, name: str) -> Field:
    if native.name in _FACTORIES:
        if name in ("asScope", "inSpace"):
            return Field("found", Native("same", (native,)))
        return _library_field(engine, "Factory", (), name)
    if native.name in _OPAQUE:
        return Field("found", Native("member", (native, LiteralType(name, "string"))))
    interface = "VNode" if native.name == "JSX.Element" else native.name
    return _library_field(engine, interface, native.arguments, name)


def _intersection_field(engine: "TypeEngine", both: IntersectionOf, name: str) -> Field:
    found = [field_of(engine, each, name) for each in both.members]
    there = [each for each in found if each.outcome in ("found", "maybe")]
    if there:
        return there[0]
    unsure = next((each for each in found if each.outcome in ("any", "unknown")), None)
    if unsure is not None:
        return unsure
    return Field("absent", ANY, tuple(name for each in found for name in each.names), found[0].place)


def _object_field(engine: "TypeEngine", part: Type, name: str) -> Field:
    shape = engine.shape_of(part)
    if shape is None:
        return _unknown("the members of this type are not known")
    member = shape.member(name)
    if member is not None:
        type_ = union_of(engine, (member.type, UNDEFINED)) if member.optional else member.type
        return Field("found", type_, place=member.place, member=member)
    for rule in shape.indexes:
        if rule.key in ("string", "template") or (rule.key == "number" and name.lstrip("-").isdigit()):
            return Field("found", rule.type)
    if shape.unresolved:
        return _unknown(shape.unresolved[0])
    inherited = _inherited(engine, shape, name)
    return inherited or Field("absent", ANY, tuple(each.name for each in shape.members), shape.place)


def _inherited(engine: "TypeEngine", shape: Shape, name: str) -> Field | None:
    """The members that every function and every object has; of those of the library only the common ones."""
    ours = shape.place is not None and shape.place.key in library().keys
    if ours and name not in _COMMON:
        return None
    for interface in ("Function", "Object") if shape.calls else ("Object",):
        declared = engine.shape_of(Named(library().types[interface]))
        member = declared.member(name) if declared else None
        if member is not None:
            return Field("found", member.type, member=member)
    return None
