"""The order of union members: that in which the compiler met their types. Pure."""

from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby

from indexer.types.model import LiteralType, Member, Scalar, Type

_FIRST = {name: at for at, name in enumerate(("undefined", "null", "string", "number", "bigint"))}
_EARLY_WORDS = (
    "", 0, "string", "number", "bigint", "boolean", "symbol", "undefined", "object", "function",
)  # fmt: skip
_END = object()
_EARLY = {word: at for at, word in enumerate(_EARLY_WORDS)}


class Order:
    """Ranks of types in one program; what was not met keeps its place after what was."""

    __slots__ = ("_met", "_walk")

    def __init__(self, met: Mapping[Type, int], walk: Iterator[None]) -> None:
        """*met* has the rank of each type, and is filled while *walk* goes on, in rising ranks."""
        self._met = met
        self._walk = walk

    def _place(self, type_: Type) -> int:
        return self._met.get(type_, 1 << 40)

    def _walk_to(self, types: Iterable[Type]) -> None:
        """Walk on until all but one of *types* have a rank: that one comes last, wherever it is met."""
        missing = [each for each in types if self._fixed(each) is None]
        while len(missing) > 1:
            if missing[-1] in self._met:
                missing.pop()
            elif missing[-2] in self._met:
                del missing[-2]
            elif next(self._walk, _END) is _END:
                return

    def _rank(self, type_: Type) -> tuple[int, int]:
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
        self._walk_to(members)
        return sorted(members, key=self._rank)

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
            if run:
                self._walk_to(map(_key, together))
                together.sort(key=lambda member: self._rank(_key(member)))
            ordered.extend(together)
        return ordered


def _key(member: Member) -> LiteralType:
    return LiteralType(member.name, "string")


def _is_early(type_: LiteralType) -> bool:
    return type_.base == "string" or type_.value == 0
