"""The static type engine: loads modules on demand and answers what names and annotations mean. Pure.

Everything is lazy: a reference to a declared type stays a :class:`Named` until :meth:`TypeEngine.resolved`
or :meth:`TypeEngine.shape_of` looks into it. What cannot be told is :class:`Undetermined`, with the reason.
The engine keeps what it has worked out for as long as it lives, over all modules of its host.
"""

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from importlib.resources import files

from tree_sitter import Node

from indexer.types import annotations, constants, enums, globals_, nested, objects, signatures
from indexer.types.finder import (
    NameFinder,
    NotFound,
    RuntimeName,
    TypeTarget,
    Value,
    ValueTarget,
    WholeModule,
)
from indexer.types.framework import framework_type
from indexer.types.host import ModuleHost
from indexer.types.model import (
    QUERIED,
    Declaration,
    Lazy,
    Named,
    Native,
    Shape,
    Signature,
    Type,
    Undetermined,
)
from indexer.types.module import load_module
from indexer.types.scope import Scope

__all__ = [
    "NotFound",
    "RuntimeName",
    "TypeEngine",
    "TypeTarget",
    "Value",
    "ValueTarget",
    "WholeModule",
    "runtime_declarations",
]

MAX_DEPTH = 60
"""Levels of types inside types that one question may go through; deeper is Undetermined."""
_MAX_HOPS = 64


class TypeEngine(NameFinder):
    """Answers questions about the modules of one host; keeps every answer."""

    def __init__(self, host: ModuleHost) -> None:
        super().__init__(host)
        self.depth = 0
        self._shapes: dict[Hashable, Shape] = {}
        self._expanded: dict[Named, Type] = {}
        self._expanding: set[Named] = set()
        self._annotated: defaultdict[Scope, dict[int, Type]] = defaultdict(dict)
        """Types by the id of their node, which means something as long as its scope is kept."""
        self._scopes: dict[Named, Scope] = {}
        self._nested: dict[tuple[int, Scope], Mapping[str, Declaration]] = {}
        self._open: set[Named] = set()
        self._valuing: set[tuple[str, int]] = set()
        self.callbacks: dict[int, Lazy] = {}
        """What the callbacks of patterns return, by the node of the call, as far as they were met."""
        self.computed: dict[int, Type] = {}
        """The values of ``computed`` calls, by node, as far as they were met."""
        self._left: defaultdict[str, dict[int, Callable[[], None]]] = defaultdict(dict)
        """Walks of elements that were met and not walked, by module and node."""
        self.infer: Callable[[TypeEngine, Node, Scope], Type] | None = None
        """Expression inference; without it only constants have a type."""
        self.infer_return: Callable[[TypeEngine, Node, Scope], Type] | None = None
        """Inference of what a function's body returns."""

    # -- types -------------------------------------------------------------------------------------------

    def type_of_export(self, key: str, name: str) -> Type:
        """The type that module *key* exports as *name*, as a reference without arguments."""
        return self.referred(self.find_type(key, name), ())

    def resolve_annotation(self, node: Node, scope: Scope) -> Type:
        """The type that the type node (or ``type_annotation``) *node* spells in *scope*."""
        known, node_id = self._annotated[scope], node.id
        found = known.get(node_id)
        if found is not None:
            return found
        if self.depth >= MAX_DEPTH:
            return Undetermined("nested too deeply")
        self.depth += 1
        try:
            made = annotations.read_annotation(self, node, scope)
        finally:
            self.depth -= 1
        known[node_id] = made
        return made

    def named_type(self, name: str, arguments: tuple[Type, ...], scope: Scope, node: Node) -> Type:
        """The type called *name* in *scope*, at *node* (for types declared inside functions)."""
        found = scope.find(name)
        if found is None:
            found = nested.find_nested(self, name, scope, node)
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
        if not isinstance(type_, (Named, Native)):
            return type_
        for _hop in range(_MAX_HOPS):
            if isinstance(type_, Named) and type_.declaration.kind in ("alias", "enum"):
                type_ = self._expand(type_)
            elif isinstance(type_, Native) and type_.name == QUERIED:
                type_ = type_.arguments[2]
            else:
                return type_
        return Undetermined("aliases of aliases without end")

    def is_being_read(self, type_: Type) -> bool:
        """Whether *type_* names an array or object type that is being worked out just now."""
        if not self._expanding or not isinstance(type_, Named) or type_ not in self._expanding:
            return False
        value = type_.declaration.nodes[0].child_by_field_name("value")
        return value is not None and value.type in ("array_type", "tuple_type", "object_type")

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

    def leave(self, node: Node, key: str, walk: Callable[[], None]) -> None:
        """Leaves *walk*, which goes through the element *node* of the module *key*, until it is asked for."""
        self._left[key][node.id] = walk

    def walk_left(self, key: str) -> None:
        """Goes through the elements of the module *key* that were left, and through those in them."""
        while left := self._left.pop(key, None):
            for walk in left.values():
                walk()

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
        known = (block.id, scope)
        if known not in self._nested:
            self._nested[known] = nested.types_in_block(block, scope)
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
