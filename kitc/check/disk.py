"""Relative imports of a checked file, found on disk over an indexed corpus. IO: reads TypeScript files.

Keys are ``file:<absolute path>``; only files with the ending of TypeScript or JavaScript are ever read.
"""

import os
from dataclasses import dataclass, field
from pathlib import Path

from indexer.types.host import Found, Missing, ModuleHost, Resolution

ENDINGS = (".ts", ".tsx", ".mts", ".js", ".jsx", ".mjs", ".d.ts")
_TRIED = ("", ".ts", ".tsx", ".d.ts", "/index.ts", "/index.tsx")
MOST_BYTES = 8 * 1024 * 1024
"""Files above this size are not read, so what they declare stays unknown."""


@dataclass(frozen=True, slots=True)
class DiskHost:
    """Modules on disk where the importer stands on disk; everything else is asked of the host below."""

    below: ModuleHost
    _read: dict[str, bytes | None] = field(default_factory=dict)

    def content(self, key: str) -> bytes | None:
        """The bytes of the module *key*, ``None`` if there is no such module."""
        if not key.startswith("file:"):
            return self.below.content(key)
        if key not in self._read:
            self._read[key] = _content(Path(key.removeprefix("file:")))
        return self._read[key]

    def resolve(self, specifier: str, importer: str) -> Resolution:
        """What *specifier* means when the module *importer* writes it."""
        if not importer.startswith("file:") or not specifier.startswith(("./", "../")):
            return self.below.resolve(specifier, importer)
        target = os.path.normpath(os.path.join(os.path.dirname(importer.removeprefix("file:")), specifier))  # noqa: PTH118, PTH120 - normalised as text: a Path would keep `..`
        for ending in _TRIED:
            if (target + ending).endswith(ENDINGS) and Path(target + ending).is_file():
                return Found(f"file:{target}{ending}")
        return Missing(specifier)


def disk_key(file: Path) -> str:
    """The key of the module in *file*."""
    return f"file:{file.absolute()}"


def _content(file: Path) -> bytes | None:
    try:
        return None if file.stat().st_size > MOST_BYTES else file.read_bytes()
    except OSError:
        return None
