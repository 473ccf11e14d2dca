"""Search: passages -> words -> impacts (build) -> query terms -> best units -> hits (query)."""

from indexer.search.filters import Filters
from indexer.search.hits import Hit
from indexer.search.query import search

__all__ = ["Filters", "Hit", "search"]
