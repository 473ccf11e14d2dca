"""The composition check: source text -> findings against the parsed exports.

report -> site (imports, parse) -> rules/* (one rule a file) -> check_source.
"""

from kitc.check.report import CheckReport, Finding, Suggestion, Unknown
from kitc.check.run import check_source

__all__ = ["CheckReport", "Finding", "Suggestion", "Unknown", "check_source"]
