import json
import re
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from indexer.corpus import Corpus
from kitc.base.draft import Draft
from kitc.base.errors import KitRefused
from kitc.base.run import TokenUse
from kitc.base.task import read_task
from kitc.service import research
from kitc.trial.conditions import CONDITIONS, conditions_named
from kitc.trial.picture import picture_svg
from kitc.trial.record import Trial, TrialSet, parse_trials, require_matched, trials_json
from kitc.trial.run import Bench, NamedTask, controls_of, probe, run_trial, run_trials
from kitc.trial.table import summarize, table_text
from kitc.wire.messages import MessagesClient
from kitc.wire.settings import Service
from tests.kitc.wire.messages_server import Answer, MessagesServer, Request, Script, answer, call, text
from tests.kitc.wire.scripted import research_of, submission, with_budget

TASKS = Path(__file__).parents[3] / "data" / "tasks"
NAME = "inbox-unread"
TASK = with_budget(read_task(TASKS / NAME / "task.json"), model_tokens=500_000, turns=200)
ONE = NamedTask(NAME, TASK)


def model_that_submits(corpus: Corpus, change: str = "") -> Script:
    """A model that researches as the offline policy does, by whatever tools it has; *change* spoils its example."""
    offline = research(TASK, corpus=corpus)
    draft = offline.run.draft
    assert isinstance(draft, Draft)
    spoiled = draft.model_copy(update={"source_text": (draft.source_text or "") + change})
    looked = [block for one in research_of(offline.run) for block in one.content]

    def script(request: Request, number: int) -> Answer:
        del number
        if not request["tools"]:
            return answer(text("p"), usage={"input_tokens": 8, "output_tokens": 1})
        if len(request["messages"]) > 1:
            return submission(spoiled)
        if request["tools"][0]["name"] == "research":
            return answer(call("research", {"question": TASK.task}))
        return answer(*looked)

    return script


def bench_at(server: MessagesServer, corpus: Corpus) -> Bench:
    service = Service(api_key="k", base_url=server.url, call_seconds=20)
    return Bench(corpus=corpus, model="claude-test", client=MessagesClient(service))


def test_the_same_task_runs_under_every_condition(starter: Corpus) -> None:
    with MessagesServer(model_that_submits(starter)) as server:
        bench = bench_at(server, starter)
        trials = [trial for trial, _ in run_trials(bench, [ONE], CONDITIONS, attempts=1)]
    assert [trial.condition for trial in trials] == [
        "offline", "claude", "callable-only", "no-opening", "no-example-check",
    ]  # fmt: skip
    assert [(trial.outcome, trial.check) for trial in trials] == [("complete", "valid")] * 5
    assert [trial.model_calls for trial in trials] == [0, 2, 2, 2, 2]
    by_name = {trial.condition: trial for trial in trials}
    assert by_name["claude"].turns > by_name["no-opening"].turns, "the opening costs turns"
    assert by_name["claude"].tokens == TokenUse(input=200, output=100)
    assert all(trial.imported == 2 and trial.run == 0 and trial.found >= trial.imported for trial in trials)


def test_without_the_check_a_wrong_example_gets_into_the_kit_and_is_judged_all_the_same(
    starter: Corpus,
) -> None:
    spoil = (
        "\nconst extra = computed(() => 1 as unknown as NoSuch);\nimport { nothing } from 'commonfabric';\n"
    )
    claude, unchecked = conditions_named("claude,no-example-check")
    with MessagesServer(model_that_submits(starter, spoil)) as server:
        bench = bench_at(server, starter)
        strict, _ = run_trial(bench, ONE, claude)
        loose, researched = run_trial(bench, ONE, unchecked)
    assert (strict.status, strict.check, strict.repairs) == ("incomplete", "no example", 2)
    assert (loose.status, loose.check, loose.repairs) == ("complete", "invalid", 0)
    assert researched is not None
    assert any("told not to check it" in gap.what for gap in researched.kit.gaps)


def test_failed_runs_are_kept_with_their_cost(starter: Corpus) -> None:
    (claude,) = conditions_named("claude")
    looking = answer(call("search_docs", {"query": "wish"}))
    broken = Answer(status=400, error="billing_error")
    with MessagesServer((looking, broken, broken)) as server:
        bench = bench_at(server, starter)
        later, _ = run_trial(bench, ONE, claude)
        at_once, researched = run_trial(bench, ONE, claude)
    assert (later.outcome, later.tokens) == ("failed", TokenUse(input=100, output=50))
    assert "billing_error" in later.trouble
    assert (at_once.outcome, at_once.tokens, researched) == ("failed", TokenUse(), None)
    assert at_once.trouble == "model claude-test: refuses with status 400: billing_error: scripted"
    (summary,) = summarize([later, at_once])
    assert (summary.failed, summary.tokens.input) == (2, 100)


def test_the_service_is_tried_before_the_first_run(starter: Corpus) -> None:
    with MessagesServer(model_that_submits(starter)) as server:
        assert probe(bench_at(server, starter)) == TokenUse(input=8, output=1)
        assert server.requests[0]["max_tokens"] == 1
    assert probe(Bench(corpus=starter, model="claude-test")) == TokenUse()


def test_controls_freeze_corpus_model_grants_and_budgets(starter: Corpus) -> None:
    controls = controls_of(Bench(corpus=starter, model="claude-test"), [ONE])
    (task,) = controls.tasks
    assert (controls.corpus, controls.model) == (starter.digest, "claude-test")
    assert re.fullmatch(r"\d+\.\d+\.\d+\+[0-9a-f]{16}", controls.version)
    assert (task.grants, task.budget) == (("cfh:a:7f3k",), TASK.budget)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        pytest.param({"corpus": "0" * 64}, "corpus {0} and " + "0" * 64, id="corpus"),
        pytest.param({"model": "claude-other"}, "model claude-test and claude-other", id="model"),
        pytest.param({"tasks": ()}, "task inbox-unread only in one", id="task set"),
        pytest.param({"budget": {"turns": 3}}, "task inbox-unread differs in budget", id="budget"),
        pytest.param({"grants": ()}, "task inbox-unread differs in grants", id="grants"),
        pytest.param({"digest": "1" * 64}, "task inbox-unread differs in what is asked", id="task"),
    ],
)
def test_unmatched_controls_are_not_compared(
    starter: Corpus, change: dict[str, object], message: str
) -> None:
    controls = controls_of(Bench(corpus=starter, model="claude-test"), [ONE])
    plain = json.loads(controls.model_dump_json())
    task = plain["tasks"][0]
    for key, value in change.items():
        if key == "budget":
            task["budget"]["turns"] = 3
        elif key in task:
            task[key] = value
        else:
            plain[key] = value
    other = type(controls).model_validate_json(json.dumps(plain, default=list))
    require_matched(controls, controls, place="x")
    with pytest.raises(KitRefused) as refused:
        require_matched(controls, other, place="b/trials.json")
    expected = message.format(starter.digest)
    assert str(refused.value) == f"b/trials.json: has other controls and cannot be compared: {expected}"


@pytest.mark.parametrize(
    ("names", "message"),
    [
        ("offline,magic", "unknown magic, expected some of offline, claude, callable-only"),
        (" , ", "names none, expected some of offline"),
    ],
)
def test_unknown_conditions_are_refused(names: str, message: str) -> None:
    with pytest.raises(KitRefused, match=f"--conditions: {message}"):
        conditions_named(names)


def row(condition: str, **changed: object) -> Trial:
    plain = {"condition": condition, "task": "t", "attempt": 1, "outcome": "complete", **changed}
    return Trial.model_validate(plain)


ROWS = (
    row("a", check="valid", compile="accepted", tokens=TokenUse(input=5, cache_read=90), found=4, read=2, imported=1),
    row("a", outcome="failed", tokens=TokenUse(input=7, output=1), wall_seconds=2.0),
    row("b<&>", check="invalid", compile="rejected", run=1),
)  # fmt: skip


def test_a_summary_counts_kinds_apart() -> None:
    first, second = summarize(ROWS)
    assert (first.runs, first.complete, first.failed, first.examples, first.valid) == (2, 1, 1, 1, 1)
    assert first.tokens == TokenUse(input=12, output=1, cache_read=90)
    assert (first.found, first.read, first.run, first.imported) == (2.0, 1.0, 0.0, 0.5)
    assert (second.tried, second.compiled, second.invalid, second.run) == (1, 0, 1, 1.0)


def test_the_table_has_a_line_for_each_condition() -> None:
    lines = table_text(summarize(ROWS)).splitlines()
    assert [line.split()[0] for line in lines] == ["condition", "a", "b<&>"]
    assert "1/1" in lines[1]


def test_the_picture_is_well_formed_whatever_conditions_are_called() -> None:
    svg = picture_svg(summarize(ROWS), title="a < b")
    root = ET.fromstring(svg)  # noqa: S314 - our own text
    words = ["".join(node.itertext()) for node in root.iter("{http://www.w3.org/2000/svg}text")]
    assert {"a < b", "a", "b<&>", "outcome (runs)"} <= set(words)
    assert picture_svg(summarize(ROWS), title="a < b") == svg
    assert "nan" not in picture_svg((), title="nothing").lower()


def test_trials_survive_their_file(starter: Corpus) -> None:
    given = TrialSet(controls=controls_of(Bench(corpus=starter, model="m"), [ONE]), trials=ROWS)
    assert parse_trials(trials_json(given)) == given
