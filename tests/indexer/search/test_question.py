"""What a query asks for."""

import pytest

from indexer.corpus import Corpus
from indexer.search.fields import WEIGHING
from indexer.search.query import stemmer
from indexer.search.question import (
    EXACT_QUERY_SHARE,
    EXACT_WORD_SHARE,
    FULL_SHARE,
    LONGEST_NAME,
    LONGEST_QUERY,
    words_of,
)
from indexer.search.tokens import LONGEST_CHUNK, Stemmer


def shares_of(query: str, *, joined: bool = False) -> dict[str, int]:
    """The share of each term of *query*, phrases left out."""
    words = words_of(query, "symbols" if joined else "docs", stemmer())
    return {term: word.share for word in words for term in word.terms if " " not in term}


JOINED = WEIGHING["symbols"].joined_share


@pytest.mark.parametrize(
    ("query", "joined", "shares"),
    [
        pytest.param(
            "running", False, {"run": FULL_SHARE, "running": FULL_SHARE, "=running": EXACT_QUERY_SHARE},
            id="a word as it is and stemmed, and as a name",
        ),
        pytest.param(
            "the cell", False, {"cell": FULL_SHARE, "=thecell": EXACT_QUERY_SHARE}, id="stop words count in a name"
        ),
        pytest.param("of the", False, {"of": FULL_SHARE, "the": FULL_SHARE, "=ofthe": EXACT_QUERY_SHARE},
                     id="stop words count where there is nothing else"),
        pytest.param(
            "is stream", True,
            {"stream": FULL_SHARE, "=isstream": EXACT_QUERY_SHARE, "isstream": JOINED},
            id="neighbours are joined for symbols",
        ),
        pytest.param(
            "a wishList", False,
            {"wish": FULL_SHARE, "list": FULL_SHARE, "wishlist": FULL_SHARE, "=awishlist": EXACT_QUERY_SHARE,
             "=wishlist": EXACT_WORD_SHARE},
            id="a word that is written like a name is one",
        ),
        pytest.param("  ?! ", False, {}, id="no word"),
    ],
)  # fmt: skip
def test_a_query_asks_for_terms_with_shares(query: str, joined: bool, shares: dict[str, int]) -> None:  # noqa: FBT001 - a table
    assert shares_of(query, joined=joined) == shares


def test_a_whole_query_is_a_name_while_it_is_short() -> None:
    words = [f"w{'x' * number}" for number in range(1, LONGEST_NAME + 2)]
    assert "=" + "".join(words[:-1]) in shares_of(" ".join(words[:-1]))
    assert "=" + "".join(words) not in shares_of(" ".join(words))


def test_words_beyond_the_longest_query_are_not_looked_at() -> None:
    words = [f"w{'x' * number}" for number in range(1, LONGEST_QUERY + 2)]
    found = shares_of(" ".join(words))
    assert words[-2] in found
    assert words[-1] not in found


def test_of_what_is_no_word_only_the_start_counts() -> None:
    start = "q" * LONGEST_CHUNK
    assert Stemmer().terms_of(start + "more") == Stemmer().terms_of(start) == (start,)
    assert Stemmer().terms_of(start[1:] + "m") != (start[1:],)


def test_equal_scores_of_different_sets_are_ordered_by_address(corpus: Corpus) -> None:
    for query in ("cells", "list", "titles", "item"):
        places = [(-hit.score, hit.address, hit.within) for hit in corpus.search(query, limit=100)]
        assert places == sorted(places)
