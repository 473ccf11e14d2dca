"""Files to weighed passages: which text of a document, module or program is which field. Pure."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from indexer.search.tokens import Stemmer
from indexer.search.weigh import Counts, Name, Passage, Weighed, add_counts, count_chunks, weigh

DEMOTED_FACTOR = 0.7
"""What impacts of tests, fixtures, legacy, demonstrations and configured globs are multiplied with."""
_DEMOTED = re.compile(
    r"(?:^|[/._-])(?:tests?|fixtures?|__tests__|mocks?|legacy|deprecated|obsolete|archived?|changelog"
    r"|wip|experimental|baselines?|generated|vendor|stor(?:y|ies))(?:/|\.[a-z]+$)",
    re.IGNORECASE,
)
_PLANNED = re.compile(r"(?:^|[/._-])(?:plans?|roadmaps?|proposals?|rfcs?|history)(?:[/._-]|$)", re.IGNORECASE)
_PLANNED_FACTOR = 0.8
_SPECIFIED = re.compile(r"(?:^|[/._-])specs?(?:[/._-]|$)", re.IGNORECASE)
_SPECIFIED_FACTOR = 0.9
INNER_FACTOR = 0.8
"""What impacts of symbols that a module keeps to itself are multiplied with."""
BODY_BYTES = 1200
"""How much of a declaration is indexed as its body."""

_FENCE = re.compile(r"^[ \t]*(?:```|~~~)", re.MULTILINE)
_COMMENT = re.compile(r"/\*.*?\*/|(?<![:\"'])//[^\n]*", re.DOTALL)
_STRING = re.compile(r'"([^"\n]*)"|>([^<>{}\n]+)<')


@dataclass(frozen=True, slots=True, kw_only=True)
class SectionText:
    """One section of a document, as search reads it."""

    address: str
    title: str
    breadcrumb: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DocumentText:
    """One document, as search reads it."""

    address: str
    path: str
    title: str
    description: str
    sections: Sequence[SectionText]


@dataclass(frozen=True, slots=True, kw_only=True)
class SymbolText:
    """One declared name, as search reads it."""

    address: str
    name: str
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
    text: str
    """The entry module."""


def factor_of(path: str, *, demoted: bool = False) -> float:
    """How the passages of a file count against those of ordinary files; *demoted* if a glob says so.

    People ask how things are done: what is planned or specified answers that less often than a guide.
    """
    if demoted or _DEMOTED.search(path):
        return DEMOTED_FACTOR
    if _PLANNED.search(path):
        return _PLANNED_FACTOR
    return _SPECIFIED_FACTOR if _SPECIFIED.search(path) else 1.0


def weigh_document(
    document: DocumentText, stemmer: Stemmer, *, demoted: bool = False
) -> tuple[Weighed, tuple[Weighed, ...]]:
    """The document as a whole, and its sections in their order."""
    factor = factor_of(document.path, demoted=demoted)
    name = f"{document.title}\n{document.description}"
    shared = count_chunks({"path": document.path, "document": name})
    parts = [_section_counts(section) for section in document.sections]
    whole = Passage(address=document.address, counts=add_counts(parts) | shared)
    passages = [
        Passage(address=section.address, counts=counts | shared, names=(Name(section.title),), factor=factor)
        for section, counts in zip(document.sections, parts, strict=True)
    ]
    return weigh("documents", whole, stemmer), tuple(weigh("docs", part, stemmer) for part in passages)


def _section_counts(section: SectionText) -> Counts:
    pieces = _FENCE.split(section.text)
    return count_chunks(
        {
            "title": section.title,
            "breadcrumb": section.breadcrumb,
            "prose": "\n".join(pieces[::2]),
            "code": "\n".join(pieces[1::2]),
        }
    )


def weigh_module(
    module: ModuleText, stemmer: Stemmer, *, demoted: bool = False
) -> tuple[Weighed, tuple[Weighed, ...]]:
    """The module as a whole, and its symbols in their order."""
    factor = factor_of(module.path, demoted=demoted)
    path = count_chunks({"path": module.path})
    file = module.path.rpartition("/")[2]
    whole = Passage(
        address=module.address,
        counts=_code_counts(module.text) | path,
        names=(Name(file), Name(file.partition(".")[0], 0.8)),
        factor=factor,
    )
    symbols = (_symbol_passage(symbol, path, factor) for symbol in module.symbols)
    return weigh("source", whole, stemmer), tuple(weigh("symbols", part, stemmer) for part in symbols)


def _symbol_passage(symbol: SymbolText, path: Counts, factor: float) -> Passage:
    texts = {
        "name": symbol.name,
        "signature": symbol.signature,
        "doc": symbol.doc,
        "body": symbol.body,
        "kind": symbol.kind,
    }
    inner = 1.0 if symbol.exported else INNER_FACTOR
    counts = count_chunks(texts) | path
    return Passage(address=symbol.address, counts=counts, names=(Name(symbol.name),), factor=factor * inner)


def weigh_program(program: ProgramText, stemmer: Stemmer, *, demoted: bool = False) -> Weighed:
    """The program."""
    texts = {
        "name": program.name,
        "path": program.path,
        "description": program.description,
        "exports": program.exports,
        "contract": program.contract,
    }
    counts = count_chunks(texts) | _code_counts(program.text)
    factor = factor_of(program.path, demoted=demoted)
    passage = Passage(address=program.address, counts=counts, names=(Name(program.name),), factor=factor)
    return weigh("programs", passage, stemmer)


def _code_counts(text: str) -> Counts:
    strings = (first or second for first, second in _STRING.findall(text))
    return count_chunks(
        {"comments": _joined(_COMMENT.findall(text)), "strings": _joined(strings), "code": text}
    )


def _joined(texts: Iterable[str]) -> str:
    return "\n".join(texts)
