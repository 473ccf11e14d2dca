"""Repairs of a draft: take out what the host refused, and no more. Pure."""

import re

from kitc.base.draft import Draft, DraftCitation, DraftClaim, Trouble
from kitc.base.kit import Gap


def mend(draft: Draft, troubles: tuple[Trouble, ...]) -> Draft | None:
    """*draft* without refused citations and optional arguments; ``None`` when nothing can be taken out."""
    mended = _without_citations(draft, {t.where for t in troubles if t.part == "citation"})
    if any(trouble.part == "example" for trouble in troubles):
        mended = _without_lines(mended, [trouble for trouble in troubles if trouble.part == "example"])
    return mended if mended != draft else None


def _without_citations(draft: Draft, refused: set[str]) -> Draft:
    """Rules and claims whose citation, named as ``<address> <quote>``, was refused are left out."""
    if not refused:
        return draft

    def stands(citation: DraftCitation | None) -> bool:
        return citation is None or citation_key(citation) not in refused

    def kept(claims: tuple[DraftClaim, ...]) -> tuple[DraftClaim, ...]:
        return tuple(claim for claim in claims if stands(claim.citation))

    patterns = tuple(
        pattern.model_copy(update={"coverage": kept(pattern.coverage), "evidence": kept(pattern.evidence)})
        for pattern in draft.patterns
    )
    missing = tuple(
        item if stands(item.citation) else item.model_copy(update={"citation": None})
        for item in draft.missing
    )
    return draft.model_copy(
        update={
            "rules": tuple(rule for rule in draft.rules if stands(rule.citation)),
            "patterns": patterns,
            "missing": missing,
        }
    )


def citation_key(citation: DraftCitation) -> str:
    """How a trouble names a citation."""
    return f"{citation.address} {citation.quote}"


def _without_lines(draft: Draft, troubles: list[Trouble]) -> Draft:
    """The source without the shown fields that the check refuses; else no source, and a gap that says why."""
    if draft.source_text is None:
        return draft
    freed = _without_arguments(draft.source_text, troubles)
    if freed != draft.source_text:
        return draft.model_copy(update={"source_text": freed})
    lines = draft.source_text.split("\n")
    places = sorted({int(trouble.where.split(":")[0]) for trouble in troubles if trouble.where[:1].isdigit()})
    droppable = [place for place in places if _is_shown_field(lines[place - 1])] if places else []
    if droppable and len(droppable) == len(places):
        kept = [line for number, line in enumerate(lines, start=1) if number not in droppable]
        return draft.model_copy(update={"source_text": "\n".join(kept)})
    reasons = "; ".join(sorted({trouble.message for trouble in troubles}))[:600]
    gap = Gap(kind="example", what=f"the composed example was not admitted: {reasons}")
    return draft.model_copy(update={"source_text": None, "gaps": (*draft.gaps, gap)})


def _without_arguments(source: str, troubles: list[Trouble]) -> str:
    """*source* without the properties whose type the check refuses, on the lines that it names."""
    lines = source.split("\n")
    for trouble in troubles:
        named = re.match(r'argument-type: "(\w+)" of ', trouble.message)
        place = int(trouble.where.split(":")[0]) if trouble.where[:1].isdigit() else 0
        if named and 0 < place <= len(lines):
            lines[place - 1] = re.sub(rf"\s*\b{named[1]}(?:: [\w.]+)?,?(?=[\s}}])", "", lines[place - 1])
    return "\n".join(lines)


def _is_shown_field(line: str) -> bool:
    """Whether the line only shows one field of a row."""
    return re.fullmatch(r"\s*<(div|strong|small)>\{[^{}]*\}</\1>\s*", line) is not None
