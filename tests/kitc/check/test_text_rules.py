"""Rules on handles, placeholders and views: accepted and refused."""

from collections.abc import Callable

import pytest

from kitc.check.report import CheckReport

Findings = Callable[..., list[str]]
GRANTS = frozenset({"cfh:a:inbox"})
VIEW = 'import Counter from "./counter.tsx";\nimport {{ pattern, UI }} from "commonfabric";\nexport default pattern<void>(() => {{\n  const c = Counter({{ value: 1 }});\n  return {{ {0} }};\n}});\n'


@pytest.mark.parametrize(
    ("text", "grants"),
    [
        pytest.param('const a = "cfh:a:inbox";', GRANTS, id="a granted handle"),
        pytest.param('const a = "cfh:a:other";', None, id="nothing is known of grants"),
        pytest.param('const a = "no handle";', GRANTS, id="no handle at all"),
    ],
)
def test_granted_handles_are_left_alone(findings: Findings, text: str, grants: frozenset[str] | None) -> None:
    assert findings("ungranted-handle", text, grants=grants) == []


def test_an_ungranted_handle_is_named(findings: Findings) -> None:
    assert findings("ungranted-handle", 'const a = "cfh:a:other";', grants=GRANTS) == [
        '1:12 error: the handle "cfh:a:other" was not granted'
    ]


@pytest.mark.parametrize(
    "text",
    [
        pytest.param('const title = "New note #<hash>";', id="angle brackets in a title"),
        pytest.param("const a = [...b];", id="a spread"),
        pytest.param('const a = "list of todos";', id="a word that only looks like one"),
    ],
)
def test_ordinary_text_holds_no_placeholder(findings: Findings, text: str) -> None:
    assert findings("placeholder", text) == []


@pytest.mark.parametrize(
    ("text", "message"),
    [
        pytest.param(
            'import C from "cf:pattern:<identity>";',
            '1:16 error: "cf:pattern:<" is a placeholder that was never filled in',
            id="an identity in angle brackets",
        ),
        pytest.param(
            'const a = "{{token}}";',
            '1:12 error: "{{token}}" is a placeholder that was never filled in',
            id="a template mark",
        ),
        pytest.param(
            'const a = "YOUR_API_KEY";',
            '1:12 error: "YOUR_API_KEY" is a placeholder that was never filled in',
            id="a shouted name",
        ),
        pytest.param(
            "// TODO: the rest", '1:4 note: "TODO" is a placeholder that was never filled in', id="a comment"
        ),
    ],
)
def test_placeholders_are_named(findings: Findings, text: str, message: str) -> None:
    assert findings("placeholder", text) == [message]


@pytest.mark.parametrize(
    "returned",
    [
        pytest.param("[UI]: <p>{c}</p>", id="rendered"),
        pytest.param("[UI]: <p>{c[UI]}</p>", id="its view is rendered"),
        pytest.param("[UI]: <p/>, c", id="returned whole"),
        pytest.param("value: c.value", id="no view is returned at all"),
    ],
)
def test_composed_views_are_left_alone(findings: Findings, returned: str) -> None:
    assert findings("ui-not-composed", VIEW.format(returned)) == []


def test_a_view_that_is_not_composed_is_a_warning(findings: Findings) -> None:
    assert findings("ui-not-composed", VIEW.format("[UI]: <p>{c.value}</p>")) == [
        '4:9 warning: the UI of "c" never reaches the output: render it, return it or pass it on'
    ]


def test_a_piece_in_a_space_cannot_be_told(report: Callable[..., CheckReport]) -> None:
    checked = report('import Todo from "cf:todo-list"; export default Todo;')
    assert checked.verdict == "unknown"
    assert [each.reason for each in checked.unknown] == ["a piece in a space is no part of the corpus"]
