"""Drafts: what a policy proposes, before the host fills in facts and validates. Pure.

A draft names addresses, tokens and fields; the host alone turns them into identities, contracts and digests.
"""

from typing import Annotated, Literal

from pydantic import Field

from kitc.base.grant import HandleToken
from kitc.base.kit import ApproachKind, Choice, Gap, Use
from kitc.base.strict import Strict


class DraftCitation(Strict):
    """Words that a policy says it read at an address."""

    address: str
    quote: Annotated[str, Field(max_length=600)]
    """Words that stand in the passage, white space as there."""


class DraftClaim(Strict):
    """A claim about a pattern; without a citation it must be something the index itself confirms."""

    claim: str
    citation: DraftCitation | None = None


class DraftPattern(Strict):
    """A pattern that the approach takes, by identity, specifier or address."""

    ref: str
    use: Use
    consumed: tuple[str, ...] = ()
    """Result fields that the example reads."""
    coverage: tuple[DraftClaim, ...] = ()
    evidence: tuple[DraftClaim, ...] = ()


class DraftBinding(Strict):
    """A granted handle bound to an input of the recipe."""

    name: str
    token: HandleToken
    type: str = "unknown"
    feeds: tuple[str, ...] = ()
    note: str = ""


class DraftMissing(Strict):
    """An input that no grant satisfies."""

    name: str
    pattern: str = ""
    """Reference of the pattern that asks for it; empty when the authored part does."""
    argument: str = ""
    type: str = "unknown"
    required: bool = True
    capability: str
    ask: str
    citation: DraftCitation | None = None


class DraftRule(Strict):
    """A rule that the recipe relies on, or an answer to a question."""

    topic: str
    statement: str
    citation: DraftCitation


class Draft(Strict):
    """A whole proposal; also the form in which a model submits its kit."""

    kind: ApproachKind
    summary: str
    capability: str = ""
    fit: tuple[str, ...] = ()
    uncertainty: tuple[str, ...] = ()
    score: float = 0.0
    runner_up: Choice | None = None
    patterns: tuple[DraftPattern, ...] = ()
    bindings: tuple[DraftBinding, ...] = ()
    missing: tuple[DraftMissing, ...] = ()
    source_text: str | None = None
    """Source of the composition; none when a pattern is run as it is, or when nothing can be shown."""
    rules: tuple[DraftRule, ...] = ()
    to_check: tuple[str, ...] = ()
    gaps: tuple[Gap, ...] = ()


class Trouble(Strict):
    """Why the host does not admit a part of a draft."""

    part: Literal["structure", "citation", "handle", "pattern", "field", "example"]
    where: str
    """Place in the draft, or ``line:column`` of the example."""
    message: str
    rule: str = ""
    """Rule id of a check finding."""
