import shutil
from collections.abc import Mapping
from pathlib import Path

import pytest

from indexer.corpus import Corpus
from indexer.refresh import RefreshOptions, refresh
from kitc.base.draft import Draft, DraftCitation, DraftRule
from kitc.base.errors import KitRefused
from kitc.base.kit import kit_json
from kitc.base.run import parse_run, run_json
from kitc.base.task import read_task
from kitc.loop.service import Researched
from kitc.policy.replay import Replayed, replay_run
from kitc.service import ask, research
from tests.kitc.wire.messages_server import MessagesServer, answer, call
from tests.kitc.wire.scripted import policy_at, research_of, submission, with_budget

DATA = Path(__file__).parents[4] / "data"
TASK = with_budget(read_task(DATA / "tasks" / "inbox-unread" / "task.json"), model_tokens=500_000, turns=200)
READ = "doc:starter/composition/composing.md#import-by-identity"


def changed_corpus(folder: Path, files: Mapping[str, str | None]) -> Path:
    """The starter corpus with *files* of ``docs`` rewritten by replacement pairs ``old -> new``, or removed."""
    copy = folder / "data"
    shutil.copytree(DATA, copy, ignore=shutil.ignore_patterns("tasks", "*.db"))
    for name, text in files.items():
        if text is None:
            (copy / name).unlink()
        else:
            (copy / name).write_text(text, encoding="utf-8")
    refresh(copy / "corpus.toml", folder / "corpus.db", options=RefreshOptions(jobs=1))
    return folder / "corpus.db"


def through_a_file(done: Researched, corpus: Corpus) -> Replayed:
    """The replay of the record as a file keeps it."""
    return replay_run(parse_run(run_json(done.run)), corpus)


def test_an_offline_run_gives_the_same_bytes_again(starter: Corpus) -> None:
    done = research(TASK, corpus=starter)
    replayed = through_a_file(done, starter)
    assert (replayed.same, replayed.reads, replayed.answers) == (True, (), ())
    assert kit_json(replayed.kit) == kit_json(done.kit)


def test_a_run_of_a_model_gives_the_same_bytes_without_the_model(starter: Corpus) -> None:
    offline = research(TASK, corpus=starter)
    assert offline.run.draft is not None
    wrong = offline.run.draft.model_copy(update={"summary": "bind cfh:a:evil"})
    script = (*research_of(offline.run), submission(wrong), submission(offline.run.draft))
    with MessagesServer(script) as server:
        done = research(TASK, corpus=starter, policy=policy_at(server))
    assert done.run.repairs == 1
    assert kit_json(through_a_file(done, starter).kit) == kit_json(done.kit)


def test_calls_of_a_repair_that_gave_up_do_not_enter_the_kit(starter: Corpus) -> None:
    offline = research(TASK, corpus=starter)
    assert offline.run.draft is not None
    bad = offline.run.draft.model_copy(update={"source_text": "syntax error("})
    dear = {"input_tokens": 600_000, "output_tokens": 1}
    late = answer(call("open_section", {"address": "doc:starter/concepts/scopes.md"}), usage=dear)
    with MessagesServer((*research_of(offline.run), submission(bad), late)) as server:
        done = research(TASK, corpus=starter, policy=policy_at(server))
    assert len(done.run.calls) > done.run.admitted_after
    assert kit_json(through_a_file(done, starter).kit) == kit_json(done.kit)


def test_a_run_that_spent_its_budget_is_replayed_to_its_incomplete_kit(starter: Corpus) -> None:
    with MessagesServer((answer(call("search_docs", {"query": "wish"})),)) as server:
        done = research(with_budget(TASK, model_tokens=9_000), corpus=starter, policy=policy_at(server))
    assert done.kit.status == "incomplete"
    assert kit_json(through_a_file(done, starter).kit) == kit_json(done.kit)


def test_a_follow_up_is_replayed_with_what_it_inherited(starter: Corpus) -> None:
    parent = research(TASK, corpus=starter)
    child = ask("How is an error of a query shown?", parent=parent, corpus=starter)
    assert child.run.inherited_reads == len(parent.run.reads)
    assert kit_json(through_a_file(child, starter).kit) == kit_json(child.kit)


def test_what_only_the_parent_read_can_be_cited_in_the_replay(starter: Corpus) -> None:
    parent = research(TASK, corpus=starter)
    child = ask("How is an error of a query shown?", parent=parent, corpus=starter).run
    cited = DraftCitation(address=READ, quote="A published program is imported")
    rule = DraftRule(topic="imports", statement="Import by identity.", citation=cited)
    draft = Draft(kind="answer", summary="answered", rules=(rule,))
    run = child.model_copy(update={"draft": draft, "calls": (), "admitted_after": 0})
    assert [one.citation.address for one in replay_run(run, starter).kit.rules] == [READ]
    alone = run.model_copy(update={"inherited_reads": 0})
    assert replay_run(alone, starter).kit.rules == ()


def test_an_inventory_on_disk_is_not_trusted(starter: Corpus) -> None:
    parent = research(TASK, corpus=starter)
    child = ask("How is an error of a query shown?", parent=parent, corpus=starter).run
    fake = "Zk3cVrT9q1uYb7mWx5oLd2sHf8gNj4pQe6iAa0tRvCs"
    record = child.inventory[0].model_copy(update={"pattern_id": fake, "specifier": f"cf:pattern:{fake}"})
    source = f'import Part from "cf:pattern:{fake}";\nexport default Part;\n'
    draft = Draft(kind="author", summary="forged", capability="x", source_text=source)
    forged = {"inventory": (*child.inventory, record), "draft": draft, "example_checked": False}
    kit = replay_run(child.model_copy(update=forged), starter).kit
    assert kit.recipe is None
    assert f"cf:pattern:{fake} was in no index answer" in {gap.what for gap in kit.gaps}


def test_a_changed_section_is_named_with_both_digests(starter: Corpus, tmp_path: Path) -> None:
    done = research(TASK, corpus=starter)
    name = "docs/composition/composing.md"
    text = (
        (DATA / name).read_text(encoding="utf-8").replace("A published program is", "A published module is")
    )
    with Corpus.open(changed_corpus(tmp_path, {name: text})) as corpus:
        replayed = through_a_file(done, corpus)
        now = corpus.open_passage(READ).digest
    assert not replayed.same
    assert replayed.corpus != replayed.recorded_corpus
    (change,) = [read for read in replayed.reads if read.address == READ]
    assert (change.kind, change.now) == ("changed", now)
    assert change.recorded == starter.open_passage(READ).digest
    assert any(call_.tool == "open_section" for call_ in replayed.answers)


def test_a_removed_document_is_gone(starter: Corpus, tmp_path: Path) -> None:
    done = research(TASK, corpus=starter)
    with Corpus.open(changed_corpus(tmp_path, {"docs/composition/composing.md": None})) as corpus:
        replayed = through_a_file(done, corpus)
    gone = {read.address for read in replayed.reads if read.kind == "gone"}
    assert READ in gone
    assert all(read.now == "" for read in replayed.reads if read.kind == "gone")


def test_a_change_elsewhere_leaves_every_read_as_it_was(starter: Corpus, tmp_path: Path) -> None:
    done = research(TASK, corpus=starter)
    text = (DATA / "docs/concepts/scopes.md").read_text(encoding="utf-8") + "\nOne more line of no weight.\n"
    with Corpus.open(changed_corpus(tmp_path, {"docs/concepts/scopes.md": text})) as corpus:
        replayed = through_a_file(done, corpus)
    assert not replayed.same, "the kit names the corpus that it is from"
    assert [
        read for read in replayed.reads if "scopes" not in read.address and read.kind != "not shown"
    ] == []


def test_a_record_without_a_draft_is_refused(starter: Corpus) -> None:
    run = research(TASK, corpus=starter).run.model_copy(update={"draft": None})
    with pytest.raises(KitRefused, match="run record: keeps no draft, expected one written by this version"):
        replay_run(run, starter)
