"""The fields of a contract, one a row: path, type, wrapper, default, whether required, doc, place. Pure."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from indexer.contracts.docs import doc_texts
from indexer.contracts.schema import Schema
from indexer.contracts.schema_text import schema_text
from indexer.types.model import Member

Side = Literal["argument", "result"]
MemberKey = tuple[str, tuple[str, ...]]
_MOST_DEPTH = 6
_MOST_FIELDS = 400
_INNER = frozenset({"$ref", "properties", "items", "anyOf"})
"""Keywords below which there may be fields."""


class ContractField(NamedTuple):
    """One field of an argument or result."""

    side: Side
    path: str
    """As ``emails[].subject``."""
    name: str
    depth: int
    """1 for a field of the whole."""
    type: str
    """TypeScript text of the value without its wrapper."""
    wrapper: str
    """``cell``, ``stream`` and so on, outermost first, joined by spaces; empty for a plain value."""
    required: bool
    default: object | None
    """The default value; see :attr:`has_default`."""
    has_default: bool
    doc: str
    address: str
    """Address of the defining line, empty when it is not known."""


def fields_of(
    side: Side, schema: Schema, members: Mapping[MemberKey, Member], *, root_name: str = ""
) -> list[ContractField]:
    """The fields of *schema*, parents before their parts, in the order of the properties.

    *members* are the declarations behind them, by definition and path; *root_name* is the root's definition.
    """
    definitions = schema.get("$defs") if isinstance(schema, dict) else None
    walk = _Walk(side, definitions if isinstance(definitions, dict) else {}, members)
    walk.enter(schema, _Spot("", (root_name, ()), 0, ()))
    return walk.found[:_MOST_FIELDS]


class _Spot(NamedTuple):
    """Where a schema stands."""

    path: str
    key: MemberKey
    depth: int
    """0 for the whole, 1 for its fields."""
    above: tuple[str, ...]
    """The definitions around it."""


@dataclass(frozen=True, slots=True)
class _Walk:
    side: Side
    definitions: Mapping[str, Schema]
    members: Mapping[MemberKey, Member]
    found: list[ContractField] = field(default_factory=list)

    def enter(self, schema: object, spot: _Spot) -> None:
        """Notes the fields in *schema*, which stands at *spot*."""
        if not isinstance(schema, dict) or spot.depth >= _MOST_DEPTH or len(self.found) >= _MOST_FIELDS:
            return
        path, key, depth, above = spot
        reference = schema.get("$ref")
        name = reference.removeprefix("#/$defs/") if isinstance(reference, str) else ""
        definition = self.definitions.get(name)
        if isinstance(definition, dict):
            if name in above:
                return
            schema, key, above = definition, (name, ()), (*above, name)
            spot = _Spot(path, key, depth, above)
        self._enter_properties(schema, spot)
        if "items" in schema:
            self.enter(schema["items"], _Spot(f"{path}[]", (key[0], (*key[1], "[]")), depth, above))
        options = schema.get("anyOf")
        for option in options if isinstance(options, list) else ():
            self.enter(option, spot)

    def _enter_properties(self, schema: dict[str, object], spot: _Spot) -> None:
        properties, required = schema.get("properties"), schema.get("required")
        if not isinstance(properties, dict):
            return
        path, (definition, steps), depth, above = spot
        for name, part in properties.items():
            inner = f"{path}.{name}" if path else str(name)
            at = _Spot(inner, (definition, (*steps, f".{name}")), depth + 1, above)
            self.found.append(self._field(part, at, required=isinstance(required, list) and name in required))
            if isinstance(part, dict) and not _INNER.isdisjoint(part):
                self.enter(part, at)

    def _field(self, schema: Schema, spot: _Spot, *, required: bool) -> ContractField:
        member = self.members.get(spot.key)
        own = schema if isinstance(schema, dict) else {}
        described = own.get("description")
        return ContractField(
            side=self.side, path=spot.path, name=spot.key[1][-1].removeprefix("."), depth=spot.depth,
            type=schema_text(schema, self.definitions),
            wrapper=wrapper_of(schema) if "asCell" in own else "", required=required,
            default=own.get("default"), has_default="default" in own,
            doc=described if isinstance(described, str) else _doc(member) if member is not None else "",
            address=_address(member),
        )  # fmt: skip


def wrapper_of(schema: Schema) -> str:
    """The kinds in ``asCell``, outermost first, joined by spaces."""
    cells = schema.get("asCell") if isinstance(schema, dict) else None
    if not isinstance(cells, list):
        return ""
    return " ".join(str(each.get("kind") if isinstance(each, dict) else each) for each in cells)


def _doc(member: Member) -> str:
    texts = doc_texts(member.doc) if member.doc else []
    return texts[0] if texts else ""


def _address(member: Member | None) -> str:
    place = member.place if member is not None else None
    if place is None or place.key.startswith("library:"):
        return ""
    return f"{place.key}#L{place.line}-L{place.line}"
