"""Files to passages: which text of a document, module or program is which field. Pure."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from indexer.search.standing import Standing, document_factor_of, factor_of
from indexer.search.weigh import Name, Passage, Passages

DEMOTED_PROGRAM_FACTOR = 0.85
"""What impacts of programs are multiplied with at the least: a demonstration is what some look for."""
INNER_FACTOR = 0.7
"""What impacts of symbols that a module keeps to itself are multiplied with."""
MEMBER_FACTOR = 0.6
"""What impacts of members are multiplied with: their container is what is looked for more often."""
CONSTANT_FACTOR = 0.9
"""What impacts of constants are multiplied with: types and functions are looked for more often."""
BODY_BYTES = 1200
"""How much of a declaration is indexed as its body."""

_LEAD_END = re.compile(r"(?<=[.!?])\s+(?=[^\sa-z])|\n\s*\n|^\s*@", re.MULTILINE)
"""A point before a small letter ends an abbreviation, not a sentence."""
_FENCE = re.compile(r"^[ \t]*(?:```|~~~)", re.MULTILINE)
_COMMENT = re.compile(r"/\*.*?\*/|(?<![:\"'])//[^\n]*", re.DOTALL)
_STRING = re.compile(r'"([^"\n]*)"|>([^<>{}\n]+)<')


class SectionText(NamedTuple):
    """One section of a document, as search reads it."""

    address: str
    title: str
    breadcrumb: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DocumentText:
    """One document, as search reads it."""

    path: str
    title: str
    description: str
    sections: Sequence[SectionText]


class SymbolText(NamedTuple):
    """One declared name, as search reads it."""

    address: str
    name: str
    container: str
    """Qualified name of what it is a member of; ``""`` for what stands by itself."""
    kind: str
    signature: str
    doc: str
    exported: bool
    body: str
    """The first ``BODY_BYTES`` of its declaration."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ModuleText:
    """One module, as search reads it."""

    address: str
    path: str
    doc: str
    text: str
    symbols: Sequence[SymbolText]


@dataclass(frozen=True, slots=True, kw_only=True)
class ProgramText:
    """One program, as search reads it."""

    address: str
    path: str
    name: str
    description: str
    exports: str
    contract: str
    """Names and comments of its arguments and result fields, and its tags."""


def passages_of_document(document: DocumentText, standing: Standing = "ordinary") -> Passages:
    """Its sections in their order."""
    factor = document_factor_of(document.path, standing)
    shared = {"path": document.path, "document": f"{document.title}\n{document.description}"}
    passages = [
        Passage(
            address=section.address,
            texts=_section_texts(section) | shared,
            names=(Name(section.title),),
            factor=factor,
        )
        for section in document.sections
    ]
    return {"docs": passages}


def _section_texts(section: SectionText) -> dict[str, str]:
    prose, code = split_fences(section.text)
    return {"title": section.title, "breadcrumb": section.breadcrumb, "prose": prose, "code": code}


def split_fences(text: str) -> tuple[str, str]:
    """Prose and fenced code of a Markdown section."""
    pieces = _FENCE.split(text)
    return "\n".join(pieces[::2]), "\n".join(pieces[1::2])


def passages_of_module(module: ModuleText, standing: Standing = "ordinary") -> Passages:
    """The module as a whole, and its symbols in their order."""
    factor = factor_of(module.path, standing)
    file = module.path.rpartition("/")[2]
    whole = Passage(
        address=module.address,
        texts={"doc": module.doc, "code": module.text, "path": module.path},
        names=(Name(file), Name(file.partition(".")[0], 0.8)),
        factor=factor,
    )
    symbols = [_symbol_passage(symbol, module.path, factor) for symbol in module.symbols]
    return {"source": [whole], "symbols": symbols}


def _symbol_passage(symbol: SymbolText, path: str, factor: float) -> Passage:
    texts = {
        "name": symbol.name,
        "container": symbol.container,
        "signature": symbol.signature,
        "lead": lead_of(symbol.doc),
        "doc": symbol.doc,
        "kind": symbol.kind,
    }
    if symbol.container:
        both = (Name(symbol.name), Name(f"{symbol.container}.{symbol.name}"))
        return Passage(address=symbol.address, texts=texts, names=both, factor=factor * MEMBER_FACTOR)
    texts |= {"body": symbol.body, "path": path}
    factor *= 1.0 if symbol.exported else INNER_FACTOR
    factor *= CONSTANT_FACTOR if symbol.kind == "const" else 1.0
    return Passage(address=symbol.address, texts=texts, names=(Name(symbol.name),), factor=factor)


def lead_of(doc: str) -> str:
    """The first sentence of a comment."""
    return _LEAD_END.split(doc.strip(), maxsplit=1)[0].strip() if doc else ""


def passages_of_program(program: ProgramText, entry: str, standing: Standing = "ordinary") -> Passages:
    """The program; *entry* is the text of its entry module."""
    passage = Passage(
        address=program.address,
        texts={
            "name": program.name,
            "path": program.path,
            "description": program.description,
            "exports": program.exports,
            "contract": program.contract,
            **_code_texts(entry),
        },
        names=(Name(program.name),),
        factor=max(DEMOTED_PROGRAM_FACTOR, factor_of(program.path, standing)),
    )
    return {"programs": [passage]}


def _code_texts(text: str) -> dict[str, str]:
    """What a program says in words: comments, string literals and text between tags."""
    strings = [first or second for first, second in _STRING.findall(text)]
    return {"comments": "\n".join(_COMMENT.findall(text)), "strings": "\n".join(strings)}
