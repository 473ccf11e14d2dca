"""What is recorded of programs: index answers, tier lists and the quality file. IO: reads and writes rows."""

import sqlite3
from collections.abc import Iterable

from indexer.base.config import QualityEntry
from indexer.base.digest import canonical_json
from indexer.collect import Collection
from indexer.collect.answers import Published
from indexer.save.rows import Row

_PROGRAMS = """
SELECT program.id, module.address, identity, published_identity FROM program
JOIN module ON module.id = entry_module_id ORDER BY program.id
"""


def write_quality(connection: sqlite3.Connection, collection: Collection) -> frozenset[str]:
    """Replace what is recorded of all programs; the entries of which that changed."""
    before = dict(_stored(connection))
    published = {
        f"src:{source.config.name}/{answer.main}": answer
        for source in collection.sources
        for answer in source.published
    }
    rows: dict[str, Row] = {}
    for program_id, entry, identity, published_identity in connection.execute(_PROGRAMS).fetchall():
        names = (entry.removeprefix("src:"), published_identity or "", identity)
        row = _row(_records(collection, entry, names, published.get(entry)))
        if row is not None:
            rows[entry] = (program_id, *row)
    connection.execute("DELETE FROM quality")
    connection.executemany("INSERT INTO quality VALUES (?, ?, ?, ?, ?, ?, ?, ?)", rows.values())
    return frozenset(entry for entry in before.keys() | rows.keys() if before.get(entry) != rows.get(entry))


def _stored(connection: sqlite3.Connection) -> Iterable[tuple[str, Row]]:
    query = """
    SELECT module.address, quality.* FROM quality JOIN program ON program.id = program_id
    JOIN module ON module.id = entry_module_id
    """
    return ((address, tuple(row)) for address, *row in connection.execute(query))


def _records(
    collection: Collection, entry: str, names: Iterable[str], published: Published | None
) -> list[QualityEntry]:
    """The records of one program; a later one has the last word, field by field."""
    records: list[QualityEntry] = []
    if published is not None and published.quality is not None:
        records.append(published.quality)
    source, _, path = entry.removeprefix("src:").partition("/")
    tiers = collection.tiers.get(source)
    tier = tiers.tier_of(path) if tiers else ""
    if tier:
        records.append(QualityEntry(tier=tier))
    filed = [collection.quality.pattern[name] for name in names if name in collection.quality.pattern]
    return records + filed[:1]


def _row(records: list[QualityEntry]) -> Row | None:
    """tier, rating, hidden, tags, coverage, notes, sample_rows."""
    if not records:
        return None
    merged: dict[str, object] = {}
    for record in records:
        merged |= {name: getattr(record, name) for name in record.model_fields_set}
    entry = QualityEntry.model_validate(merged)
    return (
        entry.tier,
        entry.rating,
        int(entry.hidden),
        canonical_json(list(entry.tags)),
        entry.coverage,
        entry.notes,
        canonical_json(entry.model_dump(mode="json")["rows"]),
    )
