"""Predicates that nobody wrote: ``xs.filter((x) => x.kind === "a")`` keeps what the condition leaves. Pure.

As in TypeScript since 5.5: a function of one parameter whose condition narrows it is a type predicate when
its falsehood would leave nothing of the narrowed type.
"""

from typing import TYPE_CHECKING

from tree_sitter import Node

from indexer.types.infer.destructure import Binder, bind_pattern
from indexer.types.infer.names import At
from indexer.types.infer.narrowing import narrow
from indexer.types.model import NEVER, UNDEFINED, ArrayOf, Type
from indexer.types.unions import members_of, union_of

if TYPE_CHECKING:
    from indexer.types.infer.session import Inference

_FILTERS = frozenset({"filter"})
_FINDERS = frozenset({"find", "findLast"})


def kept_by_predicate(
    inference: "Inference", node: Node, function: Node | None, result: Type, at: At
) -> Type:
    """*result* of calling the array method *function*, narrowed by what its callback amounts to."""
    named = function.child_by_field_name("property") if function is not None else None
    name = at.env.module.text(named) if named is not None else ""
    if name not in _FILTERS | _FINDERS:
        return result
    callback = _plain_callback(node)
    seen = inference.engine.resolved(result)
    if callback is None:
        return result
    if name in _FILTERS:
        told = _told(inference, callback, seen.element, at) if isinstance(seen, ArrayOf) else None
        return result if told is None or not isinstance(seen, ArrayOf) else ArrayOf(told, seen.readonly)
    present = union_of(
        inference.engine, [each for each in members_of(inference.engine, seen) if each != UNDEFINED]
    )
    told = _told(inference, callback, present, at)
    return result if told is None else union_of(inference.engine, (told, UNDEFINED))


def _plain_callback(node: Node) -> tuple[Node, Node] | None:
    """The lone parameter and the expression of the callback, where it is a plain arrow function."""
    given = node.child_by_field_name("arguments")
    arrow = given.named_children[0] if given is not None and given.named_children else None
    if (
        arrow is None
        or arrow.type != "arrow_function"
        or arrow.child_by_field_name("return_type") is not None
    ):
        return None
    body, alone = arrow.child_by_field_name("body"), arrow.child_by_field_name("parameter")
    listed = arrow.child_by_field_name("parameters")
    if alone is None and listed is not None and len(listed.named_children) == 1:
        first = listed.named_children[0]
        alone = first.child_by_field_name("pattern") if first.child_by_field_name("type") is None else None
    if body is None or body.type == "statement_block" or alone is None or alone.type != "identifier":
        return None
    return alone, body


def _told(inference: "Inference", callback: tuple[Node, Node], element: Type, at: At) -> Type | None:
    parameter, condition = callback
    with inference.quiet():
        env = at.env.inside()
        point = At(env, at.flow)
        bind_pattern(Binder(inference, point, env, "parameter"), parameter, element)
        binding = env.find(at.env.module.text(parameter))
        if binding is None:
            return None
        kept = narrow(inference, condition, point, truth=True).get((binding,))
        if kept is None or kept in (element, NEVER):
            return None
        left = narrow(inference, condition, point, truth=False).get((binding,))
    if left is None:
        return None
    remaining = set(members_of(inference.engine, left))
    return None if any(each in remaining for each in members_of(inference.engine, kept)) else kept
