"""Applies the certain mends of a report to the text it was made from. Pure."""

from collections.abc import Iterable

from kitc.check.report import Finding, Suggestion


def apply_mends(text: str, findings: Iterable[Finding]) -> tuple[str, int]:
    """*text* with every certain suggestion applied, and how many were.

    Suggestions that are not certain, and those that overlap an earlier one, are left alone.
    """
    content = text.encode()
    chosen = _disjoint(finding.suggestion for finding in findings if finding.suggestion)
    for suggestion in reversed(chosen):
        replacement = suggestion.replacement.encode()
        content = content[: suggestion.span.start] + replacement + content[suggestion.span.stop :]
    return content.decode(), len(chosen)


def _disjoint(suggestions: Iterable[Suggestion]) -> list[Suggestion]:
    """The certain ones in file order, none reaching into another."""
    chosen: list[Suggestion] = []
    for suggestion in sorted(suggestions, key=lambda item: (item.span.start, item.span.stop)):
        if suggestion.certain and (not chosen or suggestion.span.start >= chosen[-1].span.stop):
            chosen.append(suggestion)
    return chosen
