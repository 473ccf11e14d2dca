"""The order in which the compiler meets types in a program: statements of its entry top to bottom. Pure.

A union shows its members in the order in which their types were made. A type is made where it is first looked
at: a name at its first mention, a literal at its first use (in code too), an array after its element.
Built-in calls of the framework bring literals of their own.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import chain
from typing import TYPE_CHECKING

from tree_sitter import Node

from indexer.contracts.captured import captured
from indexer.contracts.order import Order
from indexer.types.lookups import keys_of
from indexer.types.model import (
    BOOLEAN,
    NUMBER,
    STRING,
    ArrayOf,
    Declaration,
    LiteralType,
    Named,
    Shape,
    TupleOf,
    Type,
    UnionOf,
    Wrapper,
)
from indexer.types.module import Module
from indexer.types.scope import Scope
from indexer.types.syntax import number_value, string_value
from indexer.types.unions import members_of

if TYPE_CHECKING:
    from indexer.types.engine import TypeEngine

_QUERY = """
(type_annotation) @type
(type_arguments) @arguments
(type_alias_declaration) @alias
(interface_declaration) @interface
(string) @text
(number) @number
(array) @array
(arrow_function body: (_) @body)
(function_declaration body: (_) @body)
(function_expression body: (_) @body)
(call_expression function: (identifier) @called)
"""
_SKIPPED_PARENTS = frozenset(
    {"import_statement", "export_statement", "pair", "jsx_attribute", "import_specifier"}
)
_SCOPES = ("space", "user", "session")
_CALLED = {
    "generateObject": ("system",), "generateText": ("system",), "llm": ("system",), "llmDialog": ("system",),
}  # fmt: skip
_ELEMENTS: dict[str, Type] = {"string": STRING, "number": NUMBER, "true": BOOLEAN, "false": BOOLEAN}
_MOST_NODES = 4000
_MOST_NESTED = 24


def order_of(engine: "TypeEngine", module: Module) -> Order:
    """The order of types for the schemas of the program that starts at *module*."""
    met: dict[Type, int] = {}
    return Order(met, _Walk(engine, met).walk(module))


@dataclass(slots=True)
class _Walk:
    engine: "TypeEngine"
    met: dict[Type, int]
    done: set[int] = field(default_factory=set)
    """Nodes of declarations and object types whose members have been met."""
    deferred: list[tuple[Node, Scope]] = field(default_factory=list)
    later: list[tuple[Node, Scope]] = field(default_factory=list)
    """Members of types of other modules: met after the entry module."""
    entry: Module | None = None

    def walk(self, module: Module) -> Iterator[None]:
        """Ranks the types met, from the top of *module* down; stops at each step to be asked for the next."""
        self.entry = module
        covered = within = 0
        found = (captured(_QUERY, statement, module) for statement in module.root.named_children)
        for node, kind in chain.from_iterable(found):
            if node.end_byte <= covered:
                continue
            if kind == "body":
                within = max(within, node.end_byte)
                continue
            if node.end_byte <= within and kind in ("text", "number"):
                continue
            if kind in ("text", "number", "called", "array"):
                self._meet_value(node, kind, module)
            else:
                covered = node.end_byte
                self._meet_statement(node, kind, module)
            yield
        self.entry = None
        while self.later:
            self.deferred, self.later = self.later, []
            self._flush()
            yield

    def _meet_value(self, node: Node, kind: str, module: Module) -> None:
        text = module.text(node)
        if kind == "number" and node.parent is not None and node.parent.type == "binary_expression":
            return
        if kind == "called":
            for word in _CALLED.get(text, ()):
                self._mark(LiteralType(word, "string"))
        elif kind == "array":
            first = node.named_children[0].type if node.named_children else ""
            if first in _ELEMENTS:
                self._mark(ArrayOf(_ELEMENTS[first]))
        elif kind == "text":
            if node.parent is None or node.parent.type not in _SKIPPED_PARENTS or _is_value(node):
                self._mark(LiteralType(string_value(node, module.source), "string"))
        elif (number := number_value(text)) is not None:
            self._mark(LiteralType(number, "number"))

    def _meet_statement(self, node: Node, kind: str, module: Module) -> None:
        if kind == "interface":
            self._meet_declared(node, module.scope)
        elif kind == "alias":
            name = node.child_by_field_name("name")
            found = module.types.get(module.text(name)) if name is not None else None
            if found is not None and not found.parameters:
                self._meet_alias(Named(found))
            elif found is not None:
                self._meet_literals(node, self.engine.scope_of(Named(found)))
        else:
            for each in node.named_children:
                self._meet(each, module.scope, 0)
            if kind == "arguments":
                self._meet_members(node, module.scope)
        self._flush()

    def _meet_literals(self, node: Node, scope: Scope) -> None:
        """The literals in a generic declaration: nothing else of it is made before it is applied."""
        pending = [node]
        while pending:
            each = pending.pop()
            if each.type == "literal_type":
                self._meet_made(each, scope)
            elif each.type != "conditional_type":
                pending.extend(reversed(each.named_children))

    def _meet_members(self, node: Node, scope: Scope) -> None:
        for each in node.named_children:
            seen = self.engine.resolved(self.engine.resolve_annotation(each, scope))
            if isinstance(seen, Named):
                for declared in seen.declaration.nodes:
                    self._meet_declared(declared, self.engine.scope_of(seen))

    def _flush(self) -> None:
        while self.deferred:
            waiting, self.deferred = self.deferred, []
            for body, scope in waiting:
                if self.entry is not None and scope.module is not self.entry:
                    self.later.append((body, scope))
                else:
                    self._meet_body(body, scope)

    def _mark(self, type_: Type) -> None:
        self.met.setdefault(type_, len(self.met))

    def _meet_declared(self, node: Node, scope: Scope) -> None:
        if node.id in self.done:
            return
        self.done.add(node.id)
        name = node.child_by_field_name("name")
        found = scope.module.types.get(scope.module.text(name)) if name is not None else None
        if isinstance(found, Declaration):
            self._mark(Named(found))
            scope = self.engine.scope_of(Named(found))
        for clause in node.named_children:
            if clause.type == "extends_type_clause":
                for base in clause.named_children:
                    self._meet(base, scope, 0)
        body = node.child_by_field_name("body")
        if body is not None:
            self._meet_body(body, scope)

    def _meet_body(self, body: Node, scope: Scope) -> None:
        if len(self.met) > _MOST_NODES:
            return
        for member in body.named_children:
            typed = member.child_by_field_name("type")
            if typed is not None:
                self._meet(typed, scope, 0)
            for clause in member.named_children:
                if (
                    clause.type == "mapped_type_clause"
                    and (keys := clause.child_by_field_name("type")) is not None
                ):
                    self._meet(keys, scope, 0)

    def _meet(self, node: Node, scope: Scope, depth: int) -> None:
        if depth > _MOST_NESTED or len(self.met) > _MOST_NODES:
            return
        if node.type in ("object_type", "interface_body"):
            self._mark(self.engine.resolve_annotation(node, scope))
            if node.id not in self.done:
                self.done.add(node.id)
                self.deferred.append((node, scope))
            return
        if node.type == "type_identifier":
            self._meet_name(self.engine.resolve_annotation(node, scope))
            return
        if node.type == "generic_type":
            self._meet_generic(node, scope, depth)
            return
        if node.type == "conditional_type":
            return
        for each in node.named_children:
            if each.type != "comment":
                self._meet(each, scope, depth + 1)
        if node.type in _MADE:
            self._meet_made(node, scope)

    def _meet_made(self, node: Node, scope: Scope) -> None:
        made = self.engine.resolve_annotation(node, scope)
        seen = self.engine.resolved(made)
        if isinstance(seen, LiteralType) and isinstance(seen.value, (int, float)) and seen.value < 0:
            self._mark(LiteralType(-seen.value, "number"))
        if isinstance(seen, (LiteralType, ArrayOf, TupleOf, Shape)):
            self._mark(seen)
        elif node.type in ("index_type_query", "lookup_type", "template_literal_type") and isinstance(
            seen, UnionOf
        ):
            for each in seen.members:
                self._mark(each)

    def _meet_generic(self, node: Node, scope: Scope, depth: int) -> None:
        written = node.child_by_field_name("type_arguments")
        made = self.engine.resolve_annotation(node, scope)
        for each in written.named_children if written is not None else ():
            self._meet(each, scope, depth + 1)
        self._meet_constraints(node, made, scope)
        if isinstance(made, Wrapper) and made.kind in ("Cell", "Writable"):
            for word in _SCOPES:
                self._mark(LiteralType(word, "string"))
        self._meet_name(made)

    def _meet_constraints(self, node: Node, made: Type, scope: Scope) -> None:
        """The keys that the constraint of an argument is made of: ``K extends keyof T``."""
        name = node.child_by_field_name("name") or node
        written = node.child_by_field_name("type_arguments")
        if scope.module.text(name) == "Pick" and written is not None and written.named_children:
            target = self.engine.resolve_annotation(written.named_children[0], scope)
            for key in members_of(self.engine, keys_of(self.engine, target)):
                self._mark(key)
        if isinstance(made, Named):
            inner = self.engine.scope_of(made)
            for constraint in inner.constraints.values():
                if constraint.type == "index_type_query":
                    self._meet(constraint, inner, 1)

    def _meet_name(self, type_: Type) -> None:
        if isinstance(type_, Named) and type_.declaration.kind == "alias":
            self._meet_alias(type_)
        elif isinstance(type_, (Named, ArrayOf, Shape, Wrapper)):
            self._mark(type_)

    def _meet_alias(self, named: Named) -> None:
        value = named.declaration.nodes[0].child_by_field_name("value")
        if value is not None and (value.id not in self.done or named.arguments):
            known = value.id in self.done
            self.done.add(value.id)
            if not known or len(self.met) < _MOST_NODES:
                self._meet_value_of(value, named)
        seen = self.engine.resolved(named)
        if not isinstance(seen, UnionOf):
            self._mark(seen)
            return
        for each in members_of(self.engine, seen):
            self._mark(each)

    def _meet_value_of(self, value: Node, named: Named) -> None:
        if named in self.met:
            return
        self._mark(named)
        scope = self.engine.scope_of(named)
        if value.type == "object_type":
            self._mark(self.engine.resolved(named))
            self.deferred.append((value, scope))
        else:
            self._meet(value, scope, 1)


_MADE = frozenset(
    {"literal_type", "array_type", "tuple_type", "index_type_query", "lookup_type", "template_literal_type"}
)


def _is_value(node: Node) -> bool:
    parent = node.parent
    value = parent.child_by_field_name("value") if parent is not None and parent.type == "pair" else None
    return value is not None and value.id == node.id
