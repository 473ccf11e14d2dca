"""Sections, sources and contracts as resources under their addresses. IO: they read the corpus."""

from bisect import bisect_right
from dataclasses import dataclass
from urllib.parse import unquote

from indexer.base.address import parse_address
from indexer.base.digest import ordered_json
from indexer.base.errors import AddressRefused
from indexer.corpus import Corpus
from kitc.tools.answers import Answer, PassageAnswer
from kitc.tools.arguments import DescribePattern, OpenSection
from kitc.tools.documents import open_section
from kitc.tools.labels import label_of, withheld
from kitc.tools.patterns import describe_pattern
from kitc.tools.reach import Reach

PAGE = 200
"""Resources on one page of the list."""
MOST_BYTES = 60_000
"""Bytes of a passage; the address of the rest follows it."""
_CURSOR = "after "


@dataclass(frozen=True, slots=True, kw_only=True)
class Listed:
    """One resource of the list: a document or a published pattern."""

    uri: str
    title: str
    description: str
    mime_type: str
    bytes: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Template:
    """A form of address; clients fill in the parts, completion offers values."""

    uri_template: str
    name: str
    title: str
    description: str
    mime_type: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Content:
    """What stands under one address."""

    uri: str
    mime_type: str
    text: str


TEMPLATES = (
    Template(
        uri_template="doc:{source}/{+path}#{slug}",
        name="section",
        title="Section of a document",
        description="One section; leave slug and # out for the whole document.",
        mime_type="text/markdown",
    ),
    Template(
        uri_template="src:{source}/{+path}#{symbol}",
        name="source",
        title="Source of a declaration",
        description="A declared name (members as Container.member), or lines as L10-L42; leave # out for the"
        " whole file.",
        mime_type="text/plain",
    ),
    Template(
        uri_template="cf:pattern:{identity}",
        name="contract",
        title="Contract of a published pattern",
        description="Exports, argument and result schema, dependencies, quality and files, as JSON.",
        mime_type="application/json",
    ),
)


def list_resources(reach: Reach) -> tuple[Listed, ...]:
    """Every document and pattern that may be shown, by address; sections and files are under templates."""
    corpus = reach.opened()
    return tuple(sorted((*_patterns(corpus, reach), *_documents(corpus, reach)), key=lambda item: item.uri))


def _documents(corpus: Corpus, reach: Reach) -> list[Listed]:
    shown = {source.name for source in corpus.list_sources() if not withheld(reach, label_of(source.label))}
    return [
        Listed(
            uri=document.address,
            title=document.title,
            description=document.description[:300],
            mime_type="text/markdown",
            bytes=document.bytes,
        )
        for document in corpus.list_documents()
        if document.source in shown
    ]


def _patterns(corpus: Corpus, reach: Reach) -> list[Listed]:
    return [
        Listed(
            uri=program.address,
            title=program.name,
            description=(program.description or program.path)[:300],
            mime_type="application/json",
        )
        for program in corpus.programs(hidden=False)
        if program.identity and not withheld(reach, label_of(program.label))
    ]


def page_of(resources: tuple[Listed, ...], cursor: str | None) -> tuple[tuple[Listed, ...], str | None]:
    """The page that starts after *cursor*, and the cursor of the next one.

    Raises:
        AddressRefused: no page gave that cursor.
    """
    start = 0
    if cursor is not None:
        if not cursor.startswith(_CURSOR):
            raise AddressRefused(
                f"cursor {cursor[:80]}", "is none of this list, expected nextCursor of a page"
            )
        start = bisect_right([item.uri for item in resources], cursor.removeprefix(_CURSOR))
    page = resources[start : start + PAGE]
    more = start + PAGE < len(resources)
    return page, f"{_CURSOR}{page[-1].uri}" if more else None


def read_resource(reach: Reach, uri: str) -> tuple[Content, ...]:
    """What stands at *uri*; what a truncated passage leaves out is named by a second content.

    Raises:
        AddressRefused: it is no address, or names nothing here.
    """
    try:
        return _read(reach, uri)
    except AddressRefused:
        if "%" not in uri:
            raise
        return _read(reach, unquote(uri))


def _read(reach: Reach, uri: str) -> tuple[Content, ...]:
    address = parse_address(uri)
    if address.scheme == "cf":
        described = describe_pattern(reach, DescribePattern(pattern=uri))
        _refuse_withheld(described, uri)
        form = described.model_dump(mode="json", by_alias=True)
        return (Content(uri=uri, mime_type="application/json", text=ordered_json(form) + "\n"),)
    passage = open_section(reach, OpenSection(address=uri, max_bytes=MOST_BYTES))
    _refuse_withheld(passage, uri)
    mime_type = "text/markdown" if address.scheme == "doc" else "text/plain"
    return (Content(uri=passage.address, mime_type=mime_type, text=passage.text), *_rest(passage))


def _rest(passage: PassageAnswer) -> tuple[Content, ...]:
    if passage.rest is None:
        return ()
    note = f"[truncated: the rest stands at {passage.rest}]"
    return (Content(uri=passage.rest, mime_type="text/plain", text=note),)


def _refuse_withheld(answer: Answer, uri: str) -> None:
    if answer.completeness == "unavailable":
        raise AddressRefused(uri[:300], f"is unavailable: {answer.reason}")
