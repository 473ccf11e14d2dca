import asyncio
import json
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Event

import pytest

import kitc
from indexer.corpus import Corpus
from kitc.base.budget import Budget
from kitc.base.kit import kit_json
from kitc.base.task import Task, parse_task, read_task

TASKS = Path(__file__).parents[3] / "data" / "tasks"


def inbox() -> Task:
    return read_task(TASKS / "inbox" / "task.json")


def test_equal_tasks_over_equal_corpora_give_equal_bytes(starter: Corpus) -> None:
    assert kit_json(kitc.research(inbox(), corpus=starter).kit) == kit_json(
        kitc.research(inbox(), corpus=starter).kit
    )


@pytest.mark.parametrize("seed", ["0", "1", "4711"])
def test_the_hash_seed_does_not_change_a_kit(seed: str, starter_database: Path) -> None:
    program = (
        "import sys, kitc; from kitc.base.kit import kit_digest; from kitc.base.task import read_task;"
        "from pathlib import Path; print(kit_digest(kitc.research(read_task(Path(sys.argv[1])), corpus=sys.argv[2]).kit))"
    )
    words = [sys.executable, "-c", program, str(TASKS / "dinner-page" / "task.json"), str(starter_database)]
    done = subprocess.run(
        words, capture_output=True, text=True, check=True, env={**os.environ, "PYTHONHASHSEED": seed}
    )
    expected = kitc.research(read_task(TASKS / "dinner-page" / "task.json"), corpus=starter_database)
    assert done.stdout.strip() == expected.run.kit_digest


def test_an_equal_task_resumes_without_new_work(starter: Corpus) -> None:
    first = kitc.research(inbox(), corpus=starter)
    again = kitc.research(inbox(), corpus=starter, previous=first)
    assert again.resumed
    assert again.run.run_id == first.run.run_id


def test_a_changed_grant_is_a_new_run(starter: Corpus) -> None:
    first = kitc.research(inbox(), corpus=starter)
    content = json.loads(inbox().model_dump_json(by_alias=True))
    content["grants"][0]["description"] = "Another mail database"
    again = kitc.research(parse_task(json.dumps(content)), corpus=starter, previous=first)
    assert not again.resumed


def test_without_a_corpus_the_kit_is_incomplete_and_says_why(tmp_path: Path) -> None:
    found = kitc.research("show my inbox", corpus=tmp_path / "none.db")
    assert found.kit.status == "incomplete"
    assert "none.db" in found.kit.gaps[0].what
    assert found.kit.patterns == ()


@pytest.mark.parametrize("turns", [0, 1, 3, 8, 20])
def test_a_small_budget_gives_an_explicit_kit_and_is_never_overspent(turns: int, starter: Corpus) -> None:
    task = inbox().model_copy(update={"budget": Budget(turns=turns)})
    found = kitc.research(task, corpus=starter)
    assert found.run.turns <= turns
    assert found.kit.status != "complete" or turns >= 8
    assert found.kit.gaps


@pytest.mark.parametrize("most", [2_000, 4_000, 8_000, 48_000])
def test_a_kit_keeps_within_its_bytes(most: int, starter: Corpus) -> None:
    task = read_task(TASKS / "bills-mail-and-bank" / "task.json").model_copy(
        update={"budget": Budget(kit_bytes=most)}
    )
    kit = kitc.research(task, corpus=starter).kit
    assert len(kit_json(kit).encode()) <= most


def test_a_cancelled_run_keeps_what_was_read(starter: Corpus) -> None:
    cancel = Event()
    found = kitc.research(
        inbox(), corpus=starter, cancel=cancel, progress=lambda call: cancel.set() if call.turn == 2 else None
    )
    assert found.run.outcome == "cancelled"
    assert found.run.turns == 2


def test_threads_may_share_one_open_corpus(starter: Corpus) -> None:
    with ThreadPoolExecutor(4) as pool:
        digests = {
            one.run.kit_digest for one in pool.map(lambda _: kitc.research(inbox(), corpus=starter), range(8))
        }
    assert len(digests) == 1


def test_research_can_be_awaited(starter: Corpus) -> None:
    found = asyncio.run(kitc.research_async(inbox(), corpus=starter))
    assert found.kit.status == "complete"


def test_a_follow_up_inherits_inventory_and_reads(starter: Corpus) -> None:
    first = kitc.research(inbox(), corpus=starter)
    answer = kitc.ask("What fields does a wish give back?", parent=first, corpus=starter)
    assert answer.kit.approach.kind == "answer"
    assert answer.kit.provenance.parent == first.run.kit_digest
    inherited = {record.pattern_id for record in answer.run.inventory}
    assert inherited >= {record.pattern_id for record in first.run.inventory}
    assert "doc:starter/capabilities/wish.md#result-shape" in {
        source.address for source in answer.kit.sources
    }
