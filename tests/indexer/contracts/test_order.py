"""The order of union members, and how far a program is walked for it."""

from collections.abc import Iterator

import pytest

from indexer.contracts.order import Order
from indexer.types.model import NULL, STRING, LiteralType, Type

WORDS = [LiteralType(word, "string") for word in ("one", "two", "three", "four")]


def _walk(met: dict[Type, int]) -> Iterator[None]:
    for word in WORDS:
        met[word] = len(met)
        yield


def test_members_come_in_the_order_met_after_built_in_ones() -> None:
    met: dict[Type, int] = {}
    one, two, three, _ = WORDS
    assert Order(met, _walk(met)).sorted([three, STRING, one, NULL, two]) == [NULL, STRING, one, two, three]


@pytest.mark.parametrize(
    ("members", "steps"),
    [
        pytest.param([WORDS[3]], 0, id="one member has no order"),
        pytest.param([NULL, STRING, WORDS[3]], 0, id="built-in ones are in place"),
        pytest.param([WORDS[3], WORDS[0]], 1, id="the last one need not be met"),
        pytest.param([WORDS[1], WORDS[2], WORDS[0]], 2, id="all but one are met"),
        pytest.param([LiteralType("lost", "string"), WORDS[0], WORDS[1]], 2, id="one is never met"),
    ],
)
def test_the_program_is_walked_until_all_members_but_one_are_met(members: list[Type], steps: int) -> None:
    met: dict[Type, int] = {}
    Order(met, _walk(met)).sorted(members)
    assert len(met) == steps


def test_members_that_are_never_met_keep_their_order_at_the_end() -> None:
    met: dict[Type, int] = {}
    lost = [LiteralType(word, "string") for word in ("b", "a")]
    assert Order(met, _walk(met)).sorted([*lost, WORDS[1]]) == [WORDS[1], *lost]
