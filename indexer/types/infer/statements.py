"""Statements in order: what each declares, and what is known after it. Pure."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from tree_sitter import Node

from indexer.types.infer.bindings import declared_type, variable_type
from indexer.types.infer.destructure import Binder, bind_pattern
from indexer.types.infer.look import element_type
from indexer.types.infer.names import At, Flow, declare_statements
from indexer.types.infer.narrowing import join_flows, narrow
from indexer.types.model import ANY, STRING, UNDEFINED, Declaration, Named, Type

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


def _variables(inference: "Inference", node: Node, at: At) -> None:
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
    _join(inference, at, [taken, left])


def _join(inference: "Inference", at: At, ways: list[At]) -> None:
    """After *ways*: what all of them that reach the end tell."""
    ends = [way for way in ways if way.reachable]
    if not ends:
        at.reachable = False
        return
    flow = ends[0].flow
    for way in ends[1:]:
        flow = join_flows(inference, flow, way.flow)
    at.flow = flow


def _loop(inference: "Inference", node: Node, at: At) -> None:
    env = at.env.inside()
    start = _without_assigned(node, at)
    inner = At(env, start, at.returns, at.expected_return)
    initializer = node.child_by_field_name("initializer")
    if initializer is not None:
        from indexer.types.infer.names import _declare_variables  # noqa: PLC0415

        if initializer.type in ("lexical_declaration", "variable_declaration"):
            _declare_variables(env, initializer)
            _variables(inference, initializer, inner)
        else:
            inference.typed(initializer, inner)
    condition = node.child_by_field_name("condition")
    if condition is not None:
        inference.typed(
            condition.named_children[0] if condition.type == "expression_statement" else condition, inner
        )
        if condition.type != "empty_statement" and node.type != "do_statement":
            inner.flow = narrow(inference, condition, inner, truth=True)
    body = node.child_by_field_name("body")
    if body is not None:
        run_statement(inference, body, inner)
    increment = node.child_by_field_name("increment")
    if increment is not None:
        inference.typed(increment, inner)
    at.flow = start


def _for_in(inference: "Inference", node: Node, at: At) -> None:
    left, right, body = (node.child_by_field_name(name) for name in ("left", "right", "body"))
    if left is None or right is None or body is None:
        return
    source = inference.typed(right, at)
    each = (
        STRING
        if any(child.type == "in" for child in node.children)
        else element_type(inference.engine, source)
    )
    env = at.env.inside()
    start = _without_assigned(node, at)
    inner = At(env, start, at.returns, at.expected_return)
    bind_pattern(Binder(inference, inner, env), left, each)
    run_statement(inference, body, inner)
    at.flow = start


def _without_assigned(node: Node, at: At) -> Flow:
    """The flow without what the loop *node* may change: names that are assigned in it."""
    if not at.flow:
        return at.flow
    names = assigned_names(node, at.env.module.source)
    return {path: type_ for path, type_ in at.flow.items() if getattr(path[0], "name", "") not in names}


def assigned_names(node: Node, source: bytes) -> set[str]:
    """The names at the root of everything that is assigned inside *node*."""
    found: set[str] = set()
    waiting = [node]
    while waiting:
        each = waiting.pop()
        if each.type in ("assignment_expression", "augmented_assignment_expression", "update_expression"):
            target = each.child_by_field_name("left") or each.child_by_field_name("argument")
            while target is not None and target.type in (
                "member_expression",
                "subscript_expression",
                "non_null_expression",
            ):
                target = target.child_by_field_name("object") or (target.named_children or [None])[0]
            if target is not None:
                found.add(source[target.start_byte : target.end_byte].decode("utf-8", "replace"))
        waiting.extend(each.named_children)
    return found


def _try(inference: "Inference", node: Node, at: At) -> None:
    body, handler, final = (node.child_by_field_name(name) for name in ("body", "handler", "finalizer"))
    ways = [at.branch(), at.branch()]
    if body is not None:
        run_statement(inference, body, ways[0])
    if handler is not None:
        _catch(inference, handler, ways[1])
    else:
        ways.pop()
    _join(inference, at, ways)
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


def _switch(inference: "Inference", node: Node, at: At) -> None:
    value, body = node.child_by_field_name("value"), node.child_by_field_name("body")
    if value is None or body is None:
        return
    inference.typed(value, at)
    env = at.env.inside()
    for case in body.named_children:
        declare_statements(env, case)
    ways: list[At] = []
    inner_value = value.named_children[0] if value.type == "parenthesized_expression" else value
    remaining, fallen = at.flow, None
    has_default = False
    for case in body.named_children:
        if case.type not in ("switch_case", "switch_default"):
            continue
        label = case.child_by_field_name("value")
        has_default = has_default or label is None
        flow = remaining
        if label is not None:
            inference.typed(label, at)
            flow = _case(inference, inner_value, label, At(env, remaining), same=True)
            remaining = _case(inference, inner_value, label, At(env, remaining), same=False)
        way = At(
            env,
            flow if fallen is None else join_flows(inference, flow, fallen),
            at.returns,
            at.expected_return,
        )
        statements = [
            c for c in case.named_children if c.id != (label.id if label else -1) and c.type != "comment"
        ]
        run_statements(inference, statements, way)
        breaks = _breaks(statements)
        fallen = way.flow if way.reachable and not breaks else None
        if breaks:
            ways.append(way.branch())
    if not has_default:
        ways.append(at.branch(remaining))
    if fallen is not None:
        ways.append(at.branch(fallen))
    _join(inference, at, ways)


def _case(inference: "Inference", value: Node, label: Node, at: At, *, same: bool) -> Flow:
    from indexer.types.infer.narrowing import _equal  # noqa: PLC0415
    from indexer.types.infer.narrowing import narrow as by

    with inference.quiet():
        if value.type == "true":
            return by(inference, label, at, truth=same)
        return _equal(inference, value, label, at, same=same, loose=False)


def _breaks(statements: list[Node]) -> bool:
    last = statements[-1] if statements else None
    while last is not None and last.type == "statement_block":
        last = last.named_children[-1] if last.named_children else None
    return last is not None and last.type in ("break_statement", "continue_statement")


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
    "lexical_declaration": _variables,
    "variable_declaration": _variables,
    "return_statement": _return,
    "statement_block": _block,
    "if_statement": _if,
    "for_statement": _loop,
    "while_statement": _loop,
    "do_statement": _loop,
    "for_in_statement": _for_in,
    "try_statement": _try,
    "switch_statement": _switch,
    "function_declaration": _function,
    "generator_function_declaration": _function,
    "export_statement": _exported,
    "class_declaration": _class,
    "abstract_class_declaration": _class,
    "labeled_statement": _labelled,
    "continue_statement": _stop,
    "break_statement": _stop,
}
