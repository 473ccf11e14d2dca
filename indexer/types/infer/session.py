"""One inference over the modules of an engine: the type of any expression, each module's names. Pure.

Every reader of a syntax node is a function ``(inference, node, at, expected) -> Type`` in a table by node
kind; they call one another through :meth:`Inference.typed`.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from tree_sitter import Node

from indexer.types.engine import TypeEngine
from indexer.types.infer.bindings import binding_type
from indexer.types.infer.events import Event, Observer, Uncertain
from indexer.types.infer.names import At, Binding, Env, module_env
from indexer.types.infer.tables import reader_of
from indexer.types.model import ANY, Lazy, Shape, Type, Undetermined
from indexer.types.module import Module
from indexer.types.scope import Scope

MAX_NESTING = 160
"""Expressions inside expressions that are typed; deeper ones cannot be told."""


class Inference:
    """Types expressions; keeps what names mean for as long as it lives."""

    def __init__(self, engine: TypeEngine, *, observer: Observer | None = None, observed: str = "") -> None:
        self.engine = engine
        self.observed = observed
        """The key of the module that the observer watches."""
        self.depth = 0
        self.pending: list[Lazy] = []
        """Bodies of functions of the observed module that were met and not yet walked."""
        self._observer = observer
        self._envs: dict[str, Env] = {}
        self._values: dict[int, Type] = {}
        self._quiet = 0

    def typed(self, node: Node, at: At, expected: Type | None = None) -> Type:
        """The type of the expression *node*; *expected* is the type of the place it is given to."""
        if self.depth >= MAX_NESTING:
            self.note(at, lambda: Uncertain(node=node, reason="nested too deeply to be told"))
            return Undetermined("nested too deeply")
        self.depth += 1
        try:
            return reader_of(node.type)(self, node, at, expected)
        finally:
            self.depth -= 1

    def env_of(self, module: Module) -> Env:
        """The top level of *module*."""
        found = self._envs.get(module.key)
        if found is None:
            found = self._envs[module.key] = module_env(module)
        return found

    def exported_value(self, module: Module, name: str, node: Node) -> Type:
        """The type of a module's value: a declared *name*, or the expression *node* of a default export."""
        env = self.env_of(module)
        binding = env.names.get(name)
        if binding is not None and _declares(binding, node):
            return self.type_of_binding(binding)
        found = self._values.get(node.id)
        if found is None:
            self._values[node.id] = Undetermined(f"{name} refers to itself")
            found = self._values[node.id] = self.typed(node, At(env))
        return found

    def type_of_binding(self, binding: Binding) -> Type:
        """The declared or inferred type of a name."""
        if binding.type is not None:
            return binding.type
        if binding.busy:
            return Undetermined(f"{binding.name} refers to itself while it is worked out")
        binding.busy = True
        try:
            found = binding_type(self, binding)
        finally:
            binding.busy = False
        if binding.type is None:
            binding.type = found
        return binding.type

    def note(self, at: At, make: Callable[[], Event]) -> None:
        """Tell the observer what *make* gives, if it watches the module of *at* now."""
        if self._observer is not None and not self._quiet and at.env.module.key == self.observed:
            self._observer.note(make())

    @contextmanager
    def quiet(self) -> Iterator[None]:
        """Nothing is noted inside: for questions asked beside the walk."""
        self._quiet += 1
        try:
            yield
        finally:
            self._quiet -= 1

    def watch(self, key: str, observer: Observer | None) -> None:
        """From now on *observer* watches the module *key*."""
        self.observed, self._observer = key, observer
        self.pending.clear()

    def forget(self, key: str) -> None:
        """The names of the module *key* are worked out anew when they are asked for again."""
        self._envs.pop(key, None)

    def is_watching(self, at: At) -> bool:
        """Whether the observer watches the module of *at*."""
        return self._observer is not None and at.env.module.key == self.observed

    def flush(self) -> None:
        """Walk the bodies that wait, also those that they bring."""
        while self.pending:
            self.pending.pop(0).get()


def _declares(binding: Binding, node: Node) -> bool:
    return binding.node.id == node.id


def attach_inference(
    engine: TypeEngine, *, observer: Observer | None = None, observed: str = ""
) -> Inference:
    """An inference that *engine* asks from now on for the types of expressions and of function bodies."""
    inference = Inference(engine, observer=observer, observed=observed)

    def infer(_engine: TypeEngine, node: Node, scope: Scope) -> Type:
        with inference.quiet():
            return inference.typed(node, At(inference.env_of(scope.module).inside(scope)))

    engine.infer = infer
    engine.infer_return = lambda _engine, node, scope: _returned_by(inference, node, scope)
    return inference


def infer_expression(engine: TypeEngine, node: Node, scope: Scope) -> Type:
    """The type of the expression *node* seen from the top of the module of *scope*."""
    if engine.infer is None:
        attach_inference(engine)
    return engine.type_of_expression(node, scope)


def _returned_by(inference: Inference, node: Node, scope: Scope) -> Type:
    from indexer.types.infer.signatures import returned  # noqa: PLC0415  # signatures read closures of this session

    with inference.quiet():
        made = inference.typed(node, At(inference.env_of(scope.module).inside(scope)))
        return returned(inference, made.calls[0]) if isinstance(made, Shape) and made.calls else ANY
