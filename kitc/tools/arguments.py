"""Arguments of the tools; their JSON Schemas, descriptions included, are what a model sees. Pure."""

from typing import Annotated, Literal

from pydantic import Field

from kitc.base.strict import Strict

Query = Annotated[str, Field(min_length=1, max_length=2_000, description="Words or names; any text is legal")]
AddressText = Annotated[
    str, Field(min_length=1, max_length=1_000, description="Address exactly as an answer gave it")
]
Limit = Annotated[int, Field(ge=1, le=50, description="Most results")]
MaxBytes = Annotated[
    int, Field(ge=200, le=60_000, description="Most bytes of text; the answer names the rest")
]
PatternText = Annotated[
    str, Field(max_length=1_000, description="Identity, cf:pattern:<identity> or src: address of a pattern")
]


class SearchDocs(Strict):
    """Words or names to look for in documentation and skills."""

    query: Query
    limit: Limit = 8
    kind: Annotated[Literal["docs", "skills", "all"], Field(description="Which of the two to search")] = "all"


class OpenSection(Strict):
    """A passage by address, as search and follow give it."""

    address: AddressText
    max_bytes: MaxBytes = 12_000
    digest: Annotated[
        Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")] | None,
        Field(description="SHA-256 that the passage must have, else it is refused"),
    ] = None


class Follow(Strict):
    """A passage whose neighbours and links are wanted."""

    address: AddressText


class SearchPatterns(Strict):
    """Words to look for in names, descriptions and contracts of indexed patterns, with filters."""

    query: Annotated[str, Field(max_length=2_000, description="Words or names; empty to filter only")] = ""
    limit: Limit = 10
    accepts_argument: Annotated[str, Field(description="Only patterns with an argument of this name")] = ""
    has_result_field: Annotated[str, Field(description="Only patterns with a result field of this name")] = ""
    tag: Annotated[str, Field(description="Only patterns with this tag")] = ""


class DescribePattern(Strict):
    """A pattern by identity, ``cf:pattern:`` specifier or ``src:`` address."""

    pattern: Annotated[PatternText, Field(min_length=1)]


class ListFiles(Strict):
    """Files of one program, or of everything below an address prefix such as ``src:<source>/<folder>``."""

    pattern: PatternText = ""
    prefix: Annotated[str, Field(description="Address prefix, such as src:<source>/<folder>")] = ""
    limit: Annotated[int, Field(ge=1, le=200, description="Most files")] = 60


class ReadSource(Strict):
    """A source file, symbol or line range by ``src:`` address."""

    address: AddressText
    max_bytes: MaxBytes = 16_000


class FindSymbol(Strict):
    """A declared name, exactly as spelled or nearly."""

    name: Annotated[str, Field(min_length=1, max_length=200, description="Name or Container.member")]
    limit: Limit = 8


class DescribeHandle(Strict):
    """A granted handle token."""

    token: Annotated[str, Field(min_length=1, max_length=80, description="Token as granted, cfh:a:<suffix>")]
