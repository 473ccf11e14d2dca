"""Which exports of a module are patterns, and the parts of each ``pattern(...)`` call. Pure."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tree_sitter import Node

from indexer.types.engine import NotFound, RuntimeName, Value
from indexer.types.module import Module

if TYPE_CHECKING:
    from indexer.types.engine import TypeEngine

_AROUND = frozenset(
    {
        "parenthesized_expression",
        "as_expression",
        "satisfies_expression",
        "non_null_expression",
        "type_assertion",
    }
)
_FACTORY_STEPS = frozenset({"asScope", "inSpace"})
_FUNCTIONS = frozenset(
    {"arrow_function", "function_expression", "function_declaration", "generator_function"}
)
_MOST_HOPS = 40


@dataclass(frozen=True, slots=True)
class PatternCall:
    """One ``pattern(...)`` call as written."""

    module: Module
    node: Node
    """The call expression."""

    @property
    def type_arguments(self) -> tuple[Node, ...]:
        """The written type arguments: of the argument, then of the result."""
        written = self.node.child_by_field_name("type_arguments")
        return tuple(each for each in written.named_children if each.type != "comment") if written else ()

    @property
    def values(self) -> tuple[Node, ...]:
        """The value arguments: the callback, then schemas if there are any."""
        given = self.node.child_by_field_name("arguments")
        return tuple(each for each in given.named_children if each.type != "comment") if given else ()


def pattern_exports(engine: "TypeEngine", module: Module) -> Iterator[tuple[str, PatternCall]]:
    """The exported patterns of *module*, by export name: ``default`` first, then in the order of the text."""
    for name in sorted(_export_names(engine, module.key, 0), key=lambda name: name != "default"):
        found = exported_pattern(engine, module.key, name)
        if found is not None:
            yield name, found


def _export_names(engine: "TypeEngine", key: str, hops: int) -> dict[str, None]:
    module = engine.module(key)
    if module is None or hops > _MOST_HOPS:
        return {}
    names = dict.fromkeys(name for name, each in module.exports.items() if not each.type_only)
    for specifier in module.stars:
        target = engine.resolve_module(specifier, key)
        if target is not None:
            names.update(
                {name: None for name in _export_names(engine, target, hops + 1) if name != "default"}
            )
    return names


def exported_pattern(engine: "TypeEngine", key: str, name: str) -> PatternCall | None:
    """The ``pattern(...)`` call that the export *name* of module *key* leads to, if it leads to one."""
    target = engine.find_value(key, name)
    if isinstance(target, Value):
        module = engine.module(target.key)
        return pattern_of(engine, module, initial_value(target.node)) if module is not None else None
    return None


def initial_value(node: Node) -> Node | None:
    """The expression that a declared value starts with; the node itself when it is no declarator."""
    if node.type != "variable_declarator":
        return node
    target = node.child_by_field_name("name")
    return node.child_by_field_name("value") if target is not None and target.type == "identifier" else None


def pattern_of(engine: "TypeEngine", module: Module, node: Node | None, hops: int = 0) -> PatternCall | None:
    """The ``pattern(...)`` call behind the expression *node*, through names, casts and factory steps."""
    while node is not None and node.type in _AROUND:
        node = next(
            (each for each in node.named_children if each.type not in ("comment", "type_arguments")), None
        )
    if node is None or hops > _MOST_HOPS:
        return None
    if node.type == "identifier":
        target = engine.local_value(module, module.text(node))
        if not isinstance(target, Value):
            return None
        there = engine.module(target.key)
        return pattern_of(engine, there, initial_value(target.node), hops + 1) if there is not None else None
    if node.type != "call_expression":
        return None
    called = node.child_by_field_name("function")
    if called is not None and is_runtime_value(engine, module, called, "pattern"):
        return PatternCall(module, node)
    return _behind_step(engine, module, called, hops)


def _behind_step(engine: "TypeEngine", module: Module, called: Node | None, hops: int) -> PatternCall | None:
    if called is None or called.type != "member_expression":
        return None
    step, owner = called.child_by_field_name("property"), called.child_by_field_name("object")
    if step is None or module.text(step) not in _FACTORY_STEPS:
        return None
    return pattern_of(engine, module, owner, hops + 1)


def is_runtime_value(engine: "TypeEngine", module: Module, node: Node, name: str) -> bool:
    """Whether *node* names the value that the runtime exports as *name*."""
    return runtime_name(engine, module, node) == name


def runtime_name(engine: "TypeEngine", module: Module, node: Node) -> str | None:
    """The name of the runtime's value that *node* names; ``None`` when it names none."""
    if node.type == "member_expression":
        owner, step = node.child_by_field_name("object"), node.child_by_field_name("property")
        imported = module.imports.get(module.text(owner)) if owner is not None else None
        if imported is None or imported.imported != "*" or step is None:
            return None
        return module.text(step) if engine.is_runtime(imported.specifier, module.key) else None
    if node.type != "identifier" or (text := module.text(node)) not in module.imports:
        return None
    target = engine.local_value(module, text)
    return target.name if isinstance(target, RuntimeName) else None


def module_patterns(engine: "TypeEngine", module: Module) -> Iterator[PatternCall]:
    """All ``pattern(...)`` calls that stand at the top of *module*, in the order of the text."""
    nodes = {node.id: node for node in module.values.values()}
    nodes.update({each.value.id: each.value for each in module.exports.values() if each.value is not None})
    for node in sorted(nodes.values(), key=lambda node: node.start_byte):
        value = initial_value(node)
        if value is None or value.type == "identifier":
            continue
        found = pattern_of(engine, module, value)
        if found is not None and found.module is module:
            yield found


def callback_of(engine: "TypeEngine", call: PatternCall) -> tuple[Module, Node] | None:
    """The function that a pattern is made from, and the module it stands in."""
    module, node = call.module, call.values[0] if call.values else None
    for _hop in range(_MOST_HOPS):
        while node is not None and node.type in _AROUND:
            node = node.named_children[0]
        if node is None or node.type in _FUNCTIONS:
            return None if node is None else (module, node)
        target = engine.local_value(module, module.text(node)) if node.type == "identifier" else NotFound("")
        there = engine.module(target.key) if isinstance(target, Value) else None
        if not isinstance(target, Value) or there is None:
            return None
        module, node = there, initial_value(target.node)
    return None


def first_parameter(function: Node) -> Node | None:
    """The first parameter of a function: a parameter node, or the name of a lone arrow parameter."""
    alone = function.child_by_field_name("parameter")
    if alone is not None:
        return alone
    parameters = function.child_by_field_name("parameters")
    return (
        next((each for each in parameters.named_children if each.type != "comment"), None)
        if parameters
        else None
    )
