import pytest
from hypothesis import given
from hypothesis import strategies as st

from indexer.parse.markdown import parse_document
from indexer.resolve.links import LinkTree, Placed, as_unindexed, link_problem, placed_document


def document(path: str, text: str, *, source: str = "s", root: str = ".") -> Placed:
    return placed_document(parse_document(text.encode(), path), source=source, root=root)


HERE = document("docs/guide/here.md", "intro\n\n# One\n\n## Two words\n<a id='Spot'></a>\n")
FILES = (
    HERE,
    document("docs/guide/README.md", "# Guide\n"),
    document("docs/index.md", "text\n# Index\n"),
    document("docs/with space.md", "# Ünï\n"),
    document("page.mdx", "# Page\n"),
    document("tool/SKILL.md", "# Tool\n", source="skills", root="kits"),
    Placed(
        source="s",
        root=".",
        path="src/code.ts",
        address="src:s/src/code.ts",
        fragments={"WishState": "src:s/src/code.ts#WishState"},
        line_count=40,
    ),
)
TREE = LinkTree(FILES)


@pytest.mark.parametrize(
    ("target", "address", "section"),
    [
        pytest.param(
            "#two-words", "doc:s/docs/guide/here.md#two-words", "same", id="a fragment of the page itself"
        ),
        pytest.param("here.md#one", "doc:s/docs/guide/here.md#one", "same", id="the page by its name"),
        pytest.param(
            "./here.md#TWO-Words",
            "doc:s/docs/guide/here.md#two-words",
            "same",
            id="another case of the fragment",
        ),
        pytest.param("#user-content-one", "doc:s/docs/guide/here.md#one", "same", id="the prefix of GitHub"),
        pytest.param(
            "#Spot", "doc:s/docs/guide/here.md#two-words", "same", id="an HTML anchor leads to its section"
        ),
        pytest.param("#SPOT", "doc:s/docs/guide/here.md#two-words", "same", id="an anchor in another case"),
        pytest.param("#", "doc:s/docs/guide/here.md", None, id="an empty fragment"),
        pytest.param("here.md#top", "doc:s/docs/guide/here.md", "doc:s/docs/guide/here.md#", id="the top"),
        pytest.param(
            "here.md#:~:text=intro",
            "doc:s/docs/guide/here.md",
            "doc:s/docs/guide/here.md#",
            id="a text fragment",
        ),
        pytest.param(
            "here.md?plain=1#L5", "doc:s/docs/guide/here.md#two-words", "same", id="a line of a document"
        ),
        pytest.param("here.md#L1-L2", "doc:s/docs/guide/here.md#", "same", id="lines of a preamble"),
        pytest.param(
            "../index.md",
            "doc:s/docs/index.md",
            "doc:s/docs/index.md#",
            id="the whole document, from its preamble",
        ),
        pytest.param(
            ".", "doc:s/docs/guide/README.md", "doc:s/docs/guide/README.md#guide", id="the own folder"
        ),
        pytest.param(
            "../guide/",
            "doc:s/docs/guide/README.md",
            "doc:s/docs/guide/README.md#guide",
            id="a folder with a README",
        ),
        pytest.param("..", "doc:s/docs/index.md", "doc:s/docs/index.md#", id="a folder with an index"),
        pytest.param(
            "../with%20space.md#%C3%BCn%C3%AF", "doc:s/docs/with space.md#ünï", "same", id="percent signs"
        ),
        pytest.param(
            "/docs/index#index", "doc:s/docs/index.md#index", "same", id="from the root, without a suffix"
        ),
        pytest.param("/page", "doc:s/page.mdx", "doc:s/page.mdx#page", id="an MDX page without a suffix"),
        pytest.param(
            "../../kits/tool/SKILL.md",
            "doc:skills/tool/SKILL.md",
            "doc:skills/tool/SKILL.md#tool",
            id="into another source",
        ),
        pytest.param("../../src/code.ts", "src:s/src/code.ts", None, id="a module"),
        pytest.param("../../src/code.ts#WishState", "src:s/src/code.ts#WishState", None, id="a symbol"),
        pytest.param("../../src/code.ts#L3", "src:s/src/code.ts#L3-L3", None, id="a line of a module"),
        pytest.param("../../src/code.ts#L3C1-L7C9", "src:s/src/code.ts#L3-L7", None, id="lines with columns"),
    ],
)
def test_targets_resolve(target: str, address: str, section: str | None) -> None:
    found = TREE.resolve(target, origin=HERE)
    assert (found.status, found.address, found.reason) == ("resolved", address, "")
    if section == "same":
        assert found.section == address
    elif target != "#":
        assert found.section == section


@pytest.mark.parametrize(
    "target",
    ["https://a.b/docs/index.md", "mailto:a@b.c", "//host/path", "HTTP://X", "cf:pattern:abc", "vscode://x"],
)
def test_targets_with_a_scheme_are_external(target: str) -> None:
    assert TREE.resolve(target, origin=HERE).status == "external"


@pytest.mark.parametrize(
    ("target", "address", "reason"),
    [
        pytest.param("", None, "the target is empty", id="empty"),
        pytest.param("gone.md", None, "docs/guide/gone.md is in no source", id="no such file"),
        pytest.param(
            "../INDEX.md",
            None,
            "docs/INDEX.md is in no source; docs/index.md differs in case",
            id="another case of the path",
        ),
        pytest.param("../../../../etc/passwd", None, "../../etc/passwd is in no source", id="above the tree"),
        pytest.param("%2e%2e/%2e%2e/x\0y", None, "x\0y is in no source", id="an encoded way up"),
        pytest.param(
            "#two-word",
            "doc:s/docs/guide/here.md",
            "doc:s/docs/guide/here.md has no #two-word, the nearest is #two-words",
            id="a fragment close to one",
        ),
        pytest.param(
            "../index.md#zzz",
            "doc:s/docs/index.md",
            "doc:s/docs/index.md has no #zzz",
            id="a fragment of nothing",
        ),
        pytest.param(
            "../../src/code.ts#L39-L41",
            "src:s/src/code.ts",
            "lines 39-41 are not in src:s/src/code.ts, which has 40 lines",
            id="lines past the end",
        ),
        pytest.param(
            "../../src/code.ts#L0",
            "src:s/src/code.ts",
            "lines 0-0 are not in src:s/src/code.ts, which has 40 lines",
            id="line 0",
        ),
    ],
)
def test_targets_that_lead_nowhere_are_broken(target: str, address: str | None, reason: str) -> None:
    found = TREE.resolve(target, origin=HERE)
    assert (found.status, found.address, found.reason) == ("broken", address, reason)


def test_a_folder_without_a_page_is_unindexed() -> None:
    found = TREE.resolve("../../src/", origin=HERE)
    assert (found.status, found.location) == ("unindexed", "src")


def test_a_caller_that_sees_the_file_turns_a_broken_link_unindexed() -> None:
    found = as_unindexed(TREE.resolve("../../src/other.ts", origin=HERE))
    assert (found.status, found.reason) == (
        "unindexed",
        "src/other.ts exists, but no page or module of a source stands there",
    )


def test_a_slug_goes_before_an_anchor_of_the_same_name() -> None:
    page = document("a.md", "# One\n<a id='two'></a>\n\n# Two\n")
    assert LinkTree([page]).resolve("#two", origin=page).address == "doc:s/a.md#two"


def test_the_first_of_two_anchors_of_one_name_wins() -> None:
    page = document("a.md", "# One\n<a id='x'></a>\n\n# Two\n<a id='x'></a>\n")
    assert LinkTree([page]).resolve("#x", origin=page).address == "doc:s/a.md#one"


def test_a_leading_slash_means_the_root_of_the_source_first() -> None:
    page = document("x/a.md", "# A\n", source="in", root="sub")
    near, far = document("b.md", "", source="in", root="sub"), document("b.md", "")
    assert LinkTree([page, near, far]).resolve("/b.md", origin=page).address == "doc:in/b.md"
    assert LinkTree([page, far]).resolve("/b.md", origin=page).address == "doc:s/b.md"


def test_the_own_source_wins_where_two_hold_the_same_file() -> None:
    mine, other = document("a.md", "# A\n", source="z"), document("a.md", "# A\n", source="b")
    tree = LinkTree([mine, other])
    assert tree.resolve("a.md", origin=mine).address == "doc:z/a.md"
    assert tree.resolve("a.md", origin=other).address == "doc:b/a.md"


def test_only_broken_links_are_problems_and_they_name_their_place() -> None:
    parsed = parse_document(b"# A\n[x](gone.md) [y](#a) [z](https://a.b)\n", "a.md")
    page = placed_document(parsed, source="s", root=".")
    tree = LinkTree([page])
    problems = [
        link_problem(link, tree.resolve(link.target, origin=page), origin=page) for link in parsed.links
    ]
    assert problems[1:] == [None, None]
    broken = problems[0]
    assert broken is not None
    assert (
        broken.source,
        broken.path,
        broken.line,
        broken.start_byte,
        broken.stop_byte,
        broken.kind,
        broken.message,
    ) == (
        "s",
        "a.md",
        2,
        4,
        16,
        "broken-link",
        "link to 'gone.md': gone.md is in no source",
    )


@given(st.text(alphabet="./#%2eLabc?:\0é-", max_size=30))
def test_any_target_gets_an_answer(target: str) -> None:
    found = TREE.resolve(target, origin=HERE)
    assert (found.status == "resolved") == (found.address is not None and not found.reason)
