"""The size of a kit: what is left out first when it is too large, always with a gap that says so. Pure."""

from collections.abc import Callable

from kitc.base.kit import Approach, Gap, Kit, KitPattern, Source, Verification, kit_json

_FEW = 4
"""Names of parts left out that are told one by one; after more, the last says it all."""


def within_bytes(kit: Kit, most: int) -> Kit:
    """*kit* in at most *most* bytes of JSON: whole when it fits, else with named parts left out."""
    left_out: list[str] = []
    for name, shrink in _SHRINKS:
        if len(kit_json(kit).encode()) <= most:
            return kit
        smaller = shrink(kit)
        if smaller != kit:
            left_out.append(name)
            shown = left_out[-1] if len(left_out) > _FEW else ", ".join(left_out)
            gap = Gap(kind="budget", what=f"left out to keep within {most} bytes: {shown}")
            gaps = tuple(one for one in smaller.gaps if one.kind != "budget")
            kit = smaller.model_copy(update={"gaps": (*gaps, gap)})
    return kit


def _each_pattern(change: Callable[[KitPattern], KitPattern]) -> Callable[[Kit], Kit]:
    return lambda kit: kit.model_copy(update={"patterns": tuple(change(pattern) for pattern in kit.patterns)})


def _without_reference_contracts(pattern: KitPattern) -> KitPattern:
    if pattern.use != "reference":
        return pattern
    return pattern.model_copy(update={"argument_schema": True, "result_schema": True})


def _with_consumed_result(pattern: KitPattern) -> KitPattern:
    """The result schema cut down to the fields that the example reads."""
    schema = pattern.result_schema
    properties = schema.get("properties") if isinstance(schema, dict) else None
    if not isinstance(schema, dict) or not isinstance(properties, dict):
        return pattern
    names = {path.split("[")[0].split(".")[0] for path in pattern.consumed}
    kept = {name: value for name, value in properties.items() if name in names}
    return pattern.model_copy(update={"result_schema": {**schema, "properties": kept}})


def _without(**left: object) -> Callable[[Kit], Kit]:
    return lambda kit: kit.model_copy(update=left)


def _barest(kit: Kit) -> Kit:
    """What cannot be left out: the approach in a sentence, what it was made from, that it is incomplete."""
    approach = Approach(kind=kit.approach.kind, summary=kit.approach.summary[:200], score=kit.approach.score)
    return Kit(
        status="incomplete",
        task=kit.task[:200],
        approach=approach,
        label=kit.label,
        provenance=kit.provenance,
    )


_SHRINKS: tuple[tuple[str, Callable[[Kit], Kit]], ...] = (
    ("contracts of patterns for reference", _each_pattern(_without_reference_contracts)),
    ("result fields that are not read", _each_pattern(_with_consumed_result)),
    (
        "evidence after the third of each pattern",
        _each_pattern(lambda pattern: pattern.model_copy(update={"coverage": pattern.coverage[:3]})),
    ),
    ("rules after the sixth", lambda kit: kit.model_copy(update={"rules": kit.rules[:6]})),
    ("quoted text of sources", lambda kit: kit.model_copy(update={"sources": _named(kit.sources)})),
    ("result contracts", _each_pattern(lambda pattern: pattern.model_copy(update={"result_schema": True}))),
    (
        "argument contracts",
        _each_pattern(lambda pattern: pattern.model_copy(update={"argument_schema": True})),
    ),
    ("task text", lambda kit: kit.model_copy(update={"task": kit.task[:200]})),
    ("rules and sources", _without(rules=(), sources=())),
    ("what to check and demonstrations", _without(verification=Verification())),
    ("recipe and patterns", _without(recipe=None, patterns=(), status="incomplete")),
    ("everything but the approach", _barest),
)
"""Parts in the order in which they are given up, each with its name."""


def _named(sources: tuple[Source, ...]) -> tuple[Source, ...]:
    return tuple(source.model_copy(update={"text": ""}) for source in sources)
