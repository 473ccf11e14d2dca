"""What a term weighs by the number of passages that have it."""

import math

from hypothesis import given
from hypothesis import strategies as st

from indexer.search.fields import WEIGHING
from indexer.search.weights import WEIGHT_SCALE, weight_of, weights_of

POWERS = st.sampled_from(sorted({index.rarity_power for index in WEIGHING.values()}))


@given(units=st.integers(1, 5000), power=POWERS)
def test_the_rows_give_the_weight_of_every_number_of_units(units: int, power: float) -> None:
    rows = [*weights_of(units, power)]
    found = [weight_of(frequency, units, power) for frequency in range(1, units + 1)]
    said = [weight for least, weight in rows for _ in range(least, _after(rows, least, units))]
    assert said == found
    assert len({weight for _, weight in rows}) == len(rows)


def _after(rows: list[tuple[int, int]], least: int, units: int) -> int:
    return min((other for other, _ in rows if other > least), default=units + 1)


def test_no_units_have_no_weights() -> None:
    assert [*weights_of(0, 1)] == []


def test_rarer_terms_weigh_more_and_every_term_something() -> None:
    weights = [weight_of(frequency, 1000, 1) for frequency in (1, 10, 100, 500, 1000)]
    assert weights == sorted(weights, reverse=True)
    assert weights[-1] == 1
    assert weights[0] == round(WEIGHT_SCALE * math.log(1 + 999.5 / 1.5))


def test_common_terms_weigh_more_beside_rare_ones_where_the_power_is_lower() -> None:
    docs, symbols = WEIGHING["docs"].rarity_power, WEIGHING["symbols"].rarity_power
    assert docs < symbols
    rare, common = 10, 400
    shares = [weight_of(common, 1000, power) / weight_of(rare, 1000, power) for power in (docs, symbols)]
    assert shares[0] > shares[1]
