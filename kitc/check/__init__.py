"""The composition check: source text -> findings against the parsed exports.

report -> site (imports, parse) -> rules/* (one rule a file) -> checker -> source.
"""

from kitc.check.report import CheckReport, Finding, Suggestion, Unknown
from kitc.check.source import CorpusChecker, check_source

__all__ = ["CheckReport", "CorpusChecker", "Finding", "Suggestion", "Unknown", "check_source"]
