"""Scopes: what a type name means at a place - type arguments put in, then declarations, outwards. Pure."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tree_sitter import Node

    from indexer.types.model import Declaration, Type
    from indexer.types.module import Module


class Scope:
    """One level of names in a module; compared by identity."""

    __slots__ = ("bindings", "constraints", "declared", "module", "parent")

    def __init__(
        self,
        module: "Module",
        *,
        parent: "Scope | None" = None,
        bindings: "Mapping[str, Type] | None" = None,
        declared: "Mapping[str, Declaration] | None" = None,
    ) -> None:
        self.module = module
        self.parent = parent
        self.bindings: Mapping[str, Type] = bindings if bindings is not None else {}
        """Types put in for type parameters, by the parameter's name."""
        self.declared: Mapping[str, Declaration] = declared or {}
        """Types declared at this level."""
        self.constraints: dict[str, Node] = {}
        """The written constraints of the type parameters bound here."""

    def bind(self, bindings: "Mapping[str, Type]") -> "Scope":
        """A scope inside this one that puts *bindings* in for type parameters."""
        return Scope(self.module, parent=self, bindings=bindings) if bindings else self

    def find(self, name: str) -> "Type | Declaration | None":
        """What *name* means as a type here, without imports and globals; the nearest level wins."""
        scope: Scope | None = self
        while scope is not None:
            found = scope.bindings.get(name) or scope.declared.get(name)
            if found is not None:
                return found
            scope = scope.parent
        return None
