"""What one process makes of some files: rows and weighed passages. Pure.

Parsers are loaded where the first file of their kind is read, so that a refresh of documents alone never
loads a TypeScript grammar.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from indexer.refresh.plan import Unit
from indexer.save.rows import DocumentRows, ModuleRows, data_rows, document_rows, module_rows
from indexer.search.standing import Standing, Standings

if TYPE_CHECKING:
    from indexer.search.weigh import Fragment, Passages

MODULE_ENDINGS = (".ts", ".tsx", ".mts", ".cts", ".js", ".jsx", ".mjs", ".cjs")
"""Other files of an answer are data: kept, but not parsed."""


class Parsed(NamedTuple):
    """What is made of some files."""

    rows: list[DocumentRows | ModuleRows]
    """Of each file."""
    fragment: "Fragment"
    """Their weighed passages."""


class FileReader:
    """Parses and weighs files."""

    def __init__(self, standings: Standings) -> None:
        from indexer.search.tokens import Stemmer  # noqa: PLC0415 - loaded where files are read
        from indexer.search.vocabulary import Vocabulary  # noqa: PLC0415 - the same

        self._standings = standings
        self._vocabulary = Vocabulary(Stemmer())

    def read(self, units: Sequence[Unit]) -> Parsed:
        """The rows and the weighed passages of files that all are documents, or none of them."""
        from indexer.search.weigh import weigh  # noqa: PLC0415 - the same

        read = [self._read(unit) for unit in units]
        return Parsed([rows for rows, _ in read], weigh([passages for _, passages in read], self._vocabulary))

    def _read(self, unit: Unit) -> "tuple[DocumentRows | ModuleRows, Passages]":
        if unit.is_document:
            return self._document(unit)
        return self._module(unit) if unit.file.path.endswith(MODULE_ENDINGS) else self._data(unit)

    def _document(self, unit: Unit) -> "tuple[DocumentRows, Passages]":
        from indexer.parse.markdown.document import parse_document  # noqa: PLC0415 - the same
        from indexer.refresh.search_texts import document_passages  # noqa: PLC0415 - the same

        file = unit.file
        parsed = parse_document(file.content, file.path)
        rows = document_rows(parsed, source=file.source, content=file.content)
        return rows, document_passages(file, parsed, self._standing_of(unit))

    def _module(self, unit: Unit) -> "tuple[ModuleRows, Passages]":
        from indexer.parse.typescript.module import parse_module  # noqa: PLC0415 - the same
        from indexer.refresh.search_texts import module_passages  # noqa: PLC0415 - the same

        file = unit.file
        facts = parse_module(file.content, file.path)
        rows = module_rows(facts, source=file.source, content=file.content)
        return rows, module_passages(file, facts, self._standing_of(unit))

    def _data(self, unit: Unit) -> "tuple[ModuleRows, Passages]":
        from indexer.search.passages import ModuleText, passages_of_module  # noqa: PLC0415 - the same

        file = unit.file
        text = ModuleText(
            address=unit.address,
            path=file.path,
            doc="",
            text=file.content.decode("utf-8", "replace"),
            symbols=(),
        )
        return data_rows(file.content), passages_of_module(text, "demoted")

    def _standing_of(self, unit: Unit) -> Standing:
        return self._standings.of(f"{unit.file.source}/{unit.file.path}")
