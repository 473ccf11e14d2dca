"""Plain expressions: names, literals, arrays, objects, casts, templates. Pure."""

from dataclasses import replace
from typing import TYPE_CHECKING

from tree_sitter import Node

from indexer.types.engine import NotFound
from indexer.types.infer.events import TypeAsValue
from indexer.types.infer.growing import grown
from indexer.types.infer.library import library
from indexer.types.infer.look import present
from indexer.types.infer.names import At
from indexer.types.infer.narrowing import narrow
from indexer.types.infer.tables import Reader
from indexer.types.model import (
    ANY,
    NULL,
    STRING,
    UNDEFINED,
    Declaration,
    LiteralType,
    Native,
    TupleOf,
    Type,
    Undetermined,
)
from indexer.types.syntax import number_value, string_value

if TYPE_CHECKING:
    from indexer.types.infer.session import Inference

AS_CONST = Undetermined("as const")
"""The context of what stands before ``as const``."""


def identifier(inference: "Inference", node: Node, at: At, _expected: Type | None) -> Type:
    """The type of a name: what flow tells of it, else its declared or inferred type."""
    name = at.env.module.text(node)
    binding = at.env.find(name)
    if binding is not None:
        if binding.kind == "import":
            _note_type_as_value(inference, node, name, at)
        narrowed = at.flow.get((binding,)) or grown(inference, binding, node)
        return narrowed if narrowed is not None else inference.type_of_binding(binding)
    if name == "undefined":
        return UNDEFINED
    known = library().language.get(name)
    if known is None:
        declared = at.env.scope.find(name)
        if isinstance(declared, Declaration) and declared.kind in ("interface", "alias"):
            inference.note(at, lambda: TypeAsValue(node=node, name=name, type_only=False))
        return Undetermined(f"nothing called {name} is declared")
    return inference.exported_value(known[1], name, known[0])


def _note_type_as_value(inference: "Inference", node: Node, name: str, at: At) -> None:
    engine, module = inference.engine, at.env.module
    imported = module.imports.get(name)
    if imported is None or not inference.is_watching(at):
        return
    only = imported.type_only or (
        isinstance(engine.local_value(module, name), NotFound)
        and isinstance(engine.local_type(module, name), Declaration)
    )
    if only and not _is_queried(node):
        inference.note(at, lambda: TypeAsValue(node=node, name=name, type_only=imported.type_only))


def _is_queried(node: Node) -> bool:
    """Whether the name stands in ``typeof name`` where a type is written."""
    parent = node.parent
    while parent is not None and parent.type in ("member_expression", "subscript_expression"):
        parent = parent.parent
    return parent is not None and parent.type == "type_query"


def _string(_inference: "Inference", node: Node, at: At, _expected: Type | None) -> Type:
    return LiteralType(string_value(node, at.env.module.source), "string", fresh=True)


def _number(_inference: "Inference", node: Node, at: At, _expected: Type | None) -> Type:
    text = at.env.module.text(node)
    value = number_value(text.rstrip("n"))
    if value is None:
        return Undetermined(f"the number {text[:20]} is not read")
    return LiteralType(value, "bigint" if text.endswith("n") else "number", fresh=True)


def _boolean(_inference: "Inference", node: Node, _at: At, _expected: Type | None) -> Type:
    return LiteralType(node.type == "true", "boolean", fresh=True)


def _template(inference: "Inference", node: Node, at: At, _expected: Type | None) -> Type:
    for child in node.named_children:
        if child.type == "template_substitution":
            _each_child(inference, child, at)
    if not any(child.type == "template_substitution" for child in node.named_children):
        return LiteralType(string_value(node, at.env.module.source), "string", fresh=True)
    return STRING


def _each_child(inference: "Inference", node: Node, at: At) -> None:
    for child in node.named_children:
        if child.type != "comment":
            inference.typed(child, at)


def inner_of(inference: "Inference", node: Node, at: At, expected: Type | None) -> Type:
    """The type of the first expression inside *node*."""
    inner = next((child for child in node.named_children if child.type != "comment"), None)
    return (
        inference.typed(inner, at, expected) if inner is not None else Undetermined("nothing in parentheses")
    )


def _sequence(inference: "Inference", node: Node, at: At, expected: Type | None) -> Type:
    found: Type = Undetermined("an empty sequence")
    for child in node.named_children:
        if child.type != "comment":
            found = inference.typed(child, at, expected)
    return found


def _cast(inference: "Inference", node: Node, at: At, expected: Type | None) -> Type:
    """``x as T``: T; ``x as const``: what x is, not widened."""
    operands = [child for child in node.named_children if child.type != "comment"]
    if len(operands) < 2:
        inner = inference.typed(operands[0], at, AS_CONST) if operands else ANY
        return constant(inner)
    target = inference.engine.resolve_annotation(operands[-1], at.env.scope)
    inference.typed(operands[0], at, expected if target == ANY else target)
    return target


def constant(type_: Type) -> Type:
    """A literal is fresh no longer, in tuples too."""
    if isinstance(type_, TupleOf):
        return replace(
            type_, elements=tuple(replace(each, type=constant(each.type)) for each in type_.elements)
        )
    return LiteralType(type_.value, type_.base) if isinstance(type_, LiteralType) else type_


def _satisfies(inference: "Inference", node: Node, at: At, _expected: Type | None) -> Type:
    operands = [child for child in node.named_children if child.type != "comment"]
    wanted = inference.engine.resolve_annotation(operands[-1], at.env.scope)
    return inference.typed(operands[0], at, wanted)


def _type_assertion(inference: "Inference", node: Node, at: At, _expected: Type | None) -> Type:
    operands = [child for child in node.named_children if child.type != "comment"]
    inference.typed(operands[-1], at)
    types = operands[0].named_children if operands[0].type == "type_arguments" else operands[:1]
    return inference.engine.resolve_annotation(types[0], at.env.scope)


def _non_null(inference: "Inference", node: Node, at: At, expected: Type | None) -> Type:
    if node.named_children and node.named_children[0].type == "binary_expression":
        inner_of(inference, node, at, expected)
        return _last_operand(inference, node.named_children[0], at)
    return present(inference.engine, inner_of(inference, node, at, expected))


def _last_operand(inference: "Inference", node: Node, at: At) -> Type:
    """What `!` is meant for in ``a && b!.c``, which the grammar reads as ``(a && b)!.c``."""
    flow = at.flow
    while node.type == "binary_expression" and node.named_children:
        operator, left = node.child_by_field_name("operator"), node.child_by_field_name("left")
        if operator is not None and left is not None and operator.type in ("&&", "||"):
            flow = narrow(inference, left, at.branch(flow), truth=operator.type == "&&")
        node = node.child_by_field_name("right") or node.named_children[-1]
    with inference.quiet():
        return present(inference.engine, inference.typed(node, at.branch(flow)))


READERS: dict[str, Reader] = {
    "identifier": identifier,
    "shorthand_property_identifier": identifier,
    "string": _string,
    "number": _number,
    "true": _boolean,
    "false": _boolean,
    "null": lambda _inference, _node, _at, _expected: NULL,
    "undefined": lambda _inference, _node, _at, _expected: UNDEFINED,
    "regex": lambda _inference, _node, _at, _expected: Native("RegExp"),
    "this": lambda _inference, _node, at, _expected: at.env.own() or Undetermined("this is not known"),
    "template_string": _template,
    "parenthesized_expression": inner_of,
    "sequence_expression": _sequence,
    "as_expression": _cast,
    "satisfies_expression": _satisfies,
    "type_assertion": _type_assertion,
    "non_null_expression": _non_null,
    "instantiation_expression": inner_of,
}
