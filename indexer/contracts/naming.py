"""Which types get a definition of their own, and the numbered names of recursive ones without. Pure."""

from indexer.contracts.natives import is_native_name
from indexer.types.kinds import CELL_KINDS
from indexer.types.model import ArrayOf, IntersectionOf, Named, Shape, TupleOf, Type, UnionOf, Wrapper

_INLINE = frozenset({"SqliteDb", "Default", "DeepDefault"})
"""Wrappers that are printed in place also behind an alias."""


def definition_name(type_: Type) -> str | None:
    """The name under which *type_* stands in ``$defs``; ``None`` when it is printed in place."""
    name = _declared_name(type_)
    return None if name is None or is_native_name(name) else name


def _declared_name(type_: Type) -> str | None:
    if isinstance(type_, Named):
        if (type_.arguments or type_.declaration.parameters) and type_.alias is None:
            return None
        return exported_name(type_)
    if isinstance(type_, Wrapper) and (type_.kind in CELL_KINDS or type_.kind in _INLINE):
        return None
    if isinstance(type_, (UnionOf, IntersectionOf, TupleOf, Wrapper)):
        return _alias_name(type_.alias)
    if isinstance(type_, Shape):
        return _alias_name(type_.alias)
    return None


def _alias_name(alias: Named | None) -> str | None:
    if alias is None or alias.arguments or alias.declaration.parameters:
        return None
    return exported_name(alias)


def exported_name(named: Named) -> str:
    """The declared name; ``default`` for an interface or class declared by ``export default``."""
    outer = named.declaration.nodes[0].parent
    exported = outer is not None and outer.type == "export_statement"
    is_default = exported and outer is not None and any(child.type == "default" for child in outer.children)
    return "default" if is_default else named.declaration.name


class AnonymousNames:
    """Numbers for recursive types without a name, counted over all schemas of one source file."""

    __slots__ = ("_names",)

    def __init__(self) -> None:
        self._names: dict[Type, str] = {}

    def known(self, type_: Type) -> str | None:
        """The name given to *type_* earlier."""
        numbered = self._names and isinstance(type_, (Shape, ArrayOf, Named, UnionOf, TupleOf))
        return self._names.get(type_) if numbered else None

    def give(self, type_: Type) -> str:
        """The name of *type_*, a new number at the first call."""
        return self._names.setdefault(type_, f"AnonymousType_{len(self._names) + 1}")
