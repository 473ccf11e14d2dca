"""The tools that list, read and find indexed source. IO: they read the corpus database."""

from typing import TYPE_CHECKING

from kitc.base.errors import TaskRefused
from kitc.tools.answers import FilesAnswer, ModuleAnswer, PassageAnswer, SymbolAnswer, SymbolsAnswer
from kitc.tools.arguments import FindSymbol, ListFiles, ReadSource
from kitc.tools.documents import passage_answer
from kitc.tools.reach import Reach

if TYPE_CHECKING:
    from collections.abc import Iterable


def list_files(reach: Reach, given: ListFiles) -> FilesAnswer:
    """Files of one program in its own order, or below a prefix sorted by address.

    Raises:
        TaskRefused: neither a pattern nor a prefix is given.
    """
    corpus = reach.opened()
    if given.pattern:
        found: Iterable[ModuleAnswer] = (
            ModuleAnswer(name=address.rsplit("/", 1)[-1], address=address)
            for address in corpus.program(given.pattern).modules
        )
    elif given.prefix:
        found = (
            ModuleAnswer(name=file.path, address=file.address, digest=file.digest, bytes=file.bytes)
            for file in corpus.list_files(given.prefix)
        )
    else:
        raise TaskRefused("tool list_files", "names nothing, expected a pattern or a prefix")
    files = tuple(found)
    more = len(files) - given.limit
    return FilesAnswer(
        files=files[: given.limit],
        completeness="truncated" if more > 0 else "complete",
        reason=f"{more} more files" if more > 0 else "",
        rest=files[given.limit].address if more > 0 else None,
    )


def read_source(reach: Reach, given: ReadSource) -> PassageAnswer:
    """A file, symbol or line range of indexed source, with its bounds.

    Raises:
        TaskRefused: the address is not one of source.
    """
    if not given.address.startswith(("src:", "cf:pattern:")):
        raise TaskRefused(
            f"tool read_source: {given.address[:120]}", "is no source, expected src:<source>/<path>"
        )
    return passage_answer(reach, reach.opened().open_passage(given.address, max_bytes=given.max_bytes))


def find_symbol(reach: Reach, given: FindSymbol) -> SymbolsAnswer:
    """Declarations of a name, best first."""
    found = reach.opened().find_symbol(given.name)
    shown = found[: given.limit]
    return SymbolsAnswer(
        symbols=tuple(
            SymbolAnswer(
                name=symbol.qualified_name,
                kind=symbol.kind,
                address=symbol.address,
                signature=symbol.signature[:400],
                doc=symbol.doc[:400],
            )
            for symbol in shown
        ),
        completeness="truncated" if len(found) > len(shown) else "complete",
        reason=f"{len(found) - len(shown)} more declarations" if len(found) > len(shown) else "",
    )
