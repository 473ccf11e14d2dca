"""The kit: what an agent is handed, as JSON. Pure.

Everything here is deterministic: what varies from run to run stands in the run record (``kitc.base.run``).
"""

from typing import Annotated, Literal

from pydantic import Field, JsonValue

from indexer.base.digest import digest_of
from kitc.base.errors import KitRefused
from kitc.base.grant import Label, SchemaValue
from kitc.base.strict import Strict, json_of, parse_json

KIT_FORMAT = "kitc.kit/1"
Status = Literal["complete", "conditional", "incomplete"]
ApproachKind = Literal["run", "compose", "author", "answer"]
Use = Literal["direct", "compose", "reference"]


class Citation(Strict):
    """A claim's pointer to a passage that research was shown."""

    address: str
    """Reopenable address of the passage."""
    digest: str
    """SHA-256 of the passage's bytes, as the corpus gave it."""
    first_line: int
    """Line of the file where the quoted words start, counted from 1; 0 when the passage has no lines."""
    last_line: int
    quote: Annotated[str, Field(max_length=600)] = ""
    """Words that stand in the passage, white space as there."""


class Choice(Strict):
    """One approach with the reasons for it."""

    kind: ApproachKind
    summary: str
    patterns: tuple[str, ...] = ()
    """Import specifiers or addresses of the patterns it takes."""
    score: float = 0.0
    """0 to 1, share of the task's weighted words that the approach covers, less its costs."""
    reasons: tuple[str, ...] = ()


class Approach(Strict):
    """What is recommended, how well it fits, what stays uncertain, and what came second."""

    kind: ApproachKind
    summary: str
    conditional: bool = False
    """True when a required input is not granted: nothing works until it is."""
    fit: tuple[str, ...] = ()
    uncertainty: tuple[str, ...] = ()
    capability: str = ""
    """Of an ``author`` approach: the missing capability, named."""
    score: float = 0.0
    runner_up: Choice | None = None


class AvailableInput(Strict):
    """A granted handle bound to an input of the recipe."""

    name: str
    """Input of the recipe."""
    token: str
    type: str
    """TypeScript type of the input."""
    feeds: tuple[str, ...] = ()
    """Pattern arguments it satisfies, as ``<pattern name>.<argument>``."""
    value_schema: SchemaValue = Field(default=True, validation_alias="schema", serialization_alias="schema")
    note: str = ""


class MissingInput(Strict):
    """An input that no grant satisfies."""

    name: str
    pattern: str
    """Specifier of the pattern that asks for it, or empty when the authored part does."""
    argument: str
    type: str
    value_schema: SchemaValue = Field(default=True, validation_alias="schema", serialization_alias="schema")
    required: bool = True
    capability: str
    """What kind of registry entry or connector would provide it."""
    ask: str
    """What to ask the user."""
    citation: Citation | None = None


class Inputs(Strict):
    """What the recipe is bound to, and what it lacks."""

    available: tuple[AvailableInput, ...] = ()
    missing: tuple[MissingInput, ...] = ()


ExportKind = Literal["pattern", "value", "type", "value and type", "unknown"]


class ExportUse(Strict):
    """One export of a pattern's entry module."""

    name: str
    kind: ExportKind


class Evidence(Strict):
    """Why a pattern suits, or what it does not do."""

    claim: str
    citation: Citation | None = None
    """``None`` for what the host itself confirmed from the index."""


class KitPattern(Strict):
    """One indexed pattern, as the host confirms it from the index; evidence is the only opinion in it."""

    identity: str
    specifier: str
    address: str
    name: str
    use: Use
    exports: tuple[ExportUse, ...] = ()
    contract_status: str = "complete"
    unresolved: tuple[str, ...] = ()
    argument_schema: SchemaValue = True
    result_schema: SchemaValue = True
    dependencies: tuple[str, ...] = ()
    """Identities that the program imports; its own files are none."""
    consumed: tuple[str, ...] = ()
    """Result fields that the example reads."""
    quality: dict[str, JsonValue] = Field(default_factory=dict)
    coverage: tuple[Evidence, ...] = ()
    """What it covers and what it leaves out, from contract, JSDoc, SQL text and quality notes."""
    evidence: tuple[Evidence, ...] = ()


class RunPattern(Strict):
    """Arguments of the harness's ``run_pattern`` tool."""

    inputs: dict[str, JsonValue] = Field(default_factory=dict)
    source_text: str | None = Field(
        default=None, validation_alias="sourceText", serialization_alias="sourceText"
    )
    pattern: str | None = None
    """Specifier of an indexed pattern that is run as it is."""


class Recipe(Strict):
    """The runnable part: an invocation, and the source that it runs when something is composed."""

    run_pattern: RunPattern
    unbound: tuple[str, ...] = ()
    """Inputs that must be granted before the invocation can be made."""
    file: str = "composition.tsx"


class Rule(Strict):
    """One rule that the recipe relies on, or the answer to a focused question."""

    topic: str
    statement: str
    citation: Citation


class Demonstration(Strict):
    """Something that was shown, and how."""

    what: str
    how: str


class Verification(Strict):
    """What an author must still see, and what has been shown already."""

    to_check: tuple[str, ...] = ()
    demonstrated: tuple[Demonstration, ...] = ()


class Gap(Strict):
    """A missing capability, or a claim that nothing supports."""

    kind: Literal["capability", "input", "rule", "claim", "example", "source", "budget"]
    what: str
    suggestion: str = ""


class Source(Strict):
    """A quoted passage: the host's record of what research read and the kit uses."""

    address: str
    digest: str
    title: str
    first_line: int
    last_line: int
    completeness: Literal["complete", "truncated", "unavailable"]
    text: str
    """The quoted lines."""
    label: Label | None = None


class KitProvenance(Strict):
    """What the kit was made from; nothing in it varies between equal runs."""

    task_digest: str
    corpus_digest: str
    policy: str
    policy_version: str
    parent: str = ""
    """Digest of the kit that a follow-up question was asked on."""


class Kit(Strict):
    """kit.json."""

    format: str = KIT_FORMAT
    status: Status
    task: str
    approach: Approach
    inputs: Inputs = Inputs()
    patterns: tuple[KitPattern, ...] = ()
    recipe: Recipe | None = None
    rules: tuple[Rule, ...] = ()
    verification: Verification = Verification()
    gaps: tuple[Gap, ...] = ()
    sources: tuple[Source, ...] = ()
    label: Label | None = None
    """Join over what was read; ``null`` is unlabelled, which is not public."""
    context_efficiency: float = 1.0
    """Quoted lines that the example or the rules use, over all quoted lines."""
    provenance: KitProvenance


def kit_json(kit: Kit) -> str:
    """*kit* as it stands in kit.json: canonical JSON and a final newline."""
    return json_of(kit) + "\n"


def kit_digest(kit: Kit) -> str:
    """SHA-256 of kit.json."""
    return digest_of(kit_json(kit).encode())


def parse_kit(text: str | bytes, *, place: str = "kit.json") -> Kit:
    """The kit that *text* spells.

    Raises:
        KitRefused: it is not of the form.
    """
    return parse_json(text, Kit, place=place, refusal=KitRefused)
