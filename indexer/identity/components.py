"""Strongly connected components of a graph of names, dependencies first. Pure."""

from collections.abc import Mapping, Sequence


def components_of(edges: Mapping[str, Sequence[str]]) -> tuple[tuple[str, ...], ...]:
    """The components of *edges* (name to the names it depends on), each after those it depends on.

    Iterative (Tarjan), so that a long chain of imports does not exhaust the stack.
    """
    order: dict[str, int] = {}
    low: dict[str, int] = {}
    on_path: dict[str, None] = {}
    found: list[tuple[str, ...]] = []
    for start in edges:
        if start in order:
            continue
        work = [(start, iter(edges[start]))]
        order[start] = low[start] = len(order)
        on_path[start] = None
        while work:
            name, rest = work[-1]
            target = next(rest, None)
            if target is None:
                work.pop()
                if work:
                    parent = work[-1][0]
                    low[parent] = min(low[parent], low[name])
                if low[name] == order[name]:
                    found.append(_take_component(on_path, name))
            elif target not in order:
                order[target] = low[target] = len(order)
                on_path[target] = None
                work.append((target, iter(edges[target])))
            elif target in on_path:
                low[name] = min(low[name], order[target])
    return tuple(found)


def _take_component(on_path: dict[str, None], root: str) -> tuple[str, ...]:
    """Take from the end of *on_path* down to *root*."""
    members: list[str] = []
    while not members or members[-1] != root:
        members.append(on_path.popitem()[0])
    return tuple(members)
