"""Citations: each must point to a read, reopen with its digest, and its words must stand there.

IO: reopens passages of the corpus database.
"""

from dataclasses import dataclass, field

from indexer.base.address import parse_address
from indexer.base.errors import IndexerError
from indexer.corpus import Passage
from kitc.base.draft import DraftCitation, Trouble
from kitc.base.kit import Citation
from kitc.base.run import ReadRecord
from kitc.loop.session import Session

QUOTE_KEY = "{address} {quote}"


@dataclass(slots=True)
class Citer:
    """Resolves citations of one draft; what it refused is kept as troubles."""

    session: Session
    troubles: list[Trouble] = field(default_factory=list)
    cited: dict[Citation, Passage] = field(default_factory=dict)
    """Admitted citations with their passages, in order of admission."""
    _opened: dict[str, Passage | str] = field(default_factory=dict)

    def admit(self, draft: DraftCitation | None) -> Citation | None:
        """The citation with its digest and lines, or ``None`` when there is none or it was refused."""
        if draft is None:
            return None
        passage = self._reopen(draft.address)
        if isinstance(passage, str):
            self._refuse(draft, passage)
            return None
        place = passage.text.find(draft.quote) if draft.quote.strip() else -1
        if place < 0:
            self._refuse(draft, "the quoted words do not stand there")
            return None
        first = passage.first_line + passage.text[:place].count("\n")
        citation = Citation(
            address=passage.address,
            digest=passage.digest,
            first_line=first,
            last_line=first + draft.quote.count("\n"),
            quote=draft.quote,
        )
        self.cited[citation] = passage
        return citation

    def _refuse(self, draft: DraftCitation, reason: str) -> None:
        where = QUOTE_KEY.format(address=draft.address, quote=draft.quote)
        self.troubles.append(Trouble(part="citation", where=where, message=f"{draft.address}: {reason}"))

    def _reopen(self, address: str) -> Passage | str:
        if address not in self._opened:
            self._opened[address] = self._open(address)
        return self._opened[address]

    def _open(self, address: str) -> Passage | str:
        read = find_read(self.session, address)
        if read is None:
            return "was not read in this run"
        try:
            whole = str(parse_address(address).whole())
            return self.session.reach.opened().open_passage(whole, digest=read.digest)
        except IndexerError as error:
            return f"does not reopen: {error}"


def find_read(session: Session, address: str) -> ReadRecord | None:
    """The read of the passage at *address*, or of a part of it."""
    try:
        whole = parse_address(address).whole()
    except IndexerError:
        return None
    for read in session.reads:
        if read.digest and parse_address(read.address).whole() == whole:
            return read
    return None
