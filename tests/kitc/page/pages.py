"""Kits, runs and findings that the pages of the tests show."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from indexer.base.words import Span
from indexer.corpus import Corpus
from kitc.base.kit import Kit, kit_json
from kitc.base.run import ModelCall, TokenUse
from kitc.base.task import read_task
from kitc.check import Finding, Suggestion, check_source
from kitc.loop.service import Researched
from kitc.page import kit_page
from kitc.service import research

TASKS = Path(__file__).parents[3] / "data" / "tasks"
SHOWN = (
    "inbox-unread",
    "inbox-without-grant",
    "bills-mail-and-bank",
    "mail-attachments",
    "question-query-state",
)
"""A composition, a missing input, two inputs, a gap, an answer."""


def researched(corpus: Corpus, task: str) -> Researched:
    return research(read_task(TASKS / task / "task.json"), corpus=corpus)


def source_of(kit: Kit) -> str:
    assert kit.recipe is not None
    return kit.recipe.run_pattern.source_text or ""


def broken(corpus: Corpus, source: str) -> tuple[Finding, ...]:
    """Findings on *source* after its name is taken out: an unused import, and one that spans lines."""
    found = check_source(source.replace("[NAME]:", "named:"), corpus=corpus).findings
    spread = Finding(
        rule="planted",
        severity="error",
        span=Span(start=0, stop=20),
        line=1,
        column=1,
        end_line=2,
        end_column=4,
        message="spans <two> lines",
        suggestion=Suggestion(replacement="<b>", span=Span(start=0, stop=1)),
    )
    return (*found, spread)


OWNED = "\"><script>document.title='owned'</script><img src='http://127.0.0.1:9/x' onerror='document.title=1'> --></style>"


def hostile(kit: Kit) -> Kit:
    """*kit* with every text that has a space in it turned into an attack."""
    return Kit.model_validate_json(json.dumps(_attacked(json.loads(kit_json(kit)))))


def _attacked(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _attacked(part) for key, part in value.items()}
    if isinstance(value, list):
        return [_attacked(part) for part in value]
    return (value + OWNED)[:600] if isinstance(value, str) and " " in value and len(value) < 300 else value


def pages(corpus: Corpus, folder: Path) -> Iterator[Path]:
    """A file for each kit of ``SHOWN``, the first one with findings and calls of a model."""
    for number, task in enumerate(SHOWN):
        done = researched(corpus, task)
        run = done.run
        findings: tuple[Finding, ...] = ()
        if number == 0:
            findings = broken(corpus, source_of(done.kit))
            call = ModelCall(model="a-model", stop_reason="end_turn", tokens=TokenUse(input=5, output=7))
            run = run.model_copy(update={"model_calls": (call,), "tokens": call.tokens})
        file = folder / f"{task}.html"
        file.write_text(kit_page(done.kit, run=run, findings=findings), encoding="utf-8")
        yield file
    attack = folder / "attack.html"
    attack.write_text(kit_page(hostile(researched(corpus, SHOWN[0]).kit)), encoding="utf-8")
    yield attack
