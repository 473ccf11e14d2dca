import json
from pathlib import Path
from threading import Event

import pytest
from jsonschema import Draft202012Validator

from indexer.corpus import Corpus
from kitc.base.grant import Label
from kitc.base.kit import Kit
from kitc.base.run import CallRecord
from kitc.base.task import read_task
from kitc.tools import TOOLS
from kitc.wire.mcp.alias import MOST_CHARACTERS
from kitc.wire.mcp.offer import MOST_TEXT, Call, Reply
from kitc.wire.mcp.tools import answer_call, offers
from tests.kitc.wire.mcp.served import INBOX, answered, host_of, refused

DATA = Path(__file__).parents[4] / "data"
VIEWS = "doc:starter/composition/views.md"


def test_every_tool_of_the_registry_is_offered_with_its_own_schema() -> None:
    offered = {offer.name: offer.input_schema for offer in offers()}
    assert {tool.name: tool.arguments.model_json_schema() for tool in TOOLS}.items() <= offered.items()
    assert set(offered) - {tool.name for tool in TOOLS} == {"research", "check_composition", "query_docs"}


@pytest.mark.parametrize("offer", offers(), ids=lambda offer: offer.name)
def test_a_client_is_told_what_each_argument_is(offer: object) -> None:
    properties = offer.input_schema["properties"]  # type: ignore[attr-defined]  # an Offer
    assert [name for name, schema in properties.items() if not schema.get("description")] == []


@pytest.mark.parametrize(
    ("tool", "arguments"),
    (
        pytest.param("research", INBOX, id="a task with a grant"),
        pytest.param("research", {"question": "how do I write a handler?"}, id="a question"),
        pytest.param("search_docs", {"query": "handler"}, id="a search of documents"),
        pytest.param("search_docs", {"query": "qqzzxx"}, id="a search without a hit"),
        pytest.param("open_section", {"address": VIEWS, "max_bytes": 300}, id="a truncated passage"),
        pytest.param("follow", {"address": VIEWS}, id="links"),
        pytest.param("search_patterns", {"query": "inbox"}, id="a search of patterns"),
        pytest.param("describe_pattern", {"pattern": "src:starter/mail/inbox-app.tsx"}, id="a contract"),
        pytest.param("list_files", {"prefix": "src:starter/mail"}, id="files"),
        pytest.param("read_source", {"address": "src:starter/mail/inbox-app.tsx"}, id="source"),
        pytest.param("find_symbol", {"name": "pattern"}, id="a declaration"),
        pytest.param("check_composition", {"source": "export default 1;"}, id="a check"),
        pytest.param("check_composition", {"source": "export default (", "grants": []}, id="a broken source"),
        pytest.param("query_docs", {"query": "how do I write a handler?"}, id="the old name"),
    ),
)
def test_an_answer_is_of_its_own_schema_and_readable(
    starter_database: Path, tool: str, arguments: dict[str, object]
) -> None:
    reply = answered(host_of(starter_database), tool, **arguments)
    schema = next(offer.output_schema for offer in offers() if offer.name == tool)
    Draft202012Validator(schema).validate(json.loads(json.dumps(reply.structured)))
    assert 0 < len(reply.text) <= MOST_TEXT


@pytest.mark.parametrize(
    ("tool", "arguments", "message"),
    (
        pytest.param(
            "open_section",
            {"address": "doc:starter/../../etc/passwd"},
            "doc:starter/../../etc/passwd: has an empty, . or .. step in its path\n"
            "Take addresses exactly as search_docs, search_patterns, find_symbol or list_files give them.",
            id="an address that leaves its root",
        ),
        pytest.param(
            "search_docs",
            {"query": "x" * 10_000},
            "tool search_docs: query: String should have at most 2000 characters\n"
            "Mend the arguments as said and call again.",
            id="a query of ten thousand letters",
        ),
        pytest.param(
            "describe_handle",
            {"token": "cfh:a:none"},
            "handle cfh:a:none: is not granted, expected one of: none\nMend the arguments as said and call again.",
            id="a handle that nobody granted",
        ),
        pytest.param(
            "research",
            {"question": "why?", "parent": "0" * 64},
            f"tool research: parent {'0' * 64}: names no kit that is still at hand, expected the kitDigest of a"
            " recent research answer\nMend the arguments as said and call again.",
            id="a follow-up on no kit",
        ),
        pytest.param(
            "research",
            {"task": "a", "parent": "0" * 64},
            "tool research: parent: is for a question alone, leave task out and set question\n"
            "Mend the arguments as said and call again.",
            id="a whole task on a kit",
        ),
        pytest.param(
            "research",
            {"task": "a", "grants": [{"token": "mail"}]},
            'tool research: grants[0].token: "mail" is no handle token, expected cfh:a:<suffix>\n'
            "Mend the arguments as said and call again.",
            id="a grant without a token",
        ),
        pytest.param(
            "check_composition",
            {"file": "/etc/passwd"},
            "tool check_composition: file: Extra inputs are not permitted; source: Field required\n"
            "Mend the arguments as said and call again.",
            id="a check of a file of the machine",
        ),
    ),
)
def test_a_refusal_says_where_and_what_to_do(
    starter_database: Path, tool: str, arguments: dict[str, object], message: str
) -> None:
    assert refused(host_of(starter_database), tool, **arguments) == message


@pytest.mark.parametrize(
    "address",
    (
        pytest.param("doc:" + "a/" * 499, id="a thousand letters"),
        pytest.param("src:starter/mail/inbox-app.tsx#L999999999-L999999999", id="lines that are not there"),
        pytest.param("cf:pattern:" + "é" * 43, id="an identity of other letters"),
        pytest.param("doc:starter/\0.md", id="a NUL"),
        pytest.param("'; DROP TABLE section; --", id="SQL"),
        pytest.param("\ud800", id="half of a character"),
        pytest.param(f"{VIEWS}@5-2", id="bytes that run backwards"),
    ),
)
def test_an_absurd_address_is_never_more_than_a_refusal(starter_database: Path, address: str) -> None:
    host = host_of(starter_database)
    for tool in ("open_section", "read_source"):
        assert refused(host, tool, address=address)
    assert answer_call(host, "follow", Call(arguments={"address": address}))
    assert answer_call(host, "describe_pattern", Call(arguments={"pattern": address}))


def test_an_unknown_tool_is_refused_with_the_known_names(starter_database: Path) -> None:
    assert "is unknown, expected one of research, search_docs" in refused(host_of(starter_database), "delete")


def test_a_follow_up_reads_on_where_the_kit_ended(starter_database: Path) -> None:
    host = host_of(starter_database)
    first = answered(host, "research", **INBOX).structured
    digest = first["kitDigest"]
    second = answered(host, "research", question="how do I write a handler?", parent=digest).structured
    kit = Kit.model_validate_json(json.dumps(second["kit"]))
    assert kit.approach.kind == "answer"
    assert kit.provenance.parent == digest


def test_grants_of_the_server_hold_where_the_client_names_none(starter_database: Path) -> None:
    grants = read_task(DATA / "tasks" / "inbox" / "task.json").grants
    host = host_of(starter_database, grants=grants)
    assert answered(host, "describe_handle", token="cfh:a:7f3k").structured["state"] == "granted"
    kit = answered(host, "research", task=INBOX["task"]).structured["kit"]
    assert "cfh:a:7f3k" in json.dumps(kit)


def test_a_client_cannot_add_to_what_the_server_holds_or_lets_out(starter_database: Path) -> None:
    grants = read_task(DATA / "tasks" / "inbox" / "task.json").grants
    host = host_of(starter_database, grants=grants, ceiling=Label())
    evil = {"token": "cfh:a:evil", "schema": {"asCell": ["sqlite"]}}
    assert refused(host, "research", task="list my mail", grants=[evil]).startswith(
        "tool research: grants cfh:a:evil: are not held by this server, expected some of cfh:a:7f3k"
    )
    wide = {"confidentiality": ["mail:user"]}
    digest = answered(host, "research", task=INBOX["task"], label=wide).structured["kitDigest"]
    kept = host.kept(str(digest))
    assert kept is not None
    assert kept.run.task.label == Label()


def test_a_kit_for_a_child_names_only_what_the_child_holds(starter_database: Path) -> None:
    host = host_of(starter_database)
    digest = answered(host, "research", **INBOX).structured["kitDigest"]
    question = "which database reads my inbox?"
    child = answered(host, "research", question=question, parent=digest, grants=[]).structured["kit"]
    assert "cfh:a:7f3k" not in json.dumps({**child, "task": ""})  # type: ignore[dict-item]  # JSON of a kit
    message = refused(host, "research", question=question, parent=digest, patternRefs=["x"])
    assert message.startswith("tool research: pattern_refs: stands with the parent, leave it out")


def test_what_is_above_the_ceiling_stays_out_of_every_answer(starter_database: Path) -> None:
    host = host_of(starter_database, ceiling=Label())
    with Corpus.open(starter_database) as corpus:
        secret = [
            program.address
            for program in corpus.programs()
            if program.label is None or program.label.confidentiality
        ]
    for address in secret:
        assert answered(host, "describe_pattern", pattern=address).structured["completeness"] == "unavailable"


def test_a_cancelled_run_ends_at_its_next_tool_call(starter_database: Path) -> None:
    cancel, seen = Event(), []

    def report(record: CallRecord) -> None:
        seen.append(record)
        cancel.set()

    call = Call(arguments=INBOX, cancel=cancel, progress=report)
    reply = answer_call(host_of(starter_database), "research", call)
    assert isinstance(reply, Reply)
    assert (reply.structured["outcome"], len(seen)) == ("cancelled", 1)


@pytest.mark.parametrize("query", ("how do I write a handler?", "x", "pattern " * 200, "qqzzxx"))
def test_the_old_name_keeps_within_its_old_size(starter_database: Path, query: str) -> None:
    text = answered(host_of(starter_database), "query_docs", query=query).text
    assert 0 < len(text) <= MOST_CHARACTERS


def test_a_missing_database_is_a_refusal_that_names_it(tmp_path: Path) -> None:
    message = refused(host_of(tmp_path / "none.db"), "search_docs", query="a")
    assert message.startswith(f"{tmp_path / 'none.db'}: cannot be read: No such file")
    assert "kitc index" in message


def test_a_refreshed_database_is_seen_by_the_next_call(starter_database: Path, tmp_path: Path) -> None:
    database = tmp_path / "corpus.db"
    host = host_of(database)
    assert refused(host, "search_docs", query="handler")
    database.write_bytes(starter_database.read_bytes())
    first = host.corpus()
    assert host.corpus() is first
    other = tmp_path / "new.db"
    other.write_bytes(starter_database.read_bytes())
    other.replace(database)
    assert host.corpus() is not first
