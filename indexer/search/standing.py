"""How a file stands among others by its place: what people look for first, what they seldom mean. Pure."""

import re
from dataclasses import dataclass
from typing import Literal

from indexer.base.globs import GlobSet

Standing = Literal["preferred", "ordinary", "demoted"]
"""As corpus.toml has it."""

PREFERRED_FACTOR = 1.0
"""What impacts of the sections of preferred documents are multiplied with."""
ORDINARY_FACTOR = 0.95
"""The same for other documents: enough to decide between about equal ones."""
DEMOTED_FACTOR = 0.7
"""What impacts of tests, fixtures, legacy, stories and configured globs are multiplied with."""
_DEMOTED = re.compile(
    r"(?:^|[/._-])(?:tests?|fixtures?|__tests__|mocks?|legacy|deprecated|obsolete|archived?|changelog"
    r"|wip|experimental|baselines?|generated|vendor|stor(?:y|ies))(?:/|\.[a-z]+$)",
    re.IGNORECASE,
)
_PLANNED = re.compile(r"(?:^|[/._-])(?:plans?|roadmaps?|proposals?|rfcs?|history)(?:[/._-]|$)", re.IGNORECASE)
_PLANNED_FACTOR = 0.8
_SPECIFIED = re.compile(r"(?:^|[/._-])specs?(?:[/._-]|$)", re.IGNORECASE)
_SPECIFIED_FACTOR = 0.9
_NONE = GlobSet(())


@dataclass(frozen=True, slots=True, kw_only=True)
class Standings:
    """The globs of corpus.toml over ``<source>/<path>``."""

    demoted: GlobSet = _NONE
    preferred: GlobSet = _NONE

    def of(self, place: str) -> Standing:
        """How the file at *place* stands; demotion has the last word."""
        if self.demoted.matches(place):
            return "demoted"
        return "preferred" if self.preferred.matches(place) else "ordinary"


def factor_of(path: str, standing: Standing = "ordinary") -> float:
    """How the passages of a file count against those of ordinary files.

    People ask how things are done: what is planned or specified answers that less often than a guide.
    """
    if standing == "demoted" or _DEMOTED.search(path):
        return DEMOTED_FACTOR
    if _PLANNED.search(path):
        return _PLANNED_FACTOR
    return _SPECIFIED_FACTOR if _SPECIFIED.search(path) else 1.0


def document_factor_of(path: str, standing: Standing) -> float:
    """The same for documents, of which some may be preferred."""
    return factor_of(path, standing) * (PREFERRED_FACTOR if standing == "preferred" else ORDINARY_FACTOR)
