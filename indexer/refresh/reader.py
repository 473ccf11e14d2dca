"""What one process makes of one file: rows and weighed passages. Pure.

Parsers are loaded where the first file of their kind is read, so that a refresh of documents alone never
loads a TypeScript grammar.
"""

from typing import TYPE_CHECKING, NamedTuple

from indexer.refresh.plan import Unit
from indexer.save.rows import DocumentRows, ModuleRows, data_rows, document_rows, module_rows
from indexer.search.standing import Standing, Standings

if TYPE_CHECKING:
    from indexer.search.weigh import Fragment

MODULE_ENDINGS = (".ts", ".tsx", ".mts", ".cts", ".js", ".jsx", ".mjs", ".cjs")
"""Other files of an answer are data: kept, but not parsed."""


class Parsed(NamedTuple):
    """What is made of one file."""

    rows: DocumentRows | ModuleRows
    fragment: "Fragment"
    """Its weighed passages."""


class FileReader:
    """Parses and weighs files."""

    def __init__(self, standings: Standings) -> None:
        from indexer.search.tokens import Stemmer  # noqa: PLC0415 - loaded where files are read
        from indexer.search.vocabulary import Vocabulary  # noqa: PLC0415 - the same

        self._standings = standings
        self._vocabulary = Vocabulary(Stemmer())

    def read(self, unit: Unit) -> Parsed:
        """The rows and the weighed passages of one file."""
        if unit.is_document:
            return self._document(unit)
        return self._module(unit) if unit.file.path.endswith(MODULE_ENDINGS) else self._data(unit)

    def _document(self, unit: Unit) -> Parsed:
        from indexer.parse.markdown.document import parse_document  # noqa: PLC0415 - the same
        from indexer.refresh.search_texts import document_fragment  # noqa: PLC0415 - the same

        file = unit.file
        parsed = parse_document(file.content, file.path)
        weighed = document_fragment(file, parsed, self._vocabulary, self._standing_of(unit))
        return Parsed(document_rows(parsed, source=file.source, content=file.content), weighed)

    def _module(self, unit: Unit) -> Parsed:
        from indexer.parse.typescript.module import parse_module  # noqa: PLC0415 - the same
        from indexer.refresh.search_texts import module_fragment  # noqa: PLC0415 - the same

        file = unit.file
        facts = parse_module(file.content, file.path)
        weighed = module_fragment(file, facts, self._vocabulary, self._standing_of(unit))
        return Parsed(module_rows(facts, source=file.source, content=file.content), weighed)

    def _data(self, unit: Unit) -> Parsed:
        from indexer.search.passages import ModuleText, weigh_module  # noqa: PLC0415 - the same

        file = unit.file
        text = ModuleText(
            address=unit.address,
            path=file.path,
            doc="",
            text=file.content.decode("utf-8", "replace"),
            symbols=(),
        )
        return Parsed(data_rows(file.content), weigh_module(text, self._vocabulary, "demoted"))

    def _standing_of(self, unit: Unit) -> Standing:
        return self._standings.of(f"{unit.file.source}/{unit.file.path}")
