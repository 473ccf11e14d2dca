"""Where ``any`` or ``unknown`` shows in a type as the compiler spells it at the top of a module. Pure."""

from typing import TYPE_CHECKING

from indexer.types.model import (
    ANY,
    UNKNOWN,
    ArrayOf,
    IntersectionOf,
    Loose,
    Named,
    Native,
    Shape,
    TupleOf,
    Type,
    UnionOf,
    Wrapper,
)
from indexer.types.module import Module

if TYPE_CHECKING:
    from indexer.types.engine import TypeEngine

_MOST_NESTED = 12


def is_named_in(named: Named, module: Module) -> bool:
    """Whether *module* can name the declaration: it declares it, or another module exports it."""
    declared = named.declaration
    home = declared.scope.module
    if home.types.get(declared.name) is not declared:
        return False
    return home is module or any(each.local == declared.name for each in home.exports.values())


def spelled_name(type_: Type, module: Module) -> Named | None:
    """The declaration that *type_* is spelled by in *module*; ``None`` when it is spelled out."""
    if isinstance(type_, Named):
        return type_
    alias = getattr(type_, "alias", None)
    return alias if isinstance(alias, Named) and is_named_in(alias, module) else None


def shows_any(engine: "TypeEngine", type_: Type, module: Module, depth: int = 0) -> bool:
    """Whether ``any`` or ``unknown`` stands in the spelling of *type_*; names are not looked into."""
    seen = engine.resolved(type_)
    if seen in (ANY, UNKNOWN) or isinstance(seen, Loose):
        return True
    if depth > _MOST_NESTED:
        return False
    named = spelled_name(seen, module)
    if named is not None:
        return any(shows_any(engine, each, module, depth + 1) for each in named.arguments)
    return any(shows_any(engine, each, module, depth + 1) for each in _parts(seen))


def _parts(seen: Type) -> list[Type]:
    if isinstance(seen, (UnionOf, IntersectionOf)):
        return list(seen.members)
    if isinstance(seen, ArrayOf):
        return [seen.element]
    if isinstance(seen, TupleOf):
        return [each.type for each in seen.elements]
    if isinstance(seen, Wrapper):
        return [seen.element, *seen.extra]
    if isinstance(seen, Native):
        return list(seen.arguments) if seen.name in ("Promise", "Map", "Set") else []
    if isinstance(seen, Shape):
        return [*(member.type for member in seen.members), *(rule.type for rule in seen.indexes)]
    return []
