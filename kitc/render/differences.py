"""What differs between two kits, part by part, in the order of the file. Pure."""

import difflib

from kitc.base.kit import Kit


def kit_differences(first: Kit, second: Kit) -> tuple[str, ...]:
    """A line for each difference, with the lines of the example that differ; empty for equal kits."""
    lines: list[str] = []
    for name in ("status", "task", "context_efficiency"):
        lines += _changed(name, str(getattr(first, name)), str(getattr(second, name)))
    lines += _changed("approach", first.approach.kind, second.approach.kind)
    lines += _changed("approach.summary", first.approach.summary, second.approach.summary)
    lines += _sets("inputs", _inputs(first), _inputs(second))
    lines += _sets("patterns", _patterns(first), _patterns(second))
    lines += _sets("rules", [rule.topic for rule in first.rules], [rule.topic for rule in second.rules])
    lines += _sets("gaps", [gap.what for gap in first.gaps], [gap.what for gap in second.gaps])
    lines += _sets("sources", _sources(first), _sources(second))
    for name in ("corpus_digest", "policy", "policy_version", "task_digest"):
        lines += _changed(
            f"provenance.{name}", getattr(first.provenance, name), getattr(second.provenance, name)
        )
    return tuple(lines + _example(first, second))


def _changed(name: str, before: str, after: str) -> list[str]:
    return [f"{name}: {before} -> {after}"] if before != after else []


def _sets(name: str, before: list[str], after: list[str]) -> list[str]:
    gone = [f"{name}: - {item}" for item in before if item not in after]
    return gone + [f"{name}: + {item}" for item in after if item not in before]


def _inputs(kit: Kit) -> list[str]:
    bound = [f"{item.name} <- {item.token}" for item in kit.inputs.available]
    return bound + [f"{item.name} missing" for item in kit.inputs.missing]


def _patterns(kit: Kit) -> list[str]:
    return [f"{pattern.name} {pattern.specifier} ({pattern.use})" for pattern in kit.patterns]


def _sources(kit: Kit) -> list[str]:
    return [
        f"{source.address} {source.digest[:12]} {source.first_line}-{source.last_line}"
        for source in kit.sources
    ]


def _example(first: Kit, second: Kit) -> list[str]:
    before, after = (
        (kit.recipe.run_pattern.source_text or "").splitlines() if kit.recipe else []
        for kit in (first, second)
    )
    return [
        f"example: {line}"
        for line in difflib.unified_diff(before, after, "first", "second", lineterm="", n=1)
    ]
