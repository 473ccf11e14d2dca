"""A draft without what it invented, so that nothing of it reaches the kit but the gap that names it. Pure."""

from collections.abc import Sequence

from kitc.base.draft import Draft, DraftMissing, DraftPattern, Trouble
from kitc.base.strict import json_of

STRUCK = {"handle": "[no granted handle]", "pattern": "[no indexed pattern]"}
"""What stands in the prose in place of an invented name, by part."""


def struck(draft: Draft, troubles: Sequence[Trouble]) -> Draft:
    """*draft* without the claims, feeds, inputs and second choice that *troubles* name, its prose cleaned."""
    if not troubles:
        return draft
    named = {part: {trouble.where for trouble in troubles if trouble.part == part} for part in _PARTS}
    runner_up = draft.runner_up
    kept = draft.model_copy(
        update={
            "score": min(1.0, max(0.0, draft.score)),
            "runner_up": None if runner_up and named["pattern"] & set(runner_up.patterns) else runner_up,
            "patterns": tuple(_without_claims(item, named["citation"]) for item in draft.patterns),
            "bindings": tuple(
                item.model_copy(update={"feeds": tuple(f for f in item.feeds if f not in named["field"])})
                for item in draft.bindings
                if f"input {item.name}" not in named["structure"]
            ),
            "missing": tuple(
                _without_pattern(item, named["pattern"] | named["field"]) for item in draft.missing
            ),
        }
    )
    return _without_names(kept, named)


_PARTS = ("structure", "handle", "pattern", "field", "citation")


def _without_claims(pattern: DraftPattern, claims: set[str]) -> DraftPattern:
    def stands(claim: str, *, cited: bool) -> bool:
        return cited or claim[:200] not in claims

    return pattern.model_copy(
        update={
            "coverage": tuple(c for c in pattern.coverage if stands(c.claim, cited=bool(c.citation))),
            "evidence": tuple(c for c in pattern.evidence if stands(c.claim, cited=bool(c.citation))),
        }
    )


def _without_pattern(item: DraftMissing, references: set[str]) -> DraftMissing:
    return item.model_copy(update={"pattern": "", "argument": ""}) if item.pattern in references else item


def _without_names(draft: Draft, named: dict[str, set[str]]) -> Draft:
    """Invented identities and handles replaced wherever they stand in prose; source and tokens stay."""

    def clean(text: str) -> str:
        for part, words in STRUCK.items():
            for name in sorted(named[part], key=len, reverse=True):
                if name.startswith(("cfh:", "cf:pattern:")):
                    text = text.replace(name, words)
        return text

    bindings = tuple(
        item.model_copy(
            update={
                "note": clean(item.note),
                "type": clean(item.type),
                "feeds": tuple(clean(feed) for feed in item.feeds),
            }
        )
        for item in draft.bindings
    )
    prose = draft.model_copy(update={"source_text": None, "bindings": ()})
    cleaned = Draft.model_validate_json(clean(json_of(prose)))
    return cleaned.model_copy(update={"source_text": draft.source_text, "bindings": bindings})
