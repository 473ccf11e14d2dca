"""Prompts that open research and follow it up. Pure."""

from collections.abc import Mapping
from dataclasses import dataclass

from kitc.base.errors import TaskRefused

MOST_CHARACTERS = 20_000
"""Of one argument."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Blank:
    """One argument of a prompt."""

    name: str
    description: str
    required: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class PromptForm:
    """A prompt with blanks, as ``{name}`` in its text."""

    name: str
    title: str
    description: str
    blanks: tuple[Blank, ...]
    text: str


PROMPTS = (
    PromptForm(
        name="open_research",
        title="Prepare a task",
        description="Research a task before the first line is written.",
        blanks=(
            Blank(name="task", description="What is to be built, in your words"),
            Blank(
                name="grants",
                description="Handles you hold: a JSON list of token, description and schema",
                required=False,
            ),
        ),
        text="""\
Prepare this task before you write anything:

{task}

Handles that are granted (no other exists): {grants}

1. Call the tool `research` with the task in these words and these grants.
2. Read the kit: take its approach, identities, inputs and example as they are. Ask me for each missing input
   in the words the kit gives, and do not make one up.
3. If you change the example, prove the result with `check_composition` before you run it.
4. Say in your answer which sources the kit cites for what you did, and name its gaps.""",
    ),
    PromptForm(
        name="follow_up",
        title="Ask on a kit",
        description="Ask one focused question on a kit that research gave.",
        blanks=(
            Blank(name="question", description="One question about the framework or the kit"),
            Blank(name="parent", description="kitDigest of the research answer", required=False),
        ),
        text="""\
Answer this question from the corpus, not from memory:

{question}

Call the tool `research` with it as `question` and with `parent` set to: {parent}
(leave `parent` out when none is named). Quote the rule that answers it with its address. When the kit says
that the corpus does not answer, say so.""",
    ),
)


def fill_prompt(name: str, given: Mapping[str, str]) -> tuple[PromptForm, str]:
    """The prompt of that name and its text with the blanks filled in.

    Raises:
        TaskRefused: there is none, or an argument is missing, unknown or too long.
    """
    form = next((prompt for prompt in PROMPTS if prompt.name == name), None)
    if form is None:
        known = ", ".join(prompt.name for prompt in PROMPTS)
        raise TaskRefused(f"prompt {name[:80]}", f"is unknown, expected one of {known}")
    troubles = sorted(_troubles(form, given))
    if troubles:
        raise TaskRefused(f"prompt {name}", "; ".join(troubles))
    text = form.text
    for blank in form.blanks:
        before, _, after = text.partition(f"{{{blank.name}}}")
        text = f"{before}\0{blank.name}\0{after}"
    for blank in form.blanks:
        text = text.replace(
            f"\0{blank.name}\0", given.get(blank.name, "").replace("\0", "").strip() or "none"
        )
    return form, text


def _troubles(form: PromptForm, given: Mapping[str, str]) -> list[str]:
    names = {blank.name for blank in form.blanks}
    missing = [
        f"{blank.name}: is missing, expected {blank.description[0].lower()}{blank.description[1:]}"
        for blank in form.blanks
        if blank.required and not given.get(blank.name, "").strip()
    ]
    unknown = [f"{name[:40]}: is no argument of it" for name in given if name not in names]
    long = [
        f"{name}: has {len(given[name])} characters, at most {MOST_CHARACTERS}"
        for name in names & set(given)
        if len(given[name]) > MOST_CHARACTERS
    ]
    return [*missing, *unknown, *long]
