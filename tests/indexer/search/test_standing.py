"""What a place and the globs of corpus.toml do to the passages of a file."""

import pytest

from indexer.base.errors import RefreshRefused
from indexer.base.globs import GlobSet
from indexer.search.fields import LEVELS
from indexer.search.numbering import number_files
from indexer.search.passages import (
    DocumentText,
    ModuleText,
    SectionText,
    SymbolText,
    lead_of,
    weigh_document,
    weigh_module,
)
from indexer.search.postings import MOST_UNITS, Piece, unpack
from indexer.search.standing import Standing, Standings, document_factor_of, factor_of
from indexer.search.tokens import Stemmer
from indexer.search.vocabulary import Vocabulary

STANDINGS = Standings(demoted=GlobSet(("guide/**/old/**",)), preferred=GlobSet(("guide/**",)))


@pytest.mark.parametrize(
    ("place", "standing"),
    [
        pytest.param("guide/cells.md", "preferred", id="a glob prefers it"),
        pytest.param("guide/old/cells.md", "demoted", id="demotion has the last word"),
        pytest.param("notes/cells.md", "ordinary", id="no glob names it"),
    ],
)
def test_globs_say_how_a_file_stands(place: str, standing: Standing) -> None:
    assert STANDINGS.of(place) == standing


@pytest.mark.parametrize(
    ("path", "factor"),
    [
        pytest.param("guide/cells.md", 1.0, id="a guide"),
        pytest.param("specs/cells.md", 0.9, id="a specification"),
        pytest.param("plans/cells.md", 0.8, id="a plan"),
        pytest.param("parts/cells.test.tsx", 0.7, id="a test"),
        pytest.param("deprecated/cells.md", 0.7, id="what is no longer meant"),
        pytest.param("guide/testing.md", 1.0, id="a guide to tests is no test"),
    ],
)
def test_a_path_counts_less_by_its_words(path: str, factor: float) -> None:
    assert factor_of(path) == factor


def test_preferred_documents_count_more_than_others_and_demoted_ones_least() -> None:
    preferred, ordinary, demoted = (
        document_factor_of("cells.md", standing) for standing in ("preferred", "ordinary", "demoted")
    )
    assert preferred == 1.0
    assert demoted < ordinary < preferred


def impacts_of(piece: Piece) -> dict[str, int]:
    """Impact by term of a piece with one passage."""
    lines = piece.terms.split("\n")
    _, impacts = unpack(piece.keys.astype("<u4").tobytes())
    terms = (piece.keys >> 32).tolist()
    return {lines[term]: impact for term, impact in zip(terms, impacts.tolist(), strict=True)}


def weighed(standing: Standing) -> dict[str, int]:
    """A section of one word, weighed."""
    section = SectionText(address="doc:a/b.md#c", title="Cells", breadcrumb="Cells", text="# Cells\n")
    document = DocumentText(path="b.md", title="Cells", description="", sections=[section])
    return impacts_of(weigh_document(document, Vocabulary(Stemmer()), standing)["docs"])


def test_a_title_is_an_exact_name_with_the_highest_impact_there_is() -> None:
    assert weighed("preferred")["=cells"] == LEVELS
    assert weighed("ordinary")["=cells"] == round(0.94 * LEVELS)


def symbol(**given: object) -> dict[str, int]:
    """Impacts of one symbol of a module."""
    facts: dict[str, object] = {
        "address": "src:a/b.ts#Cell",
        "name": "Cell",
        "container": "",
        "kind": "interface",
        "signature": "interface Cell",
        "doc": "Holds a value. Others may watch.",
        "exported": True,
        "body": "",
    }
    text = SymbolText(**(facts | given))  # type: ignore[arg-type]  # a table of texts
    module = ModuleText(address="src:a/b.ts", path="b.ts", doc="", text="", symbols=[text])
    return impacts_of(weigh_module(module, Vocabulary(Stemmer()))["symbols"])


def test_the_first_sentence_of_a_comment_counts_more_than_the_next() -> None:
    impacts = symbol()
    assert impacts["valu"] > impacts["watch"]


def test_inner_names_constants_and_members_count_less() -> None:
    exported = symbol()["=cell"]
    assert exported == LEVELS
    for fact in ({"exported": False}, {"kind": "const"}, {"container": "Box"}):
        assert symbol(**fact)["=cell"] < exported


@pytest.mark.parametrize(
    ("doc", "lead"),
    [
        pytest.param("Holds a value. Others may watch.", "Holds a value.", id="a sentence"),
        pytest.param("Holds 1.5 values", "Holds 1.5 values", id="a point inside a number"),
        pytest.param("Holds a value\n\nMore", "Holds a value", id="a paragraph"),
        pytest.param("Holds it\n@param value", "Holds it", id="a tag"),
        pytest.param("Holds {@link Cell} values. More", "Holds {@link Cell} values.", id="an inline tag"),
        pytest.param("Holds e.g. a value. More", "Holds e.g. a value.", id="an abbreviation"),
        pytest.param("", "", id="none"),
    ],
)
def test_the_lead_of_a_comment_is_its_first_sentence(doc: str, lead: str) -> None:
    assert lead_of(doc) == lead


def test_more_passages_than_numbers_are_refused() -> None:
    with pytest.raises(RefreshRefused, match="at most 67108864"):
        number_files({"a": MOST_UNITS - 2, "b": 1})
