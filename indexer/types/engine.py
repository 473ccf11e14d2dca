"""The static type engine: loads modules on demand and answers what names and annotations mean. Pure.

Everything is lazy: a reference to a declared type stays a :class:`Named` until :meth:`TypeEngine.resolved`
or :meth:`TypeEngine.shape_of` looks into it. What cannot be told is :class:`Undetermined`, with the reason.
The engine keeps what it has worked out for as long as it lives, over all modules of its host.
"""

from collections.abc import Callable, Hashable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import TypeAlias

from tree_sitter import Node

from indexer.types import annotations, constants, enums, globals_, objects, signatures
from indexer.types.framework import framework_type
from indexer.types.host import Found, ModuleHost, Runtime
from indexer.types.model import (
    QUERIED,
    UNKNOWN,
    Declaration,
    Named,
    Native,
    Shape,
    Signature,
    Type,
    TypeParameter,
    Undetermined,
)
from indexer.types.module import ImportName, Module, load_module
from indexer.types.scope import Scope

MAX_DEPTH = 60
"""Levels of types inside types that one question may go through; deeper is Undetermined."""
_MAX_HOPS = 64


@dataclass(frozen=True, slots=True)
class RuntimeName:
    """An exported name of a runtime module that no declaration was found for."""

    specifier: str
    name: str
    declaration: str | None = None
    """Key of the module that declares the runtime, if the host knows one."""


@dataclass(frozen=True, slots=True)
class WholeModule:
    """All exports of a module under one name (``import * as``)."""

    key: str


@dataclass(frozen=True, slots=True)
class Value:
    """A declared value: its name and declaring node (or the expression of a default export)."""

    key: str
    name: str
    node: Node


@dataclass(frozen=True, slots=True)
class NotFound:
    """A name that leads nowhere, and why."""

    reason: str


TypeTarget: TypeAlias = Declaration | RuntimeName | WholeModule | NotFound
ValueTarget: TypeAlias = Value | RuntimeName | WholeModule | NotFound


class TypeEngine:
    """Answers questions about the modules of one host; keeps every answer."""

    def __init__(self, host: ModuleHost) -> None:
        self.host = host
        self.depth = 0
        self._modules: dict[str, Module | None] = {}
        self._shapes: dict[Hashable, Shape] = {}
        self._expanded: dict[Named, Type] = {}
        self._expanding: set[Named] = set()
        self._annotated: dict[tuple[int, int], Type] = {}
        self._scopes: dict[Named, Scope] = {}
        self._nested: dict[tuple[int, int], Mapping[str, Declaration]] = {}
        self._open: set[Named] = set()
        self._valuing: set[tuple[str, int]] = set()
        self._kept: list[object] = []
        self.infer: Callable[[TypeEngine, Node, Scope], Type] | None = None
        """Expression inference; without it only constants have a type."""
        self.infer_return: Callable[[TypeEngine, Node, Scope], Type] | None = None
        """Inference of what a function's body returns."""

    # -- modules and names -------------------------------------------------------------------------------

    def module(self, key: str) -> Module | None:
        """The module *key*, parsed at the first call; ``None`` if the host has none."""
        if key not in self._modules:
            content = self.host.content(key)
            self._modules[key] = None if content is None else load_module(key, content)
        return self._modules[key]

    def forget(self, key: str) -> None:
        """The module *key* is read anew when it is asked for again."""
        self._modules.pop(key, None)

    def find_type(self, key: str, name: str) -> TypeTarget:
        """What the module *key* exports as the type *name*, through re-exports and stars."""
        target = self._find_export(key, name, types=True, hops=0)
        return NotFound(f"{key} exports no type {name}") if isinstance(target, Value) else target

    def find_value(self, key: str, name: str) -> ValueTarget:
        """What the module *key* exports as the value *name*, through re-exports and stars."""
        target = self._find_export(key, name, types=False, hops=0)
        return NotFound(f"{key} exports no value {name}") if isinstance(target, Declaration) else target

    def _find_export(self, key: str, name: str, *, types: bool, hops: int) -> TypeTarget | ValueTarget:
        module = self.module(key)
        if module is None or hops > _MAX_HOPS:
            return NotFound(f"no module {key}" if module is None else f"exports of {key} go in circles")
        exported = module.exports.get(name)
        if exported is None:
            return self._find_in_stars(module, name, types=types, hops=hops)
        if exported.value is not None:
            return Value(key, name, exported.value)
        if exported.specifier is not None:
            return self._find_imported(exported.specifier, exported.imported, key, types=types, hops=hops)
        return self._find_local(module, exported.local or name, types=types, hops=hops)

    def _find_local(self, module: Module, name: str, *, types: bool, hops: int) -> TypeTarget | ValueTarget:
        if types and name in module.types:
            return module.types[name]
        if not types and name in module.values:
            return Value(module.key, name, module.values[name])
        imported = module.imports.get(name)
        if imported is not None:
            return self._find_imported(
                imported.specifier, imported.imported, module.key, types=types, hops=hops
            )
        return NotFound(f"{module.key} declares no {name}")

    def _find_imported(
        self, specifier: str, name: str, importer: str, *, types: bool, hops: int
    ) -> TypeTarget | ValueTarget:
        if importer.startswith("library:"):
            return RuntimeName(specifier, name)
        resolution = self.host.resolve(specifier, importer)
        if isinstance(resolution, Found):
            if name == "*":
                return WholeModule(resolution.key)
            return self._find_export(resolution.key, name, types=types, hops=hops + 1)
        if isinstance(resolution, Runtime):
            return RuntimeName(resolution.specifier, name, resolution.declaration)
        return NotFound(f"import of {specifier} leads nowhere")

    def _find_in_stars(
        self, module: Module, name: str, *, types: bool, hops: int
    ) -> TypeTarget | ValueTarget:
        missing: NotFound | None = None
        for specifier in module.stars if name != "default" else ():
            found = self._find_imported(specifier, name, module.key, types=types, hops=hops)
            if not isinstance(found, NotFound):
                return found
            missing = missing or found
        return missing or NotFound(f"{module.key} exports no {name}")

    def resolve_module(self, specifier: str, importer: str) -> str | None:
        """The key of the module that *specifier* names; ``None`` for the runtime and what is missing."""
        resolution = self.host.resolve(specifier, importer)
        return resolution.key if isinstance(resolution, Found) else None

    def is_runtime(self, specifier: str, importer: str) -> bool:
        """Whether *specifier* names a module of the runtime."""
        return isinstance(self.host.resolve(specifier, importer), Runtime)

    def local_type(self, module: Module, name: str) -> TypeTarget:
        """What *name* means as a type at the top of *module*, through its imports."""
        target = self._find_local(module, name, types=True, hops=0)
        return NotFound(f"{name} is no type") if isinstance(target, Value) else target

    def local_value(self, module: Module, name: str) -> ValueTarget:
        """What *name* means as a value at the top of *module*, through its imports."""
        target = self._find_local(module, name, types=False, hops=0)
        return NotFound(f"{name} is no value") if isinstance(target, Declaration) else target

    def import_of(self, module: Module, name: str) -> ImportName | None:
        """How *name* came into *module*, if it was imported."""
        return module.imports.get(name)

    # -- types -------------------------------------------------------------------------------------------

    def type_of_export(self, key: str, name: str) -> Type:
        """The type that module *key* exports as *name*, as a reference without arguments."""
        return self.referred(self.find_type(key, name), ())

    def resolve_annotation(self, node: Node, scope: Scope) -> Type:
        """The type that the type node (or ``type_annotation``) *node* spells in *scope*."""
        known = (node.id, id(scope))
        found = self._annotated.get(known)
        if found is not None:
            return found
        if self.depth >= MAX_DEPTH:
            return Undetermined("nested too deeply")
        self.depth += 1
        try:
            made = annotations.read_annotation(self, node, scope)
        finally:
            self.depth -= 1
        self._annotated[known] = made
        self._kept.append((node, scope))
        return made

    def named_type(self, name: str, arguments: tuple[Type, ...], scope: Scope, node: Node) -> Type:
        """The type called *name* in *scope*, at *node* (for types declared inside functions)."""
        found = scope.find(name)
        if found is None:
            found = annotations.find_nested(self, name, scope, node)
        if isinstance(found, Declaration):
            return self.referred(found, arguments)
        if found is not None:
            return found
        if name in scope.module.imports:
            return self.referred(self.local_type(scope.module, name), arguments)
        return globals_.global_type(self, name, arguments)

    def referred(self, target: TypeTarget, arguments: tuple[Type, ...]) -> Type:
        """A reference to *target* with *arguments*."""
        if isinstance(target, Declaration):
            return Named(target, arguments)
        if isinstance(target, RuntimeName):
            return framework_type(self, target.name, arguments, target.declaration)
        if isinstance(target, WholeModule):
            return Undetermined(f"{target.key} is a module, no type")
        return Undetermined(target.reason)

    def resolved(self, type_: Type) -> Type:
        """*type_* with references to aliases and enums followed; interfaces and classes stay ``Named``."""
        hops = 0
        while isinstance(type_, (Named, Native)):
            if isinstance(type_, Native):
                if type_.name != QUERIED:
                    break
                type_ = type_.arguments[2]
            elif type_.declaration.kind in ("alias", "enum"):
                type_ = self._expand(type_)
            else:
                break
            hops += 1
            if hops > _MAX_HOPS:
                return Undetermined("aliases of aliases without end")
        return type_

    def _expand(self, named: Named) -> Type:
        found = self._expanded.get(named)
        if found is not None:
            return found
        if named in self._expanding or self.depth >= MAX_DEPTH:
            return Undetermined(f"{named.declaration.name} refers to itself without an end")
        self._expanding.add(named)
        self.depth += 1
        try:
            made = annotations.expand_declaration(self, named)
        finally:
            self.depth -= 1
            self._expanding.discard(named)
        self._expanded[named] = made
        return made

    def shape_of(self, type_: Type) -> Shape | None:
        """The object type behind *type_*, its members in declared order; ``None`` when it is no object."""
        return objects.shape_of(self, type_)

    def scope_of(self, named: Named) -> Scope:
        """The scope inside the declaration of *named*: its type parameters bound to the arguments."""
        found = self._scopes.get(named)
        if found is None:
            found = self._scopes[named] = objects.inner_scope(self, named)
        return found

    # -- what the readers of this package ask for ---------------------------------------------------------

    def type_of_expression(self, node: Node, scope: Scope) -> Type:
        """The type of the value *node*: constants here, the rest by expression inference where it is set."""
        if self.infer is not None:
            return self.infer(self, node, scope)
        return constants.constant_type(self, node, scope)

    def value_type(self, name: str, scope: Scope) -> Type:
        """The type of the value called *name* at the top of the module of *scope*."""
        return self.type_of_value(self.local_value(scope.module, name))

    def type_of_value(self, target: ValueTarget) -> Type:
        """The type of a declared value, from its annotation or its initial value."""
        if not isinstance(target, Value):
            return Undetermined(getattr(target, "reason", "a value that is not read"))
        module = self.module(target.key)
        known = (target.key, target.node.id)
        if module is None or known in self._valuing:
            return Undetermined(f"{target.name} is made from itself")
        self._valuing.add(known)
        try:
            return constants.declared_value(self, target.node, target.name, module.scope)
        finally:
            self._valuing.discard(known)

    def made_by_call(self, module: Module, name: str) -> tuple[str, str] | None:
        """Module key and declared name of the value *name*, where a call makes it or it is a function."""
        target = self.local_value(module, name)
        if not isinstance(target, Value):
            return None
        value = target.node.child_by_field_name("value")
        made = value if target.node.type == "variable_declarator" and value is not None else target.node
        calls = ("call_expression", "arrow_function", "function_expression", "function_declaration")
        return (target.key, target.name) if made.type in calls else None

    def returned_by(self, function: Node, scope: Scope) -> Type:
        """What the body of *function* returns, by expression inference where it is set."""
        if self.infer_return is not None:
            return self.infer_return(self, function, scope)
        return Undetermined("a function without a return type")

    def runtime_types(self) -> Mapping[str, Declaration]:
        """The types of the runtime that we declare ourselves, by name."""
        return runtime_declarations()

    def nested_types(self, block: Node, scope: Scope) -> Mapping[str, Declaration]:
        """The types that the statements of a *block* inside a function declare."""
        known = (block.id, id(scope))
        if known not in self._nested:
            self._nested[known] = annotations.types_in_block(block, scope)
            self._kept.append((block, scope))
        return self._nested[known]

    def namespace_types(self, declaration: Declaration) -> Mapping[str, Declaration]:
        """The types that a namespace declares."""
        found: dict[str, Declaration] = {}
        for node in declaration.nodes:
            body = node.child_by_field_name("body")
            if body is not None:
                found.update(self.nested_types(body, declaration.scope))
        return found

    def enum_member(self, declaration: Declaration, name: str) -> Type:
        """The type of one member of an enum."""
        values = enums.enum_values(self, Named(declaration))
        return values.get(name) or Undetermined(f"{declaration.name} has no member {name}")

    def whole_module(self, specifier: str, importer: str) -> TypeTarget:
        """The module that *specifier* names, with all its exports."""
        target = self._find_imported(specifier, "*", importer, types=True, hops=0)
        return NotFound(f"{specifier} is no module") if isinstance(target, Value) else target

    def whole_import(self, imported: ImportName, importer: str) -> TypeTarget:
        """What a name that types are read from was imported as: a module, or a namespace in one."""
        target = self._find_imported(imported.specifier, imported.imported, importer, types=True, hops=0)
        return NotFound(f"{imported.imported} is no namespace") if isinstance(target, Value) else target

    def member_of_module(self, target: TypeTarget, name: str) -> TypeTarget:
        """The type *name* of a whole module."""
        if isinstance(target, WholeModule):
            return self.find_type(target.key, name)
        if isinstance(target, RuntimeName):
            return RuntimeName(target.specifier, name, target.declaration)
        return target if isinstance(target, NotFound) else NotFound(f"{name} is looked for in what is no module")

    def constraint_node(self, name: str, scope: Scope) -> tuple[Node, Scope] | None:
        """The constraint that the type parameter *name* was declared with, and the scope it is read in."""
        level: Scope | None = scope
        while level is not None and name not in level.bindings:
            level = level.parent
        node = level.constraints.get(name) if level is not None else None
        return (node, level) if node is not None and level is not None else None

    def return_type(self, signature: Signature) -> Type:
        """What a call of *signature* gives; its own type parameters stay parameters."""
        return signatures.return_type(self, signature)

    def parameter_type(self, signature: Signature, position: int) -> Type:
        """The type of the parameter at *position*, counted from 0."""
        return signatures.parameter_type(self, signature, position)

    def parameters_type(self, signature: Signature) -> Type:
        """All parameters as a tuple."""
        return signatures.parameters_type(self, signature)

    def is_open(self, named: Named) -> bool:
        """Whether the members of *named* are being collected right now."""
        return named in self._open

    @contextmanager
    def opened(self, named: Named) -> Iterator[None]:
        """Marks *named* as being collected."""
        self._open.add(named)
        try:
            yield
        finally:
            self._open.discard(named)

    def shape_once(self, known: Hashable, made: Shape) -> Shape:
        """The shape kept under *known*, which is *made* the first time."""
        return self._shapes.setdefault(known, made)

    def known_shape(self, known: Hashable) -> Shape | None:
        """The shape kept under *known*, if there is one."""
        return self._shapes.get(known)


@cache
def runtime_declarations() -> Mapping[str, Declaration]:
    """The types that the runtime exports beside its wrappers, from the declarations in this package."""
    content = (files(__package__) / "declarations" / "runtime.d.ts").read_bytes()
    return load_module("library:runtime.d.ts", content).types


def default_argument(parameter: TypeParameter) -> Type:
    """What a type parameter stands for when nothing is given: its default, else ``unknown``."""
    return parameter.default.get() if parameter.default else UNKNOWN


def is_native(type_: Type, *names: str) -> bool:
    """Whether *type_* is one of the native types *names*."""
    return isinstance(type_, Native) and type_.name in names


def bindings_of(names: tuple[str, ...], arguments: tuple[Type, ...]) -> Mapping[str, Type]:
    """Type arguments by parameter name, as far as given."""
    return dict(zip(names, arguments, strict=False))
