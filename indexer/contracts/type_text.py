"""Types as TypeScript text, for messages, comments and the ``type`` of a field. Pure."""

import json
from typing import TYPE_CHECKING

from indexer.types.model import (
    ArrayOf,
    IntersectionOf,
    LiteralType,
    Named,
    Native,
    Scalar,
    Shape,
    Template,
    TupleOf,
    Type,
    TypeParameter,
    UnionOf,
    Wrapper,
)

if TYPE_CHECKING:
    from indexer.types.engine import TypeEngine

_MOST_NESTED = 6


def type_text(engine: "TypeEngine", type_: Type, depth: int = 0) -> str:
    """*type_* as TypeScript would show it: names where there are names; ``...`` where it is nested deeply."""
    if depth > _MOST_NESTED:
        return "..."
    if isinstance(type_, Scalar):
        return type_.name
    if isinstance(type_, LiteralType):
        return json.dumps(type_.value, ensure_ascii=False) + ("n" if type_.base == "bigint" else "")
    if isinstance(type_, (Named, Native, Wrapper)):
        return _named_text(engine, type_, depth)
    if isinstance(type_, ArrayOf):
        inner = type_text(engine, type_.element, depth + 1)
        wrapped = f"({inner})" if " | " in inner or " & " in inner else inner
        return f"{'readonly ' if type_.readonly else ''}{wrapped}[]"
    if isinstance(type_, (UnionOf, IntersectionOf)):
        if type_.alias is not None and not type_.alias.arguments:
            return type_.alias.declaration.name
        mark = " | " if isinstance(type_, UnionOf) else " & "
        return mark.join(type_text(engine, each, depth + 1) for each in type_.members)
    if isinstance(type_, TupleOf):
        return f"[{', '.join(type_text(engine, each.type, depth + 1) for each in type_.elements)}]"
    if isinstance(type_, Template):
        return "string"
    if isinstance(type_, TypeParameter):
        return type_.name
    return _shape_text(engine, type_, depth) if isinstance(type_, Shape) else "unknown"


def _named_text(engine: "TypeEngine", type_: Named | Native | Wrapper, depth: int) -> str:
    name: str
    if isinstance(type_, Wrapper):
        name, arguments = type_.kind, () if type_.bare and not type_.extra else (type_.element, *type_.extra)
    elif isinstance(type_, Native):
        name, arguments = type_.name, type_.arguments
    else:
        name, arguments = type_.declaration.name, type_.arguments
    inner = ", ".join(type_text(engine, each, depth + 1) for each in arguments)
    return f"{name}<{inner}>" if inner else str(name)


def _shape_text(engine: "TypeEngine", shape: Shape, depth: int) -> str:
    if shape.alias is not None and not shape.alias.arguments:
        return shape.alias.declaration.name
    if shape.calls:
        return "(...) => unknown"
    parts = [
        f"{member.name}{'?' if member.optional else ''}: {type_text(engine, member.type, depth + 1)};"
        for member in shape.members
    ]
    parts.extend(f"[key: {rule.key}]: {type_text(engine, rule.type, depth + 1)};" for rule in shape.indexes)
    return f"{{ {' '.join(parts)} }}" if parts else "{}"
