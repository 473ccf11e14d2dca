"""What tools can reach: an open corpus and the host's grants. Pure: it holds them, it opens nothing."""

from dataclasses import dataclass

from indexer.base.errors import DatabaseRefused
from indexer.corpus import Corpus
from kitc.base.grant import Grant, Label


@dataclass(frozen=True, slots=True, kw_only=True)
class Reach:
    """The read-only world of one run."""

    corpus: Corpus | None
    """``None`` when no corpus could be opened; every corpus tool then refuses with *trouble*."""
    grants: tuple[Grant, ...] = ()
    ceiling: Label | None = None
    """Passages whose label does not fit stay unavailable, with the reason."""
    trouble: str = "no corpus is open"

    def opened(self) -> Corpus:
        """The corpus.

        Raises:
            DatabaseRefused: there is none.
        """
        if self.corpus is None:
            raise DatabaseRefused("corpus", self.trouble)
        return self.corpus
