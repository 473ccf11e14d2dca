"""A kit as Markdown. Pure: equal kits give equal text."""

from kitc.base.kit import Citation, Evidence, Kit, KitPattern


def render_markdown(kit: Kit) -> str:
    """*kit* as Markdown, ending in a newline; parts with nothing in them are left out."""
    parts = [
        _head(kit),
        _inputs(kit),
        _patterns(kit),
        _recipe(kit),
        _rules(kit),
        _verification(kit),
        _ends(kit),
    ]
    return "\n\n".join(part for part in parts if part) + "\n"


def _head(kit: Kit) -> str:
    approach = kit.approach
    lines = [f"# {_flat(kit.task)[:120]}", ""]
    lines.append(f"**{approach.kind}** ({kit.status}): {approach.summary}")
    if approach.capability:
        lines.append(f"\nMissing capability: {approach.capability}")
    lines += _list("Fit", approach.fit) + _list("Uncertain", approach.uncertainty)
    if approach.runner_up:
        other = approach.runner_up
        lines += ["", f"Runner-up: {other.kind}, {other.summary} ({'; '.join(other.reasons)})"]
    return "\n".join(lines)


def _flat(text: str) -> str:
    return " ".join(text.split())


def _list(title: str, items: tuple[str, ...]) -> list[str]:
    return ["", f"{title}:", *(f"- {_flat(item)}" for item in items)] if items else []


def _inputs(kit: Kit) -> str:
    lines = [
        f"- `{item.name}` <- `{item.token}`: `{item.type}`, feeds {', '.join(item.feeds)}{_after(item.note)}"
        for item in kit.inputs.available
    ]
    lines += [
        f"- missing: `{item.name}` (`{item.type}`), {_flat(item.capability)}. Ask: {_flat(item.ask)}"
        for item in kit.inputs.missing
    ]
    return "\n".join(["## Inputs", "", *lines]) if lines else ""


def _after(note: str) -> str:
    return f"; {note}" if note else ""


def _patterns(kit: Kit) -> str:
    return "\n\n".join(["## Patterns", *map(_pattern, kit.patterns)]) if kit.patterns else ""


def _pattern(pattern: KitPattern) -> str:
    lines = [f"### {pattern.name}", "", f"`{pattern.specifier}` for {pattern.use}; {pattern.address}"]
    lines.append(f"- exports: {', '.join(f'{export.name} ({export.kind})' for export in pattern.exports)}")
    lines.append(
        f"- contract {pattern.contract_status}: argument {_names(pattern.argument_schema)};"
        f" result {_names(pattern.result_schema)}"
    )
    if pattern.consumed:
        lines.append(f"- read here: {', '.join(pattern.consumed)}")
    lines += [_evidence(item) for item in (*pattern.coverage, *pattern.evidence)]
    return "\n".join(lines)


def _names(schema: object) -> str:
    properties = schema.get("properties") if isinstance(schema, dict) else None
    return (
        ", ".join(f"`{name}`" for name in properties)
        if isinstance(properties, dict) and properties
        else "nothing known"
    )


def _evidence(item: Evidence) -> str:
    return f"- {_flat(item.claim)}{_cited(item.citation)}"


def _cited(citation: Citation | None) -> str:
    if citation is None:
        return ""
    return f" [{citation.address}, lines {citation.first_line}-{citation.last_line}]"


def _recipe(kit: Kit) -> str:
    if kit.recipe is None:
        return ""
    run = kit.recipe.run_pattern
    inputs = ", ".join(f'"{name}": "{token}"' for name, token in sorted(run.inputs.items()))
    target = f'"pattern": "{run.pattern}"' if run.pattern else '"sourceText": the source below'
    lines = ["## Recipe", "", f'`run_pattern` with `{{"inputs": {{{inputs}}}, {target}}}`']
    if kit.recipe.unbound:
        lines.append(f"\nNot bound yet: {', '.join(kit.recipe.unbound)}")
    if run.source_text:
        lines += ["", "```tsx", run.source_text.rstrip("\n"), "```"]
    return "\n".join(lines)


def _rules(kit: Kit) -> str:
    lines = [
        f"- **{rule.topic}**: {_flat(rule.statement)}{_cited(rule.citation)}\n"
        f"  > {_flat(rule.citation.quote)}"
        for rule in kit.rules
    ]
    return "\n".join(["## Rules", "", *lines]) if lines else ""


def _verification(kit: Kit) -> str:
    shown = tuple(f"{item.what} ({item.how})" for item in kit.verification.demonstrated)
    lines = _list("Demonstrated", shown) + _list("To check in the page", kit.verification.to_check)
    return "\n".join(["## Verification", *lines]) if lines else ""


def _ends(kit: Kit) -> str:
    gaps = [
        f"- {gap.kind}: {_flat(gap.what)}{' (' + _flat(gap.suggestion) + ')' if gap.suggestion else ''}"
        for gap in kit.gaps
    ]
    sources = [
        f"- `{source.address}` lines {source.first_line}-{source.last_line}, {source.completeness},"
        f" {source.digest[:12]}"
        for source in kit.sources
    ]
    parts = ["\n".join(["## Gaps", "", *gaps])] if gaps else []
    parts += ["\n".join(["## Sources", "", *sources])] if sources else []
    label = (
        "unlabelled, not public" if kit.label is None else ", ".join(kit.label.confidentiality) or "public"
    )
    parts.append(f"Label: {label}. Context efficiency: {kit.context_efficiency:.2f}.")
    return "\n\n".join(parts)
