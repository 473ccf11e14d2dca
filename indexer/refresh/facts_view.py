"""Facts of stored modules, rebuilt from their rows when asked for. IO: reads a database.

Signatures and the documentation of members stay where they are: resolving needs neither.

Rows of SQLite are untyped: this file is the adapter that gives them their types back, as the tables that we
wrote ourselves say they are.
"""

import json
import sqlite3
from collections.abc import Iterator, Mapping
from typing import Any

from indexer.parse.typescript.facts import Call, Export, Import, ModuleFacts, Symbol

_MODULES = "SELECT address, id FROM module ORDER BY address"
_MODULE = """
SELECT language, status, doc, calls, aliases, specifiers, followed, data_files, is_declaration, path
FROM module WHERE id = ?
"""
_SYMBOLS = """
SELECT id, name, qualified_name, kind, CASE WHEN container_id IS NULL THEN doc ELSE '' END, container_id,
  exported, is_value, is_type, start_byte, stop_byte, first_line, last_line
FROM symbol WHERE module_id = ? ORDER BY id
"""
_EXPORTS = """
SELECT name, form, local, specifier, type_only, start_byte, stop_byte, line FROM export_statement
WHERE module_id = ? ORDER BY id
"""
_IMPORTS = """
SELECT specifier, form, imported, local, type_only, start_byte, stop_byte, line FROM import
WHERE module_id = ? ORDER BY id
"""


class StoredFacts(Mapping[str, ModuleFacts]):
    """Module address to facts."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self.ids: dict[str, int] = dict(connection.execute(_MODULES).fetchall())
        self._known: dict[str, ModuleFacts] = {}
        self._symbol_ids: dict[str, dict[str, int]] = {}

    def __getitem__(self, key: str) -> ModuleFacts:
        self._read(key)
        return self._known[key]

    def symbol_id(self, key: str, qualified_name: str) -> int | None:
        """Row id of the first symbol of that name in the module *key*."""
        self._read(key)
        return self._symbol_ids[key].get(qualified_name)

    def _read(self, key: str) -> None:
        if key not in self._known:
            self._known[key], self._symbol_ids[key] = _facts(self._connection, self.ids[key])

    def forget(self) -> None:
        """Let go of the facts that were read; they are read again when asked for."""
        self._known.clear()
        self._symbol_ids.clear()

    def __contains__(self, key: object) -> bool:
        return key in self.ids

    def __iter__(self) -> Iterator[str]:
        return iter(self.ids)

    def __len__(self) -> int:
        return len(self.ids)


def _facts(connection: sqlite3.Connection, module_id: int) -> tuple[ModuleFacts, dict[str, int]]:
    """A module's facts, and the row id of the first symbol of each name."""
    row: tuple[Any, ...] = connection.execute(_MODULE, (module_id,)).fetchone()
    language, status, doc, calls, aliases, specifiers, followed, data_files, is_declaration, path = row
    symbols: list[tuple[Any, ...]] = connection.execute(_SYMBOLS, (module_id,)).fetchall()
    first = symbols[0][0] if symbols else 0
    facts = ModuleFacts(
        path=path,
        language=language,
        status=status,
        doc=doc,
        symbols=tuple(_symbol(found, first) for found in symbols),
        exports=tuple(_export(found) for found in connection.execute(_EXPORTS, (module_id,))),
        imports=tuple(_import(found) for found in connection.execute(_IMPORTS, (module_id,))),
        calls=tuple(_call(found) for found in json.loads(calls)),
        aliases=tuple((name, other) for name, other in json.loads(aliases)),
        specifiers=tuple(json.loads(specifiers)),
        followed=tuple(json.loads(followed)),
        data_files=tuple(json.loads(data_files)),
        is_declaration=bool(is_declaration),
        masks=0,
        problems=(),
    )
    return facts, {row[2]: row[0] for row in reversed(symbols)}


def _symbol(row: tuple[Any, ...], first: int) -> Symbol:
    _, name, qualified_name, kind, doc, container_id, exported, is_value, is_type, *place = row
    container = None if container_id is None else container_id - first
    return Symbol(
        name, qualified_name, kind, "", doc, container, exported == 1, is_value == 1, is_type == 1, *place
    )


def _export(row: tuple[Any, ...]) -> Export:
    name, form, local, specifier, type_only, *place = row
    return Export(name, form, local, specifier, bool(type_only), *place)


def _import(row: tuple[Any, ...]) -> Import:
    specifier, form, imported, local, type_only, *place = row
    return Import(specifier, form, imported, local, bool(type_only), *place)


def _call(stored: dict[str, Any]) -> Call:
    lists = {name: tuple(stored[name]) for name in ("type_arguments", "result_keys")}
    return Call(**(stored | lists))


class NamedFacts(Mapping[str, ModuleFacts]):
    """The facts of the modules of one program root, by name from that root."""

    def __init__(self, facts: StoredFacts, addresses: Mapping[str, str]) -> None:
        self._facts = facts
        self.addresses = addresses
        """Address by name."""

    def __getitem__(self, key: str) -> ModuleFacts:
        return self._facts[self.addresses[key]]

    def __contains__(self, key: object) -> bool:
        return key in self.addresses

    def __iter__(self) -> Iterator[str]:
        return iter(self.addresses)

    def __len__(self) -> int:
        return len(self.addresses)
