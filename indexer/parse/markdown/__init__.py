"""Bytes of a document -> lines -> blocks -> headings, code, links -> sections that tile it. Pure."""

from indexer.parse.markdown.document import parse_document
from indexer.parse.markdown.facts import Anchor, CodeBlock, FrontMatterValue, Link, ParsedDocument, Section
from indexer.parse.markdown.parts import parts_of
from indexer.parse.markdown.slug import Slugger, slug_of

__all__ = [
    "Anchor",
    "CodeBlock",
    "FrontMatterValue",
    "Link",
    "ParsedDocument",
    "Section",
    "Slugger",
    "parse_document",
    "parts_of",
    "slug_of",
]
