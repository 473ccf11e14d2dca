"""Errors are read out of the output of compilers."""

import pytest

from kitc.check.compile.diagnostics import Diagnostic, parse_diagnostics

DENO_OUTPUT = """Check a.tsx
\x1b[1mTS2322\x1b[0m [ERROR]: Type 'number' is not assignable to type 'string'.
const q: Auth = { token: 1 };
                  ~~~~~
    at file:///m/a.tsx:3:19

    The expected type comes from property 'token' which is declared here on type 'Auth'
    export interface Auth { token: string }
                            ~~~~~
        at file:///m/src/x.tsx:2:25

TS2345 [ERROR]: Argument of type 'A' is not assignable to parameter of type 'B'.
  Property 'x' is missing in type 'A' but required in type 'B'.
f(a);
  ~
    at file:///m/a.tsx:9:3

Found 2 errors.

error: Type checking failed.
"""


def test_deno_blocks_are_read_with_their_whole_message() -> None:
    assert parse_diagnostics(DENO_OUTPUT) == (
        Diagnostic(
            file="file:///m/a.tsx",
            line=3,
            column=19,
            code="TS2322",
            message="Type 'number' is not assignable to type 'string'.",
        ),
        Diagnostic(
            file="file:///m/a.tsx",
            line=9,
            column=3,
            code="TS2345",
            message="Argument of type 'A' is not assignable to parameter of type 'B'. "
            "Property 'x' is missing in type 'A' but required in type 'B'.",
        ),
    )


@pytest.mark.parametrize(
    "line",
    [
        pytest.param("a.tsx(4,89): error TS2339: Property 'nope' does not exist.", id="tsc plain"),
        pytest.param("a.tsx:4:89 - error TS2339: Property 'nope' does not exist.", id="tsc pretty"),
    ],
)
def test_lines_of_tsc_are_read(line: str) -> None:
    expected = Diagnostic(
        file="a.tsx", line=4, column=89, code="TS2339", message="Property 'nope' does not exist."
    )
    assert parse_diagnostics(f"{line}\n") == (expected,)


def test_an_output_without_errors_gives_none() -> None:
    assert parse_diagnostics("Check a.tsx\n") == ()
