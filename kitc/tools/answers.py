"""Answers of the tools, as JSON forms: every answer says what it shows and whether that is all. Pure."""

from pydantic import Field, JsonValue

from kitc.base.grant import Label, SchemaValue
from kitc.base.run import Completeness, ReadRecord, TrustedPattern
from kitc.base.strict import Strict


class Reference(Strict):
    """A passage that can be opened next."""

    address: str
    title: str
    why: str = ""


class Answer(Strict):
    """What every answer carries beside its own content."""

    completeness: Completeness = "complete"
    reason: str = ""
    """Why something is missing, when it is not complete."""
    rest: str | None = None
    """Address, or what to ask, for the rest."""
    see_also: tuple[Reference, ...] = ()

    def reads(self) -> tuple[ReadRecord, ...]:
        """The passages that the answer shows; the loop numbers them."""
        return ()

    def records(self) -> tuple[TrustedPattern, ...]:
        """The pattern records that the answer contains."""
        return ()

    def specifiers(self) -> tuple[str, ...]:
        """Patterns that the answer only names."""
        return ()


class HitAnswer(Strict):
    """One result of a search."""

    address: str
    kind: str
    title: str
    breadcrumb: str = ""
    snippet: str = ""
    digest: str = ""
    first_line: int = 0
    last_line: int = 0
    label: Label | None = None


class SearchAnswer(Answer):
    """Passages, best first."""

    hits: tuple[HitAnswer, ...] = ()
    suggestions: tuple[str, ...] = ()
    """Other queries that may do better."""

    def reads(self) -> tuple[ReadRecord, ...]:
        """Each snippet shown is a read of its passage."""
        return tuple(
            ReadRecord(
                turn=0,
                address=hit.address,
                digest=hit.digest,
                title=hit.title,
                first_line=hit.first_line,
                last_line=hit.last_line,
                completeness="truncated",
                rest=hit.address,
                label=hit.label,
                text_bytes=len(hit.snippet.encode()),
            )
            for hit in self.hits
            if hit.digest
        )


class PassageAnswer(Answer):
    """One opened passage."""

    address: str
    kind: str
    title: str = ""
    breadcrumb: str = ""
    text: str = ""
    digest: str = ""
    first_line: int = 0
    last_line: int = 0
    label: Label | None = None

    def reads(self) -> tuple[ReadRecord, ...]:
        """The passage itself."""
        record = ReadRecord(
            turn=0,
            address=self.address,
            digest=self.digest,
            title=self.title,
            first_line=self.first_line,
            last_line=self.last_line,
            completeness=self.completeness,
            rest=self.rest,
            label=self.label,
            text_bytes=len(self.text.encode()),
        )
        return (record,) if self.text else ()


class FollowAnswer(Answer):
    """What stands around a passage, and what it links to."""

    address: str
    parent: Reference | None = None
    children: tuple[Reference, ...] = ()
    previous: Reference | None = None
    next: Reference | None = None
    outgoing: tuple[Reference, ...] = ()
    incoming: tuple[Reference, ...] = ()


class PatternHit(Strict):
    """One pattern of a search, without its contract."""

    specifier: str
    address: str
    name: str
    description: str = ""
    tags: tuple[str, ...] = ()
    tier: str = ""
    rating: float | None = None
    hidden: bool = False


class PatternsAnswer(Answer):
    """Patterns, best first."""

    hits: tuple[PatternHit, ...] = ()
    suggestions: tuple[str, ...] = ()

    def specifiers(self) -> tuple[str, ...]:
        """The patterns found."""
        return tuple(hit.specifier for hit in self.hits)


class FieldAnswer(Strict):
    """One field of a contract, with the text that its author gave it."""

    side: str
    path: str
    type: str = ""
    wrapper: str = ""
    required: bool = False
    doc: str = ""
    address: str = ""


class ModuleAnswer(Strict):
    """One file of a program."""

    name: str
    address: str
    digest: str = ""
    bytes: int = 0


class ExportAnswer(Strict):
    """One export of the entry module."""

    name: str
    kind: str


class PatternAnswer(Answer):
    """A pattern's identity, contract, dependencies, quality and files."""

    identity: str
    specifier: str
    address: str
    name: str
    description: str = ""
    tags: tuple[str, ...] = ()
    ui: str = ""
    status: str = "complete"
    exports: tuple[ExportAnswer, ...] = ()
    export_name: str = "default"
    contract_status: str = "complete"
    unresolved: tuple[str, ...] = ()
    argument_schema: SchemaValue = True
    result_schema: SchemaValue = True
    fields: tuple[FieldAnswer, ...] = ()
    """Fields that carry a text."""
    dependencies: tuple[str, ...] = ()
    modules: tuple[ModuleAnswer, ...] = ()
    tier: str = ""
    rating: float | None = None
    hidden: bool = False
    quality_tags: tuple[str, ...] = ()
    coverage: str = ""
    notes: str = ""
    sample_rows: dict[str, JsonValue] = Field(default_factory=dict)
    label: Label | None = None

    def records(self) -> tuple[TrustedPattern, ...]:
        """The record that the inventory may admit."""
        record = TrustedPattern(
            pattern_id=self.identity,
            specifier=self.specifier,
            address=self.address,
            name=self.name,
            exports=tuple(export.name for export in self.exports),
            argument_schema=self.argument_schema,
            result_schema=self.result_schema,
            dependencies=self.dependencies,
        )
        return (record,) if self.identity else ()


class FilesAnswer(Answer):
    """Files with addresses, sorted by address."""

    files: tuple[ModuleAnswer, ...] = ()


class SymbolAnswer(Strict):
    """One declared name."""

    name: str
    kind: str
    address: str
    signature: str = ""
    doc: str = ""


class SymbolsAnswer(Answer):
    """Declarations, best first."""

    symbols: tuple[SymbolAnswer, ...] = ()


class HandleAnswer(Answer):
    """A grant as the host described it; the value itself stays in the live reference."""

    token: str
    description: str
    state: str
    value_schema: SchemaValue = Field(default=True, validation_alias="schema", serialization_alias="schema")
    label: Label | None = None
