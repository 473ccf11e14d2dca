import pytest

from indexer.parse.markdown import parse_document
from indexer.parse.markdown.skill import skill_resources

SKILL = b"""---
name: sort-mail
description: Sorts mail.
tags: [mail]
---
# Sorting

See [rules](references/rules.md#first), [the script](./scripts/run.sh) and `assets/form.txt`,
not [this](../other/SKILL.md), [that](https://a.b/c) or [here](#sorting).
"""


def test_a_skill_has_name_description_and_resources() -> None:
    document = parse_document(SKILL, "sort/SKILL.md")
    assert (document.kind, document.title, document.description) == ("skill", "sort-mail", "Sorts mail.")
    assert document.front_matter == {"name": "sort-mail", "description": "Sorts mail.", "tags": ("mail",)}
    assert document.resources == ("assets/form.txt", "references/rules.md", "scripts/run.sh")


def test_the_resources_of_a_skill_are_the_files_of_its_folder_without_other_skills() -> None:
    paths = ["a/SKILL.md", "a/x.md", "a/s/y.sh", "a/b/SKILL.md", "a/b/z.md", "ab/q.md", "SKILL.md"]
    assert skill_resources("a/SKILL.md", paths) == ("a/s/y.sh", "a/x.md")


@pytest.mark.parametrize(
    ("text", "title"),
    [
        pytest.param("---\ntitle: T\n---\n# A\n", "T", id="front matter first"),
        pytest.param("## B\n# A\n# C\n", "A", id="the first of the highest headings"),
        pytest.param("## B\n", "B", id="any heading"),
        pytest.param("text", "page", id="the stem"),
        pytest.param("---\ntitle: [a]\n---\n", "page", id="a list is no title"),
    ],
)
def test_a_document_has_a_title(text: str, title: str) -> None:
    assert parse_document(text.encode(), "folder/page.md").title == title


@pytest.mark.parametrize(
    ("text", "description"),
    [
        pytest.param("---\ndescription: D\n---\ntext", "D", id="front matter first"),
        pytest.param(
            "# A\n\n- item\n\nA *first*\nparagraph with `code`.\n\nnext",
            "item",
            id="the first paragraph, in a list too",
        ),
        pytest.param("# A\n\nA *first*\n[paragraph](x).\n\nnext", "A first paragraph.", id="without markup"),
        pytest.param("# A\n", "", id="none"),
        pytest.param("word " * 100, ("word " * 60).strip(), id="at most 300 characters"),
    ],
)
def test_a_document_has_a_description(text: str, description: str) -> None:
    assert parse_document(text.encode(), "a.md").description == description


def test_problems_of_front_matter_stand_at_their_line() -> None:
    (problem,) = parse_document(b"---\r\na: b\r\nstray\r\n---\r\n", "x/a.md").problems
    assert (problem.path, problem.kind, problem.line, problem.start_byte, problem.stop_byte) == (
        "x/a.md",
        "front-matter",
        3,
        11,
        18,
    )
