"""Files to weighed passages: which text of a document, module or program is which field. Pure."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from indexer.search.fields import SetName
from indexer.search.tokens import Stemmer
from indexer.search.weigh import Counts, Name, Passage, Weighed, count_chunks, weigh

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
MEMBER_FACTOR = 0.6
"""What impacts of members are multiplied with: their container is what is looked for more often."""
BODY_BYTES = 1200
"""How much of a declaration is indexed as its body."""

_FENCE = re.compile(r"^[ \t]*(?:```|~~~)", re.MULTILINE)
_COMMENT = re.compile(r"/\*.*?\*/|(?<![:\"'])//[^\n]*", re.DOTALL)
_STRING = re.compile(r'"([^"\n]*)"|>([^<>{}\n]+)<')

Fragment = Mapping[SetName, tuple[Weighed, ...]]
"""What one file or program adds to each set: one for the whole, one for each part in its order."""


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

    path: str
    title: str
    description: str
    sections: Sequence[SectionText]


@dataclass(frozen=True, slots=True, kw_only=True)
class SymbolText:
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


def factor_of(path: str, *, demoted: bool = False) -> float:
    """How the passages of a file count against those of ordinary files; *demoted* if a glob says so.

    People ask how things are done: what is planned or specified answers that less often than a guide.
    """
    if demoted or _DEMOTED.search(path):
        return DEMOTED_FACTOR
    if _PLANNED.search(path):
        return _PLANNED_FACTOR
    return _SPECIFIED_FACTOR if _SPECIFIED.search(path) else 1.0


def weigh_document(document: DocumentText, stemmer: Stemmer, *, demoted: bool = False) -> Fragment:
    """Its sections in their order."""
    factor = factor_of(document.path, demoted=demoted)
    name = f"{document.title}\n{document.description}"
    shared = count_chunks({"path": document.path, "document": name})
    parts = [_section_counts(section) for section in document.sections]
    stemmer.learn_all(
        {chunk for counts in (*parts, shared) for chunks in counts.values() for chunk in chunks}
    )
    passages = (
        Passage(address=section.address, counts=counts | shared, names=(Name(section.title),), factor=factor)
        for section, counts in zip(document.sections, parts, strict=True)
    )
    return {"docs": tuple(weigh("docs", passage, stemmer) for passage in passages)}


def _section_counts(section: SectionText) -> Counts:
    prose, code = split_fences(section.text)
    return count_chunks(
        {"title": section.title, "breadcrumb": section.breadcrumb, "prose": prose, "code": code}
    )


def split_fences(text: str) -> tuple[str, str]:
    """Prose and fenced code of a Markdown section."""
    pieces = _FENCE.split(text)
    return "\n".join(pieces[::2]), "\n".join(pieces[1::2])


def weigh_module(module: ModuleText, stemmer: Stemmer, *, demoted: bool = False) -> Fragment:
    """The module as a whole, and its symbols in their order."""
    factor = factor_of(module.path, demoted=demoted)
    path = count_chunks({"path": module.path})
    file = module.path.rpartition("/")[2]
    code = count_chunks({"doc": module.doc, "code": module.text})
    stemmer.learn_all(code.get("code", ()))
    whole = Passage(
        address=module.address,
        counts=code | path,
        names=(Name(file), Name(file.partition(".")[0], 0.8)),
        factor=factor,
    )
    symbols = (_symbol_passage(symbol, path, factor) for symbol in module.symbols)
    return {
        "source": (weigh("source", whole, stemmer),),
        "symbols": tuple(weigh("symbols", part, stemmer) for part in symbols),
    }


def _symbol_passage(symbol: SymbolText, path: Counts, factor: float) -> Passage:
    texts = {
        "name": symbol.name,
        "container": symbol.container,
        "signature": symbol.signature,
        "doc": symbol.doc,
        "body": "" if symbol.container else symbol.body,
        "kind": symbol.kind,
    }
    counts = count_chunks(texts)
    if symbol.container:
        both = (Name(symbol.name), Name(f"{symbol.container}.{symbol.name}"))
        return Passage(address=symbol.address, counts=counts, names=both, factor=factor * MEMBER_FACTOR)
    inner = 1.0 if symbol.exported else INNER_FACTOR
    names = (Name(symbol.name),)
    return Passage(address=symbol.address, counts=counts | path, names=names, factor=factor * inner)


def weigh_program(program: ProgramText, entry: str, stemmer: Stemmer, *, demoted: bool = False) -> Fragment:
    """The program; *entry* is the text of its entry module."""
    texts = {
        "name": program.name,
        "path": program.path,
        "description": program.description,
        "exports": program.exports,
        "contract": program.contract,
    }
    code = _code_counts(entry)
    counts = count_chunks(texts) | code
    factor = factor_of(program.path, demoted=demoted)
    passage = Passage(address=program.address, counts=counts, names=(Name(program.name),), factor=factor)
    return {"programs": (weigh("programs", passage, stemmer),)}


def _code_counts(text: str) -> Counts:
    """What a program says in words: comments, string literals and text between tags."""
    strings = (first or second for first, second in _STRING.findall(text))
    return count_chunks({"comments": _joined(_COMMENT.findall(text)), "strings": _joined(strings)})


def _joined(texts: Iterable[str]) -> str:
    return "\n".join(texts)
