"""Sources, labels and settings into their tables. IO: writes to a database."""

import sqlite3
from collections.abc import Mapping, Sequence

from indexer.base.digest import canonical_json
from indexer.collect import Gathered


def write_sources(connection: sqlite3.Connection, sources: Sequence[Gathered]) -> None:
    """Replace the rows of all sources and labels; ids count from 1 in the order of *sources*."""
    connection.execute("DELETE FROM source")
    connection.execute("DELETE FROM label")
    labels: dict[tuple[str, str], int] = {}
    for row_id, source in enumerate(sources, start=1):
        config, label_id = source.config, None
        if config.label is not None:
            texts = (
                canonical_json(sorted(config.label.confidentiality)),
                canonical_json(sorted(config.label.integrity)),
            )
            label_id = labels.setdefault(texts, len(labels) + 1)
        program_root = config.program_root or config.root
        head = (row_id, config.name, config.kind, config.root, program_root)
        connection.execute(
            "INSERT INTO source VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            (*head, label_id, source.status, source.reason),
        )
    connection.executemany(
        "INSERT INTO label VALUES (?, ?, ?)", ((row_id, *texts) for texts, row_id in labels.items())
    )


def write_meta(connection: sqlite3.Connection, values: Mapping[str, str]) -> None:
    """Replace the settings *values* by key."""
    connection.executemany("INSERT OR REPLACE INTO meta VALUES (?, ?)", sorted(values.items()))
