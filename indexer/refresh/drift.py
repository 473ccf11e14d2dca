"""Schemas that an index declared against those that were parsed from the same files. Pure."""

import json
from typing import TYPE_CHECKING

from indexer.base.digest import canonical_json
from indexer.base.words import Problem, Severity
from indexer.collect.answers import Published
from indexer.refresh.contracts import ContractRows

if TYPE_CHECKING:
    from indexer.contracts.compare import Difference

_MOST = 20
"""Differences of one schema that become problems; the last one counts the others."""


def declared_json(published: Published | None) -> str | None:
    """What an index said of a program, as stored; ``None`` for programs of folders."""
    if published is None:
        return None
    schemas = {
        "argumentSchema": json.loads(published.argument_schema or "null"),
        "resultSchema": json.loads(published.result_schema or "null"),
    }
    words = {"description": published.description, "tags": list(published.tags)}
    return canonical_json(schemas | words)


def drift_problems(entry: str, declared: str | None, contracts: list[ContractRows]) -> list[Problem]:
    """Where the schemas in *declared* differ from those of the default export, else of the first one."""
    schemas = json.loads(declared) if declared else {}
    if not contracts or not any(schemas.get(f"{side}Schema") is not None for side in ("argument", "result")):
        return []
    rows = min(contracts, key=lambda rows: rows.contract[0] != "default")
    _, _, unresolved, argument, result = rows.contract
    unknown = tuple(json.loads(str(unresolved)))
    problems: list[Problem] = []
    for side, parsed in (("argument", argument), ("result", result)):
        expected = schemas.get(f"{side}Schema")
        if expected is not None:
            from indexer.contracts.compare import compare_schemas  # noqa: PLC0415 - few programs declare any

            found = compare_schemas(expected, json.loads(str(parsed)))
            problems.extend(_problems(entry, side, found, unknown))
    return problems


def _problems(
    entry: str, side: str, differences: "tuple[Difference, ...]", unknown: tuple[str, ...]
) -> list[Problem]:
    problems = []
    for difference in differences[:_MOST]:
        place = f"{side}.{difference.path}" if difference.path else side
        is_told = not any(place == path or place.startswith((f"{path}.", f"{path}[")) for path in unknown)
        kind, severity = _DRIFT if is_told else _UNTOLD
        problems.append(_problem(entry, kind, severity, f"{side} schema: {difference}"))
    if len(differences) > _MOST:
        rest = f"{side} schema: {len(differences) - _MOST} more differences"
        problems.append(_problem(entry, *_DRIFT, rest))
    return problems


_DRIFT: tuple[str, Severity] = ("schema-drift", "warning")
_UNTOLD: tuple[str, Severity] = ("schema-untold", "note")
"""The parsed schema is partial there, so the declared one can be neither confirmed nor refuted."""


def _problem(entry: str, kind: str, severity: Severity, message: str) -> Problem:
    source, _, path = entry.removeprefix("src:").partition("/")
    return Problem(source=source, path=path, kind=kind, severity=severity, message=message)
