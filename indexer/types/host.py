"""Where modules come from: the protocol that the type engine asks, and the in-memory host. Pure."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import Protocol, TypeAlias


@dataclass(frozen=True, slots=True)
class Found:
    """The specifier names the module with this key."""

    key: str


@dataclass(frozen=True, slots=True)
class Runtime:
    """The specifier names a module of the runtime; *declaration* is the key of its declarations, if known."""

    specifier: str
    declaration: str | None = None


@dataclass(frozen=True, slots=True)
class Missing:
    """No module stands where the specifier points."""

    specifier: str


@dataclass(frozen=True, slots=True)
class NotIndexed:
    """The specifier is a ``cf:pattern:`` of an identity that the corpus does not hold."""

    identity: str


Resolution: TypeAlias = Found | Runtime | Missing | NotIndexed


class ModuleHost(Protocol):
    """Gives the bytes of modules and says what their import specifiers mean."""

    def content(self, key: str) -> bytes | None:
        """The bytes of the module *key*, ``None`` if there is no such module."""

    def resolve(self, specifier: str, importer: str) -> Resolution:
        """What *specifier* means when the module *importer* writes it."""


@dataclass(frozen=True, slots=True)
class MemoryHost:
    """Modules held in memory, keyed by address or path; relative specifiers resolve between them."""

    files: Mapping[str, bytes]
    runtime: Mapping[str, str | None]
    """Bare specifiers of the runtime, with the key of their declarations if those are among *files*."""

    def content(self, key: str) -> bytes | None:
        """The bytes of the module *key*."""
        return self.files.get(key)

    def resolve(self, specifier: str, importer: str) -> Resolution:
        """Relative specifiers by path, with the usual endings tried; others by the runtime's names."""
        if specifier.startswith((".", "/")):
            return self._resolve_relative(specifier, importer)
        if specifier.startswith("cf:pattern:"):
            return NotIndexed(specifier.removeprefix("cf:pattern:"))
        if specifier in self.runtime:
            return Runtime(specifier, self.runtime[specifier])
        return Missing(specifier)

    def _resolve_relative(self, specifier: str, importer: str) -> Resolution:
        target = join_specifier(importer, specifier)
        if target is None:
            return Missing(specifier)
        for ending in ("", ".ts", ".tsx", "/index.ts", "/index.tsx"):
            if target + ending in self.files:
                return Found(target + ending)
        return Missing(specifier)


def join_specifier(importer: str, specifier: str) -> str | None:
    """The key that the relative *specifier* names from the module *importer*; ``None`` if it leaves the root.

    >>> join_specifier("src:labs/a/b.tsx", "../c.ts")
    'src:labs/c.ts'
    """
    head, _, path = importer.rpartition(":")
    if specifier.startswith("/"):
        return f"{head}:{specifier}" if head else specifier
    steps = list(PurePosixPath(path).parent.parts)
    for step in specifier.split("/"):
        if step == "..":
            if len(steps) <= 1 and (head or not steps or steps == ["/"]):
                return None
            steps.pop()
        elif step not in ("", "."):
            steps.append(step)
    joined = str(PurePosixPath(*steps)) if steps else ""
    return f"{head}:{joined}" if head else joined
