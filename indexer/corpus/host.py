"""The modules of a database, as the type engine asks for them. IO: reads a database."""

import json

from indexer.base.digest import digest_of
from indexer.base.errors import DatabaseRefused
from indexer.corpus.rows import blob, text
from indexer.save.connection import Connections
from indexer.types.host import Found, Missing, NotIndexed, Resolution, Runtime, join_specifier

_CONTENT = "SELECT content, digest FROM module WHERE address = ?"
_IS_MODULE = "SELECT 1 FROM module WHERE address = ?"
_ENTRY = """
SELECT module.address FROM program JOIN module ON module.id = entry_module_id
WHERE identity = :identity OR published_identity = :identity
ORDER BY identity != :identity, program.id LIMIT 1
"""
_ENDINGS = ("", ".ts", ".tsx", ".d.ts", "/index.ts", "/index.tsx")


class DatabaseHost:
    """Modules by address; ``cf:pattern:`` specifiers lead to the entry of the program with that identity."""

    def __init__(self, connections: Connections) -> None:
        self._connections = connections
        self._runtime = _runtime(connections)

    def content(self, key: str) -> bytes | None:
        """The bytes of the module *key*, ``None`` if there is no such module.

        Raises:
            DatabaseRefused: stored bytes are not those that were recorded.
        """
        row = self._connections.row(_CONTENT, (key,))
        if row is None:
            return None
        content = blob(row[0])
        if digest_of(content) != text(row[1]):
            raise DatabaseRefused(key, "stored bytes are not those that were recorded")
        return content

    def resolve(self, specifier: str, importer: str) -> Resolution:
        """What *specifier* means when the module *importer* writes it."""
        if specifier.startswith("cf:pattern:"):
            identity = specifier.removeprefix("cf:pattern:")
            row = self._connections.row(_ENTRY, {"identity": identity})
            return NotIndexed(identity) if row is None else Found(text(row[0]))
        if specifier.startswith((".", "/")):
            return self._resolve_relative(specifier, importer)
        if specifier in self._runtime:
            return Runtime(specifier, self._runtime[specifier])
        return Missing(specifier)

    def _resolve_relative(self, specifier: str, importer: str) -> Resolution:
        target = join_specifier(importer, specifier)
        for ending in _ENDINGS if target else ():
            if self._connections.row(_IS_MODULE, (f"{target}{ending}",)):
                return Found(f"{target}{ending}")
        return Missing(specifier)


def _runtime(connections: Connections) -> dict[str, str]:
    row = connections.row("SELECT value FROM meta WHERE key = 'runtime'")
    try:
        found = json.loads(text(row[0])) if row else {}
    except ValueError as error:
        raise DatabaseRefused(str(connections.path), "holds no runtime modules in meta") from error
    if not isinstance(found, dict) or not all(isinstance(address, str) for address in found.values()):
        raise DatabaseRefused(str(connections.path), "holds no runtime modules in meta")
    return found
