"""What tells of type arguments."""

from indexer.types.infer.generics import Found
from indexer.types.model import NUMBER, STRING


def test_types_that_stood_for_one_another_tell_nothing_new_unless_they_are_met_less_deep() -> None:
    found = Found(())
    told = [found.is_told(STRING, part, depth) for part, depth in ((NUMBER, 3), (STRING, 3), (NUMBER, 4))]
    assert told == [False, False, True]
    assert not found.is_told(STRING, NUMBER, 1)
    assert found.is_told(STRING, NUMBER, 2)
