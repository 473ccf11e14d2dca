"""The tool ``check_composition``: source text -> findings. IO: reads the corpus."""

from typing import Annotated, Literal

from pydantic import Field

from indexer.base.digest import canonical_json
from kitc.base.errors import TaskRefused
from kitc.base.grant import Grant, HandleToken
from kitc.base.strict import Strict, parse_json
from kitc.check import CheckReport
from kitc.wire.mcp.host import Host
from kitc.wire.mcp.offer import MOST_TEXT, Call, Offer, Reply
from kitc.wire.mcp.reads import output_schema
from kitc.wire.mcp.text import bounded

MOST_FINDINGS = 100
"""Findings, and things that could not be told, that one answer names."""

_DESCRIPTION = """\
Check a TypeScript/JSX composition before you run it, without running it: that each cf:pattern: import
names an indexed identity and an exported name, that calls pass known, required and fitting arguments,
that every result field you read exists, that the composed UI reaches the output, that handles are
granted ones and that no placeholder is left. verdict is valid, invalid (mend each error at its line;
suggestion is the text to put there) or unknown (nothing is wrong that could be told; unknowns say what
could not). Send one whole module as `source`; relative imports cannot be seen. With `grants`, any other
handle token in the source is an error."""


class CheckArguments(Strict):
    """One module to check."""

    source: Annotated[
        str, Field(min_length=1, max_length=400_000, description="The whole text of the module, TSX")
    ]
    grants: Annotated[
        tuple[HandleToken, ...] | None,
        Field(description="Handle tokens that alone are allowed; leave out when nothing is known of grants"),
    ] = None


class FoundTrouble(Strict):
    """One judgement; lines and columns count from 1, columns in UTF-16 units."""

    rule: str
    severity: Literal["error", "warning", "note"]
    line: int
    column: int
    end_line: int
    end_column: int
    message: str
    suggestion: str | None
    """Text to put in place of the span."""
    address: str | None
    """Where the contract that was broken is written."""


class Untold(Strict):
    """What could not be told, and why."""

    subject: str
    reason: str
    line: int
    column: int


class CheckAnswer(Strict):
    """The outcome of one check."""

    verdict: Literal["valid", "invalid", "unknown"]
    findings: tuple[FoundTrouble, ...]
    unknowns: tuple[Untold, ...]
    left_out: int
    """Findings and unknowns beyond the first hundred of each."""


def check_offer() -> Offer:
    """The tool as clients see it."""
    return Offer(
        name="check_composition",
        title="Check a composition",
        description=_DESCRIPTION,
        input_schema=CheckArguments.model_json_schema(),
        output_schema=output_schema(CheckAnswer),
        answer=_check,
    )


def _check(host: Host, call: Call) -> Reply:
    asked = parse_json(
        canonical_json(dict(call.arguments)),
        CheckArguments,
        place="tool check_composition",
        refusal=TaskRefused,
    )
    grants = None if asked.grants is None else tuple(Grant(token=token) for token in asked.grants)
    answer = _answer(host.check(asked.source, grants))
    return Reply(structured=answer.model_dump(mode="json"), text=bounded(_text(answer), MOST_TEXT))


def _answer(report: CheckReport) -> CheckAnswer:
    found = tuple(
        FoundTrouble(
            rule=each.rule,
            severity=each.severity,
            line=each.line,
            column=each.column,
            end_line=each.end_line,
            end_column=each.end_column,
            message=each.message,
            suggestion=each.suggestion.replacement if each.suggestion else None,
            address=each.address,
        )
        for each in report.findings[:MOST_FINDINGS]
    )
    untold = tuple(
        Untold(subject=each.subject, reason=each.reason, line=each.line, column=each.column)
        for each in report.unknown[:MOST_FINDINGS]
    )
    left = len(report.findings) + len(report.unknown) - len(found) - len(untold)
    return CheckAnswer(verdict=report.verdict, findings=found, unknowns=untold, left_out=left)


def _text(answer: CheckAnswer) -> str:
    lines = [f"verdict: {answer.verdict}"]
    for each in answer.findings:
        mend = f" -> {each.suggestion}" if each.suggestion is not None else ""
        lines.append(f"{each.line}:{each.column} {each.severity} {each.rule}: {each.message}{mend}")
    lines += [
        f"{each.line}:{each.column} cannot tell: {each.subject}: {each.reason}" for each in answer.unknowns
    ]
    return "\n".join([*lines, *([f"and {answer.left_out} more"] if answer.left_out else [])])
