"""The fields of a contract, one a row: path, type, wrapper, default, whether required, doc, place. Pure."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Literal

from indexer.contracts.docs import doc_texts
from indexer.contracts.schema import Schema
from indexer.contracts.schema_text import schema_text
from indexer.types.model import Member

Side = Literal["argument", "result"]
MemberKey = tuple[str, tuple[str, ...]]
_MOST_DEPTH = 6
_MOST_FIELDS = 400


@dataclass(frozen=True, slots=True, kw_only=True)
class ContractField:
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
) -> Iterator[ContractField]:
    """The fields of *schema*, parents before their parts, in the order of the properties.

    *members* are the declarations behind them, by definition and path; *root_name* is the root's definition.
    """
    definitions = schema.get("$defs") if isinstance(schema, dict) else None
    walk = _Walk(side, definitions if isinstance(definitions, dict) else {}, members)
    for number, found in enumerate(walk.fields(schema, "", (root_name, ()), 1, ())):
        if number >= _MOST_FIELDS:
            return
        yield found


@dataclass(frozen=True, slots=True)
class _Walk:
    side: Side
    definitions: Mapping[str, Schema]
    members: Mapping[MemberKey, Member]

    def fields(
        self, schema: Schema, path: str, key: MemberKey, depth: int, above: tuple[str, ...]
    ) -> Iterator[ContractField]:
        if not isinstance(schema, dict) or depth > _MOST_DEPTH:
            return
        schema, key, above, known = self._followed(schema, key, above)
        if known:
            return
        properties = schema.get("properties")
        required = schema.get("required")
        for name, part in properties.items() if isinstance(properties, dict) else ():
            inner = f"{path}.{name}" if path else str(name)
            at = (key[0], (*key[1], f".{name}"))
            is_required = isinstance(required, list) and name in required
            yield self._field(inner, part, depth, at, required=is_required)
            yield from self.fields(part, inner, at, depth + 1, above)
        items = schema.get("items")
        if isinstance(items, dict):
            yield from self.fields(items, f"{path}[]", (key[0], (*key[1], "[]")), depth, above)
        for option in _options(schema):
            yield from self.fields(option, path, key, depth, above)

    def _followed(
        self, schema: dict[str, object], key: MemberKey, above: tuple[str, ...]
    ) -> tuple[dict[str, object], MemberKey, tuple[str, ...], bool]:
        reference = schema.get("$ref")
        name = reference.removeprefix("#/$defs/") if isinstance(reference, str) else ""
        found = self.definitions.get(name)
        if not isinstance(found, dict):
            return schema, key, above, False
        return found, (name, ()), (*above, name), name in above

    def _field(
        self, path: str, schema: Schema, depth: int, key: MemberKey, *, required: bool
    ) -> ContractField:
        member = self.members.get(key)
        texts = doc_texts(member.doc) if member is not None else []
        own = schema if isinstance(schema, dict) else {}
        described = own.get("description")
        return ContractField(
            side=self.side, path=path, name=key[1][-1].removeprefix("."), depth=depth,
            type=schema_text(schema, self.definitions),
            wrapper=wrapper_of(schema), required=required, default=own.get("default"),
            has_default="default" in own,
            doc=described if isinstance(described, str) else (texts[0] if texts else ""),
            address=_address(member),
        )  # fmt: skip


def wrapper_of(schema: Schema) -> str:
    """The kinds in ``asCell``, outermost first, joined by spaces."""
    cells = schema.get("asCell") if isinstance(schema, dict) else None
    kinds = (
        [each.get("kind") if isinstance(each, dict) else each for each in cells]
        if isinstance(cells, list)
        else []
    )
    return " ".join(str(kind) for kind in kinds)


def _address(member: Member | None) -> str:
    if member is None or member.place is None or member.place.key.startswith("library:"):
        return ""
    return f"{member.place.key}#L{member.place.line}-L{member.place.line}"


def _options(schema: dict[str, object]) -> list[Schema]:
    options = schema.get("anyOf")
    return [each for each in options if isinstance(each, dict)] if isinstance(options, list) else []
