"""Sources, documents, modules, symbols and problems as records. IO: reads a database."""

from typing import get_args

from indexer.base.digest import Digest
from indexer.base.errors import DatabaseRefused
from indexer.base.words import Problem, Severity
from indexer.corpus.find import label_of
from indexer.corpus.records import DocumentRecord, ModuleRecord, SourceRecord, SymbolRecord
from indexer.corpus.rows import number, text, texts
from indexer.save.connection import Connections, Row, Value

_SOURCES = """
SELECT name, kind, root, status, reason, confidentiality, integrity,
  (SELECT count(*) FROM document WHERE source_id = source.id),
  (SELECT count(*) FROM module WHERE source_id = source.id),
  (SELECT count(*) FROM program WHERE source_id = source.id)
FROM source LEFT JOIN label ON label.id = label_id ORDER BY source.id
"""
_DOCUMENTS = """
SELECT address, name, path, document.kind, title, description, digest, bytes,
  (SELECT count(*) FROM section WHERE document_id = document.id), resources
FROM document JOIN source ON source.id = source_id
WHERE (:source IS NULL OR name = :source) AND (:kind IS NULL OR document.kind = :kind) ORDER BY address
"""
_MODULES = """
SELECT address, name, path, language, module.status, digest, bytes
FROM module JOIN source ON source.id = source_id
WHERE substr(address, 1, length(:prefix)) = :prefix OR substr(path, 1, length(:prefix)) = :prefix
ORDER BY address
"""
_SYMBOLS = """
SELECT symbol.address, symbol.name, qualified_name, symbol.kind, signature, symbol.doc, exported,
  module.address, first_line, last_line
FROM symbol JOIN module ON module.id = module_id JOIN source ON source.id = source_id
WHERE symbol.name = :last COLLATE NOCASE AND (:source IS NULL OR source.name = :source)
  AND (qualified_name = :name COLLATE NOCASE OR :name = :last)
ORDER BY qualified_name != :name AND symbol.name != :name, NOT exported, symbol.address, first_line
"""
_PROBLEMS = """
SELECT source, path, start_byte, stop_byte, line, kind, severity, message FROM problem
WHERE :kind IS NULL OR kind = :kind ORDER BY source, path, start_byte, stop_byte, line, kind, message
"""


def list_sources(connections: Connections) -> tuple[SourceRecord, ...]:
    """All sources, in the order of corpus.toml."""
    return tuple(
        SourceRecord(
            name=text(row[0]),
            kind=text(row[1]),
            root=text(row[2]),
            status=text(row[3]),
            reason=text(row[4]),
            label=label_of(row[5:7]),
            documents=number(row[7]),
            modules=number(row[8]),
            programs=number(row[9]),
        )
        for row in connections.rows(_SOURCES)
    )


def list_documents(
    connections: Connections, *, source: str | None, kind: str | None
) -> tuple[DocumentRecord, ...]:
    """Documents by address."""
    wanted: dict[str, Value] = {"source": source, "kind": kind}
    return tuple(
        DocumentRecord(
            address=text(row[0]),
            source=text(row[1]),
            path=text(row[2]),
            kind=text(row[3]),
            title=text(row[4]),
            description=text(row[5]),
            digest=Digest(text(row[6])),
            bytes=number(row[7]),
            sections=number(row[8]),
            resources=texts(row[9]),
        )
        for row in connections.rows(_DOCUMENTS, wanted)
    )


def list_files(connections: Connections, prefix: str) -> tuple[ModuleRecord, ...]:
    """Modules whose address or path starts with *prefix*, by address."""
    return tuple(
        ModuleRecord(
            address=text(row[0]),
            source=text(row[1]),
            path=text(row[2]),
            language=text(row[3]),
            status=text(row[4]),
            digest=Digest(text(row[5])),
            bytes=number(row[6]),
        )
        for row in connections.rows(_MODULES, {"prefix": prefix})
    )


def find_symbol(connections: Connections, name: str, *, source: str | None) -> tuple[SymbolRecord, ...]:
    """Declarations of *name*; see ``Corpus.find_symbol``."""
    wanted: dict[str, Value] = {"name": name, "last": name.rpartition(".")[2], "source": source}
    return tuple(_symbol(row) for row in connections.rows(_SYMBOLS, wanted))


def _symbol(row: Row) -> SymbolRecord:
    return SymbolRecord(
        address=text(row[0]),
        name=text(row[1]),
        qualified_name=text(row[2]),
        kind=text(row[3]),
        signature=text(row[4]),
        doc=text(row[5]),
        exported=bool(number(row[6])),
        module=text(row[7]),
        first_line=number(row[8]),
        last_line=number(row[9]),
    )


def list_problems(connections: Connections, *, kind: str | None) -> tuple[Problem, ...]:
    """Problems by place."""
    return tuple(
        Problem(
            source=text(row[0]),
            path=text(row[1]),
            start_byte=number(row[2]),
            stop_byte=number(row[3]),
            line=number(row[4]),
            kind=text(row[5]),
            severity=_severity(text(row[6])),
            message=text(row[7]),
        )
        for row in connections.rows(_PROBLEMS, {"kind": kind})
    )


def _severity(value: str) -> Severity:
    for known in get_args(Severity):
        if value == known:
            severity: Severity = known
            return severity
    raise DatabaseRefused("database", f"holds a problem of severity {value[:20]!r}")
