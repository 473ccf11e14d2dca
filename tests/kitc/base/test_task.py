import json

import pytest

from kitc.base.errors import TaskRefused
from kitc.base.task import parse_task, task_digest

GRANT = {"token": "cfh:a:7f3k", "description": "Mail", "schema": {"type": "object"}}


@pytest.mark.parametrize(
    "content",
    [
        pytest.param({"task": "show my mail"}, id="a task alone"),
        pytest.param({"question": "what does wish return?"}, id="a question alone"),
        pytest.param({"task": "show my mail", "grants": [GRANT]}, id="a grant with a schema"),
        pytest.param(
            {"task": "x", "grants": [{"token": "cfh:a:1", "schema": True}]}, id="a grant of anything"
        ),
        pytest.param({"task": "x", "grants": [GRANT | {"state": "pending"}]}, id="a grant not given yet"),
        pytest.param({"task": "x", "patternRefs": ["cf:pattern:abc"]}, id="attached patterns"),
        pytest.param({"task": "x", "label": {"confidentiality": []}}, id="a ceiling"),
        pytest.param({"task": "x", "rows": {"mail": [{"id": 1, "who": None}]}}, id="sample rows"),
    ],
)
def test_a_task_of_the_form_is_accepted(content: dict[str, object]) -> None:
    assert parse_task(json.dumps(content)).words()


@pytest.mark.parametrize(
    ("content", "message"),
    [
        pytest.param({}, "task.json: asks nothing, expected a task or a question", id="nothing is asked"),
        pytest.param(
            {"task": "x", "grants": [{"token": "cfh:x", "schema": True}]},
            'task.json: grants[0].token: "cfh:x" is no handle token, expected cfh:a:<suffix>',
            id="a token of no form",
        ),
        pytest.param(
            {"task": "x", "grants": [GRANT, GRANT]},
            "task.json: grants cfh:a:7f3k more than once, expected each token once",
            id="a token twice",
        ),
        pytest.param(
            {"task": "x", "secret": 1},
            "task.json: secret: Extra inputs are not permitted",
            id="an unknown key",
        ),
        pytest.param(
            {"task": 5, "budget": {"turns": -1}},
            "task.json: budget.turns: Input should be greater than or equal to 0; task: Input should be a valid string",
            id="two troubles, sorted",
        ),
        pytest.param(
            {"task": "x", "budget": {"turns": "5"}},
            "task.json: budget.turns: Input should be a valid integer",
            id="no coercion",
        ),
    ],
)
def test_a_task_of_another_form_is_refused_with_its_place(content: dict[str, object], message: str) -> None:
    with pytest.raises(TaskRefused) as refused:
        parse_task(json.dumps(content))
    assert str(refused.value) == message


def test_equal_tasks_have_equal_digests_whatever_the_order_of_keys() -> None:
    first = parse_task(json.dumps({"task": "x", "grants": [GRANT]}))
    second = parse_task(json.dumps({"grants": [dict(reversed(GRANT.items()))], "task": "x"}))
    assert task_digest(first) == task_digest(second)


def test_a_pending_grant_is_no_token() -> None:
    task = parse_task(json.dumps({"task": "x", "grants": [GRANT | {"state": "pending"}]}))
    assert task.tokens() == ()
