"""What parsing learns of one document, as frozen values that cross processes. Pure.

Byte offsets are 0-based in the file as stored (BOM and line ends included) with an excluded end; lines are
counted from 1, both ends included. ``section`` fields are ordinals into ``ParsedDocument.sections``.

Sections, links and code blocks are named tuples: a corpus has thousands, and a frozen dataclass takes four
times as long to make.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, NamedTuple

from indexer.base.words import Problem, Span

DocumentKind = Literal["doc", "skill"]
LinkForm = Literal["inline", "reference", "autolink", "html", "image"]
FrontMatterValue = str | tuple[str, ...]


class Section(NamedTuple):
    """A heading with the text up to the next heading, or the text before the first one."""

    ordinal: int
    """Place in the document, from 0."""
    slug: str
    """Unique in the document; empty for the preamble."""
    title: str
    """Plain text of the heading; empty for the preamble of a document that has headings."""
    level: int
    """1 to 6; 0 for the preamble."""
    parent: int | None
    """Ordinal of the nearest earlier section of a lower level, the preamble apart."""
    breadcrumb: str
    """Titles of the ancestors and of this section, joined by ``" > "``."""
    span: Span
    first_line: int
    last_line: int


class Link(NamedTuple):
    """One link or image as written."""

    form: LinkForm
    text: str
    """Text between the brackets, white space collapsed; the target itself for an autolink."""
    target: str
    """Destination with backslash escapes and entities undone, percent signs kept."""
    span: Span
    """From the opening bracket to the end of the destination."""
    line: int
    section: int


class CodeBlock(NamedTuple):
    """One fenced or indented code block."""

    language: str
    """First word of the info string in lower case; empty when the fence names none."""
    info: str
    """The whole info string."""
    span: Span
    """Whole lines, the fences included."""
    first_line: int
    last_line: int
    section: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Anchor:
    """An ``id`` or ``name`` in HTML that a fragment can point to."""

    name: str
    section: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ParsedDocument:
    """Everything that parsing learns of one document. The spans of *sections* tile its bytes."""

    path: str
    kind: DocumentKind
    title: str
    """Front matter ``title`` (a skill's ``name``), else the first of the highest headings, else the stem."""
    description: str
    """Front matter ``description``, else the first paragraph, at most 300 characters."""
    front_matter: Mapping[str, FrontMatterValue]
    """Keys in file order; nested keys joined by a dot."""
    resources: tuple[str, ...]
    """Of a skill: relative paths that its text points to, sorted; empty for other documents."""
    sections: tuple[Section, ...]
    links: tuple[Link, ...]
    images: tuple[Link, ...]
    code_blocks: tuple[CodeBlock, ...]
    anchors: tuple[Anchor, ...]
    problems: tuple[Problem, ...]
    """With an empty ``source``, which the caller fills in."""
