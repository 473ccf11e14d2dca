"""The read-only door to a corpus database: open, follow, list, describe, search.

IO: reads one SQLite file.
"""

from indexer.corpus.door import Corpus
from indexer.corpus.records import (
    Completeness,
    ContractRecord,
    DependencyRecord,
    DocumentRecord,
    ExportRecord,
    FieldRecord,
    LabelRecord,
    LinkRecord,
    Links,
    ModuleRecord,
    Neighbour,
    Passage,
    ProgramRecord,
    QualityRecord,
    SourceRecord,
    SymbolRecord,
)

__all__ = [
    "Completeness",
    "ContractRecord",
    "Corpus",
    "DependencyRecord",
    "DocumentRecord",
    "ExportRecord",
    "FieldRecord",
    "LabelRecord",
    "LinkRecord",
    "Links",
    "ModuleRecord",
    "Neighbour",
    "Passage",
    "ProgramRecord",
    "QualityRecord",
    "SourceRecord",
    "SymbolRecord",
]
