"""Why an address opens nothing, and what was perhaps meant. IO: reads a database."""

from difflib import get_close_matches

from indexer.base.address import Address
from indexer.corpus.rows import text
from indexer.save.connection import Connections

_WANTED = "SELECT status FROM dependency WHERE identity = ? LIMIT 1"
_TROUBLE = """
SELECT kind || ': ' || message FROM problem WHERE source = ? AND path = ? AND severity = 'error' ORDER BY id
"""
_HELD = "SELECT 1 FROM document WHERE address = :a UNION ALL SELECT 1 FROM module WHERE address = :a"
_FRAGMENTS = {
    "doc": """
SELECT slug FROM section WHERE document_id = (SELECT id FROM document WHERE address = ?) ORDER BY ordinal
""",
    "src": """
SELECT DISTINCT qualified_name FROM symbol
WHERE module_id = (SELECT id FROM module WHERE address = ?) ORDER BY id
""",
}
_SAME_NAME = """
SELECT address FROM document WHERE :scheme = 'doc' AND address LIKE :tail ESCAPE '\\'
UNION ALL SELECT address FROM module WHERE :scheme = 'src' AND address LIKE :tail ESCAPE '\\' LIMIT 2
"""


def why_missing(connections: Connections, address: Address) -> str | None:
    """Why *address* is known of but not held; ``None`` if nothing is known of it."""
    if address.scheme == "cf":
        wanted = connections.row(_WANTED, (address.identity,))
        return "a program depends on it, but it is in no source of this corpus" if wanted else None
    if connections.row(_HELD, {"a": _file(address)}):
        return None
    trouble = connections.row(_TROUBLE, (address.source, address.path))
    return text(trouble[0]) if trouble else None


def nearest_hint(connections: Connections, address: Address) -> str:
    """What of the same file, or which files of the same name, there is instead; empty if there is none."""
    if address.scheme == "cf":
        return ""
    fragments = [text(row[0]) for row in connections.rows(_FRAGMENTS[address.scheme], (_file(address),))]
    if fragments:
        near = get_close_matches(address.fragment or "", fragments, n=3, cutoff=0.5) or fragments[:3]
        return f", {_file(address)} has {', '.join(f'#{name}' for name in near)}"
    name = address.path.rpartition("/")[2]
    rows = connections.rows(_SAME_NAME, {"scheme": address.scheme, "tail": f"%/{_escaped(name)}"})
    return f", did you mean {' or '.join(text(row[0]) for row in rows)}" if rows else ""


def _file(address: Address) -> str:
    return f"{address.scheme}:{address.source}/{address.path}"


def _escaped(name: str) -> str:
    return name.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")
