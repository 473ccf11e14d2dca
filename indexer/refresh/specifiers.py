"""What import specifiers mean between the stored modules. Pure."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Literal

from indexer.resolve.references import parse_reference
from indexer.types.host import join_specifier

ImportStatus = Literal["resolved", "runtime", "pattern", "not-indexed", "missing", "malformed", "external"]
_ENDINGS = ("", ".ts", ".tsx", ".d.ts", "/index.ts", "/index.tsx", ".js", ".jsx", ".mts", ".mjs")


@dataclass(frozen=True, slots=True)
class Target:
    """What one specifier leads to."""

    status: ImportStatus
    """``missing``: a relative path at which no module stands; ``external``: a bare name nobody declared."""
    key: str | None = None
    """Address of the module, if one is stored."""


class Specifiers:
    """Resolves specifiers; each question is answered once."""

    def __init__(
        self, keys: Iterable[str], *, runtime: Mapping[str, str], patterns: Mapping[str, str] | None = None
    ) -> None:
        """*runtime* is address by bare specifier, *patterns* address of the entry by identity."""
        self._keys = frozenset(keys)
        self._runtime = runtime
        self._patterns = patterns or {}
        self._known: dict[tuple[str, str], Target] = {}

    def target(self, specifier: str, importer: str) -> Target:
        """What *specifier* means when the module *importer* writes it."""
        if not specifier.startswith((".", "/")):
            return self._bare(specifier)
        place = (specifier, importer.rpartition("/")[0])
        if place not in self._known:
            self._known[place] = self._relative(specifier, importer)
        return self._known[place]

    def key(self, specifier: str, importer: str) -> str | None:
        """Address of the module that *specifier* leads to, ``None`` if none is stored."""
        return self.target(specifier, importer).key

    def _bare(self, specifier: str) -> Target:
        if specifier in self._runtime:
            return Target("runtime", self._runtime[specifier])
        reference = parse_reference(specifier)
        if reference is None:
            return Target("external")
        if reference.trouble:
            return Target("malformed")
        entry = self._patterns.get(reference.identity)
        return Target("not-indexed") if entry is None else Target("pattern", entry)

    def _relative(self, specifier: str, importer: str) -> Target:
        target = join_specifier(importer, specifier)
        for ending in _ENDINGS if target else ():
            if f"{target}{ending}" in self._keys:
                return Target("resolved", f"{target}{ending}")
        return Target("missing")
