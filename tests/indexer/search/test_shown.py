"""What a search shows: snippets, filters, reasons, contract fits, measures."""

import pytest

from indexer.base.errors import QueryRefused
from indexer.contracts.schema import Schema
from indexer.corpus import Corpus
from indexer.search.evaluate import Answered, judge, summarize
from indexer.search.filters import Filters
from indexer.search.query import stemmer
from indexer.search.snippet import WIDTH, snippet_of


@pytest.mark.parametrize(
    ("text", "terms", "shown"),
    [
        pytest.param("A cell holds a value.", {"cell"}, "A [cell] holds a value.", id="a match is marked"),
        pytest.param("Written lists", {"list"}, "Written [lists]", id="inflected"),
        pytest.param("see WishState here", {"state"}, "see [WishState] here", id="part of an identifier"),
        pytest.param("nothing   at\nall", {"cell"}, "nothing at all", id="no match shows the beginning"),
        pytest.param("", {"cell"}, "", id="no text"),
    ],
)
def test_a_snippet_marks_what_matched(text: str, terms: set[str], shown: str) -> None:
    assert snippet_of(text, terms, stemmer()) == shown


def test_a_snippet_shows_where_most_words_stand() -> None:
    text = f"cell {'filler ' * 200} the cell and the list {'filler ' * 200}"
    shown = snippet_of(text, {"cell", "list"}, stemmer())
    assert "[cell] and the [list]" in shown
    assert shown.startswith("…")
    assert shown.endswith("…")
    assert len(shown) <= WIDTH + 10


def test_a_name_that_matches_exactly_comes_first(corpus: Corpus) -> None:
    assert corpus.search("listinput", within="symbols")[0].address.endswith("#ListInput")
    assert corpus.search("Writing", within="docs")[0].title == "Writing"


def test_a_hit_says_where_and_why(corpus: Corpus) -> None:
    (hit, *_) = corpus.search("writing cells", within="docs", explained=True)
    assert hit.address == "doc:guide/cells.md#writing"
    assert hit.kind == "section"
    assert hit.digest == corpus.open_passage(hit.address).digest
    assert [part.word for part in hit.parts] == ["writing", "cells"]
    assert "title" in hit.parts[0].fields
    assert sum(part.score for part in hit.parts) == pytest.approx(hit.score)


@pytest.mark.parametrize(
    ("filters", "found"),
    [
        pytest.param(Filters(), True, id="no filter"),
        pytest.param(Filters(source="parts"), True, id="source"),
        pytest.param(Filters(source="guide"), False, id="another source"),
        pytest.param(Filters(kind="programs"), True, id="kind"),
        pytest.param(Filters(kind="docs"), False, id="another kind"),
        pytest.param(Filters(tier="core"), True, id="tier"),
        pytest.param(Filters(tier="none"), False, id="another tier"),
        pytest.param(Filters(tag="list"), True, id="tag"),
        pytest.param(Filters(tag="map"), False, id="another tag"),
        pytest.param(Filters(result_field="count"), True, id="result field"),
        pytest.param(Filters(result_field="items"), False, id="an argument is no result field"),
        pytest.param(Filters(argument="items[].title"), True, id="argument by path"),
        pytest.param(Filters(argument="title"), True, id="argument by its last step"),
        pytest.param(Filters(argument="count"), False, id="a result field is no argument"),
        pytest.param(Filters(exports="default"), True, id="exports"),
        pytest.param(Filters(exports="other"), False, id="another export"),
        pytest.param(Filters(tier="core", tag="map"), False, id="all have to hold"),
    ],
)
def test_filters_let_programs_through(corpus: Corpus, filters: Filters, found: bool) -> None:  # noqa: FBT001 - a table
    assert bool(corpus.search("titles list", within="programs", filters=filters)) is found


def test_sections_have_no_tier(corpus: Corpus) -> None:
    assert corpus.search("cells", within="docs", filters=Filters(tier="core")) == ()


@pytest.mark.parametrize(
    ("within", "limit", "message"),
    [
        ("books", 10, "in: 'books' is no set, expected one of all, docs, programs, symbols, source"),
        ("docs", 0, "limit: 0 is out of range, expected 1 to 1000"),
        ("docs", 1001, "limit: 1001 is out of range, expected 1 to 1000"),
    ],
    ids=["unknown set", "no answers", "too many answers"],
)
def test_a_search_is_refused(corpus: Corpus, within: str, limit: int, message: str) -> None:
    with pytest.raises(QueryRefused) as refusal:
        corpus.search("cells", within=within, limit=limit)
    assert str(refusal.value) == message


TITLES: Schema = {"type": "array", "items": {"type": "object", "properties": {"title": {"type": "string"}},
                                     "required": ["title"]}}  # fmt: skip


def test_programs_are_found_by_what_they_accept(corpus: Corpus) -> None:
    assert [(fit.path, fit.field, fit.verdict) for fit in corpus.find_accepting(TITLES)] == [
        ("list.tsx", "items", "yes")
    ]
    assert corpus.find_accepting({"type": "string"}) == ()


def test_programs_are_found_by_what_they_provide(corpus: Corpus) -> None:
    assert [(fit.field, fit.verdict) for fit in corpus.find_providing({"type": "number"})] == [
        ("count", "yes")
    ]


def test_outcomes_are_judged_and_summed_up() -> None:
    found = [
        Answered(address=f"doc:a/{path}", path=path, bytes=length)
        for path, length in (("x.md#one", 1000), ("y.md#two", 3000), ("z.md#", 400))
    ]
    second = judge("q1", "two", ["y.md#two"], found, 2.0)
    any_part = judge("q2", "z", ["z.md"], found, 4.0)
    missed = judge("q3", "nothing", ["w.md"], found, 6.0)
    assert (second.rank, second.tokens) == (2, 1000)
    assert any_part.rank == 3
    assert (missed.rank, missed.tokens, missed.gain) == (None, None, 0.0)
    summary = summarize("made", [second, any_part, missed])
    assert summary.hits == pytest.approx({1: 0.0, 5: 2 / 3, 10: 2 / 3})
    assert summary.mrr == pytest.approx((1 / 2 + 1 / 3) / 3)
    assert summary.within_tokens == pytest.approx({500: 0.0, 1000: 1 / 3, 2000: 2 / 3})
    assert (summary.p50_milliseconds, summary.p95_milliseconds) == (4.0, 6.0)


@pytest.mark.parametrize("spare", [0, 1, 100])
@pytest.mark.parametrize("query", ["pattern", "title value", "interface type"])
@pytest.mark.parametrize("limit", [1, 3, 50])
def test_filters_leave_the_order_of_what_they_let_through(
    corpus: Corpus, monkeypatch: pytest.MonkeyPatch, spare: int, query: str, limit: int
) -> None:
    monkeypatch.setattr("indexer.search.query.SPARE", spare)
    every = [hit.address for hit in corpus.search(query, within="symbols", limit=1000)]
    for source in ("parts", "runtime"):
        wanted = [address for address in every if address.startswith(f"src:{source}/")]
        found = corpus.search(query, within="symbols", limit=limit, filters=Filters(source=source))
        assert 0 < len(wanted) < len(every)
        assert [hit.address for hit in found] == wanted[:limit]
