"""Elements: attributes given to patterns and components, children, handlers of built-in elements. Pure."""

from typing import TYPE_CHECKING

from tree_sitter import Node

from indexer.types.infer.attributes import fit_attributes
from indexer.types.infer.events import Instance
from indexer.types.infer.fitting import Fitting, Taker
from indexer.types.infer.look import is_nullish, is_open, parts
from indexer.types.infer.names import At
from indexer.types.infer.signatures import read_signature
from indexer.types.infer.tables import Reader
from indexer.types.model import ANY, Native, Type, Undetermined

if TYPE_CHECKING:
    from indexer.types.infer.session import Inference

ELEMENT = Native("JSX.Element")


def _element(inference: "Inference", node: Node, at: At, _expected: Type | None) -> Type:
    """An element is an element: what stands in it is walked at once only where somebody watches."""
    if inference.is_watching(at):
        _walk(inference, node, at)
    else:
        there = at.branch()
        inference.engine.leave(node, at.env.module.key, lambda: _walk(inference, node, there))
    return ELEMENT


def _walk(inference: "Inference", node: Node, at: At) -> None:
    if node.type == "jsx_self_closing_element":
        _opening(inference, node, at, has_children=False)
        return
    opening = node.child_by_field_name("open_tag")
    if opening is not None:
        _opening(inference, opening, at, has_children=_has_children(node))
    for child in node.named_children:
        if child.type not in ("jsx_opening_element", "jsx_closing_element", "jsx_text", "comment"):
            inference.typed(child, at)


def _has_children(node: Node) -> bool:
    return any(
        child.type not in ("jsx_opening_element", "jsx_closing_element")
        and (child.type != "jsx_text" or (child.text or b"").strip())
        for child in node.named_children
    )


def _opening(inference: "Inference", node: Node, at: At, *, has_children: bool) -> None:
    name = node.child_by_field_name("name")
    if name is None or (name.type == "identifier" and at.env.module.text(name)[:1].islower()):
        _built_in(inference, node, at)
        return
    component = inference.typed(name, at)
    seen = [each for each in parts(inference.engine, component) if not is_nullish(each)]
    target = seen[0] if seen else Undetermined("nothing")
    if isinstance(target, Native) and target.name in ("PatternFactory", "ModuleFactory"):
        fit_attributes(
            _fitting(inference, name, at, factory=True),
            node,
            name,
            target.arguments[0],
            has_children=has_children,
        )
        if target.name == "PatternFactory":
            inference.note(at, lambda: Instance(node=node, callee=name, result=target.arguments[1]))
        return
    shape = inference.engine.shape_of(target)
    if shape is None or not shape.calls or is_open(target):
        _built_in(inference, node, at)
        return
    taken = read_signature(inference, shape.calls[0]).parameters
    wanted = taken[0].type if taken else ANY
    fitting = _fitting(inference, name, at, factory=False)
    fit_attributes(fitting, node, name, wanted, has_children=has_children)


def _fitting(inference: "Inference", name: Node, at: At, *, factory: bool) -> Fitting:
    return Fitting(inference, at, Taker(at.env.module.text(name), "attribute", factory=factory))


def _built_in(inference: "Inference", node: Node, at: At) -> None:
    for attribute in node.children_by_field_name("attribute"):
        value = attribute.named_children[-1] if attribute.named_children else None
        if attribute.type == "jsx_attribute" and value is not None and len(attribute.named_children) > 1:
            inference.typed(value, at, ANY)
        elif attribute.type == "jsx_expression":
            inference.typed(attribute, at)


def _expression(inference: "Inference", node: Node, at: At, expected: Type | None) -> Type:
    inner = next((child for child in node.named_children if child.type != "comment"), None)
    if inner is None:
        return ANY
    if inner.type == "spread_element" and inner.named_children:
        inner = inner.named_children[0]
    return inference.typed(inner, at, expected)


READERS: dict[str, Reader] = {
    "jsx_element": _element,
    "jsx_fragment": _element,
    "jsx_self_closing_element": _element,
    "jsx_expression": _expression,
}
