"""What the indexer refuses, each with the place it stands at. Pure.

    IndexerError
    +-- ConfigRefused        corpus.toml or a quality file is not of its form
    +-- AddressRefused       a text is no address, or an address names nothing here
    +-- PassageChanged       the bytes behind an address are not those asked for
    +-- DatabaseRefused      a file is no corpus database of this version, or is damaged
    +-- RefreshRefused       a refresh cannot run (locked, source root missing)
    +-- QueryRefused         a search was asked with a filter or set that does not exist
    +-- SourceRefused        a file cannot be read as what it was named as

Errors pass their fields to ``super().__init__`` so that they survive pickling between processes.
"""


class IndexerError(Exception):
    """The root of all refusals: *place* is where, *trouble* is what is wrong and what was expected."""

    def __init__(self, place: str, trouble: str) -> None:
        super().__init__(place, trouble)
        self.place = place
        self.trouble = trouble

    def __str__(self) -> str:
        return f"{self.place}: {self.trouble}"


class ConfigRefused(IndexerError):
    """A configuration file is not of its form."""


class AddressRefused(IndexerError):
    """A text is no address, or the address names nothing in this corpus."""


class PassageChanged(IndexerError):
    """The passage behind an address has other bytes than were asked for."""

    def __init__(self, place: str, expected: str, found: str) -> None:
        super().__init__(place, f"bytes have digest {found}, expected {expected}")
        self.args = (place, expected, found)
        self.expected = expected
        self.found = found


class DatabaseRefused(IndexerError):
    """A file is no corpus database that this version can read."""


class RefreshRefused(IndexerError):
    """A refresh cannot run."""


class QueryRefused(IndexerError):
    """A search names a set or filter that does not exist."""


class SourceRefused(IndexerError):
    """A file cannot be read as what it was named as."""
