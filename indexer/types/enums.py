"""Enums as unions of their values. Pure."""

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from indexer.types.model import LiteralType, Named, Type, Undetermined
from indexer.types.syntax import string_value
from indexer.types.unions import union_of

if TYPE_CHECKING:
    from indexer.types.engine import TypeEngine


def enum_type(engine: "TypeEngine", named: Named) -> Type:
    """The union of an enum's values, named like the enum."""
    return union_of(engine, enum_values(engine, named).values(), named)


def enum_values(engine: "TypeEngine", named: Named) -> Mapping[str, Type]:
    """The type of each member of an enum, in order."""
    return dict(_values(engine, named))


def _values(engine: "TypeEngine", named: Named) -> Iterator[tuple[str, Type]]:
    scope = named.declaration.scope
    following: int | None = 0
    for node in named.declaration.nodes:
        body = node.child_by_field_name("body")
        for each in body.named_children if body else ():
            if each.type == "comment":
                continue
            name = each.child_by_field_name("name") or each
            text = (
                string_value(name, scope.module.source) if name.type == "string" else scope.module.text(name)
            )
            value = each.child_by_field_name("value")
            if value is not None:
                typed = engine.resolved(engine.type_of_expression(value, scope))
            elif following is None:
                typed = Undetermined(f"enum member {text} has no value")
            else:
                typed = LiteralType(following, "number")
            known = isinstance(typed, LiteralType) and isinstance(typed.value, int)
            following = int(typed.value) + 1 if known and isinstance(typed, LiteralType) else None
            yield text, typed
