"""One mutant before it is judged: the bytes it changes and what it imitates. Pure."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Edit:
    """*replacement* in place of the bytes from *start* to *end*."""

    start: int
    end: int
    replacement: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """One mutant of a file."""

    kind: str
    variant: str
    name: str
    edits: tuple[Edit, ...]

    def row(self, identity: str, file: str) -> dict[str, object]:
        """The mutant as one line of the mutants' file, still without a verdict."""
        places = [
            {"start": each.start, "end": each.end, "replacement": each.replacement} for each in self.edits
        ]
        where = places[0] if len(places) == 1 else {"edits": places}
        return {
            "id": identity,
            "kind": self.kind,
            "variant": self.variant,
            "file": file,
            "name": self.name,
            **where,
        }


def change(kind: str, variant: str, name: str, *edits: tuple[int, int, str]) -> Change:
    """A change of *kind* from (start, end, replacement) edits."""
    return Change(
        kind=kind,
        variant=variant,
        name=name,
        edits=tuple(Edit(start=start, end=end, replacement=text) for start, end, text in edits),
    )
