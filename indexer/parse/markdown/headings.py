"""Headings of a document: of the block structure, and in HTML. Pure."""

import html
import re
from collections.abc import Iterable
from dataclasses import dataclass

from markdown_it import MarkdownIt
from markdown_it.token import Token

from indexer.parse.markdown.blocks import LineRange, RawHeading
from indexer.parse.markdown.lines import Lines

MAX_HEADING = 1_000
"""Characters beyond which a heading is taken for text: such lines are whole documents without line ends."""

_MARKUP = re.compile(r"[`*_\[\]<>&!\\~\n]")
_SPACE = re.compile(r"\s+")
_CUSTOM_ID = re.compile(r"\s*\{#([^\s{}]+)\}\s*\Z")
# Every repetition is possessive or bounded, and an unclosed comment takes the rest at once: no input can make
# the search quadratic.
_HTML = re.compile(
    rb"""<!--(?:.*?-->|.*\Z)
       | <(?P<tag>h[1-6])(?P<attributes>(?:\s(?:[^<>"']|"[^"<]*"|'[^'<]*'){0,500}+)?)>
         (?P<inner>.{0,1000}?)</(?P=tag)\s*>""",
    re.DOTALL | re.IGNORECASE | re.VERBOSE,
)
_ID = re.compile(r"""(?:^|\s)id\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))""", re.IGNORECASE)
_TAG = re.compile(r"<[^<>]*>")


@dataclass(frozen=True, slots=True, kw_only=True)
class Heading:
    """One heading that starts a section."""

    start: int
    """First byte: of its line, or of its HTML tag where other text stands before that."""
    level: int
    title: str
    slug_source: str
    """Text that the slug is made of: as rendered, image alternatives left out."""
    explicit_id: str = ""


class InlineText:
    """Inline sources of one document as plain text; its reference links are known by their labels."""

    def __init__(self, parser: MarkdownIt, labels: Iterable[str]) -> None:
        self._parser = parser
        self._environment = {"references": {label: {"href": "", "title": ""} for label in labels}}

    def tokens(self, source: str) -> list[Token]:
        """The inline tokens of *source*."""
        tokens: list[Token] = []
        self._parser.inline.parse(source, self._parser, self._environment, tokens)
        return tokens

    def plain(self, source: str, *, limit: int) -> str:
        """*source* as plain text on one line, cut to *limit* characters at a word."""
        text = _SPACE.sub(" ", _plain(self.tokens(source[: 4 * limit]), images=True)).strip()
        return text if len(text) <= limit else text[:limit].rpartition(" ")[0] or text[:limit]


def heading_of(raw: RawHeading, *, inline: InlineText, lines: Lines, mdx: bool) -> Heading:
    """The heading with its inline text parsed; in MDX a trailing ``{#id}`` is its id."""
    source, explicit_id = raw.source, ""
    custom = _CUSTOM_ID.search(source) if mdx and source.endswith("}") else None
    if custom:
        source, explicit_id = source[: custom.start()], custom[1]
    title = slug_source = source
    if _MARKUP.search(source):
        tokens = inline.tokens(source)
        slug_source = _plain(tokens, images=False)
        title = _plain(tokens, images=True)
    return Heading(
        start=lines.byte_at(raw.lines[0]),
        level=raw.level,
        title=_SPACE.sub(" ", title).strip(),
        slug_source=slug_source,
        explicit_id=explicit_id,
    )


def html_headings(content: bytes, block: LineRange, *, lines: Lines) -> list[Heading]:
    """The ``<h1>`` to ``<h6>`` elements of an HTML block, those in comments left out."""
    first, stop = lines.byte_at(block[0]), lines.byte_at(block[1])
    found = []
    for match in _HTML.finditer(content, first, stop):
        if not match["tag"]:
            continue
        before = content[lines.byte_at(lines.line_of(match.start()) - 1) : match.start()]
        text = html.unescape(_TAG.sub("", match["inner"].decode("utf-8", errors="replace")))
        attributes = match["attributes"].decode("utf-8", errors="replace")
        identifier = _ID.search(attributes)
        found.append(
            Heading(
                start=match.start() - (len(before) if not before.strip() else 0),
                level=int(match["tag"][1:]),
                title=_SPACE.sub(" ", text).strip(),
                slug_source=_SPACE.sub(" ", text).strip(),
                explicit_id=next(filter(None, identifier.groups()), "") if identifier else "",
            )
        )
    return found


def _plain(tokens: list[Token], *, images: bool) -> str:
    parts: list[str] = []
    for token in tokens:
        if token.type in ("softbreak", "hardbreak"):
            parts.append("\n")
        elif token.type == "image":
            parts.append(token.content if images else "")
        elif token.type != "html_inline":
            parts.append(token.content)
    return "".join(parts)
