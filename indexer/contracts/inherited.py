"""The type that a property is printed with: what an optional mark and type arguments do to it. Pure."""

import re
from typing import TYPE_CHECKING

from indexer.types.mapped import without_undefined
from indexer.types.model import ANY, NEVER, UNDEFINED, Lazy, Member, Type, TypeParameter, Wrapper
from indexer.types.scope import Scope
from indexer.types.unions import members_of, split_members, union_of

if TYPE_CHECKING:
    from indexer.types.engine import TypeEngine


def property_type(engine: "TypeEngine", member: Member) -> Type:
    """The type to print: as declared, but for what the compiler adds to optional members of generic types."""
    if member.mapped:
        return _mapped_optional(engine, member) if member.optional else member.type
    parameter = generic_parameter(member)
    if parameter is not None and _is_put_in(member.scope, parameter, ANY):
        return _uninstantiated(engine, member, parameter)
    if not member.optional:
        return member.type
    if parameter is not None:
        return union_of(engine, (member.type, UNDEFINED))
    return UNDEFINED if engine.resolved(member.type) == NEVER else member.type


def _mapped_optional(engine: "TypeEngine", member: Member) -> Type:
    """A lone type loses ``undefined``; a union, ``boolean`` included, keeps it."""
    present = [each for each in split_members(engine, member.type) if each != UNDEFINED]
    if len(present) == 1:
        return without_undefined(engine, member.type)
    return union_of(engine, (*members_of(engine, member.type), UNDEFINED))


def generic_parameter(member: Member) -> str | None:
    """A type parameter of the declaration around *member* that its annotation names, if it names one."""
    names = _parameter_names(member.scope)
    typed = member.node.child_by_field_name("type") if names and member.node is not None else None
    if typed is None or member.scope is None:
        return None
    words = re.findall(r"[A-Za-z_$][\w$]*", member.scope.module.text(typed))
    return next((word for word in words if word in names), None)


def _parameter_names(scope: Scope | None) -> set[str]:
    names: set[str] = set()
    while scope is not None:
        if scope.bindings:
            names.update(scope.bindings)
        scope = scope.parent
    names.discard("this")
    return names


def _is_put_in(scope: Scope | None, name: str, type_: Type) -> bool:
    level = scope
    while level is not None:
        if name in level.bindings:
            return level.bindings[name] == type_
        level = level.parent
    return False


def _uninstantiated(engine: "TypeEngine", member: Member, parameter: str) -> Type:
    """An ``any`` put in for a parameter is not believed: the parameter stands for itself."""
    typed = member.node.child_by_field_name("type") if member.node is not None else None
    if typed is None or member.scope is None or member.place is None:
        return member.type
    written = engine.constraint_node(parameter, member.scope)
    constraint = Lazy(lambda: engine.resolve_annotation(*written)) if written is not None else None
    itself = TypeParameter(parameter, member.place, constraint)
    declared = engine.resolve_annotation(typed, member.scope.bind({parameter: itself}))
    alone = member.scope.module.text(typed).lstrip(": ") == parameter
    return union_of(engine, (declared, UNDEFINED)) if member.optional and not alone else declared


def skips_required(member: Member) -> bool:
    """Whether a member is not required although it has no ``?``: ``Default<T | undefined, V>``."""
    typed = member.type
    if (
        not isinstance(typed, Wrapper)
        or typed.kind != "Default"
        or typed.alias is not None
        or not typed.nodes
    ):
        return False
    node = typed.nodes[0]
    return node.type == "union_type" and any(
        each.type == "literal_type" and each.text == b"undefined" for each in node.named_children
    )
