import pytest

from kitc.base.errors import TaskRefused
from kitc.wire.mcp.prompts import PROMPTS, fill_prompt


def test_a_prompt_holds_the_words_it_is_given_and_nothing_in_them_is_a_blank() -> None:
    form, text = fill_prompt("open_research", {"task": "show {grants}"})
    assert form.name == "open_research"
    assert "show {grants}" in text
    assert "(no other exists): none" in text


@pytest.mark.parametrize("form", PROMPTS, ids=lambda form: form.name)
def test_every_blank_stands_in_its_text(form: object) -> None:
    assert all(f"{{{blank.name}}}" in form.text for blank in form.blanks)  # type: ignore[attr-defined]  # a PromptForm


@pytest.mark.parametrize(
    ("name", "given", "message"),
    (
        pytest.param(
            "none",
            {},
            "prompt none: is unknown, expected one of open_research, follow_up",
            id="no such prompt",
        ),
        pytest.param(
            "open_research",
            {"job": "x"},
            "prompt open_research: job: is no argument of it; task: is missing, expected what is to be built, in"
            " your words",
            id="a missing and an unknown argument",
        ),
        pytest.param(
            "follow_up",
            {"question": "x" * 20_001},
            "prompt follow_up: question: has 20001 characters, at most 20000",
            id="a question of a whole book",
        ),
    ),
)
def test_a_prompt_that_cannot_be_filled_is_refused(name: str, given: dict[str, str], message: str) -> None:
    with pytest.raises(TaskRefused) as refused:
        fill_prompt(name, given)
    assert str(refused.value) == message
