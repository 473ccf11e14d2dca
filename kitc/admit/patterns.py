"""Patterns of a kit, filled in from what the index answered; a draft only says which and what for. Pure."""

from pydantic import JsonValue

from kitc.admit.citations import Citer
from kitc.base.draft import DraftClaim, DraftPattern, Trouble
from kitc.base.kit import Evidence, ExportKind, ExportUse, KitPattern
from kitc.base.shape import Shape, root_shape
from kitc.loop.session import Session
from kitc.tools.answers import PatternAnswer


def find_answer(session: Session, reference: str) -> PatternAnswer | None:
    """The described pattern that *reference* names: identity, specifier or address."""
    for answer in session.answers.values():
        if not isinstance(answer, PatternAnswer) or not answer.identity:
            continue
        if reference in (answer.identity, answer.specifier, answer.address):
            return answer
    return None


def admit_pattern(draft: DraftPattern, session: Session, citer: Citer) -> KitPattern | Trouble:
    """The pattern with the facts of the index, or why it is not admitted."""
    answer = find_answer(session, draft.ref)
    if answer is None or answer.identity not in session.inventory:
        return Trouble(
            part="pattern", where=draft.ref, message=f"{draft.ref}: no index answer of this run contained it"
        )
    unknown = [path for path in draft.consumed if not has_field(root_shape(answer.result_schema), path)]
    if unknown and answer.contract_status == "complete":
        return Trouble(
            part="field",
            where=draft.ref,
            message=f"{draft.ref}: no result field {', '.join(sorted(unknown))}",
        )
    return KitPattern(
        identity=answer.identity,
        specifier=answer.specifier,
        address=answer.address,
        name=answer.name,
        use=draft.use,
        exports=tuple(
            ExportUse(name=export.name, kind=_KINDS.get(export.kind, "unknown")) for export in answer.exports
        ),
        contract_status=answer.contract_status,
        unresolved=answer.unresolved,
        argument_schema=answer.argument_schema,
        result_schema=answer.result_schema,
        dependencies=answer.dependencies,
        consumed=draft.consumed,
        quality=quality_of(answer),
        coverage=_evidence(draft.coverage, citer),
        evidence=(*_confirmed(answer), *_evidence(draft.evidence, citer)),
    )


_KINDS: dict[str, ExportKind] = {
    "pattern": "pattern",
    "value": "value",
    "type": "type",
    "value and type": "value and type",
}


def has_field(shape: Shape, path: str) -> bool:
    """Whether a result of *shape* has the field at *path*, e.g. ``emails[].from``; an open shape has any."""
    for step in path.split("."):
        name, _, rest = step.partition("[]")
        if shape.kind in {"unknown", "map"}:
            return True
        field = shape.field(name)
        if field is None:
            return False
        shape = field.shape
        for _ in range(step.count("[]") if rest == "" or "[]" in rest else 1):
            item = shape.item()
            if item is None:
                return shape.kind == "unknown"
            shape = item
    return True


def quality_of(answer: PatternAnswer) -> dict[str, JsonValue]:
    """What is recorded of the pattern; empty when nothing is."""
    recorded: dict[str, JsonValue] = {
        "tier": answer.tier,
        "rating": answer.rating,
        "tags": list(answer.quality_tags),
        "coverage": answer.coverage,
        "notes": answer.notes,
    }
    return {name: value for name, value in recorded.items() if value not in ("", None, [])}


def _evidence(claims: tuple[DraftClaim, ...], citer: Citer) -> tuple[Evidence, ...]:
    """Claims with their citations; one whose citation was refused is left out."""
    found = []
    for claim in claims:
        citation = citer.admit(claim.citation)
        if citation is not None or claim.citation is None:
            found.append(Evidence(claim=claim.claim, citation=citation))
    return tuple(found)


def _confirmed(answer: PatternAnswer) -> tuple[Evidence, ...]:
    """What the host confirms itself, from the index."""
    contract = (
        "complete" if answer.contract_status == "complete" else f"partial ({len(answer.unresolved)} unknown)"
    )
    files = f"{len(answer.modules)} file{'s' if len(answer.modules) != 1 else ''}"
    lines = [f"confirmed by the index: contract {contract}; program of {files}, {answer.status}"]
    if answer.dependencies:
        lines.append(f"confirmed by the index: imports {len(answer.dependencies)} other identities")
    return tuple(Evidence(claim=line) for line in lines)
