"""The door itself. IO: reads one database file."""

from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Self

from indexer.base.digest import Digest
from indexer.base.words import Problem
from indexer.corpus import listing, neighbours, programs
from indexer.corpus.host import DatabaseHost
from indexer.corpus.passages import Extent, open_passage
from indexer.corpus.records import (
    DocumentRecord,
    Links,
    ModuleRecord,
    Passage,
    ProgramRecord,
    SourceRecord,
    SymbolRecord,
)
from indexer.save.connection import Connections
from indexer.search.filters import NO_FILTERS, Filters
from indexer.search.tables import refuse_foreign_tables

if TYPE_CHECKING:
    from indexer.contracts.schema import Schema
    from indexer.search.fitting import Fitting
    from indexer.search.hits import Hit, Ranked


class Corpus:
    """A corpus database, opened read-only; several threads may use it at once.

    Everything is a refusal of ``indexer.base.errors`` if the file is damaged: no answer is half of one.
    """

    def __init__(self, connections: Connections) -> None:
        self._connections = connections
        self.path = connections.path
        self.meta = {str(key): str(value) for key, value in connections.rows("SELECT key, value FROM meta")}
        self.digest = Digest(self.meta.get("content_digest", ""))

    @classmethod
    def open(cls, path: Path | str) -> "Corpus":
        """The corpus in the file *path*.

        Raises:
            DatabaseRefused: the file is missing, damaged, or no corpus database of this version.
        """
        connections = Connections(Path(path))
        with connections.refusing():
            refuse_foreign_tables(connections.connection())
        return cls(connections)

    def close(self) -> None:
        """Close the connections of all threads."""
        self._connections.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def open_passage(
        self,
        address: str,
        *,
        max_bytes: int | None = None,
        lines: tuple[int, int] | None = None,
        digest: str | None = None,
    ) -> Passage:
        """The passage at *address*: all of it, at most *max_bytes*, or the file's *lines* in it.

        Raises:
            AddressRefused: it is no address, names nothing here, or the extent is outside it.
            PassageChanged: its bytes have another digest than *digest*.
            DatabaseRefused: stored bytes are not those that were recorded.
        """
        extent = Extent(max_bytes=max_bytes, lines=lines)
        return open_passage(self._connections, address, extent=extent, digest=digest)

    def follow(self, address: str) -> Links:
        """What the passage at *address* leads to, and what leads to it.

        Raises:
            AddressRefused: it is no address or names nothing here.
        """
        return neighbours.links_of(self._connections, address)

    def search(
        self,
        query: str,
        *,
        within: str = "all",
        limit: int = 10,
        filters: Filters = NO_FILTERS,
        explained: bool = False,
    ) -> "tuple[Hit, ...]":
        """The best *limit* passages for *query*; see ``indexer.search``.

        Raises:
            QueryRefused: a set or filter does not exist.
        """
        from indexer.search.query import search  # noqa: PLC0415 - loads numpy

        with self._connections.refusing():
            return search(
                self._connections.connection(),
                query,
                within=within,
                limit=limit,
                filters=filters,
                explained=explained,
            )

    def rank(self, query: str, *, within: str = "all", limit: int = 10) -> "tuple[Ranked, ...]":
        """The ranking that ``search`` shows, without titles and snippets."""
        from indexer.search.query import rank_passages  # noqa: PLC0415 - loads numpy

        with self._connections.refusing():
            return rank_passages(self._connections.connection(), query, within=within, limit=limit)

    def find_accepting(self, schema: "Schema") -> "tuple[Fitting, ...]":
        """Programs with an argument that every value of *schema* can feed; see ``indexer.search.fitting``."""
        from indexer.search.fitting import find_accepting  # noqa: PLC0415 - only where contracts are compared

        with self._connections.refusing():
            return find_accepting(self._connections.connection(), schema)

    def find_providing(self, schema: "Schema") -> "tuple[Fitting, ...]":
        """Programs with a result field whose values can all feed *schema*."""
        from indexer.search.fitting import find_providing  # noqa: PLC0415 - the same

        with self._connections.refusing():
            return find_providing(self._connections.connection(), schema)

    def list_sources(self) -> tuple[SourceRecord, ...]:
        """All sources, in the order of corpus.toml."""
        return listing.list_sources(self._connections)

    def list_documents(
        self, *, source: str | None = None, kind: str | None = None
    ) -> tuple[DocumentRecord, ...]:
        """All documents, of one *source* and *kind* (``doc``, ``skill``) if asked, by address."""
        return listing.list_documents(self._connections, source=source, kind=kind)

    def list_files(self, prefix: str = "") -> tuple[ModuleRecord, ...]:
        """All modules whose address or path starts with *prefix*, by address."""
        return listing.list_files(self._connections, prefix)

    def programs(self, *, source: str | None = None, hidden: bool = True) -> tuple[ProgramRecord, ...]:
        """All programs, by entry address; without those recorded as hidden if *hidden* is false."""
        return programs.list_programs(self._connections, source=source, hidden=hidden)

    def program(self, ref: str) -> ProgramRecord:
        """The program that *ref* names: an identity, ``cf:pattern:...``, ``src:...`` or a path.

        Raises:
            AddressRefused: it names no program, or several.
        """
        return programs.program(self._connections, ref)

    def find_symbol(self, name: str, *, source: str | None = None) -> tuple[SymbolRecord, ...]:
        """Declarations of *name* or ``Container.name``, in any case; exact case and exported ones first."""
        return listing.find_symbol(self._connections, name, source=source)

    def module_content(self, key: str) -> bytes | None:
        """The bytes of the module with address *key*, ``None`` if there is none.

        Raises:
            DatabaseRefused: stored bytes are not those that were recorded.
        """
        return self.host().content(key)

    def host(self) -> DatabaseHost:
        """The modules of this corpus, for the type engine."""
        return DatabaseHost(self._connections)

    def problems(self, *, kind: str | None = None) -> tuple[Problem, ...]:
        """All problems, of one *kind* if asked, by place."""
        return listing.list_problems(self._connections, kind=kind)
