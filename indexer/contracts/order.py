"""The order of union members: that in which the compiler met their types. Pure."""

from collections.abc import Callable, Mapping
from itertools import groupby

from indexer.types.model import LiteralType, Member, Scalar, Type

_FIRST = {name: at for at, name in enumerate(("undefined", "null", "string", "number", "bigint"))}
_EARLY_WORDS = (
    "", 0, "string", "number", "bigint", "boolean", "symbol", "undefined", "object", "function",
)  # fmt: skip
_EARLY = {word: at for at, word in enumerate(_EARLY_WORDS)}


class Order:
    """Ranks of types in one program; what was not met keeps its place after what was."""

    __slots__ = ("_make", "_met")

    def __init__(self, make: Callable[[], Mapping[Type, int]] = dict) -> None:
        self._make = make
        self._met: Mapping[Type, int] | None = None

    def _place(self, type_: Type) -> int:
        if self._met is None:
            self._met = self._make()
        return self._met.get(type_, 1 << 40)

    def rank(self, type_: Type) -> tuple[int, int]:
        """Where *type_* stands: built-in ones, literals the compiler makes itself, then those met."""
        return self._fixed(type_) or (3, self._place(type_))

    def _fixed(self, type_: Type) -> tuple[int, int] | None:
        if isinstance(type_, Scalar):
            return (0, _FIRST.get(type_.name, 5))
        if isinstance(type_, LiteralType):
            if type_.base == "boolean":
                return (1, int(bool(type_.value)))
            if type_.base in ("string", "number") and type_.value in _EARLY and _is_early(type_):
                return (2, _EARLY[type_.value])
        return None

    def sorted(self, members: list[Type]) -> list[Type]:
        """*members* in order; equal ranks stay as they are."""
        fixed = [self._fixed(each) for each in members]
        if sum(each is None for each in fixed) < 2:
            last = (3, 0)
            places = {id(each): rank or last for each, rank in zip(members, fixed, strict=True)}
            return sorted(members, key=lambda each: places[id(each)])
        return sorted(members, key=self.rank)

    def printed(self, members: tuple[Type, ...]) -> list[Type]:
        """*members* as the compiler shows a union: in order, ``null`` and ``undefined`` last."""
        ordered = self.sorted(list(members))
        last = {"null": 1, "undefined": 2}
        return sorted(ordered, key=lambda each: last.get(each.name, 0) if isinstance(each, Scalar) else 0)

    def members(self, members: tuple[Member, ...]) -> list[Member]:
        """*members* with each run of one union of keys put into the order of the keys."""
        if not any(member.run for member in members):
            return list(members)
        ordered: list[Member] = []
        for run, group in groupby(members, key=lambda member: member.run):
            together = list(group)
            ordered.extend(sorted(together, key=self._key_rank) if run else together)
        return ordered

    def _key_rank(self, member: Member) -> tuple[int, int]:
        return self.rank(LiteralType(member.name, "string"))


def _is_early(type_: LiteralType) -> bool:
    return type_.base == "string" or type_.value == 0
