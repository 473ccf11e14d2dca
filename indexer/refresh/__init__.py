"""Refresh a database: plan -> parse in workers -> rows -> resolve -> programs -> search -> move into place.

IO: reads the sources, starts processes, writes the database.
"""

from indexer.refresh.report import RefreshReport
from indexer.refresh.run import RefreshOptions, refresh

__all__ = ["RefreshOptions", "RefreshReport", "refresh"]
