"""What the old database holds, if it can be built upon. IO: reads a database."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from indexer.base.digest import Digest
from indexer.base.errors import DatabaseRefused
from indexer.save.connection import Connections


@dataclass(frozen=True, slots=True, kw_only=True)
class Stored:
    """Digests by address and settings by key of a database."""

    digests: Mapping[str, Digest]
    meta: Mapping[str, str]


def find_stored(database: Path, *, wanted: Mapping[str, str]) -> Stored | None:
    """The old database's state; ``None`` if there is none whose settings are the *wanted* ones."""
    if not database.exists():
        return None
    try:
        connections = Connections(database)
    except DatabaseRefused:
        return None
    try:
        meta = {str(key): str(value) for key, value in connections.rows("SELECT key, value FROM meta")}
        if any(meta.get(key) != value for key, value in wanted.items()):
            return None
        rows = connections.rows(
            "SELECT address, digest FROM document UNION ALL SELECT address, digest FROM module"
        )
        return Stored(digests={str(address): Digest(str(digest)) for address, digest in rows}, meta=meta)
    except DatabaseRefused:
        return None
    finally:
        connections.close()
