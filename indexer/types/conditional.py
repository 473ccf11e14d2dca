"""Conditional types with ``infer``, distributed over unions. Pure."""

from typing import TYPE_CHECKING

from tree_sitter import Node

from indexer.types.assign import assignable
from indexer.types.model import (
    NEVER,
    Declaration,
    LiteralType,
    Named,
    Scalar,
    Type,
    TypeParameter,
    Undetermined,
)
from indexer.types.objects import with_alias
from indexer.types.patterns import Bindings, match_pattern
from indexer.types.scope import Scope
from indexer.types.unions import split_members, union_of

if TYPE_CHECKING:
    from indexer.types.engine import TypeEngine


def read_conditional(engine: "TypeEngine", node: Node, scope: Scope, alias: Named | None) -> Type:
    """The type of ``A extends B ? X : Y``; ``Undetermined`` when it cannot be decided."""
    left = node.child_by_field_name("left")
    if left is None:
        return Undetermined("a conditional type without a left side")
    checked = engine.resolve_annotation(left, scope)
    name = scope.module.text(left)
    if left.type != "type_identifier" or not _is_parameter(name, scope):
        return _decide(engine, node, scope, checked)
    members = sorted(split_members(engine, checked), key=_made_early)
    if len(members) == 1:
        return _decide(engine, node, scope, checked)
    made = union_of(engine, (_decide(engine, node, scope.bind({name: member}), member) for member in members))
    return with_alias(made, alias) if members else NEVER


_EARLY = {name: at for at, name in enumerate(("undefined", "null", "string", "number", "bigint"))}


def _made_early(member: Type) -> int:
    """Built-in types come first in a union, as the compiler distributes over it."""
    if isinstance(member, Scalar):
        return _EARLY.get(member.name, 5)
    return 6 if isinstance(member, LiteralType) and member.base == "boolean" else 7


def _is_parameter(name: str, scope: Scope) -> bool:
    found = scope.find(name)
    return found is not None and not isinstance(found, Declaration)


def _decide(engine: "TypeEngine", node: Node, scope: Scope, checked: Type) -> Type:
    right = node.child_by_field_name("right")
    yes, no = node.child_by_field_name("consequence"), node.child_by_field_name("alternative")
    if right is None or yes is None or no is None:
        return Undetermined("a conditional type without all its parts")
    seen = engine.resolved(checked)
    if isinstance(seen, (TypeParameter, Undetermined)):
        return seen if isinstance(seen, Undetermined) else Undetermined("a conditional type over a parameter")
    bindings: Bindings = {}
    fits = match_pattern(engine, checked, right, scope, bindings)
    if fits is None:
        fits = assignable(engine, checked, engine.resolve_annotation(right, scope.bind(bindings)))
    if fits is None:
        return Undetermined("a conditional type that cannot be decided")
    return engine.resolve_annotation(yes if fits else no, scope.bind(bindings) if fits else scope)
