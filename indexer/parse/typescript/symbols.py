"""Every declared name of a module: statements, members, enum members, what namespaces hold. Pure.

Function bodies are not entered: what they declare has no name outside.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import NamedTuple

from tree_sitter import Node

from indexer.parse.typescript.bindings import bound_names
from indexer.parse.typescript.documented import documented
from indexer.parse.typescript.facts import Symbol, SymbolKind
from indexer.parse.typescript.grammar import SyntaxTree
from indexer.parse.typescript.members import Member, members_of
from indexer.parse.typescript.names import name_text
from indexer.parse.typescript.signature import declaration_signature, value_head, value_signature

_DEEPEST = 12
"""Containers inside one another that are still told apart."""

_KINDS: dict[str, SymbolKind] = {
    "function_declaration": "function",
    "generator_function_declaration": "function",
    "function_signature": "function",
    "function_expression": "function",
    "generator_function": "function",
    "class_declaration": "class",
    "abstract_class_declaration": "class",
    "class": "class",
    "interface_declaration": "interface",
    "type_alias_declaration": "type",
    "enum_declaration": "enum",
    "internal_module": "namespace",
    "module": "namespace",
}
_VALUES = frozenset(("function", "class", "enum", "const", "let", "var"))
_TYPES = frozenset(("class", "interface", "type", "enum"))
_VARIABLES = ("lexical_declaration", "variable_declaration")
_DECLARING = frozenset(
    ("export_statement", "ambient_declaration", "import_alias", "comment", "empty_statement", *_KINDS)
)
_WITH_MEMBERS = frozenset(("class", "interface", "type", "enum"))


@dataclass(frozen=True, slots=True)
class _Place:
    """Where a declaration stands: the index and path of what holds it, and how deep that is."""

    container: int | None = None
    path: str = ""
    depth: int = 0
    ambient: bool = False


class _Declared(NamedTuple):
    name: str
    kind: SymbolKind
    signature: str
    doc: str
    exported: bool


@dataclass(slots=True)
class _Walk:
    parsed: SyntaxTree
    symbols: list[Symbol] = field(default_factory=list)

    def statements(self, statements: Iterable[tuple[Node, str]], place: _Place) -> None:
        """Add what *statements*, each with its documentation, declare."""
        for statement, doc in statements:
            exported = statement.type == "export_statement"
            self.statement(statement, declared_by(statement), doc, place, exported=exported or place.ambient)

    def statement(self, whole: Node, node: Node, doc: str, place: _Place, *, exported: bool) -> None:
        """Add the declaration *node*, whose span is that of *whole*."""
        if node.type in _VARIABLES:
            self.variables(whole, node, doc, place, exported=exported)
        elif node.type == "statement_block" and place.depth < _DEEPEST:
            index = self.add(
                whole, _Declared("global", "ambient-module", "declare global", doc, exported=False), place
            )
            inner = _Place(index, "global", place.depth + 1, ambient=True)
            self.statements(documented(self.parsed, node), inner)
        elif node.type in _KINDS:
            self.declaration(whole, node, doc, place, exported=exported)
        elif whole.type == "export_statement" and whole.child_by_field_name("value") is not None:
            self.default_value(whole, node, doc, place)

    def declaration(self, whole: Node, node: Node, doc: str, place: _Place, *, exported: bool) -> None:
        """Add a function, class, interface, type, enum or namespace and what it holds."""
        name_node = node.child_by_field_name("name")
        kind = _KINDS[node.type]
        if name_node is not None and kind == "namespace" and name_node.type == "string":
            kind = "ambient-module"
        name = "default" if name_node is None else name_text(self.parsed, name_node)
        signature = declaration_signature(self.parsed, node)
        index = self.add(whole, _Declared(name, kind, signature, doc, exported=exported), place)
        inner = _Place(
            index, self.symbols[index].qualified_name, place.depth + 1, ambient=_is_ambient(whole, place)
        )
        body = node.child_by_field_name("body")
        if place.depth >= _DEEPEST:
            return
        if kind in _WITH_MEMBERS:
            for member in members_of(self.parsed, node):
                self.member(member, inner)
        elif kind != "function" and body is not None:
            self.statements(documented(self.parsed, body), inner)
            held = self.symbols[index + 1 :]
            is_value = kind == "namespace" and _holds_value(body, held, index)
            self.symbols[index] = self.symbols[index]._replace(
                is_value=is_value, is_type=kind == "namespace" and not is_value
            )

    def variables(self, whole: Node, node: Node, doc: str, place: _Place, *, exported: bool) -> None:
        """Add each name that a ``const``, ``let`` or ``var`` binds."""
        keyword = self.parsed.text(node.children[0])
        kind: SymbolKind = "let" if keyword == "let" else "var" if keyword == "var" else "const"
        declarators = [child for child in node.named_children if child.type == "variable_declarator"]
        for declarator in declarators:
            span = whole if len(declarators) == 1 else declarator
            target = declarator.child_by_field_name("name")
            for name in bound_names(self.parsed, target) if target is not None else ():
                signature = f"{keyword} {value_signature(self.parsed, declarator.start_byte, declarator)}"
                self.add(span, _Declared(name, kind, signature, doc, exported=exported), place)

    def default_value(self, whole: Node, value: Node, doc: str, place: _Place) -> None:
        """Add the unnamed value of ``export default``, under the name ``default``."""
        if value.type != "identifier":
            signature = f"export default {value_head(self.parsed, value)}"
            self.add(whole, _Declared("default", "const", signature, doc, exported=True), place)

    def member(self, member: Member, place: _Place) -> None:
        """Add one member and, below a property with an object type, its own members."""
        if place.depth > _DEEPEST:
            return
        declared = _Declared(member.name, member.kind, member.signature, member.doc, exported=True)
        index = self.add(member.node, declared, place)
        if member.inner:
            within = _Place(index, self.symbols[index].qualified_name, place.depth + 1)
            for inner in member.inner:
                self.member(inner, within)

    def add(self, node: Node, declared: _Declared, place: _Place) -> int:
        """Append one symbol; its index."""
        name, kind, signature, doc, exported = declared
        qualified_name = f"{place.path}.{name}" if place.path else name
        roles = (exported, kind in _VALUES, kind in _TYPES)
        lines = (node.start_point.row + 1, node.end_point.row + 1)
        head = (name, qualified_name, kind, signature, doc, place.container)
        self.symbols.append(Symbol(*head, *roles, node.start_byte, node.end_byte, *lines))
        return len(self.symbols) - 1


def symbols_of(parsed: SyntaxTree, statements: Iterable[tuple[Node, str]]) -> tuple[Symbol, ...]:
    """The symbols that *statements* declare, in file order; ``exported`` says what the declaration says."""
    walk = _Walk(parsed)
    walk.statements(statements, _Place(ambient=parsed.path.endswith(".d.ts")))
    return tuple(walk.symbols)


def with_exported(symbols: tuple[Symbol, ...], offered: frozenset[str]) -> tuple[Symbol, ...]:
    """*symbols*, ``exported`` true for the *offered* names at the top and for what exported symbols hold."""
    settled: list[Symbol] = []
    for symbol in symbols:
        if symbol.container is None:
            exported = symbol.name in offered
        else:
            exported = symbol.exported and settled[symbol.container].exported
        settled.append(symbol if exported == symbol.exported else symbol._replace(exported=exported))
    return tuple(settled)


def declared_by(statement: Node) -> Node:
    """The declaration or value inside ``export``, ``declare`` and expression statements."""
    node = statement
    while node.type in ("export_statement", "ambient_declaration", "expression_statement"):
        inner = node.child_by_field_name("declaration") or node.child_by_field_name("value")
        if inner is None and node.type != "export_statement":
            inner = next((child for child in node.named_children if child.type != "comment"), None)
        if inner is None or (node.type == "expression_statement" and inner.type != "internal_module"):
            return node
        node = inner
    return node


def _is_ambient(whole: Node, place: _Place) -> bool:
    return place.ambient or any(
        child.type == "ambient_declaration" for child in (whole, *whole.named_children)
    )


def _holds_value(body: Node, held: list[Symbol], container: int) -> bool:
    """Whether a namespace exists at run time: something in it is more than a type."""
    if any(symbol.container == container and symbol.is_value for symbol in held):
        return True
    return any(_runs(child) for child in body.named_children)


def _runs(statement: Node) -> bool:
    """Whether *statement* does something rather than declare something."""
    if statement.type == "expression_statement":
        return declared_by(statement).type not in _KINDS
    return statement.type not in _DECLARING
