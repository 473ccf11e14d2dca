"""What a name means, and how the meanings that stars bring together combine. Pure."""

from dataclasses import dataclass, field, replace
from typing import Literal

ExportStatus = Literal["resolved", "unresolved", "cycle"]


@dataclass(frozen=True, slots=True)
class Meaning:
    """What a name means: value, type or both, and where it is defined."""

    module: str | None
    name: str
    is_value: bool
    is_type: bool
    status: ExportStatus = "resolved"
    specifier: str = ""

    def as_type_only(self) -> "Meaning":
        """The same once it went through a type-only import or export."""
        return replace(self, is_value=False, is_type=True)


@dataclass(slots=True)
class Offer:
    """What a module offers while its stars are being gathered."""

    meanings: dict[str, Meaning] = field(default_factory=dict)
    rivals: dict[str, set[str]] = field(default_factory=dict)
    """Names that stars offer from different places, with those places."""

    def take_first(self, child: "Offer", *, type_only: bool) -> None:
        """Take in what a starred module offers. Children come last to first, so the newest one wins."""
        for name, places in child.rivals.items():
            self.rivals.setdefault(name, set()).update(places)
        for name, offered in child.meanings.items():
            meaning = offered.as_type_only() if type_only else offered
            later = self.meanings.get(name)
            if name == "default" or (later is not None and meaning.status == "cycle"):
                continue
            if later is not None and later.status != "cycle" and place_of(later) != place_of(meaning):
                self.rivals.setdefault(name, set()).update((place_of(later), place_of(meaning)))
            keeps_value = later is not None and later.status != "cycle" and not meaning.is_value
            self.meanings[name] = later if later is not None and keeps_value else meaning

    def hide_by(self, own: dict[str, Meaning]) -> None:
        """Drop what the stars disagree on, then put the module's *own* names over the rest."""
        for name in own:
            self.rivals.pop(name, None)
        for name in self.rivals:
            self.meanings.pop(name, None)
        self.meanings.update(own)


def united(first: Meaning, second: Meaning) -> Meaning:
    """Two statements for one name: a type and a value, or overloads."""
    is_value, is_type = first.is_value or second.is_value, first.is_type or second.is_type
    return replace(first, is_value=is_value, is_type=is_type)


def place_of(meaning: Meaning) -> str:
    """Where it is defined, ``module#name``: two meanings of one place are the same thing."""
    return f"{meaning.module or meaning.specifier}#{meaning.name}"
