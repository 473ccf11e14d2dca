import pytest

from indexer.base.errors import ConfigRefused
from indexer.collect.tiers import parse_tiers

LIST = """\
# Tiers

`ignored.tsx` stands before any tier.

## best

`counter/` (see `counter/notes.md` and `useState`), `form.tsx`.

### details

`deep/one.tsx`

## demo

Everything in `counter/old/`, `form.tsx`, and `x y/`.

# Other

`late.tsx`
"""


@pytest.mark.parametrize(
    ("path", "tier"),
    [
        pytest.param("patterns/counter/main.tsx", "best", id="below a listed folder"),
        pytest.param("patterns/counter/old/main.tsx", "demo", id="the nearest folder decides"),
        pytest.param("patterns/form.tsx", "demo", id="of two tiers the later one"),
        pytest.param("patterns/deep/one.tsx", "best", id="below a heading inside the tier"),
        pytest.param("patterns/ignored.tsx", "none", id="before the first tier"),
        pytest.param("patterns/late.tsx", "none", id="after a heading of a higher level"),
        pytest.param("counter/main.tsx", "none", id="another folder of that name"),
    ],
)
def test_a_markdown_list_puts_paths_into_tiers(path: str, tier: str) -> None:
    tiers = parse_tiers(LIST, place="patterns/index.md", names=("best", "demo"), default="none")
    assert tiers.tier_of(path) == tier


def test_a_json_list_puts_paths_into_tiers() -> None:
    tiers = parse_tiers('{"best": ["a.tsx", "b/"]}', place="tiers.json", names=("best",))
    assert [tiers.tier_of(path) for path in ("a.tsx", "b/c.tsx", "c.tsx")] == ["best", "best", ""]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{", "tiers.json: is no JSON: "),
        ("[]", "tiers.json: is no object of tiers, expected {tier: [path, ...]}"),
        ('{"a": "b"}', "tiers.json: a: is no list of paths"),
    ],
)
def test_a_json_list_is_refused(text: str, message: str) -> None:
    with pytest.raises(ConfigRefused) as refusal:
        parse_tiers(text, place="tiers.json", names=("a",))
    assert str(refusal.value).startswith(message)
