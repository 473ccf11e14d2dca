"""Reports as text, JSON and SARIF."""

import json
import os
import shutil
import subprocess
import tarfile
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft7Validator

from indexer.base.words import Span
from kitc.check.compile import Compilation
from kitc.check.mend import apply_mends
from kitc.check.present import report_pieces, reports_json, reports_sarif
from kitc.check.report import CheckReport, Finding, Suggestion, Unknown

TEXT = 'const a = 1;\nconst note = "é😀"; mail.emailz;\n'
START = TEXT.encode().index(b"emailz")
FINDING = Finding(
    rule="unknown-field",
    severity="error",
    span=Span(start=START, stop=START + 6),
    line=2,
    column=27,
    end_line=2,
    end_column=33,
    message="mail has no field emailz, the nearest is emails",
    suggestion=Suggestion(replacement="emails", span=Span(start=START, stop=START + 6), certain=True),
    address="src:starter/mail/reader.tsx#L3-L3",
)
REPORT = CheckReport(
    file="inbox list.tsx",
    verdict="invalid",
    findings=(FINDING,),
    unknown=(
        Unknown(subject="rows[0].x", reason="rows is any", span=Span(start=0, stop=5), line=1, column=1),
    ),
    consumed_fields=3,
)


def shown(report: CheckReport, *, text: str = TEXT, verbose: bool = False) -> str:
    return "".join(piece.text for piece in report_pieces(report, text, verbose=verbose))


def test_a_finding_is_shown_with_its_line_its_mend_and_its_source() -> None:
    assert shown(REPORT) == (
        "inbox list.tsx:2:27: error unknown-field: mail has no field emailz, the nearest is emails\n"
        '     2 | const note = "é😀"; mail.emailz;\n'
        "       |                          ^^^^^^\n"
        "        mend: emails\n"
        "        see src:starter/mail/reader.tsx#L3-L3\n"
        "inbox list.tsx: invalid (1 error, 0 warnings, 1 unknown, 3 fields read)\n"
    )


def test_what_could_not_be_told_is_shown_on_request() -> None:
    assert "inbox list.tsx:1:1: unknown rows[0].x: rows is any\n" in shown(REPORT, verbose=True)
    assert "rows is any" not in shown(REPORT)


def test_a_very_long_line_is_cut_around_the_finding() -> None:
    text = "x" * 5000 + "emailz" + "y" * 5000
    finding = replace(FINDING, line=1, end_line=1, column=5001, end_column=5007)
    frame = shown(replace(REPORT, findings=(finding,)), text=text).splitlines()[1]
    assert "emailz" in frame
    assert len(frame) < 200


def test_json_counts_what_is_unknown_and_keeps_the_compiler_apart() -> None:
    compilation = Compilation(verdict="rejected", command="deno")
    [file] = json.loads(json.dumps(reports_json([(REPORT, compilation)])))["files"]
    assert (file["verdict"], file["unknown"], file["compilation"]["verdict"]) == ("invalid", 1, "rejected")
    assert file["findings"] == [
        {
            "rule": "unknown-field",
            "severity": "error",
            "line": 2,
            "column": 27,
            "end_line": 2,
            "end_column": 33,
            "message": "mail has no field emailz, the nearest is emails",
            "suggestion": "emails",
            "address": "src:starter/mail/reader.tsx#L3-L3",
        }
    ]


@pytest.fixture(scope="session")
def sarif_schema(tmp_path_factory: pytest.TempPathFactory) -> Draft7Validator:
    """The published schema of SARIF 2.1.0, out of a package of the npm registry."""
    npm = shutil.which("npm")
    if npm is None:
        assert not os.environ.get("CI"), "npm is missing, so SARIF was not validated"
        pytest.skip("npm is missing")
    folder = tmp_path_factory.mktemp("sarif")
    packed = subprocess.run(
        [npm, "pack", "@microsoft/jest-sarif@1.0.0-beta.0", "--silent"],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )
    if packed.returncode:
        assert not os.environ.get("CI"), packed.stderr
        pytest.skip("the npm registry cannot be reached")
    with tarfile.open(next(folder.glob("*.tgz"))) as archive:
        member = archive.extractfile("package/lib/schemas/sarif-2.1.0-rtm.5.json")
        assert member is not None
        return Draft7Validator(json.load(member))


def test_sarif_validates_against_its_published_schema(sarif_schema: Draft7Validator) -> None:
    log = json.loads(
        json.dumps(reports_sarif([REPORT], {"unknown-field": "A field that is not there.\n\nLong."}))
    )
    assert list(sarif_schema.iter_errors(log)) == []
    [result] = log["runs"][0]["results"]
    region = result["locations"][0]["physicalLocation"]["region"]
    assert (region["startLine"], region["startColumn"]) == (2, 27)
    assert result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] == "inbox%20list.tsx"
    assert len(log["runs"][0]["invocations"][0]["toolExecutionNotifications"]) == 1


def test_a_certain_mend_is_applied_at_its_bytes() -> None:
    assert apply_mends(TEXT, [FINDING]) == (TEXT.replace("emailz", "emails"), 1)


def test_a_mend_that_is_not_certain_is_left_alone() -> None:
    guess = replace(FINDING, suggestion=Suggestion(replacement="emails", span=FINDING.span))
    assert apply_mends(TEXT, [guess]) == (TEXT, 0)


@given(
    st.text(), st.lists(st.tuples(st.integers(0, 40), st.integers(0, 10), st.text(max_size=3)), max_size=6)
)
def test_mends_never_overlap_and_leave_the_rest_of_the_text(
    text: str, wanted: list[tuple[int, int, str]]
) -> None:
    ascii_text = text.encode("ascii", "ignore").decode()
    spans = [
        (min(start, len(ascii_text)), min(start + size, len(ascii_text)), new) for start, size, new in wanted
    ]
    findings = [
        replace(FINDING, suggestion=Suggestion(replacement="<>", span=Span(start=a, stop=b), certain=True))
        for a, b, _ in spans
    ]
    mended, count = apply_mends(ascii_text, findings)
    assert count <= len(findings)
    assert mended.count("<>") >= count
