"""Check reports in the Static Analysis Results Interchange Format. Pure.

Source: SARIF 2.1.0 (OASIS), sections 3.14 run, 3.27 result, 3.30 region, 3.49 reportingDescriptor, 3.55 fix.
"""

from collections.abc import Iterable, Mapping
from importlib.metadata import version
from urllib.parse import quote

from kitc.check.report import CheckReport, Finding

SCHEMA_URI = "https://json.schemastore.org/sarif-2.1.0.json"
_LEVELS = {"error": "error", "warning": "warning", "note": "note"}


def reports_sarif(reports: Iterable[CheckReport], documentation: Mapping[str, str]) -> dict[str, object]:
    """One SARIF log of one run; *documentation* gives the text of each rule by its id."""
    reports = tuple(reports)
    ids = sorted({finding.rule for report in reports for finding in report.findings} | set(documentation))
    driver = {
        "name": "kitc",
        "semanticVersion": version("kitc"),
        "rules": [_rule(name, documentation.get(name, "")) for name in ids],
    }
    index = {name: position for position, name in enumerate(ids)}
    run = {
        "tool": {"driver": driver},
        # 3.14.17: columns count UTF-16 code units, as editors do.
        "columnKind": "utf16CodeUnits",
        "results": [
            _result(report.file, finding, index) for report in reports for finding in report.findings
        ],
        "invocations": [{"executionSuccessful": True, "toolExecutionNotifications": _notifications(reports)}],
    }
    return {"$schema": SCHEMA_URI, "version": "2.1.0", "runs": [run]}


def _rule(name: str, text: str) -> dict[str, object]:
    descriptor: dict[str, object] = {"id": name}
    if text:
        first, _, _ = text.strip().partition("\n")
        descriptor["shortDescription"] = {"text": first}
        descriptor["fullDescription"] = {"text": text.strip()}
    return descriptor


def _result(file: str, finding: Finding, index: Mapping[str, int]) -> dict[str, object]:
    result: dict[str, object] = {
        "ruleId": finding.rule,
        "ruleIndex": index[finding.rule],
        "level": _LEVELS[finding.severity],
        "message": {"text": finding.message},
        "locations": [
            {"physicalLocation": {"artifactLocation": {"uri": _uri(file)}, "region": _region(finding)}}
        ],
    }
    if finding.address:
        result["properties"] = {"address": finding.address}
    if finding.suggestion:
        span = finding.suggestion.span
        change = {
            "deletedRegion": {"byteOffset": span.start, "byteLength": span.stop - span.start},
            "insertedContent": {"text": finding.suggestion.replacement},
        }
        result["fixes"] = [
            {"artifactChanges": [{"artifactLocation": {"uri": _uri(file)}, "replacements": [change]}]}
        ]
    return result


def _location(file: str, region: dict[str, int]) -> dict[str, object]:
    return {"physicalLocation": {"artifactLocation": {"uri": _uri(file)}, "region": region}}


def _region(finding: Finding) -> dict[str, int]:
    return {
        "startLine": finding.line,
        "startColumn": finding.column,
        "endLine": finding.end_line,
        "endColumn": finding.end_column,
        "byteOffset": finding.span.start,
        "byteLength": finding.span.stop - finding.span.start,
    }


def _notifications(reports: Iterable[CheckReport]) -> list[dict[str, object]]:
    """What could not be told: never a result, always said."""
    return [
        {
            "level": "note",
            "message": {"text": f"cannot tell {item.subject}: {item.reason}"},
            "locations": [_location(report.file, {"startLine": item.line, "startColumn": item.column})],
        }
        for report in reports
        for item in report.unknown
    ]


def _uri(file: str) -> str:
    return quote(file.replace("\\", "/"), safe="/:@!$&'()*+,;=~-._")
