"""What a result schema loses: cells are read for the caller, streams stay. Pure."""

from indexer.contracts.schema import Schema

_NO_SCHEMAS = frozenset({"default", "enum", "ifc", "required", "tags"})


def without_cells(schema: Schema) -> Schema:
    """*schema* without each ``asCell`` that does not start with a stream, everywhere."""
    found = _stripped(schema)
    return found if isinstance(found, (dict, bool)) else True


def _stripped(value: object) -> object:
    if isinstance(value, list):
        return [_stripped(each) if isinstance(each, (dict, list)) else each for each in value]
    if not isinstance(value, dict):
        return value
    cells = value.get("asCell")
    made = {
        key: _stripped(each) if isinstance(each, (dict, list)) and key not in _NO_SCHEMAS else each
        for key, each in value.items()
    }
    if isinstance(cells, list) and not _starts_with_stream(cells):
        del made["asCell"]
    return made


def _starts_with_stream(cells: list[object]) -> bool:
    first = cells[0] if cells else None
    kind = first.get("kind") if isinstance(first, dict) else first
    return kind == "stream"
