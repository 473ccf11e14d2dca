"""What a place and the globs of corpus.toml do to the passages of a file."""

import pytest

from indexer.base.globs import GlobSet
from indexer.search.standing import Standing, Standings, document_factor_of, factor_of

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
