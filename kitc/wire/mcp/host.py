"""What a server holds for its clients: the corpus, the host's grants, the kits it handed out.

IO: opens the corpus database, and opens it anew when a refresh has moved another file into its place.
"""

from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING

from indexer.base.errors import DatabaseRefused

if TYPE_CHECKING:
    from indexer.corpus import Corpus
    from kitc.base.grant import Grant, Label
    from kitc.check import CheckReport, CorpusChecker
    from kitc.loop.policy import Policy
    from kitc.loop.service import Researched
    from kitc.tools import Reach

MOST_KITS = 32
"""Kits that stay at hand for follow-up questions; the one that was longest unused goes first."""


@dataclass(slots=True)
class Host:
    """One for each server; its methods may be called from several threads at once."""

    find_database: Callable[[], Path]
    """Where the database is; asked before the first call that needs it."""
    make_policy: "Callable[[], Policy]"
    grants: "tuple[Grant, ...]" = ()
    """Handles that every client of this server holds."""
    ceiling: "Label | None" = None
    _path: Path | None = None
    _stamp: tuple[int, int, int] = (0, 0, 0)
    _corpus: "Corpus | None" = None
    _checker: "CorpusChecker | None" = None
    _kits: "OrderedDict[str, Researched]" = field(default_factory=OrderedDict)
    _lock: Lock = field(default_factory=Lock)
    _checking: Lock = field(default_factory=Lock)

    def corpus(self) -> "Corpus":
        """The corpus as it is now.

        Raises:
            DatabaseRefused: there is no database, or it is none of this version.
        """
        from indexer.corpus import Corpus  # noqa: PLC0415 - after the handshake

        with self._lock:
            if self._path is None:
                self._path = self.find_database()
            stamp = _stamp_of(self._path)
            if self._corpus is None or stamp != self._stamp:
                self._corpus, self._checker, self._stamp = Corpus.open(self._path), None, stamp
            return self._corpus

    def reach(self) -> "Reach":
        """What the read tools may see."""
        from kitc.tools import Reach  # noqa: PLC0415 - after the handshake

        return Reach(corpus=self.corpus(), grants=self.grants, ceiling=self.ceiling)

    def check(self, text: str, grants: "tuple[Grant, ...] | None") -> "CheckReport":
        """The report on a composition; one check at a time, what is learned of modules is kept."""
        from kitc.check import CorpusChecker  # noqa: PLC0415 - with the first check

        corpus = self.corpus()
        with self._checking:
            if self._checker is None:
                self._checker = CorpusChecker(corpus)
            return self._checker.check(text, grants=grants)

    def keep(self, researched: "Researched") -> str:
        """Keeps *researched* for follow-up questions; its kit's digest, by which it is named."""
        digest = researched.run.kit_digest
        with self._lock:
            self._kits[digest] = researched
            self._kits.move_to_end(digest)
            while len(self._kits) > MOST_KITS:
                self._kits.popitem(last=False)
        return digest

    def kept(self, digest: str) -> "Researched | None":
        """The kit of that digest, ``None`` when it is not at hand any more."""
        with self._lock:
            found = self._kits.get(digest)
            if found is not None:
                self._kits.move_to_end(digest)
            return found


def _stamp_of(path: Path) -> tuple[int, int, int]:
    try:
        status = path.stat()
    except OSError as error:
        raise DatabaseRefused(str(path), f"cannot be read: {error.strerror}") from error
    return status.st_ino, status.st_mtime_ns, status.st_size
