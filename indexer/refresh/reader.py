"""What one process makes of one file: rows and weighed passages. Pure.

Parsers are loaded where the first file of their kind is read, so that a refresh of documents alone never
loads a TypeScript grammar.
"""

import pickle
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, NamedTuple

from indexer.base.globs import GlobSet
from indexer.refresh.plan import Unit
from indexer.save.rows import DocumentRows, ModuleRows, data_rows, document_rows, module_rows

if TYPE_CHECKING:
    from indexer.search.passages import Fragment

MODULE_ENDINGS = (".ts", ".tsx", ".mts", ".cts", ".js", ".jsx", ".mjs", ".cjs")
"""Other files of an answer are data: kept, but not parsed."""


class Parsed(NamedTuple):
    """What is made of one file."""

    rows: DocumentRows | ModuleRows
    fragment: bytes
    """Its weighed passages, pickled: many are held at once, and each is used once."""


class Fragments(Mapping[str, "Fragment"]):
    """Weighed passages by address of the file, unpacked when asked for."""

    def __init__(self) -> None:
        self._packed: dict[str, bytes] = {}

    def add(self, address: str, packed: bytes) -> None:
        """Keep what a reader made of the file at *address*."""
        self._packed[address] = packed

    def __getitem__(self, key: str) -> "Fragment":
        found: Fragment = pickle.loads(self._packed[key])  # noqa: S301 - our own reader made it
        return found

    def __iter__(self) -> Iterator[str]:
        return iter(self._packed)

    def __len__(self) -> int:
        return len(self._packed)


class FileReader:
    """Parses and weighs files."""

    def __init__(self, demoted: GlobSet) -> None:
        from indexer.search.tokens import Stemmer  # noqa: PLC0415 - loaded where files are read

        self._demoted = demoted
        self._stemmer = Stemmer()

    def read(self, unit: Unit) -> Parsed:
        """The rows and the weighed passages of one file."""
        if unit.is_document:
            return self._document(unit)
        return self._module(unit) if unit.file.path.endswith(MODULE_ENDINGS) else _data(unit)

    def _document(self, unit: Unit) -> Parsed:
        from indexer.parse.markdown.document import parse_document  # noqa: PLC0415 - the same
        from indexer.refresh.search_texts import document_fragment  # noqa: PLC0415 - the same

        file = unit.file
        parsed = parse_document(file.content, file.path)
        weighed = document_fragment(file, parsed, self._stemmer, demoted=self._is_demoted(unit))
        return Parsed(document_rows(parsed, source=file.source, content=file.content), _packed(weighed))

    def _module(self, unit: Unit) -> Parsed:
        from indexer.parse.typescript.module import parse_module  # noqa: PLC0415 - the same
        from indexer.refresh.search_texts import module_fragment  # noqa: PLC0415 - the same

        file = unit.file
        facts = parse_module(file.content, file.path)
        weighed = module_fragment(file, facts, self._stemmer, demoted=self._is_demoted(unit))
        return Parsed(module_rows(facts, source=file.source, content=file.content), _packed(weighed))

    def _is_demoted(self, unit: Unit) -> bool:
        return self._demoted.matches(f"{unit.file.source}/{unit.file.path}")


def _data(unit: Unit) -> Parsed:
    from indexer.search.passages import ModuleText, weigh_module  # noqa: PLC0415 - the same
    from indexer.search.tokens import Stemmer  # noqa: PLC0415 - the same

    file = unit.file
    text = ModuleText(
        address=unit.address, path=file.path, doc="", text=file.content.decode("utf-8", "replace"), symbols=()
    )
    return Parsed(data_rows(file.content), _packed(weigh_module(text, Stemmer(), demoted=True)))


def _packed(fragment: "Fragment") -> bytes:
    return pickle.dumps(fragment, pickle.HIGHEST_PROTOCOL)
