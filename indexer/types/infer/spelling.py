"""Types spelled for people: short, one line. Pure."""

from typing import TYPE_CHECKING

from indexer.types.model import (
    ArrayOf,
    LiteralType,
    Loose,
    Named,
    Native,
    Scalar,
    Shape,
    Template,
    TupleOf,
    Type,
    Undetermined,
    UnionOf,
    Wrapper,
)

if TYPE_CHECKING:
    from indexer.types.engine import TypeEngine

_MOST = 4


def spelled(engine: "TypeEngine", type_: Type, depth: int = 0) -> str:
    """*type_* as a reader would write it, parts left out with ``...`` where it would grow long."""
    if depth > 3:
        return "..."
    if isinstance(type_, Scalar):
        return type_.name
    if isinstance(type_, LiteralType):
        return f'"{type_.value}"' if type_.base == "string" else str(type_.value).lower()
    if isinstance(type_, ArrayOf):
        inner = spelled(engine, type_.element, depth + 1)
        return f"({inner})[]" if " | " in inner else f"{inner}[]"
    if isinstance(type_, UnionOf):
        shown = [spelled(engine, each, depth + 1) for each in type_.members[:_MOST]]
        return " | ".join(shown + (["..."] if len(type_.members) > _MOST else []))
    if isinstance(type_, (Wrapper, Named, Native)):
        return _applied(engine, type_, depth)
    if isinstance(type_, TupleOf):
        return "[" + ", ".join(spelled(engine, each.type, depth + 1) for each in type_.elements[:_MOST]) + "]"
    if isinstance(type_, Shape):
        return _object(type_)
    if isinstance(type_, Template):
        return "string"
    return "unknown" if isinstance(type_, Undetermined) else "any" if isinstance(type_, Loose) else "object"


def _applied(engine: "TypeEngine", type_: Wrapper | Named | Native, depth: int) -> str:
    if isinstance(type_, Wrapper):
        return f"{type_.kind}<{spelled(engine, type_.element, depth + 1)}>"
    name = type_.declaration.name if isinstance(type_, Named) else type_.name
    if not type_.arguments:
        return name
    return f"{name}<{', '.join(spelled(engine, each, depth + 1) for each in type_.arguments)}>"


def _object(shape: Shape) -> str:
    if shape.alias is not None:
        return shape.alias.declaration.name
    if shape.calls:
        return "a function"
    names = [member.name for member in shape.members[:_MOST]]
    return "{ " + ", ".join(names + (["..."] if len(shape.members) > _MOST else [])) + " }" if names else "{}"
