import json
from urllib.parse import quote

import pytest

from indexer.base.errors import AddressRefused
from indexer.corpus import Corpus
from kitc.tools import Reach
from kitc.wire.mcp.completion import complete_part
from kitc.wire.mcp.resources import PAGE, TEMPLATES, Listed, list_resources, page_of, read_resource

SECTION, SOURCE, CONTRACT = (template.uri_template for template in TEMPLATES)
VIEWS = "doc:starter/composition/views.md"


def test_every_listed_resource_can_be_read_under_its_address(starter: Corpus) -> None:
    reach = Reach(corpus=starter)
    listed = list_resources(reach)
    assert {item.uri.partition(":")[0] for item in listed} == {"cf", "doc"}
    for item in listed:
        first = read_resource(reach, item.uri)[0]
        assert (first.uri, first.mime_type) == (item.uri, item.mime_type)


def test_pages_of_the_list_hold_each_resource_once() -> None:
    listed = tuple(
        Listed(uri=f"doc:a/{number:04}.md", title="", description="", mime_type="text/markdown")
        for number in range(2 * PAGE + 7)
    )
    seen: list[Listed] = []
    cursor: str | None = None
    for _ in range(3):
        page, cursor = page_of(listed, cursor)
        seen += page
    assert (tuple(seen), cursor) == (listed, None)


def test_a_cursor_that_no_page_gave_is_refused() -> None:
    with pytest.raises(AddressRefused, match="cursor 7: is none of this list"):
        page_of((), "7")


def test_a_contract_is_json_under_the_import_specifier(starter: Corpus) -> None:
    program = starter.program("src:starter/mail/inbox-app.tsx")
    (content,) = read_resource(Reach(corpus=starter), program.address)
    assert json.loads(content.text)["specifier"] == program.address


def test_a_percent_encoded_address_is_the_same_one(starter: Corpus) -> None:
    reach = Reach(corpus=starter)
    assert read_resource(reach, quote(VIEWS, safe=":/#")) == read_resource(reach, VIEWS)
    assert read_resource(reach, quote(f"{VIEWS}#elements", safe="")) == read_resource(
        reach, f"{VIEWS}#elements"
    )


@pytest.mark.parametrize(
    ("template", "part", "typed", "known", "expected"),
    (
        pytest.param(SECTION, "source", "starter-", {}, ("starter-runtime", "starter-skills"), id="a source"),
        pytest.param(
            SECTION, "path", "composition/v", {"source": "starter"}, ("composition/views.md",), id="a path"
        ),
        pytest.param(
            SECTION,
            "slug",
            "elem",
            {"source": "starter", "path": "composition/views.md"},
            ("elements",),
            id="a section",
        ),
        pytest.param(
            SOURCE, "path", "mail/inbox-a", {"source": "starter"}, ("mail/inbox-app.tsx",), id="a source file"
        ),
        pytest.param(SECTION, "slug", "", {"source": "none", "path": "none"}, (), id="no such document"),
        pytest.param(SECTION, "other", "", {}, (), id="no such part"),
    ),
)
def test_parts_of_a_template_complete(  # noqa: PLR0913, PLR0917 - one column each
    starter: Corpus,
    template: str,
    part: str,
    typed: str,
    known: dict[str, str],
    expected: tuple[str, ...],
) -> None:
    assert complete_part(Reach(corpus=starter), template, part, typed, known) == (expected, len(expected))


def test_an_identity_is_found_by_its_letters_and_by_the_patterns_name(starter: Corpus) -> None:
    program = starter.program("src:starter/mail/inbox-app.tsx")
    reach = Reach(corpus=starter)
    for typed in (program.identity[:6], program.name.lower()):
        assert program.identity in complete_part(reach, CONTRACT, "identity", typed, {})[0]
