"""The tools that search and describe indexed patterns. IO: they read the corpus database."""

import json

from pydantic import JsonValue

from indexer.base.errors import DatabaseRefused
from indexer.corpus import ContractRecord, ExportRecord, ProgramRecord, QualityRecord
from indexer.search.filters import Filters
from kitc.base.grant import SchemaValue
from kitc.tools.answers import (
    ExportAnswer,
    FieldAnswer,
    ModuleAnswer,
    PatternAnswer,
    PatternHit,
    PatternsAnswer,
    Reference,
)
from kitc.tools.arguments import DescribePattern, SearchPatterns
from kitc.tools.documents import suggestions_for
from kitc.tools.labels import label_of, withheld
from kitc.tools.reach import Reach

_DOC = 500
"""Characters of a field's text that an answer shows."""
_NO_QUALITY = QualityRecord(
    tier="", rating=None, hidden=False, tags=(), coverage="", notes="", sample_rows="{}"
)


def search_patterns(reach: Reach, given: SearchPatterns) -> PatternsAnswer:
    """Patterns, best first; hidden ones are there and say so."""
    corpus = reach.opened()
    filters = Filters(
        tag=given.tag or None,
        result_field=given.has_result_field or None,
        argument=given.accepts_argument or None,
    )
    hits = []
    for hit in corpus.search(given.query, within="programs", limit=given.limit, filters=filters):
        program = corpus.program(hit.address)
        if not withheld(reach, label_of(program.label)):
            hits.append(_hit_of(program))
    return PatternsAnswer(
        hits=tuple(hits), suggestions=() if len(hits) >= given.limit else suggestions_for(given.query)
    )


def _hit_of(program: ProgramRecord) -> PatternHit:
    quality = program.quality or _NO_QUALITY
    return PatternHit(
        specifier=program.address,
        address=program.entry,
        name=program.name,
        description=program.description[:_DOC],
        tags=program.tags,
        tier=quality.tier,
        rating=quality.rating,
        hidden=quality.hidden,
    )


def describe_pattern(reach: Reach, given: DescribePattern) -> PatternAnswer:
    """Everything that the index confirms of one pattern.

    Raises:
        AddressRefused: nothing of that name is indexed.
    """
    program = reach.opened().program(given.pattern)
    label = label_of(program.label)
    reason = withheld(reach, label)
    if reason:
        return PatternAnswer(
            identity="",
            specifier=program.address,
            address=program.entry,
            name=program.name,
            label=label,
            completeness="unavailable",
            reason=reason,
        )
    return _described(program)


def _described(program: ProgramRecord) -> PatternAnswer:
    quality = program.quality or _NO_QUALITY
    contract = _default_contract(program.contracts)
    is_whole = program.status == "complete" and contract is not None and contract.status == "complete"
    return PatternAnswer(
        identity=program.identity,
        specifier=program.address,
        address=program.entry,
        name=program.name,
        description=program.description,
        tags=program.tags,
        ui=" ".join(program.ui),
        status=program.status,
        exports=tuple(_export(export, program) for export in program.exports),
        export_name=contract.export_name if contract else "",
        contract_status=contract.status if contract else "partial",
        unresolved=contract.unresolved if contract else ("$",),
        argument_schema=_schema(contract.argument_schema) if contract else True,
        result_schema=_schema(contract.result_schema) if contract else True,
        fields=_fields(contract),
        dependencies=tuple(sorted({dependency.identity for dependency in program.dependencies})),
        modules=tuple(
            ModuleAnswer(name=address.rsplit("/", 1)[-1], address=address) for address in program.modules
        ),
        tier=quality.tier,
        rating=quality.rating,
        hidden=quality.hidden,
        quality_tags=quality.tags,
        coverage=quality.coverage,
        notes=quality.notes,
        sample_rows=_object(quality.sample_rows),
        label=label_of(program.label),
        completeness="complete" if is_whole else "truncated",
        reason="" if is_whole else "a module or a type of it could not be resolved; unknown is not absent",
        see_also=tuple(
            Reference(address=dependency.program, title=dependency.specifier, why="imported")
            for dependency in program.dependencies
            if dependency.program
        ),
    )


def _default_contract(contracts: tuple[ContractRecord, ...]) -> ContractRecord | None:
    """The default export's contract, else the only one."""
    default = next((contract for contract in contracts if contract.export_name == "default"), None)
    return default or (contracts[0] if len(contracts) == 1 else None)


def _export(export: ExportRecord, program: ProgramRecord) -> ExportAnswer:
    if any(contract.export_name == export.name for contract in program.contracts):
        return ExportAnswer(name=export.name, kind="pattern")
    if export.status not in ("resolved", "complete", ""):
        return ExportAnswer(name=export.name, kind="unknown")
    kinds = [word for word, has in (("value", export.is_value), ("type", export.is_type)) if has]
    return ExportAnswer(name=export.name, kind=" and ".join(kinds) or "unknown")


def _fields(contract: ContractRecord | None) -> tuple[FieldAnswer, ...]:
    """Fields of the first level, and those that carry a text or a wrapper, in contract order."""
    return tuple(
        FieldAnswer(
            side=field.side,
            path=field.path,
            type=field.type,
            wrapper=field.wrapper,
            required=field.required,
            doc=field.doc[:_DOC],
            address=field.address,
        )
        for field in (contract.fields if contract else ())
        if field.doc or field.wrapper or field.path == field.name
    )


def _schema(text: str) -> SchemaValue:
    value = json.loads(text)
    if isinstance(value, (dict, bool)):
        return value
    raise DatabaseRefused("database", "holds a contract that is no JSON Schema")


def _object(text: str) -> dict[str, JsonValue]:
    value = json.loads(text or "{}")
    return value if isinstance(value, dict) else {}
