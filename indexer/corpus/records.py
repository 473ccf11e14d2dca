"""What a corpus answers, as frozen values. Pure.

Byte offsets are 0-based with an excluded end; lines are counted from 1, both ends included; addresses are
those of ``indexer.base.address``; schemas and other JSON are canonical JSON text.
"""

from dataclasses import dataclass
from typing import Literal

from indexer.base.digest import Digest

Completeness = Literal["complete", "truncated", "unavailable"]
PassageKind = Literal["document", "section", "module", "lines", "symbol", "program"]


@dataclass(frozen=True, slots=True, kw_only=True)
class LabelRecord:
    """Confidentiality and integrity of a source; a source without a label is not public."""

    confidentiality: tuple[str, ...]
    integrity: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class SourceRecord:
    """One configured source; several may share a name."""

    name: str
    kind: str
    root: str
    status: str
    """``complete``, ``partial`` or ``missing``."""
    reason: str
    """What is missing; empty if complete."""
    label: LabelRecord | None
    documents: int
    modules: int
    programs: int


@dataclass(frozen=True, slots=True, kw_only=True)
class DocumentRecord:
    """One Markdown document."""

    address: str
    source: str
    path: str
    kind: str
    """``doc`` or ``skill``."""
    title: str
    description: str
    digest: Digest
    bytes: int
    sections: int
    resources: tuple[str, ...]
    """Of a skill: relative paths that its text points to."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ModuleRecord:
    """One TypeScript file."""

    address: str
    source: str
    path: str
    language: str
    """``ts``, ``tsx``, or ``data`` for a file of an index answer that is no module."""
    status: str
    """``complete``, or ``degraded`` if a part could not be read."""
    digest: Digest
    bytes: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SymbolRecord:
    """One declared name."""

    address: str
    """``src:<source>/<path>#<Symbol>``."""
    name: str
    qualified_name: str
    kind: str
    signature: str
    doc: str
    exported: bool
    module: str
    """Address of the module."""
    first_line: int
    last_line: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ExportRecord:
    """What a module offers under a name."""

    name: str
    is_value: bool
    is_type: bool
    form: str
    status: str
    defining_module: str | None
    """Address of the module that declares it, ``None`` if that could not be resolved."""
    defining_name: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class FieldRecord:
    """One property of a contract's argument or result."""

    side: str
    """``argument`` or ``result``."""
    path: str
    name: str
    depth: int
    type: str
    wrapper: str
    required: bool
    default_value: str | None
    """Canonical JSON, ``None`` if there is no default."""
    doc: str
    address: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ContractRecord:
    """Argument and result schema of one exported pattern."""

    export_name: str
    status: str
    """``complete`` or ``partial``."""
    unresolved: tuple[str, ...]
    """Paths that could not be resolved: their type is unknown, not absent."""
    argument_schema: str
    result_schema: str
    fields: tuple[FieldRecord, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class DependencyRecord:
    """One ``cf:pattern:`` import of a program."""

    specifier: str
    identity: str
    status: str
    """``indexed`` or ``not-indexed``."""
    program: str | None
    """Address of the program, ``None`` if it is not indexed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class QualityRecord:
    """What is recorded of a pattern."""

    tier: str
    rating: float | None
    hidden: bool
    tags: tuple[str, ...]
    coverage: str
    notes: str
    sample_rows: str
    """Sample rows by SQL table, canonical JSON."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ProgramRecord:
    """An entry module and its closure of imports."""

    identity: str
    """Computed identity of the entry; empty if it cannot be computed."""
    published_identity: str | None
    """The identity an index published it under."""
    identity_status: str
    """``computed``, ``verified``, ``mismatch`` or ``unverifiable``."""
    address: str
    """``cf:pattern:<identity>``, or the entry's ``src:`` address if there is no identity."""
    entry: str
    """``src:`` address of the entry module."""
    source: str
    path: str
    name: str
    description: str
    tags: tuple[str, ...]
    ui: tuple[str, ...]
    """UI variants that the result carries, e.g. ``[UI]``."""
    status: str
    """``complete``, or ``incomplete`` if a module of the closure is missing."""
    exports: tuple[ExportRecord, ...]
    contracts: tuple[ContractRecord, ...]
    dependencies: tuple[DependencyRecord, ...]
    quality: QualityRecord | None
    modules: tuple[str, ...]
    """Addresses of the closure, the entry first, then in order of name."""
    label: LabelRecord | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Passage:
    """What stands at an address, and whether that is all of it."""

    address: str
    """Of what was read: with a byte range if it is a part."""
    kind: PassageKind
    title: str
    breadcrumb: str
    text: str
    digest: Digest
    """Of the whole passage's bytes, also when only a part of them was read."""
    completeness: Completeness
    rest: str | None
    """Address of what follows a truncated read."""
    reason: str
    """Why it is unavailable or truncated; else empty."""
    first_line: int
    last_line: int
    bytes: int
    """Of the whole passage."""
    label: LabelRecord | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Neighbour:
    """A passage named by another: its address and title."""

    address: str
    title: str


@dataclass(frozen=True, slots=True, kw_only=True)
class LinkRecord:
    """One link of a document, import of a module, or dependency of a program."""

    origin: str
    """Address of the passage that holds it."""
    text: str
    target: str
    """As written."""
    status: str
    address: str | None
    """What it resolves to, ``None`` if that is outside the corpus or broken."""
    line: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Links:
    """What surrounds a passage."""

    address: str
    outgoing: tuple[LinkRecord, ...]
    incoming: tuple[LinkRecord, ...]
    parent: Neighbour | None
    children: tuple[Neighbour, ...]
    previous: Neighbour | None
    next: Neighbour | None
