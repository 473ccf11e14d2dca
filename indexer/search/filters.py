"""Which passages a search may answer with. IO: reads the database.

Every filter narrows; a filter that a set does not know (a tier of a section, say) leaves nothing of that set.
"""

import json
import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass, fields

from indexer.search.fields import TABLE_OF, SetName


@dataclass(frozen=True, slots=True, kw_only=True)
class Filters:
    """Conditions that all have to hold; ``None`` asks for nothing."""

    source: str | None = None
    """Name of a source."""
    kind: str | None = None
    """Kind of source (``docs``, ``skills``, ``programs``, ``code``, ``export``) or of symbol."""
    tier: str | None = None
    """Quality tier of a program."""
    tag: str | None = None
    """Tag of a program, its own or a recorded one."""
    result_field: str | None = None
    """Path of a result field, as in ``emails[].subject``; a last step alone matches at any depth."""
    argument: str | None = None
    """Path of an accepted argument, likewise."""
    exports: str | None = None
    """Name that a program's entry or a module exports."""

    def is_empty(self) -> bool:
        """Whether nothing is asked for."""
        return all(getattr(self, field.name) is None for field in fields(self))


NO_FILTERS = Filters()


def find_allowed(
    connection: sqlite3.Connection, within: SetName, filters: Filters, among: Sequence[int] | None = None
) -> frozenset[int]:
    """Row ids of *within* that *filters* let through; only of those *among* these, if given."""
    given = {field.name: getattr(filters, field.name) for field in fields(filters)}
    if any(given[name] is not None for name in _UNKNOWN[within]):
        return frozenset()
    query = _ALLOWED[within]
    if among is not None:
        query += f" AND {TABLE_OF[within]}.id IN (SELECT value FROM json_each(:among))"
        given["among"] = json.dumps(among)
    return frozenset(row_id for (row_id,) in connection.execute(query, given))


def field_path(text: str) -> str:
    """*text* as contract fields spell their paths: no spaces, no leading dot."""
    return "".join(text.split()).lstrip(".")


_PLACE = """
  (:source IS NULL OR source.name = :source)
"""
_SECTIONS = f"""
SELECT section.id FROM section JOIN document ON document.id = document_id JOIN source ON source.id = source_id
WHERE {_PLACE} AND (:kind IS NULL OR source.kind = :kind)
"""
_FIELD = """
  (:{name} IS NULL OR EXISTS (SELECT 1 FROM contract JOIN contract_field ON contract_id = contract.id
    WHERE contract.program_id = program.id AND side = '{side}'
    AND (contract_field.path = :{name} OR contract_field.name = :{name})))
"""
_PROGRAMS = f"""
SELECT program.id FROM program JOIN source ON source.id = source_id
LEFT JOIN quality ON quality.program_id = program.id
WHERE {_PLACE} AND (:kind IS NULL OR source.kind = :kind) AND (:tier IS NULL OR quality.tier = :tier)
  AND (:tag IS NULL OR :tag IN (SELECT value FROM json_each(program.tags))
    OR :tag IN (SELECT value FROM json_each(coalesce(quality.tags, '[]'))))
  AND (:exports IS NULL OR EXISTS (SELECT 1 FROM export WHERE module_id = entry_module_id
    AND export.name = :exports))
  AND {_FIELD.format(name="result_field", side="result")}
  AND {_FIELD.format(name="argument", side="argument")}
"""
_SYMBOLS = f"""
SELECT symbol.id FROM symbol JOIN module ON module.id = module_id JOIN source ON source.id = source_id
WHERE {_PLACE} AND (:kind IS NULL OR source.kind = :kind OR symbol.kind = :kind)
  AND (:exports IS NULL OR (symbol.exported AND symbol.name = :exports))
"""
_MODULES = f"""
SELECT module.id FROM module JOIN source ON source.id = source_id
WHERE {_PLACE} AND (:kind IS NULL OR source.kind = :kind)
  AND (:exports IS NULL OR EXISTS (SELECT 1 FROM export
    WHERE module_id = module.id AND export.name = :exports))
"""
_ALLOWED = {"docs": _SECTIONS, "programs": _PROGRAMS, "symbols": _SYMBOLS, "source": _MODULES}
_CONTRACTS = ("tier", "tag", "result_field", "argument")
_UNKNOWN = {"docs": (*_CONTRACTS, "exports"), "programs": (), "symbols": _CONTRACTS, "source": _CONTRACTS}
