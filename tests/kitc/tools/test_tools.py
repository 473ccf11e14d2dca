import pytest
from pydantic import JsonValue

from indexer.base.errors import AddressRefused, DatabaseRefused
from indexer.corpus import Corpus
from kitc.base.errors import TaskRefused
from kitc.base.grant import Grant, Label
from kitc.tools import TOOLS, Reach, find_tool, tool_schemas
from kitc.tools.answers import (
    FilesAnswer,
    FollowAnswer,
    HandleAnswer,
    PassageAnswer,
    PatternAnswer,
    PatternsAnswer,
    SearchAnswer,
    SymbolsAnswer,
)

NAMES = [
    "search_docs",
    "open_section",
    "follow",
    "search_patterns",
    "describe_pattern",
    "list_files",
    "read_source",
    "find_symbol",
    "describe_handle",
]

TOKEN = "cfh:a:7f3k"  # noqa: S105 - a handle token is a name, no secret


def reach(corpus: Corpus | None, ceiling: Label | None = None) -> Reach:
    grant = Grant(token=TOKEN, description="Mail database", value_schema={"asCell": ["sqlite"]})
    return Reach(corpus=corpus, grants=(grant,), ceiling=ceiling)


def test_the_nine_tools_have_schemas_from_their_argument_models() -> None:
    assert [tool.name for tool in TOOLS] == NAMES
    for schema in tool_schemas():
        form = schema["input_schema"]
        assert isinstance(form, dict)
        assert form["additionalProperties"] is False


@pytest.mark.parametrize(
    ("tool", "arguments", "answer"),
    [
        ("search_docs", {"query": "what fields does a wish have"}, SearchAnswer),
        ("open_section", {"address": "doc:starter/capabilities/wish.md#result-shape"}, PassageAnswer),
        ("follow", {"address": "doc:starter/capabilities/wish.md#result-shape"}, FollowAnswer),
        ("search_patterns", {"query": "inbox list"}, PatternsAnswer),
        ("describe_pattern", {"pattern": "src:starter/mail/inbox-reader.tsx"}, PatternAnswer),
        ("list_files", {"pattern": "src:starter/home/recipe-box/main.tsx"}, FilesAnswer),
        ("list_files", {"prefix": "src:starter/mail/"}, FilesAnswer),
        ("read_source", {"address": "src:starter/mail/inbox-reader.tsx"}, PassageAnswer),
        ("find_symbol", {"name": "WishState"}, SymbolsAnswer),
        ("describe_handle", {"token": TOKEN}, HandleAnswer),
    ],
)
def test_each_tool_answers_completely(
    tool: str, arguments: dict[str, str], answer: type, starter: Corpus
) -> None:
    given = find_tool(tool).invoke(reach(starter), arguments)
    assert isinstance(given, answer)
    assert given.completeness == "complete"


def test_a_cut_passage_names_the_rest_and_the_rest_opens(starter: Corpus) -> None:
    world = reach(starter)
    first = find_tool("read_source").invoke(
        world, {"address": "src:starter/mail/inbox-reader.tsx", "max_bytes": 300}
    )
    assert isinstance(first, PassageAnswer)
    assert first.completeness == "truncated"
    assert first.rest is not None
    rest = find_tool("read_source").invoke(world, {"address": first.rest, "max_bytes": 60_000})
    assert isinstance(rest, PassageAnswer)
    whole = find_tool("read_source").invoke(world, {"address": "src:starter/mail/inbox-reader.tsx"})
    assert isinstance(whole, PassageAnswer)
    assert first.text + rest.text == whole.text


def test_a_few_hits_come_with_other_queries_to_try(starter: Corpus) -> None:
    answer = find_tool("search_docs").invoke(reach(starter), {"query": "zzqy unknownword", "limit": 3})
    assert isinstance(answer, SearchAnswer)
    assert "unknownword" in answer.suggestions


def test_a_pattern_answer_is_the_record_that_the_inventory_admits(starter: Corpus) -> None:
    answer = find_tool("describe_pattern").invoke(
        reach(starter), {"pattern": "src:starter/mail/inbox-reader.tsx"}
    )
    (record,) = answer.records()
    assert record.specifier == f"cf:pattern:{record.pattern_id}"
    assert "default" in record.exports


def test_below_a_ceiling_that_does_not_cover_it_a_passage_is_unavailable_and_says_so(starter: Corpus) -> None:
    # the starter corpus is public; a labelled copy is not needed to see the other side of the rule
    allowed = find_tool("open_section").invoke(
        reach(starter, Label()), {"address": "doc:starter/capabilities/wish.md#result-shape"}
    )
    assert allowed.completeness == "complete"


@pytest.mark.parametrize(
    ("tool", "arguments", "refusal", "words"),
    [
        pytest.param(
            "open_section",
            {"address": "doc:starter/none.md#x"},
            AddressRefused,
            "none.md",
            id="no such section",
        ),
        pytest.param(
            "open_section", {"address": "/etc/passwd"}, AddressRefused, "is no address", id="a path"
        ),
        pytest.param(
            "open_section", {"address": "doc:a/b", "depth": 1}, TaskRefused, "depth", id="unknown argument"
        ),
        pytest.param("search_docs", {"query": ""}, TaskRefused, "query", id="empty query"),
        pytest.param(
            "read_source", {"address": "doc:starter/index.md"}, TaskRefused, "is no source", id="a document"
        ),
        pytest.param("list_files", {}, TaskRefused, "names nothing", id="nothing to list"),
        pytest.param(
            "describe_handle", {"token": "cfh:a:evil"}, TaskRefused, "is not granted", id="another handle"
        ),
        pytest.param(
            "describe_pattern", {"pattern": "A" * 43}, AddressRefused, "A" * 43, id="invented identity"
        ),
    ],
)
def test_what_is_not_there_is_refused_with_its_name(
    tool: str, arguments: dict[str, JsonValue], refusal: type[Exception], words: str, starter: Corpus
) -> None:
    with pytest.raises(refusal, match=words.replace("/", ".")):
        find_tool(tool).invoke(reach(starter), arguments)


def test_an_unknown_tool_is_refused_with_the_known_ones() -> None:
    with pytest.raises(TaskRefused, match="search_docs"):
        find_tool("run_shell")


def test_without_a_corpus_every_corpus_tool_refuses() -> None:
    with pytest.raises(DatabaseRefused):
        find_tool("search_docs").invoke(reach(None), {"query": "x"})
