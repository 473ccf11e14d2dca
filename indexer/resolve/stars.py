"""Which modules ``export *`` reaches from one module, as a tree. Pure."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from indexer.parse.typescript.facts import ModuleFacts

Resolver = Callable[[str, str], str | None]
"""Module key for a specifier and the key of its importer; ``None`` when that module is not in the corpus."""


@dataclass(frozen=True, slots=True)
class StarVisit:
    """One module of the tree; each module is visited once, on the first path that reaches it."""

    key: str
    parent: int
    """Index of the visit that starred it; -1 for the root."""
    type_only: bool
    """Whether that was ``export type *``."""


def star_tree(key: str, modules: Mapping[str, ModuleFacts], resolve: Resolver) -> tuple[StarVisit, ...]:
    """The modules that *key* reaches by stars, itself first, depth first in the order they are written.

    A parent stands before its children, so reading backwards meets every child before its parent.
    """
    visits: list[StarVisit] = []
    seen: set[str] = set()
    waiting = [StarVisit(key, -1, type_only=False)]
    while waiting:
        visit = waiting.pop()
        if visit.key in seen or visit.key not in modules:
            continue
        seen.add(visit.key)
        visits.append(visit)
        stars = [export for export in modules[visit.key].exports if export.form == "star"]
        for star in reversed(stars):
            target = resolve(star.specifier or "", visit.key)
            if target is not None:
                waiting.append(StarVisit(target, len(visits) - 1, type_only=star.type_only))
    return tuple(visits)
