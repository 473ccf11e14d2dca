"""What names mean as values at a place: bindings, environments that hold them, the flow so far. Pure."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from tree_sitter import Node

from indexer.types.declare import unwrapped_statements
from indexer.types.model import Type
from indexer.types.module import Module
from indexer.types.scope import Scope
from indexer.types.syntax import bound_names, text_of

BindingKind = Literal["const", "let", "parameter", "function", "class", "enum", "import", "known"]
_FUNCTIONS = frozenset({"function_declaration", "generator_function_declaration", "function_signature"})
_CLASSES = frozenset({"class_declaration", "abstract_class_declaration"})


@dataclass(slots=True, eq=False)
class Binding:
    """One name and what it was declared by; its type is worked out at first use."""

    name: str
    kind: BindingKind
    node: Node
    env: "Env"
    type: Type | None = None
    busy: bool = False
    held: list[Type] = field(default_factory=list)
    """What was put so far into an array that started empty and without a type."""


Path: TypeAlias = tuple[Binding | str, ...]
"""A reference that flow can narrow: a binding, then property names."""
Flow: TypeAlias = Mapping[Path, Type]
"""What is known of references at a point beyond their declared types."""


@dataclass(slots=True, eq=False)
class Env:
    """One level of value names, inside a type scope."""

    scope: Scope
    parent: "Env | None" = None
    names: dict[str, Binding] = field(default_factory=dict)
    this: Type | None = None

    @property
    def module(self) -> Module:
        """The module that the names stand in."""
        return self.scope.module

    def find(self, name: str) -> Binding | None:
        """The binding of *name*, the nearest level first."""
        env: Env | None = self
        while env is not None:
            found = env.names.get(name)
            if found is not None:
                return found
            env = env.parent
        return None

    def own(self) -> Type | None:
        """What ``this`` is, if a class around tells."""
        env: Env | None = self
        while env is not None and env.this is None:
            env = env.parent
        return env.this if env is not None else None

    def inside(self, scope: Scope | None = None) -> "Env":
        """A new level inside this one."""
        return Env(scope or self.scope, self)

    def add(self, name: str, kind: BindingKind, node: Node, known: Type | None = None) -> Binding:
        """Binds *name* at this level."""
        made = self.names[name] = Binding(name, kind, node, self, known)
        return made


@dataclass(slots=True, eq=False)
class At:
    """A point in a function: its names and what flow has told so far."""

    env: Env
    flow: Flow = field(default_factory=dict)
    returns: list[Type] | None = None
    """Where return statements leave their types; ``None`` outside functions."""
    expected_return: Type | None = None
    reachable: bool = True

    def branch(self, flow: Flow | None = None) -> "At":
        """The same point with a flow of its own."""
        return At(self.env, self.flow if flow is None else flow, self.returns, self.expected_return)

    def within(self, env: Env) -> "At":
        """The same point, seen from *env*; what flow tells there stays there."""
        return At(env, self.flow, self.returns, self.expected_return)


def declare_statements(env: Env, block: Node) -> None:
    """Binds what the statements directly in *block* declare, before any of them runs."""
    source = env.module.source
    for statement, _exported in unwrapped_statements(block):
        kind = statement.type
        if kind in ("lexical_declaration", "variable_declaration"):
            declare_names(env, statement)
        elif kind in _FUNCTIONS or kind in _CLASSES or kind == "enum_declaration":
            name = statement.child_by_field_name("name")
            if name is not None:
                role: BindingKind = (
                    "function" if kind in _FUNCTIONS else "class" if kind in _CLASSES else "enum"
                )
                env.add(text_of(name, source), role, statement)


def declare_names(env: Env, statement: Node) -> None:
    """Binds the names of a declaration of variables."""
    const = statement.children[0].type == "const"
    for declarator in statement.named_children:
        target = declarator.child_by_field_name("name") if declarator.type == "variable_declarator" else None
        for name in bound_names(target, env.module.source) if target else ():
            env.add(name, "const" if const else "let", declarator)


def module_env(module: Module) -> Env:
    """The top level of *module*: its imports and declarations."""
    env = Env(module.scope)
    for local, imported in module.imports.items():
        env.add(local, "import", imported.node)
    declare_statements(env, module.root)
    return env
