"""What stands beside the collected files, below the root of the corpus. IO: looks at and reads files.

Links may lead to files that no source holds, and programs may read data files. What was seen is remembered,
so that the next refresh can tell whether it still stands so.
"""

import os
from pathlib import Path

from indexer.base.digest import digest_of
from indexer.collect.folder import read_bounded


class Outside:
    """Files below *base*, by location (a path from there, with forward slashes)."""

    def __init__(self, base: Path) -> None:
        self._base = base
        self._real = os.path.realpath(base)
        self.read_digests: dict[str, str] = {}
        """Digest of each location that was read; empty where nothing can be read."""

    def exists(self, location: str) -> bool:
        """Whether a file or folder stands at *location*."""
        return os.path.lexists(self._base / location)

    def read(self, location: str) -> bytes | None:
        """The bytes at *location*; ``None`` if no file of bearable size stands there, below the base."""
        content = self._read(location)
        self.read_digests[location] = "" if content is None else digest_of(content)
        return content

    def _read(self, location: str) -> bytes | None:
        file = Path(os.path.realpath(self._base / location))
        if not str(file).startswith(self._real + os.sep) or not file.is_file():
            return None
        try:
            return read_bounded(str(file))
        except OSError:
            return None

    def is_as(self, digest_by_location: dict[str, str]) -> bool:
        """Whether every location reads as it did."""
        for location in digest_by_location:
            self.read(location)
        return all(self.read_digests[place] == digest for place, digest in digest_by_location.items())
