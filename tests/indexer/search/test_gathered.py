"""However files are shared out among processes, their postings are the same."""

import random
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from indexer.search.gathered import Filed, Gatherer
from indexer.search.numbering import number_files
from indexer.search.passages import DocumentText, SectionText, passages_of_document
from indexer.search.postings import rows_of
from indexer.search.tokens import Stemmer
from indexer.search.vocabulary import Vocabulary
from indexer.search.weigh import Passages, weigh
from tests.indexer.search.library import WORDS

SHARES = st.lists(st.tuples(st.integers(0, 4), st.integers(0, 2)), min_size=1, max_size=6)
"""Runs of neighbouring files: how many, and which process reads them."""


def made_document(number: int) -> Passages:
    """The passages of one document of up to three sections; names of places in it tell its number."""
    draw = random.Random(number)  # noqa: S311 - made-up text
    sections = [
        SectionText(
            address=f"doc:made/{number}.md#{draw.randint(0, 99)}-{place}",
            title=draw.choice(WORDS),
            breadcrumb="",
            text=" ".join(draw.choices((*WORDS, "wishList", f"only{number}"), k=12)),
        )
        for place in range(draw.randint(0, 3))
    ]
    return passages_of_document(
        DocumentText(path=f"{number}.md", title="", description="", sections=sections)
    )


def gathered_rows(shares: Sequence[tuple[int, int]]) -> tuple[list[object], list[object]]:
    """Units with words, and postings, of the documents, weighed and gathered in these shares."""
    vocabularies = [Vocabulary(Stemmer()) for _ in range(3)]
    gatherer = Gatherer()
    first = 0
    for files, process in shares:
        numbers = range(first, first + files)
        passages = [made_document(number) for number in numbers]
        filed = Filed(
            names=[f"doc:made/{number}.md" for number in numbers],
            states=[""] * files,
            fragment=weigh(passages, vocabularies[process]),
            row_ids={
                "docs": [
                    10 * number + place
                    for number, file in zip(numbers, passages, strict=True)
                    for place in range(len(file["docs"]))
                ]
            },
        )
        gatherer.add(filed)
        first += files
    gathered = gatherer.take("docs")
    blocks = number_files(dict(zip(gathered.names, gathered.sizes, strict=True)))
    units: list[object] = [*zip(gathered.row_ids, gathered.units(blocks), gathered.split_words, strict=True)]
    rows: list[object] = [(*row[:-1], bytes(row[-1])) for row in rows_of("docs", *gathered.merged(blocks))]
    return units, rows


@given(shares=SHARES)
def test_postings_do_not_depend_on_who_weighed_what_with_what(shares: list[tuple[int, int]]) -> None:
    files = sum(number for number, _ in shares)
    assert gathered_rows(shares) == gathered_rows([(1, 0)] * files)


def test_terms_that_come_out_of_turn_are_told() -> None:
    vocabulary = Vocabulary(Stemmer())
    first, second = (
        Filed(
            names=["x"],
            states=[""],
            fragment=weigh([made_document(number)], vocabulary),
            row_ids={"docs": []},
        )
        for number in (1, 2)
    )
    with pytest.raises(AssertionError, match="goes on at"):
        Gatherer().add(second)
    assert first.fragment.terms.first == 0
