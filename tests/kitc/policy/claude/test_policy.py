import json
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from indexer.corpus import Corpus
from kitc.base.draft import Draft
from kitc.base.errors import ServiceUnavailable
from kitc.base.run import TokenUse, parse_run, run_json
from kitc.base.task import Task, read_task
from kitc.loop.service import Researched
from kitc.policy.claude.policy import FallbackPolicy, NoPolicy
from kitc.policy.claude.talk import FINAL_TOKENS
from kitc.policy.offline.policy import OfflinePolicy
from kitc.service import research
from kitc.wire.model import ModelEvent
from tests.kitc.wire.messages_server import Answer, MessagesServer, Request, answer, call, text
from tests.kitc.wire.scripted import policy_at, research_of, results_in, submission, with_budget

TASKS = Path(__file__).parents[4] / "data" / "tasks"
GOOD = "inbox-unread"


@pytest.fixture
def task() -> Task:
    return with_budget(read_task(TASKS / GOOD / "task.json"), model_tokens=1_000_000, turns=200)


@pytest.fixture
def offline(starter: Corpus, task: Task) -> Researched:
    return research(task, corpus=starter)


@pytest.fixture
def draft(offline: Researched) -> Draft:
    assert offline.run.draft is not None
    return offline.run.draft


def drive(corpus: Corpus, task: Task, *answers: Answer, **options: Any) -> tuple[Researched, list[Request]]:
    """The run that a model scripted with *answers* drives, and what it was sent."""
    with MessagesServer(answers) as server:
        done = research(task, corpus=corpus, policy=policy_at(server, **options))
        return done, server.requests


def test_a_model_that_researches_and_submits_gets_its_draft_admitted(
    starter: Corpus, task: Task, offline: Researched, draft: Draft
) -> None:
    done, _ = drive(starter, task, *research_of(offline.run), submission(draft))
    assert done.kit.status == "complete"
    assert (done.kit.patterns, done.kit.recipe) == (offline.kit.patterns, offline.kit.recipe)
    assert done.kit.provenance.policy == "claude"


def test_parallel_calls_are_answered_in_one_message_in_their_order(
    starter: Corpus, task: Task, draft: Draft
) -> None:
    calls = [call("search_docs", {"query": word}, use_id=word) for word in ("cells", "wish", "sqlite")]
    _, requests = drive(starter, task, answer(text("looking"), *calls), submission(draft))
    results = results_in(requests[1])
    assert [result["tool_use_id"] for result in results] == ["cells", "wish", "sqlite"]
    assert all("is_error" not in result for result in results)
    assert requests[1]["messages"][-2]["content"][0] == {"type": "text", "text": "looking"}


def test_tools_and_schemas_are_those_of_the_registry_and_one_strict_submission(
    starter: Corpus, task: Task, draft: Draft
) -> None:
    from kitc.tools import tool_schemas  # noqa: PLC0415 - the registry as any caller sees it

    _, requests = drive(starter, task, submission(draft))
    *read, submit = requests[0]["tools"]
    assert read == [dict(schema) for schema in tool_schemas()]
    assert (submit["name"], submit["strict"]) == ("submit_kit", True)
    assert list(open_objects(submit["input_schema"])) == []


def open_objects(schema: Any) -> Iterator[Any]:
    """Objects of a schema that are not closed, or that leave a property optional."""
    if isinstance(schema, dict):
        if "properties" in schema and "type" in schema:
            closed = schema.get("additionalProperties") is False
            if not closed or sorted(schema["required"]) != sorted(schema["properties"]):
                yield schema
        for inner in schema.values():
            yield from open_objects(inner)
    if isinstance(schema, list):
        for inner in schema:
            yield from open_objects(inner)


def test_the_stable_prefix_is_marked_for_caching_and_does_not_change(
    starter: Corpus, task: Task, offline: Researched, draft: Draft
) -> None:
    _, requests = drive(starter, task, *research_of(offline.run), submission(draft))
    marked = {"type": "ephemeral"}
    for request in requests:
        assert request["system"][-1]["cache_control"] == marked
        assert request["tools"][-1]["cache_control"] == marked
        assert request["messages"][-1]["content"][-1]["cache_control"] == marked
        assert json.dumps(request).count('"cache_control"') == 3
    prefixes = {json.dumps([request["system"], request["tools"]]) for request in requests}
    assert len(prefixes) == 1


def test_usage_is_recorded_for_each_call_and_in_all(starter: Corpus, task: Task, draft: Draft) -> None:
    first = {
        "input_tokens": 10,
        "output_tokens": 20,
        "cache_creation_input_tokens": 30,
        "cache_read_input_tokens": 0,
    }
    second = {**first, "cache_creation_input_tokens": 5, "cache_read_input_tokens": 30}
    done, _ = drive(
        starter,
        task,
        answer(call("search_docs", {"query": "wish"}), usage=first),
        answer(call("submit_kit", json.loads(draft.model_dump_json())), usage=second),
        answer(call("submit_kit", json.loads(draft.model_dump_json())), usage=second),
    )
    calls = done.run.model_calls
    assert calls[0].tokens == TokenUse(input=10, output=20, cache_write=30, cache_read=0)
    assert calls[1].tokens == TokenUse(input=10, output=20, cache_write=5, cache_read=30)
    assert calls[0].request_id == "req_1"
    total = done.run.tokens
    assert total.cache_read == sum(one.tokens.cache_read for one in calls)
    assert (total.input, total.output) == (10 * len(calls), 20 * len(calls))
    assert parse_run(run_json(done.run)) == done.run


def test_the_opening_is_read_through_the_session_and_can_be_cited(
    starter: Corpus, task: Task, draft: Draft
) -> None:
    done, requests = drive(starter, task, submission(draft))
    first = requests[0]["messages"][0]["content"][0]["text"]
    opened = [call_ for call_ in done.run.calls if call_.tool == "open_section"]
    assert opened, "no document was opened"
    assert any(call_.tool == "read_source" for call_ in done.run.calls), "no complete example"
    assert all(str(call_.arguments["address"]) in first for call_ in opened)
    assert {read.address for read in done.run.reads} >= {str(one.arguments["address"]) for one in opened}
    assert done.run.turns == len([one for one in done.run.calls if one.outcome == "answered"])


def test_without_an_opening_the_model_starts_with_the_bare_task(
    starter: Corpus, task: Task, draft: Draft
) -> None:
    done, requests = drive(starter, task, submission(draft), opening=False)
    assert done.run.calls == ()
    assert "Orientation" not in requests[0]["messages"][0]["content"][0]["text"]
    assert "no opening" in done.kit.provenance.policy_version


def test_a_bigger_opening_than_the_budget_stops_within_it(starter: Corpus, task: Task, draft: Draft) -> None:
    done, requests = drive(starter, with_budget(task, turns=2), submission(draft))
    assert done.run.turns == 2
    assert "all 2 turns are spent" in requests[0]["messages"][0]["content"][0]["text"]


@pytest.mark.parametrize(
    ("made", "message"),
    [
        pytest.param(call("delete_corpus", {}), "tool delete_corpus: is unknown, expected one of search_docs", id="unknown tool"),
        pytest.param(call("search_docs", '{"query": "wi'), "the arguments are no JSON", id="arguments cut off"),
        pytest.param(call("search_docs", {"query": 7}), "query: Input should be a valid string", id="wrong type"),
        pytest.param(call("search_docs", {"limit": 3}), "query: Field required", id="missing argument"),
        pytest.param(
            call("search_docs", {"query": "x", "path": "/etc/passwd"}),
            "path: Extra inputs are not permitted",
            id="extra argument",
        ),
        pytest.param(call("search_docs", {"query": "x", "limit": 5_000}), "limit: Input should be less", id="unbounded"),
        pytest.param(call("open_section", {"address": "doc:starter/nowhere.md"}), "doc:starter/nowhere.md", id="no such document"),
        pytest.param(call("open_section", {"address": "doc:starter/../../etc/passwd"}), "doc:starter/../../etc/passwd", id="a path out of its root"),
        pytest.param(call("describe_handle", {"token": "cfh:a:evil"}), "handle cfh:a:evil: is not granted", id="foreign handle"),
        pytest.param(call("research", {"question": "x"}), "tool research: is unknown", id="a tool of another desk"),
    ],
)  # fmt: skip
def test_a_refused_call_is_a_tool_error_that_says_what_to_do(
    starter: Corpus, task: Task, offline: Researched, made: dict[str, Any], message: str
) -> None:
    assert offline.run.draft is not None
    script = (answer(made), *research_of(offline.run), submission(offline.run.draft))
    done, requests = drive(starter, task, *script)
    (result,) = results_in(requests[1])
    assert result["is_error"] is True
    assert message in result["content"]
    assert done.kit.status == "complete", "the work goes on after it"


def test_a_submission_that_is_no_draft_may_be_mended(
    starter: Corpus, task: Task, offline: Researched, draft: Draft
) -> None:
    script = (*research_of(offline.run), submission({"kind": "buy"}), submission(draft))
    done, requests = drive(starter, task, *script)
    (result,) = results_in(requests[-1])
    assert result["is_error"] is True
    assert "kind: Input should be 'run', 'compose', 'author' or 'answer'" in result["content"]
    assert "summary: Field required" in result["content"]
    assert done.kit.status == "complete"


def test_a_model_that_never_submits_a_draft_ends_in_an_incomplete_kit(starter: Corpus, task: Task) -> None:
    done, requests = drive(starter, task, submission({"kind": "buy"}))
    assert (done.run.outcome, done.kit.status) == ("failed", "incomplete")
    assert len(requests) == 3
    assert done.kit.gaps[0].what.startswith(
        "the model did not finish: model claude-haiku-5-5: submits no draft"
    )
    assert done.run.tokens.input == 300, "the cost of a failed run is kept"


def test_a_model_that_only_talks_is_told_what_ends_the_work(
    starter: Corpus, task: Task, offline: Researched, draft: Draft
) -> None:
    script = (answer(text("I think...")), *research_of(offline.run), submission(draft))
    done, requests = drive(starter, task, *script)
    assert "Call submit_kit" in requests[1]["messages"][-1]["content"][0]["text"]
    assert done.kit.status == "complete"


def test_an_answer_cut_off_at_its_token_limit_is_told_to_be_shorter(
    starter: Corpus, task: Task, offline: Researched, draft: Draft
) -> None:
    cut = answer(call("submit_kit", '{"kind": "compo'), stop_reason="max_tokens")
    done, requests = drive(starter, task, *research_of(offline.run), cut, submission(draft))
    assert "It was cut off: write less." in results_in(requests[-1])[0]["content"]
    assert done.kit.status == "complete"


def test_a_refusal_ends_the_run_with_its_reason(starter: Corpus, task: Task) -> None:
    details = {"type": "refusal", "category": "cyber", "explanation": "not that"}
    refused = answer(text("no"), stop_reason="refusal", stop_details=details)
    done, _ = drive(starter, task, refused)
    assert (done.run.outcome, done.kit.status) == ("failed", "incomplete")
    assert "refuses: not that" in done.kit.gaps[0].what


def test_a_full_context_window_ends_the_run(starter: Corpus, task: Task) -> None:
    done, _ = drive(starter, task, answer(text("..."), stop_reason="model_context_window_exceeded"))
    assert done.kit.gaps[0].what == "the budget ended: the model's context window is full"


def test_two_repairs_then_the_kit_says_what_is_unsupported(
    starter: Corpus, task: Task, offline: Researched, draft: Draft
) -> None:
    bad = draft.model_copy(update={"source_text": f"{draft.source_text}\nsyntax error("})
    done, requests = drive(starter, task, *research_of(offline.run), submission(bad))
    submissions = [one for one in requests if results_in(one) and results_in(one)[-1].get("is_error")]
    assert len(submissions) == 2
    assert done.run.repairs == 2
    assert (done.kit.status, done.kit.recipe) == ("incomplete", None)
    assert any(gap.kind == "claim" for gap in done.kit.gaps)


def test_troubles_come_back_as_the_result_of_the_submission(
    starter: Corpus, task: Task, offline: Researched, draft: Draft
) -> None:
    bad = draft.model_copy(
        update={"source_text": (draft.source_text or "").replace("limit: 50", "limite: 50")}
    )
    done, requests = drive(starter, task, *research_of(offline.run), submission(bad), submission(draft))
    (result,) = results_in(requests[-1])
    assert (result["tool_use_id"], result["is_error"]) == ("toolu_submit", True)
    assert "limite" in result["content"]
    assert (done.run.repairs, done.kit.status) == (1, "complete")


def test_when_the_turns_are_spent_the_model_must_submit(starter: Corpus, task: Task, draft: Draft) -> None:
    calls = [call("search_docs", {"query": f"word {place}"}, use_id=f"t{place}") for place in range(12)]
    _, requests = drive(starter, with_budget(task, turns=11), answer(*calls), submission(draft))
    assert ends_in(requests[0]) is False
    assert ends_in(requests[1]) is True
    refused = [result for result in results_in(requests[1]) if result.get("is_error")]
    assert refused
    assert refused[0]["content"] == "research: all 11 turns are spent. Submit what is supported by now."


def ends_in(request: Request) -> bool:
    """Whether the model is told to submit now, without a change to what the service has cached."""
    assert "tool_choice" not in request
    last = request["messages"][-1]["content"][-1]
    return "Call submit_kit now" in str(last.get("text"))


def test_a_model_that_goes_on_calling_when_it_must_submit_is_stopped(starter: Corpus, task: Task) -> None:
    searching = answer(call("search_docs", {"query": "wish"}))
    done, requests = drive(starter, with_budget(task, turns=10), searching)
    assert len(requests) == 4
    assert [result["content"] for request in requests[2:] for result in results_in(request)] == [
        "The budget is spent: only submit_kit is answered now.",
        "The budget is spent: only submit_kit is answered now.",
    ]
    assert done.run.outcome == "failed"


def test_when_few_tokens_are_left_the_model_must_submit(starter: Corpus, task: Task, draft: Draft) -> None:
    dear = {"input_tokens": 100_000 - FINAL_TOKENS, "output_tokens": 10}
    searching = answer(call("search_docs", {"query": "wish"}), usage=dear)
    _, requests = drive(starter, with_budget(task, model_tokens=100_000), searching, submission(draft))
    assert ends_in(requests[1]) is True
    assert requests[1]["max_tokens"] < FINAL_TOKENS, "an answer may not take more than what is left"


def test_when_the_tokens_are_spent_no_call_is_made(starter: Corpus, task: Task) -> None:
    dear = {"input_tokens": 99_990, "output_tokens": 5}
    searching = answer(call("search_docs", {"query": "wish"}), usage=dear)
    done, requests = drive(starter, with_budget(task, model_tokens=100_000), searching)
    assert len(requests) == 1
    assert done.kit.status == "incomplete"
    assert done.kit.gaps[0].what == "the budget ended: all 100000 model tokens are spent"


def test_tokens_read_from_the_cache_do_not_spend_the_budget(
    starter: Corpus, task: Task, offline: Researched, draft: Draft
) -> None:
    cached = {"input_tokens": 1, "output_tokens": 1, "cache_read_input_tokens": 5_000_000}
    script = [
        Answer(content=one.content, stop_reason="tool_use", usage=cached) for one in research_of(offline.run)
    ]
    done, _ = drive(starter, task, *script, submission(draft))
    assert done.kit.status == "complete"


def test_a_task_without_model_tokens_makes_no_call(starter: Corpus, task: Task) -> None:
    done, requests = drive(starter, with_budget(task, model_tokens=0))
    assert requests == []
    assert done.kit.gaps[0].what == "the budget ended: all 0 model tokens are spent"


def test_a_model_that_goes_round_in_circles_is_stopped(starter: Corpus, task: Task) -> None:
    again = answer(call("search_docs", {"query": "wish"}), usage={"input_tokens": 0, "output_tokens": 0})
    done, requests = drive(starter, with_budget(task, turns=12), again)
    assert len(requests) == 12 + 8
    assert "20 answers of the model, and no admitted draft" in done.kit.gaps[0].what


def test_cancelling_in_mid_stream_keeps_what_was_read(starter: Corpus, task: Task) -> None:
    cancel = threading.Event()

    def progress(event: ModelEvent) -> None:
        if event.text == "half":
            cancel.set()

    slow = answer(text("half"), text("late"), pause_seconds=0)
    hanging = answer(call("search_docs", {"query": "wish"}), pause_seconds=5)
    with MessagesServer((Answer(content=slow.content, stop_reason="end_turn"), hanging)) as server:
        policy = policy_at(server, progress=progress)
        done = research(task, corpus=starter, policy=policy, cancel=cancel)
    assert (done.run.outcome, done.kit.status) == ("cancelled", "incomplete")
    assert done.run.reads, "the opening's reads are in the record"


def test_the_service_failing_at_the_start_is_an_error(starter: Corpus, task: Task) -> None:
    with pytest.raises(ServiceUnavailable, match="refuses with status 401"):
        drive(starter, task, Answer(status=401, error="authentication_error"))


def test_the_service_failing_later_keeps_the_cost_in_an_incomplete_kit(starter: Corpus, task: Task) -> None:
    failing = Answer(status=400, error="billing_error")
    done, _ = drive(starter, task, answer(call("search_docs", {"query": "wish"})), failing)
    assert (done.run.outcome, done.kit.status) == ("failed", "incomplete")
    assert "billing_error" in done.kit.gaps[0].what
    assert done.run.tokens == TokenUse(input=100, output=50)


def test_the_service_failing_in_a_repair_leaves_the_draft_as_it_was(
    starter: Corpus, task: Task, offline: Researched, draft: Draft
) -> None:
    bad = draft.model_copy(update={"source_text": f"{draft.source_text}\nsyntax error("})
    failing = Answer(status=400, error="billing_error")
    done, _ = drive(starter, task, *research_of(offline.run), submission(bad), failing)
    assert done.kit.approach.summary == draft.summary
    assert done.kit.recipe is None


@pytest.mark.parametrize(
    "failing",
    [
        pytest.param((Answer(status=401, error="authentication_error"),), id="at the start"),
        pytest.param(
            (answer(call("search_docs", {"query": "wish"})), Answer(status=400, error="billing_error")),
            id="later",
        ),
        pytest.param((answer(text("no"), stop_reason="refusal"),), id="a refusal"),
    ],
)
def test_with_a_fallback_the_offline_kit_says_why(
    starter: Corpus, task: Task, offline: Researched, failing: tuple[Answer, ...]
) -> None:
    with MessagesServer(failing) as server:
        policy = FallbackPolicy(policy_at(server), OfflinePolicy())
        done = research(task, corpus=starter, policy=policy)
    assert done.kit.recipe == offline.kit.recipe
    assert done.kit.gaps[0].what.startswith("no model took part: model claude-haiku-5-5: refuses")


def test_without_a_key_the_fallback_works_too(starter: Corpus, task: Task, offline: Researched) -> None:
    missing = NoPolicy(ServiceUnavailable("ANTHROPIC_API_KEY", "is not set"))
    done = research(task, corpus=starter, policy=FallbackPolicy(missing, OfflinePolicy()))
    assert done.kit.recipe == offline.kit.recipe
    assert done.kit.gaps[0].what == "no model took part: ANTHROPIC_API_KEY: is not set"
