"""The passages of each set, read from the content tables. IO: reads the database.

Passages come in the order of their row ids. *demoted* is a pattern over ``<source>/<path>``.
"""

import re
import sqlite3
from collections import defaultdict
from collections.abc import Iterator

from indexer.search.fields import Passage, SetName, joined

DEMOTED_FACTOR = 0.7
"""What impacts of tests, fixtures, legacy and history are multiplied with."""
_DEMOTED_WORDS = re.compile(
    r"(?:^|[/._-])(?:tests?|specs?-tests?|fixtures?|__tests__|mocks?|legacy|deprecated|obsolete|archived?|history"
    r"|historical|changelog|wip|old|experimental|baselines?|generated|vendor)(?:[/._-]|$)",
    re.IGNORECASE,
)
_FENCE = re.compile(r"^[ \t]*(?:```|~~~)", re.MULTILINE)


def read_passages(connection: sqlite3.Connection, within: SetName) -> Iterator[Passage]:
    """All passages of *within*."""
    return _READERS[within](connection)


def factor_of(path: str) -> float:
    """How the passages of a file count against those of ordinary files, by the words of its path."""
    return DEMOTED_FACTOR if _DEMOTED_WORDS.search(path) else 1.0


def split_fences(text: str) -> tuple[str, str]:
    """Prose and fenced code of a Markdown section."""
    pieces = _FENCE.split(text)
    return "\n".join(pieces[::2]), "\n".join(pieces[1::2])


def _read_sections(connection: sqlite3.Connection) -> Iterator[Passage]:
    links: dict[int, list[str]] = defaultdict(list)
    for target, text in connection.execute(_LINKS):
        links[target].append(text)
    for row_id, address, title, breadcrumb, path, name, description, body in connection.execute(_SECTIONS):
        prose, code = split_fences(body.decode("utf-8", "replace"))
        texts = {
            "title": title,
            "breadcrumb": breadcrumb,
            "path": path,
            "document": joined((name, description)),
            "prose": prose,
            "code": code,
            "links": joined(links.get(row_id, ())),
        }
        yield Passage(
            row_id=row_id, address=address, texts=texts, names=((title, 1.0),), factor=factor_of(path)
        )


def _read_programs(connection: sqlite3.Connection) -> Iterator[Passage]:
    exports: dict[int, list[str]] = defaultdict(list)
    for module_id, name in connection.execute(_EXPORTS):
        exports[module_id].append(name)
    for row_id, module_id, address, path, name, description, content in connection.execute(_PROGRAMS):
        texts = {
            "name": name,
            "path": path,
            "description": description,
            "exports": joined(exports.get(module_id, ())),
            "code": content.decode("utf-8", "replace"),
        }
        yield Passage(
            row_id=row_id, address=address, texts=texts, names=((name, 1.0),), factor=factor_of(path)
        )


def _read_symbols(connection: sqlite3.Connection) -> Iterator[Passage]:
    for row_id, address, name, kind, signature, doc, exported, path, body in connection.execute(_SYMBOLS):
        texts = {
            "name": name,
            "signature": signature,
            "doc": doc,
            "path": path,
            "body": body.decode("utf-8", "replace"),
            "kind": kind,
        }
        names = ((name, 1.0 if exported else 0.7),)
        yield Passage(row_id=row_id, address=address, texts=texts, names=names, factor=factor_of(path))


def _read_modules(connection: sqlite3.Connection) -> Iterator[Passage]:
    for row_id, address, path, doc, content in connection.execute(_MODULES):
        texts = {"path": path, "doc": doc, "body": content.decode("utf-8", "replace")}
        file = path.rpartition("/")[2]
        names = ((file, 1.0), (file.partition(".")[0], 0.8))
        yield Passage(row_id=row_id, address=address, texts=texts, names=names, factor=factor_of(path))


_LINKS = "SELECT target_section_id, text FROM link WHERE target_section_id IS NOT NULL ORDER BY id"
_SECTIONS = """
SELECT section.id, section.address, section.title, breadcrumb, document.path, document.title, description,
  substr(content, start_byte + 1, stop_byte - start_byte)
FROM section JOIN document ON document.id = document_id ORDER BY section.id
"""
_EXPORTS = "SELECT module_id, name FROM export ORDER BY id"
_PROGRAMS = """
SELECT program.id, entry_module_id, program.address, program.path, name, description, content
FROM program JOIN module ON module.id = entry_module_id ORDER BY program.id
"""
_SYMBOLS = """
SELECT symbol.id, symbol.address, name, kind, signature, symbol.doc, exported, module.path,
  substr(content, start_byte + 1, min(stop_byte - start_byte, 1200))
FROM symbol JOIN module ON module.id = module_id ORDER BY symbol.id
"""
_MODULES = "SELECT id, address, path, doc, content FROM module ORDER BY id"

_READERS = {
    "docs": _read_sections,
    "programs": _read_programs,
    "symbols": _read_symbols,
    "source": _read_modules,
}
