"""Values for the parts of a resource template, as a client types. IO: they read the corpus."""

from collections.abc import Iterable, Mapping

from indexer.base.address import parse_address
from indexer.base.errors import AddressRefused
from indexer.corpus import Corpus
from kitc.tools.labels import label_of, withheld
from kitc.tools.reach import Reach

MOST_VALUES = 100
"""Values that one answer of the protocol may hold."""
MOST_PARTS = 1_000
"""Sections or symbols of one file that are looked through."""


def complete_part(
    reach: Reach, template: str, part: str, typed: str, known: Mapping[str, str]
) -> tuple[tuple[str, ...], int]:
    """Values of the *part* of *template* that start with *typed*, sorted, and how many there are in all.

    *known* holds parts that were filled in before. An identity is also found by words of its pattern's name.
    """
    corpus = reach.opened()
    sources = [item.name for item in corpus.list_sources() if not withheld(reach, label_of(item.label))]
    scheme = template.partition(":")[0]
    if part == "identity":
        found = _identities(corpus, typed)
    elif part == "source":
        found = [name for name in sources if name.startswith(typed)]
    elif part == "path":
        found = [
            path
            for source, path in _files(corpus, scheme)
            if source in sources and source == known.get("source", source) and path.startswith(typed)
        ]
    else:
        found = [name for name in _names(corpus, scheme, part, known) if name.startswith(typed)]
    values = sorted(set(found))
    return tuple(values[:MOST_VALUES]), len(values)


def _identities(corpus: Corpus, typed: str) -> list[str]:
    return [
        program.identity
        for program in corpus.programs(hidden=False)
        if program.identity
        and (program.identity.startswith(typed) or typed.casefold() in program.name.casefold())
    ]


def _files(corpus: Corpus, scheme: str) -> Iterable[tuple[str, str]]:
    if scheme == "doc":
        return ((item.source, item.path) for item in corpus.list_documents())
    return ((item.source, item.path) for item in corpus.list_files())


def _names(corpus: Corpus, scheme: str, part: str, known: Mapping[str, str]) -> Iterable[str]:
    """Slugs of the document, or symbols of the module, that the parts filled in before name."""
    if (scheme, part) not in (("doc", "slug"), ("src", "symbol")):
        return ()
    try:
        return _within(corpus, f"{scheme}:{known.get('source', '')}/{known.get('path', '')}")
    except AddressRefused:
        return ()


def _within(corpus: Corpus, file: str) -> list[str]:
    """The fragments of everything within *file*, at most ``MOST_PARTS``, widest first."""
    waiting = [file]
    found: list[str] = []
    while waiting and len(found) < MOST_PARTS:
        children = [child.address for child in corpus.follow(waiting.pop(0)).children]
        fragments = [parse_address(child).fragment or "" for child in children]
        found += [fragment for fragment in fragments if fragment]
        waiting += children
    return found
