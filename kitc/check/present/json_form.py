"""The JSON of ``kitc check --format json``. Pure.

Shape, lines and columns from 1, columns in UTF-16 units::

    {"files": [{"file", "verdict", "unknown", "consumed_fields", "findings", "unknowns", "compilation"}]}
    findings: [{"rule", "severity", "line", "column", "end_line", "end_column", "message", "suggestion",
                "address"}]
    unknowns: [{"subject", "reason", "line", "column"}]
    compilation: {"verdict", "command", "diagnostics": [{"file", "line", "column", "code", "message"}]}
                 or null

``unknown`` counts what could not be told; ``suggestion`` is the text to put in place, or null.
"""

from collections.abc import Iterable
from dataclasses import asdict

from kitc.check.compile import Compilation
from kitc.check.report import CheckReport, Finding


def reports_json(checked: Iterable[tuple[CheckReport, Compilation | None]]) -> dict[str, object]:
    """All reports, in the order given."""
    return {"files": [_report(report, compilation) for report, compilation in checked]}


def _report(report: CheckReport, compilation: Compilation | None) -> dict[str, object]:
    return {
        "file": report.file,
        "verdict": report.verdict,
        "unknown": len(report.unknown),
        "consumed_fields": report.consumed_fields,
        "findings": [_finding(finding) for finding in report.findings],
        "unknowns": [
            {"subject": item.subject, "reason": item.reason, "line": item.line, "column": item.column}
            for item in report.unknown
        ],
        "compilation": None if compilation is None else asdict(compilation),
    }


def _finding(finding: Finding) -> dict[str, object]:
    return {
        "rule": finding.rule,
        "severity": finding.severity,
        "line": finding.line,
        "column": finding.column,
        "end_line": finding.end_line,
        "end_column": finding.end_column,
        "message": finding.message,
        "suggestion": finding.suggestion.replacement if finding.suggestion else None,
        "address": finding.address,
    }
