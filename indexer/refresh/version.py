"""What a stored row depends on besides its file: code, parsers, Python, SQLite. IO: reads installed code."""

import hashlib
import sqlite3
import unicodedata
from functools import cache
from importlib import resources
from importlib.metadata import PackageNotFoundError, version
from importlib.resources.abc import Traversable

_PARSERS = ("markdown-it-py", "tree-sitter", "tree-sitter-typescript")


@cache
def parser_version() -> str:
    """A digest of the indexer's code and the versions of what reads text: equal ones give equal rows.

    Python's Unicode tables say what a letter is, SQLite's tokenizer what a stem is.
    """
    whole = hashlib.sha256()
    for name, content in sorted(_modules(resources.files("indexer"), "")):
        whole.update(f"{name}\0{len(content)}\0".encode())
        whole.update(content)
    for package in _PARSERS:
        whole.update(f"{package} {_installed(package)}\n".encode())
    whole.update(f"Unicode {unicodedata.unidata_version}, SQLite {sqlite3.sqlite_version}\n".encode())
    return whole.hexdigest()


def _modules(folder: Traversable, prefix: str) -> list[tuple[str, bytes]]:
    found: list[tuple[str, bytes]] = []
    for entry in folder.iterdir():
        name = prefix + entry.name
        if entry.name == "__pycache__":
            continue
        if entry.is_dir():
            found.extend(_modules(entry, f"{name}/"))
        elif not entry.name.endswith((".pyc", ".md")):
            found.append((name, entry.read_bytes()))
    return found


def _installed(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return "absent"
