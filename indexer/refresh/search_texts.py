"""Parsed files as search reads them. Pure."""

from typing import TYPE_CHECKING

from indexer.base.words import SourceFile
from indexer.search.passages import (
    BODY_BYTES,
    DocumentText,
    ModuleText,
    SectionText,
    SymbolText,
    passages_of_document,
    passages_of_module,
)
from indexer.search.standing import Standing
from indexer.search.weigh import Passages

if TYPE_CHECKING:
    from indexer.parse.markdown.facts import ParsedDocument
    from indexer.parse.typescript.facts import ModuleFacts


def document_passages(file: SourceFile, parsed: "ParsedDocument", standing: Standing) -> Passages:
    """The passages of a document."""
    address = f"doc:{file.source}/{file.path}"
    sections = [
        SectionText(
            address=f"{address}#{section.slug}",
            title=section.title,
            breadcrumb=section.breadcrumb,
            text=_decoded(file.content[section.span.start : section.span.stop]),
        )
        for section in parsed.sections
    ]
    text = DocumentText(
        path=file.path,
        title=parsed.title,
        description=parsed.description,
        sections=sections,
    )
    return passages_of_document(text, standing)


def module_passages(file: SourceFile, facts: "ModuleFacts", standing: Standing) -> Passages:
    """The passages of a module."""
    address = f"src:{file.source}/{file.path}"
    content = file.content
    symbols = [
        SymbolText(
            address=f"{address}#{symbol.qualified_name}",
            name=symbol.name,
            container=symbol.qualified_name.rpartition(".")[0],
            kind=symbol.kind,
            signature=symbol.signature,
            doc=symbol.doc,
            exported=symbol.exported,
            body=_decoded(content[symbol.start_byte : min(symbol.stop_byte, symbol.start_byte + BODY_BYTES)]),
        )
        for symbol in facts.symbols
    ]
    text = ModuleText(address=address, path=file.path, doc=facts.doc, text=_decoded(content), symbols=symbols)
    return passages_of_module(text, standing)


def _decoded(content: bytes) -> str:
    return content.decode("utf-8", "replace")
