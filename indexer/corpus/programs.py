"""Programs as records: identity, exports, contracts, dependencies, quality, modules. IO: reads a database."""

from indexer.base.address import parse_address
from indexer.base.errors import AddressRefused
from indexer.corpus.find import label_of
from indexer.corpus.records import (
    ContractRecord,
    DependencyRecord,
    ExportRecord,
    FieldRecord,
    ProgramRecord,
    QualityRecord,
)
from indexer.corpus.rows import number, real_or_none, text, text_or_none, texts
from indexer.save.connection import Connections, Row, Value

_PROGRAMS = """
SELECT program.id, identity, published_identity, identity_status, program.address, module.address,
  source.name,
  program.path, program.name, description, program.tags, ui, program.status, confidentiality, integrity,
  entry_module_id
FROM program JOIN module ON module.id = entry_module_id JOIN source ON source.id = program.source_id
LEFT JOIN label ON label.id = label_id
"""
_BY_IDENTITY = f"""
{_PROGRAMS} WHERE identity = :ref OR published_identity = :ref ORDER BY identity != :ref, program.id LIMIT 1
"""
_BY_PLACE = f"""
{_PROGRAMS} WHERE module.address = :ref OR 'src:' || :ref = module.address OR program.path = :ref
ORDER BY program.id
"""
_ALL = f"""
{_PROGRAMS} LEFT JOIN quality ON quality.program_id = program.id
WHERE (:source IS NULL OR source.name = :source) AND (:hidden OR coalesce(quality.hidden, 0) = 0)
ORDER BY module.address
"""
_EXPORTS = """
SELECT name, is_value, is_type, form, status, defining_name,
  (SELECT address FROM module WHERE module.id = defining_module_id)
FROM export WHERE module_id = ? ORDER BY name, id
"""
_CONTRACTS = """
SELECT id, export_name, status, unresolved, argument_schema, result_schema FROM contract
WHERE program_id = ? ORDER BY export_name != 'default', export_name
"""
_FIELDS = """
SELECT side, path, name, depth, type, wrapper, required, default_value, doc, address FROM contract_field
WHERE contract_id = ? ORDER BY id
"""
_DEPENDENCIES = """
SELECT specifier, identity, status, (SELECT address FROM program WHERE program.id = target_program_id)
FROM dependency WHERE program_id = ? ORDER BY specifier
"""
_QUALITY = "SELECT tier, rating, hidden, tags, coverage, notes, sample_rows FROM quality WHERE program_id = ?"
_MODULES = """
SELECT address FROM program_module JOIN module ON module.id = module_id
WHERE program_id = ? ORDER BY module_id != ?, program_module.name
"""


def list_programs(connections: Connections, *, source: str | None, hidden: bool) -> tuple[ProgramRecord, ...]:
    """Programs by entry address."""
    wanted: dict[str, Value] = {"source": source, "hidden": int(hidden)}
    return tuple(_record(connections, row) for row in connections.rows(_ALL, wanted))


def program(connections: Connections, ref: str) -> ProgramRecord:
    """The program that *ref* names; see ``Corpus.program``."""
    rows = connections.rows(_BY_IDENTITY, {"ref": ref.removeprefix("cf:pattern:")})
    if not rows and ref.startswith("src:"):
        address = parse_address(ref)
        rows = connections.rows(_BY_PLACE, {"ref": f"src:{address.source}/{address.path}"})
    elif not rows:
        rows = connections.rows(_BY_PLACE, {"ref": ref})
    if not rows:
        raise AddressRefused(ref, "names no program of this corpus, expected an identity, address or path")
    if len(rows) > 1:
        raise AddressRefused(ref, f"names several programs: {', '.join(text(row[5]) for row in rows)}")
    return _record(connections, rows[0])


def _record(connections: Connections, row: Row) -> ProgramRecord:
    program_id = number(row[0])
    return ProgramRecord(
        identity=text(row[1]),
        published_identity=text_or_none(row[2]),
        identity_status=text(row[3]),
        address=text(row[4]),
        entry=text(row[5]),
        source=text(row[6]),
        path=text(row[7]),
        name=text(row[8]),
        description=text(row[9]),
        tags=texts(row[10]),
        ui=texts(row[11]),
        status=text(row[12]),
        exports=tuple(_export(found) for found in connections.rows(_EXPORTS, (row[15],))),
        contracts=tuple(
            _contract(connections, found) for found in connections.rows(_CONTRACTS, (program_id,))
        ),
        dependencies=tuple(_dependency(found) for found in connections.rows(_DEPENDENCIES, (program_id,))),
        quality=_quality(connections.row(_QUALITY, (program_id,))),
        modules=tuple(text(found[0]) for found in connections.rows(_MODULES, (program_id, row[15]))),
        label=label_of(row[13:15]),
    )


def _export(row: Row) -> ExportRecord:
    return ExportRecord(
        name=text(row[0]),
        is_value=bool(number(row[1])),
        is_type=bool(number(row[2])),
        form=text(row[3]),
        status=text(row[4]),
        defining_name=text_or_none(row[5]),
        defining_module=text_or_none(row[6]),
    )


def _contract(connections: Connections, row: Row) -> ContractRecord:
    return ContractRecord(
        export_name=text(row[1]),
        status=text(row[2]),
        unresolved=texts(row[3]),
        argument_schema=text(row[4]),
        result_schema=text(row[5]),
        fields=tuple(_field(found) for found in connections.rows(_FIELDS, (row[0],))),
    )


def _field(row: Row) -> FieldRecord:
    return FieldRecord(
        side=text(row[0]),
        path=text(row[1]),
        name=text(row[2]),
        depth=number(row[3]),
        type=text(row[4]),
        wrapper=text(row[5]),
        required=bool(number(row[6])),
        default_value=text_or_none(row[7]),
        doc=text(row[8]),
        address=text(row[9]),
    )


def _dependency(row: Row) -> DependencyRecord:
    return DependencyRecord(
        specifier=text(row[0]), identity=text(row[1]), status=text(row[2]), program=text_or_none(row[3])
    )


def _quality(row: Row | None) -> QualityRecord | None:
    if row is None:
        return None
    return QualityRecord(
        tier=text(row[0]),
        rating=real_or_none(row[1]),
        hidden=bool(number(row[2])),
        tags=texts(row[3]),
        coverage=text(row[4]),
        notes=text(row[5]),
        sample_rows=text(row[6]),
    )
