"""The language's library and the framework's values, read from declarations of our own. IO: package files.

They are read once a process: values by name, members of a built-in type by the name of its interface.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from tree_sitter import Node

from indexer.types.engine import runtime_declarations
from indexer.types.model import Declaration
from indexer.types.module import Module, load_module

_FILES = ("ecmascript.d.ts", "framework.d.ts", "web.d.ts")
BUILT_IN = frozenset(
    {
        "Date", "RegExp", "Map", "Set", "WeakMap", "WeakSet", "Promise", "Error", "URL", "VNode", "Iterable",
        "Function", "Object", "Symbol", "URLSearchParams", "Response", "Uint8Array", "Headers",
    }
)  # fmt: skip
"""Interfaces here that the engine knows by name only."""
WRAPPERS = frozenset(
    {
        "Cell",
        "Writable",
        "OpaqueCell",
        "ReadonlyCell",
        "WriteonlyCell",
        "ComparableCell",
        "Stream",
        "SqliteDb",
    }
)
"""Interfaces here that the engine knows as wrappers."""


@dataclass(frozen=True, slots=True)
class Library:
    """Types and values declared in the package's own declaration files."""

    types: Mapping[str, Declaration]
    language: Mapping[str, tuple[Node, Module]]
    """Global values: the declaring node and its module."""
    framework: Mapping[str, tuple[Node, Module]]
    """Values that patterns import from the runtime."""
    keys: frozenset[str]
    """The keys of the modules that all this stands in."""


@cache
def library() -> Library:
    """The library, parsed at the first call."""
    folder = files(__package__) / "declarations"
    modules = [load_module(f"library:{name}", (folder / name).read_bytes()) for name in _FILES]
    types = dict(runtime_declarations())
    types.update({name: declared for module in modules for name, declared in module.types.items()})
    for module in modules:
        module.scope.declared = types
    values = [{name: (node, module) for name, node in module.values.items()} for module in modules]
    return Library(
        types=types,
        language=values[0] | values[2],
        framework=values[1],
        keys=frozenset(module.key for module in modules),
    )
