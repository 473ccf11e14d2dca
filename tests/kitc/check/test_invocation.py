"""Inputs of an invocation are held against the composition's own argument type."""

import pytest
from pydantic import JsonValue

from indexer.base.words import Span
from indexer.contracts.contract import Contract
from kitc.base.grant import Grant
from kitc.check.invocation import judge_inputs
from kitc.check.report import Lines

CONTRACT = Contract(
    export_name="default",
    status="complete",
    unresolved=(),
    argument_schema={
        "type": "object",
        "properties": {
            "mail": {"$ref": "#/$defs/Mail"},
            "limit": {"type": "number", "default": 10},
            "label": {"type": "string"},
        },
        "required": ["mail", "limit"],
        "$defs": {
            "Mail": {"type": "object", "properties": {"host": {"type": "string"}}, "required": ["host"]}
        },
    },
    result_schema=True,
    fields=(),
)
MAIL = Grant(
    token="cfh:a:mail",
    value_schema={"type": "object", "properties": {"host": {"type": "string"}}, "required": ["host"]},
)
COUNT = Grant(token="cfh:a:count", value_schema={"type": "number"})
DARK = Grant(token="cfh:a:dark", value_schema=True)


def judged(inputs: dict[str, JsonValue]) -> tuple[list[str], list[str]]:
    findings, unknown = judge_inputs(
        inputs,
        CONTRACT,
        grants=(MAIL, COUNT, DARK),
        lines=Lines.of(b"export default pattern();\n"),
        place=Span(start=0, stop=25),
    )
    return [finding.message for finding in findings], [item.reason for item in unknown]


@pytest.mark.parametrize(
    "inputs",
    [
        pytest.param({"mail": "cfh:a:mail"}, id="a handle whose schema feeds the property"),
        pytest.param({"mail": {"host": "a"}, "limit": 3, "label": "x"}, id="literals of the right types"),
        pytest.param({"mail": "cfh:a:elsewhere"}, id="an unknown handle is another rule's matter"),
    ],
)
def test_sound_inputs_are_accepted(inputs: dict[str, JsonValue]) -> None:
    assert judged(inputs) == ([], [])


@pytest.mark.parametrize(
    ("inputs", "message"),
    [
        pytest.param(
            {}, "input mail is required by the argument type and not given", id="a required one is missing"
        ),
        pytest.param(
            {"mail": "cfh:a:mail", "limt": 3},
            "input limt is no property of the argument type, the nearest is limit",
            id="a name that is not there",
        ),
        pytest.param(
            {"mail": "cfh:a:count"}, "input mail: a number where an object is asked for", id="wrong handle"
        ),
        pytest.param(
            {"mail": {"host": 5}},
            "input mail.host: a number where a string is asked for",
            id="wrong literal inside",
        ),
    ],
)
def test_unsound_inputs_are_refused(inputs: dict[str, JsonValue], message: str) -> None:
    assert judged(inputs) == ([message], [])


def test_a_grant_of_unknown_schema_is_unknown_and_no_error() -> None:
    assert judged({"mail": "cfh:a:dark"}) == ([], ["input mail: the value may be anything"])


def test_an_input_that_is_still_to_be_granted_is_untold_and_no_error() -> None:
    findings, unknown = judge_inputs(
        {}, CONTRACT, grants=(), unbound=("mail",), lines=Lines.of(b"x\n"), place=Span(start=0, stop=1)
    )
    assert (findings, [item.reason for item in unknown]) == ((), ["input mail is still to be granted"])
