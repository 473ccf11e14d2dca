"""What a refresh did, for people and machines. Pure."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from indexer.base.digest import Digest

RefreshMode = Literal["full", "incremental", "unchanged"]


@dataclass(frozen=True, slots=True, kw_only=True)
class RefreshReport:
    """Counts of one refresh; problems are those that the finished database holds."""

    database: str
    mode: RefreshMode
    content_digest: Digest
    parsed: int
    """Files that were parsed: added or changed ones, all in a full build."""
    removed: int
    documents: int
    modules: int
    programs: int
    problems: Mapping[str, int]
    """Count by kind, sorted by kind."""
    errors: int
    """Problems of severity ``error`` and ``warning``; notes do not count."""
