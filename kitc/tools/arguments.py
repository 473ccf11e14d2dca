"""Arguments of the tools; their JSON Schemas are what a model sees. Pure."""

from typing import Annotated, Literal

from pydantic import Field

from kitc.base.strict import Strict

Query = Annotated[str, Field(min_length=1, max_length=2_000)]
AddressText = Annotated[str, Field(min_length=1, max_length=1_000)]
Limit = Annotated[int, Field(ge=1, le=50)]
MaxBytes = Annotated[int, Field(ge=200, le=60_000)]


class SearchDocs(Strict):
    """Words or names to look for in documentation and skills."""

    query: Query
    limit: Limit = 8
    kind: Literal["docs", "skills", "all"] = "all"


class OpenSection(Strict):
    """A passage by address, as search and follow give it."""

    address: AddressText
    max_bytes: MaxBytes = 12_000
    digest: Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")] | None = None
    """The digest the passage must have; another one is refused."""


class Follow(Strict):
    """A passage whose neighbours and links are wanted."""

    address: AddressText


class SearchPatterns(Strict):
    """Words to look for in names, descriptions and contracts of indexed patterns, with filters."""

    query: Annotated[str, Field(max_length=2_000)] = ""
    limit: Limit = 10
    accepts_argument: str = ""
    """Only patterns with an argument of this name."""
    has_result_field: str = ""
    """Only patterns with a result field of this name."""
    tag: str = ""


class DescribePattern(Strict):
    """A pattern by identity, ``cf:pattern:`` specifier or ``src:`` address."""

    pattern: AddressText


class ListFiles(Strict):
    """Files of one program, or of everything below an address prefix such as ``src:<source>/<folder>``."""

    pattern: str = ""
    prefix: str = ""
    limit: Annotated[int, Field(ge=1, le=200)] = 60


class ReadSource(Strict):
    """A source file, symbol or line range by ``src:`` address."""

    address: AddressText
    max_bytes: MaxBytes = 16_000


class FindSymbol(Strict):
    """A declared name, exactly as spelled or nearly."""

    name: Annotated[str, Field(min_length=1, max_length=200)]
    limit: Limit = 8


class DescribeHandle(Strict):
    """A granted handle token."""

    token: Annotated[str, Field(min_length=1, max_length=80)]
