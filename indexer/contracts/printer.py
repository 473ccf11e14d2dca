"""A type as the JSON Schema that the framework's compiler prints. Pure.

One printer makes one schema. It keeps the definitions that were met, the types being printed (so that a cycle
ends in a reference), and the places of members for the fields of a contract.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from indexer.contracts import print_objects, print_unions, print_wrappers
from indexer.contracts.docs import doc_texts, tagged
from indexer.contracts.naming import AnonymousNames, definition_name
from indexer.contracts.natives import library_schema, native_schema
from indexer.contracts.order import Order
from indexer.contracts.schema import Schema, parts_of
from indexer.types.kinds import CELL_KINDS
from indexer.types.model import (
    ArrayOf,
    IntersectionOf,
    LiteralType,
    Loose,
    Member,
    Named,
    Native,
    Scalar,
    Shape,
    Template,
    TupleOf,
    Type,
    TypeParameter,
    Undetermined,
    UnionOf,
    Wrapper,
)
from indexer.types.module import Module
from indexer.types.objects import doc_of_declaration

if TYPE_CHECKING:
    from indexer.types.engine import TypeEngine

MAX_DEPTH = 40
"""Levels of a schema; what is nested deeper is unknown."""
_SCALARS: dict[str, Schema] = {
    "string": {"type": "string"}, "number": {"type": "number"}, "boolean": {"type": "boolean"},
    "bigint": {"type": "integer"}, "null": {"type": "null"}, "undefined": {"type": "undefined"},
    "void": {"asCell": ["opaque"]}, "never": False, "any": True, "unknown": {"type": "unknown"},
    "object": {"type": "object", "additionalProperties": True},
    "symbol": {"type": "object", "properties": {}},
}  # fmt: skip
_NO_SCHEMAS = frozenset({"$defs", "default"})
_LITERAL_TYPES = {"string": "string", "number": "number", "boolean": "boolean", "bigint": "integer"}


@dataclass(slots=True, kw_only=True)
class Printer:
    """Prints the schema of one type; not to be used twice."""

    engine: "TypeEngine"
    order: Order
    names: AnonymousNames
    writer_of: Callable[[str], dict[str, object]]
    """The identity record of the module with a key, for types that name who may write."""
    definitions: dict[str, Schema] = field(default_factory=dict)
    building: set[str] = field(default_factory=set)
    stack: set[Type] = field(default_factory=set)
    emitted: set[str] = field(default_factory=set)
    unresolved: list[tuple[str, str]] = field(default_factory=list)
    """Path and reason of each place that could not be told, in the order met."""
    path: list[str] = field(default_factory=list)
    members: dict[tuple[str, tuple[str, ...]], Member] = field(default_factory=dict)
    """The declared member behind a field, by definition name and path inside the definition."""
    unwritten: bool = False
    """True inside a cell whose alias was imported: the framework then has no nodes to read defaults from."""
    root_name: str = ""
    """The definition name of the root type, which is printed in place all the same."""
    cyclic: bool = False
    """True once a type was met inside itself."""
    container: tuple[str, int] = ("", 0)
    """The definition that is being printed, and where in the path it starts."""

    def print_root(self, type_: Type) -> Schema:
        """The whole schema of *type_* with the definitions it reaches."""
        schema = self._format(type_, root=True)
        if isinstance(schema, dict):
            self._describe_root(schema, type_)
        return self.finished(schema, type_)

    def child(self, type_: Type, step: str = "") -> Schema:
        """The schema of a part of the type being printed; *step* is what the path grows by."""
        if step:
            self.path.append(step)
        try:
            return self._format(type_, root=False)
        finally:
            if step:
                self.path.pop()

    def written_in(self, type_: Type, module: Module | None, step: str = "") -> Schema:
        """Like :meth:`child`, for a type that *module* spells."""
        self.unwritten = module is not None and self._is_imported_cell(type_, module)
        return self.child(type_, step)

    def _is_imported_cell(self, type_: Type, module: Module) -> bool:
        if not isinstance(type_, Named) or type_.declaration.kind != "alias" or type_.arguments:
            return False
        seen = self.engine.resolved(type_)
        is_cell = isinstance(seen, Wrapper) and seen.kind in CELL_KINDS
        return is_cell and type_.declaration.scope.module is not module

    def unknown(self, reason: str) -> Schema:
        """The schema of what cannot be told, noted with its path."""
        self.unresolved.append(("".join(self.path).lstrip("."), reason))
        return True

    def note_member(self, member: Member) -> None:
        """Keeps where the field at the present path was declared."""
        name, start = self.container
        self.members.setdefault((name, tuple(self.path[start:])), member)

    def _format(self, type_: Type, *, root: bool) -> Schema:
        if len(self.path) > MAX_DEPTH or len(self.stack) > 2 * MAX_DEPTH:
            return self.unknown("nested too deeply")
        special = print_wrappers.print_written(self, type_)
        if special is not None:
            return special
        seen = self.engine.resolved(type_)
        if isinstance(seen, (Scalar, LiteralType)):
            return self._print(seen)
        name = definition_name(seen) or self.names.known(seen)
        if name is not None:
            if name in self.building or name in self.definitions:
                self.cyclic = self.cyclic or name in self.building
                return self.reference(name)
            self.building.add(name)
        if seen in self.stack:
            self.cyclic = True
            if name is None:
                name = self.names.give(seen)
                self.building.add(name)
            return self.reference(name)
        if root:
            self.root_name = name or ""
        return self._kept(self._print_inside(seen, name), seen, name, root=root)

    def _kept(self, schema: Schema, seen: Type, name: str | None, *, root: bool) -> Schema:
        name = name or self.names.known(seen)
        if name is None:
            return schema
        self.definitions[name] = schema
        self.building.discard(name)
        return schema if root else self.reference(name)

    def _print_inside(self, seen: Type, name: str | None) -> Schema:
        """The schema of *seen*, the definition *name* if it has one; noted as being printed meanwhile."""
        outer = self.container
        if name is not None:
            self.container = (name, len(self.path))
        tracked = not isinstance(seen, Wrapper)
        if tracked:
            self.stack.add(seen)
        try:
            return self._print(seen)
        finally:
            self.container = outer
            if tracked:
                self.stack.discard(seen)

    def reference(self, name: str) -> Schema:
        """A ``$ref`` to the definition *name*."""
        self.emitted.add(name)
        return {"$ref": f"#/$defs/{name}"}

    def _print(self, seen: Type) -> Schema:
        if isinstance(seen, Scalar):
            found = _SCALARS[seen.name]
            return dict(found) if isinstance(found, dict) else found
        if isinstance(seen, LiteralType):
            return {"type": _LITERAL_TYPES[seen.base], "enum": [seen.value]}
        if isinstance(seen, (Shape, Named)):
            return self._print_object(seen)
        if isinstance(seen, Wrapper):
            return print_wrappers.print_wrapper(self, seen)
        if isinstance(seen, UnionOf):
            return print_unions.print_union(self, seen)
        if isinstance(seen, IntersectionOf):
            return print_objects.print_intersection(self, seen)
        if isinstance(seen, (ArrayOf, TupleOf)):
            return print_objects.print_array(self, seen)
        if isinstance(seen, Native):
            return self._print_native(seen)
        if isinstance(seen, Template):
            return {"type": "string"}
        if isinstance(seen, TypeParameter):
            return self._print_parameter(seen)
        if isinstance(seen, Loose):
            return True
        return self.unknown(seen.reason if isinstance(seen, Undetermined) else "a type that is not printed")

    def _print_parameter(self, seen: TypeParameter) -> Schema:
        inner = seen.constraint or seen.default
        return {} if inner is None else self._format(inner.get(), root=False)

    def _print_native(self, seen: Native) -> Schema:
        found = native_schema(seen.name)
        if found is not None:
            return found
        library = library_schema(seen.name)
        if library is None:
            return self.unknown(f"{seen.name} has no schema that we know")
        reference, definitions = library
        self.definitions.update(
            {name: each for name, each in definitions.items() if name not in self.definitions}
        )
        self.emitted.update(definitions)
        return reference

    def _print_object(self, seen: Shape | Named) -> Schema:
        if isinstance(seen, Named) and (found := native_schema(seen.declaration.name)) is not None:
            return found
        shape = self.engine.shape_of(seen)
        if shape is None:
            return self.unknown("an object that is not read")
        return print_objects.print_shape(self, shape)

    def _describe_root(self, schema: dict[str, object], type_: Type) -> None:
        texts = self.type_docs(self.engine.resolved(type_))
        if texts and "description" not in schema:
            schema["description"] = texts[0]
            schema.update(tagged(texts[0]))

    def type_docs(self, seen: Type) -> list[str]:
        """The doc texts of a type: of the alias that built it, else of its own declaration."""
        alias = getattr(seen, "alias", None)
        declarations = [alias.declaration] if isinstance(alias, Named) else []
        if isinstance(seen, Named):
            declarations.append(seen.declaration)
        for declaration in declarations:
            for node in declaration.nodes:
                texts = doc_texts(doc_of_declaration(node, declaration.scope.module.source))
                if texts and not declaration.place.key.startswith("library:"):
                    return texts
        return []

    def finished(self, schema: Schema, type_: Type | None) -> Schema:
        """*schema* of the root *type_* with the definitions it reaches."""
        if not self.definitions or not self.emitted:
            return schema
        seen = self.engine.resolved(type_) if type_ is not None else None
        name = (definition_name(seen) or self.names.known(seen)) if seen is not None else None
        if name is not None and name in self.definitions and name in self.emitted:
            schema = {"$ref": f"#/$defs/{name}"}
        if isinstance(schema, bool):
            return schema
        reached = reached_definitions(schema, self.definitions)
        return {**schema, "$defs": reached} if reached else schema


def reached_definitions(schema: Schema, definitions: dict[str, Schema]) -> dict[str, Schema]:
    """The definitions that *schema* refers to, directly or through others, in the order met."""
    reached: dict[str, Schema] = {}
    pending: list[object] = [schema]
    while pending:
        value = pending.pop()
        if isinstance(value, dict):
            reference = value.get("$ref")
            name = reference.removeprefix("#/$defs/") if isinstance(reference, str) else ""
            if name and name not in reached and name in definitions:
                reached[name] = definitions[name]
                pending.append(definitions[name])
        pending.extend(reversed(parts_of(value, but=_NO_SCHEMAS)))
    return reached
