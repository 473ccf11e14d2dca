"""Lists, links, programs and symbols, as the door gives them."""

from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from indexer.base.errors import AddressRefused
from indexer.corpus import Corpus
from indexer.refresh import RefreshOptions, RefreshReport, refresh
from indexer.types.host import Found, Missing, NotIndexed, Runtime


def test_sources_come_in_the_order_of_the_config(corpus: Corpus) -> None:
    assert [(source.name, source.kind, source.status) for source in corpus.list_sources()] == [
        ("guide", "docs", "complete"),
        ("parts", "programs", "complete"),
        ("runtime", "code", "complete"),
    ]
    assert [(source.documents, source.modules, source.programs) for source in corpus.list_sources()] == [
        (2, 0, 0),
        (0, 2, 1),
        (0, 1, 0),
    ]


def test_documents_and_modules_are_listed_by_address(corpus: Corpus) -> None:
    assert [document.address for document in corpus.list_documents()] == [
        "doc:guide/cells.md",
        "doc:guide/start.md",
    ]
    assert [module.path for module in corpus.list_files("src:parts/")] == ["item.ts", "list.tsx"]
    assert corpus.list_documents(source="other") == ()


def test_links_lead_both_ways(corpus: Corpus) -> None:
    links = corpus.follow("doc:guide/start.md#start")
    assert [(link.target, link.status, link.address) for link in links.outgoing] == [
        ("cells.md#writing", "resolved", "doc:guide/cells.md#writing"),
        ("../programs/list.tsx", "resolved", "src:parts/list.tsx"),
    ]
    assert links.parent is None
    assert [child.title for child in links.children] == ["Next"]
    assert links.previous is not None
    assert links.previous.address == "doc:guide/start.md#"
    back = corpus.follow("doc:guide/cells.md#writing")
    assert [link.origin for link in back.incoming] == ["doc:guide/start.md#start"]
    assert back.parent is not None
    assert back.parent.title == "Cells"


def test_a_module_leads_to_what_it_imports_and_to_who_names_it(corpus: Corpus) -> None:
    links = corpus.follow("src:parts/item.ts")
    assert [link.origin for link in links.incoming] == ["src:parts/list.tsx"]
    assert [child.title for child in links.children] == ["Item"]
    entry = corpus.follow("src:parts/list.tsx")
    assert [(link.target, link.status) for link in entry.outgoing] == [
        ("commonfabric", "runtime"),
        ("./item.ts", "resolved"),
    ]
    assert [link.origin for link in entry.incoming] == ["doc:guide/start.md#start"]


def test_a_program_has_everything_that_is_known_of_it(corpus: Corpus) -> None:
    program = corpus.program("src:parts/list.tsx")
    assert (program.name, program.tags, program.status) == ("Titles", ("titles",), "complete")
    assert program.identity_status == "computed"
    assert program.address == f"cf:pattern:{program.identity}"
    assert program.modules == ("src:parts/list.tsx", "src:parts/item.ts")
    assert [export.name for export in program.exports if export.is_value] == ["default"]
    assert program.quality is not None
    assert (program.quality.tier, program.quality.coverage) == ("core", "titles only")
    (contract,) = program.contracts
    assert (contract.export_name, contract.status) == ("default", "complete")
    fields = {(field.side, field.path): (field.type, field.required) for field in contract.fields}
    assert fields["argument", "items"] == ("Item[]", True)
    assert fields["argument", "items[].done"] == ("boolean", False)
    assert fields["result", "count"] == ("number", True)


@pytest.mark.parametrize("ref", ["list.tsx", "parts/list.tsx", "src:parts/list.tsx"])
def test_a_program_is_found_by_its_place(corpus: Corpus, ref: str) -> None:
    assert corpus.program(ref).path == "list.tsx"


def test_a_program_is_found_by_its_identity(corpus: Corpus) -> None:
    identity = corpus.program("list.tsx").identity
    assert corpus.program(identity) == corpus.program(f"cf:pattern:{identity}") == corpus.program("list.tsx")


def test_what_names_no_program_is_refused(corpus: Corpus) -> None:
    with pytest.raises(AddressRefused) as refusal:
        corpus.program("item.ts")
    assert (
        str(refusal.value)
        == "item.ts: names no program of this corpus, expected an identity, address or path"
    )


def test_hidden_programs_are_left_out_on_request(
    folder: Path, index: Callable[..., RefreshReport], write: Callable[..., Path]
) -> None:
    write({"quality.toml": '[pattern."parts/list.tsx"]\nhidden = true\n'})
    index(folder)
    with Corpus.open(folder / "corpus.db") as corpus:
        assert len(corpus.programs()) == 1
        assert corpus.programs(hidden=False) == ()


def test_symbols_are_found_in_any_case_exact_ones_first(corpus: Corpus) -> None:
    assert [symbol.qualified_name for symbol in corpus.find_symbol("listinput")] == ["ListInput"]
    assert [symbol.qualified_name for symbol in corpus.find_symbol("Item.title")] == ["Item.title"]
    assert corpus.find_symbol("nothing") == ()


def test_problems_name_their_place(corpus: Corpus) -> None:
    (problem,) = corpus.problems()
    assert (problem.source, problem.path, problem.line, problem.kind) == (
        "guide",
        "start.md",
        9,
        "broken-link",
    )
    assert problem.message == "link to 'missing.md': docs/missing.md is in no source"


def test_the_host_answers_for_imports(corpus: Corpus) -> None:
    host = corpus.host()
    entry = "src:parts/list.tsx"
    assert host.resolve("./item.ts", entry) == Found("src:parts/item.ts")
    assert host.resolve("commonfabric", entry) == Runtime("commonfabric", "src:runtime/commonfabric.d.ts")
    assert host.resolve("./gone.ts", entry) == Missing("./gone.ts")
    assert host.resolve(f"cf:pattern:{'x' * 43}", entry) == NotIndexed("x" * 43)
    assert host.resolve(corpus.program("list.tsx").address, entry) == Found(entry)
    assert host.content("src:parts/item.ts") == b"export interface Item { title: string; done?: boolean; }\n"
    assert host.content("src:parts/gone.ts") is None


LINES = st.sampled_from(
    ["# A", "## B", "text", "", "a [b](#b)", "```", "é\u2028", "===", "\0", "- # x", "<h1 id=q>"]
)
ENDS = st.sampled_from(["\n", "\r\n", "\r"])
DOCUMENT = st.lists(st.tuples(LINES, ENDS), max_size=12).map(lambda lines: "".join(a + b for a, b in lines))


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.one_of(DOCUMENT.map(str.encode), st.binary(max_size=60)))
def test_every_section_is_found_byte_for_byte(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "docs").mkdir(exist_ok=True)
    (tmp_path / "docs" / "a.md").write_bytes(content)
    (tmp_path / "corpus.toml").write_text('[[source]]\nname = "s"\nkind = "docs"\nroot = "docs"\n')
    refresh(tmp_path / "corpus.toml", tmp_path / "c.db", options=RefreshOptions(jobs=1))
    with Corpus.open(tmp_path / "c.db") as corpus:
        whole = corpus.open_passage("doc:s/a.md")
        links = corpus.follow("doc:s/a.md")
        address, pieces = next(iter(section_addresses(corpus))), []
        while address:
            passage = corpus.open_passage(address)
            pieces.append(passage.text)
            following = corpus.follow(address).next
            address = following.address if following else ""
    assert "".join(pieces).encode() == whole.text.encode() or b"\xef\xbf\xbd" in whole.text.encode()
    assert whole.text == content.decode("utf-8", "replace")
    assert links.parent is None


def section_addresses(corpus: Corpus) -> list[str]:
    first = corpus.follow("doc:s/a.md").children
    assert first
    return [first[0].address]
