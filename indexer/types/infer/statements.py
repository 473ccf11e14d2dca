"""Statements in order: what each declares, and what is known after it. Pure."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from tree_sitter import Node

from indexer.types.infer.bindings import declared_type, variable_type
from indexer.types.infer.destructure import Binder, bind_pattern
from indexer.types.infer.loops import for_each, loop
from indexer.types.infer.names import At, declare_statements
from indexer.types.infer.narrowing import narrow
from indexer.types.infer.switches import switch
from indexer.types.infer.ways import join_ways
from indexer.types.model import ANY, UNDEFINED, Declaration, Named, Type

if TYPE_CHECKING:
    from indexer.types.infer.session import Inference

_FLAT = frozenset({"expression_statement", "throw_statement"})


def run_module(inference: "Inference", root: Node, at: At) -> None:
    """Walks the statements of a module, and the bodies of its functions."""
    run_statements(inference, root.named_children, at)
    inference.flush()


def run_block(inference: "Inference", block: Node, at: At) -> None:
    """Walks the statements of *block*, whose names are bound already."""
    run_statements(inference, block.named_children, at)


def run_statements(inference: "Inference", statements: list[Node], at: At) -> None:
    """Walks *statements* in order; *at* moves along."""
    for statement in statements:
        run_statement(inference, statement, at)


def run_statement(inference: "Inference", node: Node, at: At) -> None:
    """Walks one statement."""
    run = _STATEMENTS.get(node.type)
    if run is not None:
        run(inference, node, at)
    elif node.type in _FLAT:
        for child in node.named_children:
            if child.type != "comment":
                inference.typed(child, at)
        at.reachable = at.reachable and node.type != "throw_statement"


def declare_variables(inference: "Inference", node: Node, at: At) -> None:
    """Types a declaration of variables, whose names are bound already."""
    for declarator in node.named_children:
        target = declarator.child_by_field_name("name") if declarator.type == "variable_declarator" else None
        if target is None:
            continue
        if target.type != "identifier":
            bind_pattern(Binder(inference, at, at.env), target, declared_type(inference, declarator, at))
            continue
        binding = at.env.find(at.env.module.text(target))
        if binding is None or binding.node.id != declarator.id:
            inference.typed(declarator.child_by_field_name("value") or target, at)
        elif inference.is_watching(at) or binding.type is None:
            binding.busy = True
            found = variable_type(inference, binding, at)
            binding.busy, binding.type = False, found


def _return(inference: "Inference", node: Node, at: At) -> None:
    value = next((child for child in node.named_children if child.type != "comment"), None)
    found: Type = UNDEFINED if value is None else inference.typed(value, at, at.expected_return)
    if at.returns is not None:
        at.returns.append(found)
    at.reachable = False


def _block(inference: "Inference", node: Node, at: At) -> None:
    env = at.env.inside()
    declare_statements(env, node)
    inner = At(env, at.flow, at.returns, at.expected_return)
    run_block(inference, node, inner)
    at.flow, at.reachable = inner.flow, inner.reachable


def _if(inference: "Inference", node: Node, at: At) -> None:
    condition = node.child_by_field_name("condition")
    one, other = node.child_by_field_name("consequence"), node.child_by_field_name("alternative")
    if condition is None or one is None:
        return
    inference.typed(condition, at)
    taken = at.branch(narrow(inference, condition, at, truth=True))
    left = at.branch(narrow(inference, condition, at, truth=False))
    run_statement(inference, one, taken)
    if other is not None:
        for child in other.named_children if other.type == "else_clause" else [other]:
            run_statement(inference, child, left)
    join_ways(inference, at, [taken, left])


def _try(inference: "Inference", node: Node, at: At) -> None:
    body, handler, final = (node.child_by_field_name(name) for name in ("body", "handler", "finalizer"))
    ways = [at.branch(), at.branch()]
    if body is not None:
        run_statement(inference, body, ways[0])
    if handler is not None:
        _catch(inference, handler, ways[1])
    else:
        ways.pop()
    join_ways(inference, at, ways)
    if final is not None:
        inner = final.child_by_field_name("body")
        if inner is not None:
            run_statement(inference, inner, at)


def _catch(inference: "Inference", handler: Node, at: At) -> None:
    env = at.env.inside()
    parameter, body = handler.child_by_field_name("parameter"), handler.child_by_field_name("body")
    if parameter is not None:
        bind_pattern(Binder(inference, at, env), parameter, ANY)
    if body is not None:
        inner = At(env, at.flow, at.returns, at.expected_return)
        run_statement(inference, body, inner)
        at.reachable = inner.reachable


def _function(inference: "Inference", node: Node, at: At) -> None:
    name = node.child_by_field_name("name")
    binding = at.env.find(at.env.module.text(name)) if name is not None else None
    if binding is not None and binding.node.id == node.id:
        inference.type_of_binding(binding)


def _exported(inference: "Inference", node: Node, at: At) -> None:
    value = node.child_by_field_name("value") or node.child_by_field_name("declaration")
    if value is None:
        return
    if value.type in _STATEMENTS:
        run_statement(inference, value, at)
    else:
        inference.typed(value, at)


def _class(inference: "Inference", node: Node, at: At) -> None:
    body, name = node.child_by_field_name("body"), node.child_by_field_name("name")
    at = at.within(at.env.inside())
    declared = at.env.scope.find(at.env.module.text(name)) if name is not None else None
    at.env.this = Named(declared) if isinstance(declared, Declaration) else ANY
    for member in body.named_children if body is not None else ():
        if member.type == "method_definition":
            inference.typed(member, at)
        elif member.type == "public_field_definition":
            value = member.child_by_field_name("value")
            if value is not None:
                inference.typed(value, at)


def _stop(_inference: "Inference", _node: Node, at: At) -> None:
    at.reachable = False


def _labelled(inference: "Inference", node: Node, at: At) -> None:
    body = node.child_by_field_name("body")
    if body is not None:
        run_statement(inference, body, at)


_STATEMENTS: dict[str, Callable[["Inference", Node, At], None]] = {
    "lexical_declaration": declare_variables,
    "variable_declaration": declare_variables,
    "return_statement": _return,
    "statement_block": _block,
    "if_statement": _if,
    "for_statement": loop,
    "while_statement": loop,
    "do_statement": loop,
    "for_in_statement": for_each,
    "try_statement": _try,
    "switch_statement": switch,
    "function_declaration": _function,
    "generator_function_declaration": _function,
    "export_statement": _exported,
    "class_declaration": _class,
    "abstract_class_declaration": _class,
    "labeled_statement": _labelled,
    "continue_statement": _stop,
    "break_statement": _stop,
}
