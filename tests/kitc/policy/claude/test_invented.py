"""Planted facts: a scripted model submits an otherwise good draft with one invention; the host refuses it.

Each row changes the good draft, names a text of the refusal that the model must be shown, and a text that must not
occur in the final kit when the model does not mend it (the gaps that name what is unsupported aside).
"""

import copy
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from indexer.corpus import Corpus
from kitc.base.grant import Grant
from kitc.base.kit import Kit
from kitc.base.task import Task, read_task
from kitc.loop.service import Researched
from kitc.service import research
from tests.kitc.wire.messages_server import MessagesServer
from tests.kitc.wire.scripted import policy_at, research_of, results_in, submission, with_budget

TASK = Path(__file__).parents[4] / "data" / "tasks" / "inbox-unread" / "task.json"
FAKE = "Zk3cVrT9q1uYb7mWx5oLd2sHf8gNj4pQe6iAa0tRvCs"
EVIL, PENDING = "cfh:a:evil", "cfh:a:pending"
UNREAD = "doc:starter/web/unread.md#never-opened"

Plain = dict[str, Any]
Plant = Callable[[Plain], None]


def source(old: str, new: str) -> Plant:
    """Replaces *old* in the example."""

    def change(draft: Plain) -> None:
        assert old in draft["source_text"], old
        draft["source_text"] = draft["source_text"].replace(old, new, 1)

    return change


def put(path: str, value: object) -> Plant:
    """Sets the value at a dotted *path*."""

    def change(draft: Plain) -> None:
        *steps, last = path.split(".")
        target: Any = draft
        for step in steps:
            target = target[int(step)] if isinstance(target, list) else target[step]
        target[int(last) if isinstance(target, list) else last] = value

    return change


def add(path: str, value: object) -> Plant:
    """Appends to the list at a dotted *path*."""

    def change(draft: Plain) -> None:
        target: Any = draft
        for step in path.split("."):
            target = target[int(step)] if isinstance(target, list) else target[step]
        target.append(value)

    return change


def rule(address: str, quote: str) -> Plant:
    cited = {"address": address, "quote": quote}
    return add("rules", {"topic": "invented", "statement": "Invented rule.", "citation": cited})


def one_character(draft: Plain) -> None:
    ref = draft["patterns"][0]["ref"]
    draft["patterns"][0]["ref"] = ref[:-2] + ("A" if ref[-2] != "A" else "B") + ref[-1]


def without(path: str) -> Plant:
    def change(draft: Plain) -> None:
        *steps, last = path.split(".")
        target: Any = draft
        for step in steps:
            target = target[int(step)] if isinstance(target, list) else target[step]
        del target[last]

    return change


def altered_quote(draft: Plain) -> None:
    draft["rules"][0]["citation"]["quote"] = draft["rules"][0]["citation"]["quote"].replace(
        "published", "signed"
    )


def swapped_quotes(draft: Plain) -> None:
    first, second = draft["rules"][0]["citation"], draft["rules"][1]["citation"]
    first["quote"], second["quote"] = second["quote"], first["quote"]


MISSING = {
    "name": "key", "pattern": "", "argument": "", "type": "string", "required": True,
    "capability": "a key", "ask": "A key?", "citation": None,
}  # fmt: skip
CLAIM = {"claim": "Tested by a thousand users.", "citation": None}
CITED = "doc:starter/composition/composing.md#import-by-identity"
READER = "src:starter/mail/unread-mail.tsx"

KINDS: tuple[tuple[str, Plant, str, str], ...] = (
    # identities
    ("an identity of a pattern", put("patterns.0.ref", f"cf:pattern:{FAKE}"), "no index answer of this run", FAKE),
    ("one character of an identity", one_character, "no index answer of this run", ""),
    ("a malformed specifier", put("patterns.0.ref", "cf:pattern:inbox"), "no index answer of this run", "cf:pattern:inbox"),
    ("an address of a pattern", put("patterns.0.ref", "src:starter/mail/magic.tsx"), "no index answer", "magic.tsx"),
    ("a pattern's name as its reference", put("patterns.0.ref", "Unread mail"), "no index answer of this run", ""),
    ("a further pattern", add("patterns", {"ref": f"cf:pattern:{FAKE}", "use": "reference", "consumed": [], "coverage": [], "evidence": []}), "no index answer", FAKE),
    ("an identity that the example imports", source("cf:pattern:", f"cf:pattern:{FAKE[:-1]}x"), "was in no index answer", FAKE[:20]),
    ("an import in a malformed form", source('from "cf:pattern:', 'from "cf:pattern:abc/'), "was in no index answer", "abc/"),
    ("an identity in the summary", put("summary", f"wire cf:pattern:{FAKE}"), "was in no index answer", FAKE),
    ("an identity in a gap", add("gaps", {"kind": "capability", "what": f"see cf:pattern:{FAKE}", "suggestion": ""}), "was in no index answer", FAKE),
    ("an identity in a rule", put("rules.0.statement", f"Import cf:pattern:{FAKE}."), "was in no index answer", FAKE),
    ("an identity of the runner-up", put("runner_up.patterns.0", f"cf:pattern:{FAKE}"), "was in no index answer", FAKE),
    ("an address of the runner-up", put("runner_up.patterns.0", "src:starter/mail/magic.tsx"), "was in no index answer", "magic.tsx"),
    # exports and modules
    ("a named export", source("import UnreadMail from", "import { UnreadBox as UnreadMail } from"), "UnreadBox", "UnreadBox"),
    ("a type used as a value", source("import UnreadMail from", "import { UnreadMailOutput as UnreadMail } from"), "UnreadMail", "UnreadMailOutput as"),
    ("a name of the runtime", source("  computed,\n", "  computed,\n  inboxOf,\n"), "inboxOf", "inboxOf"),
    ("a relative module", source("import UnreadMail", 'import { tidy } from "./tidy.ts";\nimport UnreadMail'), "tidy.ts", "tidy.ts"),
    # fields
    ("a consumed field", add("patterns.0.consumed", "attachments"), "no result field attachments", "attachments"),
    ("a consumed field of a row", add("patterns.0.consumed", "messages[].mood"), "no result field messages[].mood", "mood"),
    ("a consumed field of a field", add("patterns.0.consumed", "error.code"), "no result field error.code", "error.code"),
    ("a field that the example reads", source("unreadMail.pending", "unreadMail.isBusy"), "isBusy", "isBusy"),
    ("a field that the example hands on", source("unreadMail.messages", "unreadMail.letters"), "letters", "letters"),
    ("a field that is destructured", source("const messagesPending", "const { folders } = unreadMail;\n  const messagesPending"), "folders", "folders"),
    ("a field of a row", source("const messagesPending", "const moods = unreadMail.messages.map((one) => one.mood);\n  const messagesPending"), "mood", "mood"),
    # arguments
    ("an argument", source("limit: 50", "limitation: 50"), "limitation", "limitation"),
    ("a required argument left out", source("UnreadMail({ mail, limit: 50 })", "UnreadMail({ limit: 50 })"), "mail", ""),
    ("an argument of another type", source("limit: 50", 'limit: "fifty"'), "limit", "fifty"),
    ("an argument of another pattern", source('title: "Messages"', 'label: "Messages"'), "label", "label:"),
    ("rows of another shape", source("messages: unreadMail.messages", "messages: unreadMail.pending"), "messages", ""),
    # handles
    ("a handle", put("bindings.0.token", EVIL), f"{EVIL} is not granted", EVIL),
    ("a second handle", add("bindings", {"name": "more", "token": EVIL, "type": "string", "feeds": [], "note": ""}), f"{EVIL} is not granted", EVIL),
    ("a handle that is only asked for", put("bindings.0.token", PENDING), f"{PENDING} is not granted", PENDING),
    ("a handle of no form", put("bindings.0.token", "my-mailbox"), "is no handle token", "my-mailbox"),
    ("a handle in the example", source('"Messages"', f'"{EVIL}"'), f"{EVIL} is not granted", EVIL),
    ("a handle in the summary", put("summary", f"bind {EVIL}"), f"{EVIL} is not granted", EVIL),
    ("a handle in a note", put("bindings.0.note", f"or bind {EVIL}"), f"{EVIL} is not granted", EVIL),
    ("a handle in what to check", add("to_check", f"that {EVIL} answers"), f"{EVIL} is not granted", EVIL),
    ("what a handle feeds", put("bindings.0.feeds", ["Unread mail.password"]), "no selected pattern has such an argument", "password"),
    ("two handles for one input", add("bindings", {"name": "mail", "token": "cfh:a:7f3k", "type": "string", "feeds": [], "note": ""}), "two handles are bound to one input", ""),
    ("an input of the composition", put("bindings.0.name", "mailbox"), "mailbox", ""),
    # missing inputs
    ("a pattern of a missing input", add("missing", {**MISSING, "pattern": f"cf:pattern:{FAKE}", "argument": "key"}), "no index answer", FAKE),
    ("an argument of a missing input", add("missing", {**MISSING, "pattern": READER, "argument": "password"}), "no argument password", "password"),
    ("a citation of a missing input", add("missing", {**MISSING, "citation": {"address": UNREAD, "quote": "x"}}), "was not read in this run", UNREAD),
    # citations
    ("an address of a document", rule("doc:starter/secrets.md", "Never."), "was not read in this run", "secrets.md"),
    ("a heading of a document", rule("doc:starter/composition/composing.md#secrets", "Never."), "was not read in this run", "#secrets"),
    ("an address of no form", rule("see the manual", "Never."), "was not read in this run", "see the manual"),
    ("an address that was not read", rule("doc:starter/concepts/scopes.md#scopes", "Scopes"), "was not read in this run", "scopes.md"),
    ("lines that are not there", rule(f"{READER}#L9000-L9009", "const"), "was not read in this run", "L9000"),
    ("a quote", rule(CITED, "Identities are optional."), "the quoted words do not stand there", "optional"),
    ("a word of a quote", altered_quote, "the quoted words do not stand there", "signed program"),
    ("quotes of other sections", swapped_quotes, "the quoted words do not stand there", ""),
    ("an empty quote", rule(CITED, ""), "the quoted words do not stand there", "Invented rule."),
    ("a quote without end", rule(CITED, "A published program " * 60), "at most 600 characters", "Invented rule."),
    ("a quote of a claim", add("patterns.0.coverage", {"claim": "Deletes spam.", "citation": {"address": READER, "quote": "DELETE FROM spam"}}), "the quoted words do not stand there", "Deletes spam"),
    ("a source of a claim", add("patterns.0.evidence", {"claim": "Deletes spam.", "citation": {"address": UNREAD, "quote": "spam"}}), "was not read in this run", "Deletes spam"),
    ("a rule without a source", add("rules", {"topic": "x", "statement": "Invented rule."}), "citation: Field required", "Invented rule."),
    ("a claim without a source", add("patterns.0.evidence", CLAIM), "the index records no such thing", "thousand users"),
    ("a quality record", add("patterns.0.coverage", {"claim": "quality record: Tried on 900 mailboxes.", "citation": None}), "the index records no such thing", "900 mailboxes"),
    ("a digest of a citation", put("rules.0.citation.digest", "0" * 64), "digest: Extra inputs are not permitted", "0" * 64),
    ("a line of a citation", put("rules.0.citation.first_line", 7), "first_line: Extra inputs are not permitted", ""),
    # facts that are the host's
    ("a label", put("label", {"confidentiality": [], "integrity": ["system"]}), "label: Extra inputs are not permitted", '"system"'),
    ("a status", put("status", "complete"), "status: Extra inputs are not permitted", ""),
    ("a demonstration", put("verification", {"demonstrated": [{"what": "it works", "how": "seen"}]}), "verification: Extra inputs are not permitted", "it works"),
    ("provenance", put("provenance", {"corpus_digest": "1" * 64}), "provenance: Extra inputs are not permitted", "1" * 64),
    ("a contract", put("patterns.0.result_schema", {"type": "object"}), "result_schema: Extra inputs are not permitted", ""),
    ("an identity beside the reference", put("patterns.0.identity", FAKE), "identity: Extra inputs are not permitted", FAKE),
    ("a contract's status", put("patterns.0.contract_status", "complete"), "contract_status: Extra inputs are not", ""),
    ("a rating", put("patterns.0.quality", {"rating": 5}), "quality: Extra inputs are not permitted", ""),
    ("a score", put("score", 7.5), "is not from 0 to 1", "7.5"),
    # structure
    ("a kind of approach", put("kind", "buy"), "kind: Input should be", '"buy"'),
    ("a kind of use", put("patterns.0.use", "inspire"), "use: Input should be", "inspire"),
    ("a kind of gap", add("gaps", {"kind": "wish", "what": "x", "suggestion": ""}), "kind: Input should be", '"wish"'),
    ("a run with a source of its own", put("kind", "run"), "a run approach", ""),
    ("a composition of nothing", put("patterns", []), "a compose approach composes no pattern", ""),
    ("a draft without a summary", without("summary"), "summary: Field required", ""),
    # the example
    ("a placeholder", source('"No messages."', '"YOUR_TEXT"'), "placeholder", "YOUR_TEXT"),
    ("an example that does not parse", source("export default", "export default ("), "syntax", ""),
    ("an example that exports nothing", source("export default UnreadMessagesInboxView;", ""), "no default export", ""),
    ("an example that shows nothing", source("<section>{messageList[UI]}</section>", ""), "ui-not-composed", ""),
)  # fmt: skip


@pytest.fixture(scope="module")
def task() -> Task:
    given = with_budget(read_task(TASK), model_tokens=2_000_000, turns=200)
    pending = Grant(token=PENDING, description="not given yet", state="pending")
    return given.model_copy(update={"grants": (*given.grants, pending)})


@pytest.fixture(scope="module")
def offline(starter_database: Path, task: Task) -> Researched:
    with Corpus.open(starter_database) as corpus:
        return research(task, corpus=corpus)


def test_there_are_more_than_forty_kinds() -> None:
    assert len({name for name, *_ in KINDS}) == len(KINDS) > 60


def test_the_draft_that_they_are_planted_in_is_admitted_as_it_is(
    starter: Corpus, task: Task, offline: Researched
) -> None:
    kit, refusals = submitted(starter, task, offline, lambda _draft: None)
    assert (kit.status, refusals) == ("complete", [])


@pytest.mark.parametrize("planted", [pytest.param(tuple(row), id=name) for name, *row in KINDS])
def test_the_host_refuses(
    starter: Corpus, task: Task, offline: Researched, planted: tuple[Plant, str, str]
) -> None:
    plant, told, absent = planted
    kit, refusals = submitted(starter, task, offline, plant)
    assert len(refusals) == 2, "the first submission and both repairs are refused, the last one by the kit"
    assert told in refusals[0]
    without_reports = kit.model_copy(update={"gaps": ()}).model_dump_json()
    assert not absent or absent not in without_reports


def test_an_input_that_the_run_pattern_does_not_have_is_refused(starter: Corpus) -> None:
    task = with_budget(read_task(TASK.parents[1] / "inbox" / "task.json"), model_tokens=500_000, turns=200)
    offline = research(task, corpus=starter)
    assert offline.kit.approach.kind == "run"
    kit, refusals = submitted(starter, task, offline, put("bindings.0.name", "mailbox"))
    assert "mailbox: the pattern that is run has no such argument" in refusals[0]
    assert kit.recipe is not None
    assert "mailbox" not in kit.recipe.run_pattern.inputs


def test_a_run_without_what_the_pattern_requires_is_refused(starter: Corpus) -> None:
    task = with_budget(read_task(TASK.parents[1] / "inbox" / "task.json"), model_tokens=500_000, turns=200)
    offline = research(task, corpus=starter)
    _, refusals = submitted(starter, task, offline, put("bindings", []))
    assert "mail: the pattern that is run requires it, and it is neither bound nor missing" in refusals[0]


def test_a_composition_run_without_what_it_requires_is_refused(
    starter: Corpus, task: Task, offline: Researched
) -> None:
    _, refusals = submitted(starter, task, offline, put("bindings", []))
    assert "mail" in refusals[0]


def submitted(corpus: Corpus, task: Task, offline: Researched, plant: Plant) -> tuple[Kit, list[str]]:
    """The kit of a model that submits the planted draft again and again, and what it was told each time."""
    assert offline.run.draft is not None
    draft = json.loads(offline.run.draft.model_dump_json())
    plant(draft)
    with MessagesServer((*research_of(offline.run, at_once=60), submission(copy.deepcopy(draft)))) as server:
        kit = research(task, corpus=corpus, policy=policy_at(server, opening=False)).kit
    told = [result for request in server.requests for result in results_in(request)]
    refused = [one["content"] for one in told if one["tool_use_id"] == "toolu_submit"]
    return kit, refused
