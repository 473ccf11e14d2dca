"""What a refresh has to do: files compared with what the old database holds. Pure."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from indexer.base.digest import Digest
from indexer.base.words import SourceFile
from indexer.collect import Collection

_DOCUMENT_KINDS = ("docs", "skills")


@dataclass(frozen=True, slots=True, kw_only=True)
class Unit:
    """One file to index and the source (row id, from 1) that holds it."""

    address: str
    file: SourceFile
    source_id: int

    @property
    def is_document(self) -> bool:
        """Whether it is Markdown."""
        return self.address.startswith("doc:")


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """Units and addresses in order of address."""

    units: Mapping[str, Unit]
    """All files, by address."""
    fresh: tuple[Unit, ...]
    """Added or changed: to be parsed."""
    stale: tuple[str, ...]
    """Changed or removed: their old rows go."""
    added: tuple[str, ...]
    removed: tuple[str, ...]

    @property
    def is_empty(self) -> bool:
        """Whether every file is stored as it is."""
        return not self.fresh and not self.stale

    @property
    def touched(self) -> frozenset[str]:
        """Addresses that were added, changed or removed."""
        return frozenset(unit.address for unit in self.fresh) | frozenset(self.stale)


def units_of(collection: Collection) -> dict[str, Unit]:
    """Every collected file as a unit, in order of address."""
    units: list[Unit] = []
    for source_id, source in enumerate(collection.sources, start=1):
        scheme = "doc" if source.config.kind in _DOCUMENT_KINDS else "src"
        units.extend(
            Unit(address=f"{scheme}:{file.source}/{file.path}", file=file, source_id=source_id)
            for file in source.files
        )
    return {unit.address: unit for unit in sorted(units, key=lambda unit: unit.address)}


def plan_refresh(units: Mapping[str, Unit], stored: Mapping[str, Digest]) -> Plan:
    """What changes *stored* (digest by address) into *units*."""
    fresh = tuple(unit for address, unit in units.items() if stored.get(address) != unit.file.digest)
    return Plan(
        units=units,
        fresh=fresh,
        stale=tuple(sorted(_stale(units, stored))),
        added=tuple(unit.address for unit in fresh if unit.address not in stored),
        removed=tuple(sorted(stored.keys() - units.keys())),
    )


def _stale(units: Mapping[str, Unit], stored: Mapping[str, Digest]) -> Iterable[str]:
    for address, digest in stored.items():
        unit = units.get(address)
        if unit is None or unit.file.digest != digest:
            yield address
