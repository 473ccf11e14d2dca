"""Matching a type against the right side of ``extends`` that holds ``infer X``. Pure."""

from typing import TYPE_CHECKING, TypeAlias

from tree_sitter import Node

from indexer.types.lookups import element_of, member_type
from indexer.types.model import Named, Native, TupleOf, Type, Undetermined, Wrapper
from indexer.types.scope import Scope
from indexer.types.syntax import text_of

if TYPE_CHECKING:
    from indexer.types.engine import TypeEngine

Bindings: TypeAlias = "dict[str, Type]"


def match_pattern(
    engine: "TypeEngine", type_: Type, node: Node, scope: Scope, bindings: Bindings
) -> bool | None:
    """Whether *type_* has the form of *node*, filling *bindings*; ``None``: there is no ``infer`` in it."""
    while node.type in ("parenthesized_type", "readonly_type", "type_annotation"):
        node = node.named_children[0]
    if node.type == "infer_type":
        bindings.setdefault(text_of(node.named_children[0], scope.module.source), type_)
        return True
    if b"infer " not in scope.module.source[node.start_byte : node.end_byte]:
        return None
    if node.type == "array_type":
        element = element_of(engine, type_)
        return element is not None and _matches(engine, element, node.named_children[0], scope, bindings)
    if node.type == "generic_type":
        return _match_generic(engine, type_, node, scope, bindings)
    if node.type == "object_type":
        return _match_object(engine, type_, node, scope, bindings)
    if node.type == "function_type":
        return _match_function(engine, type_, node, scope, bindings)
    if node.type == "tuple_type":
        return _match_tuple(engine, type_, node, scope, bindings)
    _undetermined_names(node, scope, bindings)
    return True


def _matches(engine: "TypeEngine", type_: Type, node: Node, scope: Scope, bindings: Bindings) -> bool:
    from indexer.types.assign import assignable  # noqa: PLC0415  # assign resolves conditional types in turn

    found = match_pattern(engine, type_, node, scope, bindings)
    return (
        assignable(engine, type_, engine.resolve_annotation(node, scope)) is not False
        if found is None
        else found
    )


def _undetermined_names(node: Node, scope: Scope, bindings: Bindings) -> None:
    pending = [node]
    while pending:
        each = pending.pop()
        if each.type == "infer_type":
            name = text_of(each.named_children[0], scope.module.source)
            bindings[name] = Undetermined(f"infer {name} stands where it is not read")
        pending.extend(each.named_children)


def _match_generic(engine: "TypeEngine", type_: Type, node: Node, scope: Scope, bindings: Bindings) -> bool:
    name_node = node.child_by_field_name("name")
    written = node.child_by_field_name("type_arguments")
    name = scope.module.text(name_node) if name_node else ""
    parts = written.named_children if written else []
    if name in ("Array", "ReadonlyArray") and parts:
        element = element_of(engine, type_)
        return element is not None and _matches(engine, element, parts[0], scope, bindings)
    seen = engine.resolved(type_)
    pattern = engine.resolve_annotation(node, scope)
    given: tuple[Type, ...] | None = None
    if isinstance(seen, Native) and seen.name == name:
        given = seen.arguments
    elif isinstance(seen, Wrapper) and isinstance(pattern, Wrapper) and seen.kind == pattern.kind:
        given = (seen.element, *seen.extra)
    elif isinstance(seen, Named) and isinstance(pattern, Named) and seen.declaration is pattern.declaration:
        given = seen.arguments
    elif isinstance(pattern, Named) and pattern.declaration.kind == "alias":
        alias = type_ if isinstance(type_, Named) else getattr(seen, "alias", None)
        if not isinstance(alias, Named) or alias.declaration is not pattern.declaration:
            _undetermined_names(node, scope, bindings)
            return True
        given = alias.arguments
    if given is None:
        return False
    return all(
        _matches(engine, each, part, scope, bindings) for each, part in zip(given, parts, strict=False)
    )


def _match_object(engine: "TypeEngine", type_: Type, node: Node, scope: Scope, bindings: Bindings) -> bool:
    shape = engine.shape_of(type_)
    if shape is None:
        return False
    for part in node.named_children:
        name, typed = part.child_by_field_name("name"), part.child_by_field_name("type")
        if part.type != "property_signature" or name is None or typed is None:
            continue
        member = shape.member(scope.module.text(name))
        if member is None and not any(child.type == "?" for child in part.children):
            return False
        if member is not None and not _matches(
            engine, member_type(engine, member), typed.named_children[0], scope, bindings
        ):
            return False
    return True


def _match_function(engine: "TypeEngine", type_: Type, node: Node, scope: Scope, bindings: Bindings) -> bool:
    shape = engine.shape_of(type_)
    returned = node.child_by_field_name("return_type")
    if shape is None or not shape.calls or returned is None:
        return False
    _undetermined_names(node, scope, bindings)
    found: Bindings = {}
    fits = _matches(engine, engine.return_type(shape.calls[-1]), returned, scope, found)
    bindings.update(found)
    parameters = node.child_by_field_name("parameters")
    for at, part in enumerate(parameters.named_children if parameters else ()):
        typed, pattern = part.child_by_field_name("type"), part.child_by_field_name("pattern")
        if typed is not None and typed.named_children[0].type == "infer_type":
            rest = pattern is not None and pattern.type == "rest_pattern"
            name = text_of(typed.named_children[0].named_children[0], scope.module.source)
            bindings[name] = (
                engine.parameters_type(shape.calls[-1])
                if rest
                else engine.parameter_type(shape.calls[-1], at)
            )
    return fits


def _match_tuple(engine: "TypeEngine", type_: Type, node: Node, scope: Scope, bindings: Bindings) -> bool:
    seen = engine.resolved(type_)
    if not isinstance(seen, TupleOf):
        return False
    elements = list(seen.elements)
    parts = [each for each in node.named_children if each.type != "comment"]
    for part in parts:
        if part.type == "rest_type":
            _matches(engine, TupleOf(tuple(elements)), part.named_children[0], scope, bindings)
            return True
        if not elements or not _matches(engine, elements.pop(0).type, part, scope, bindings):
            return False
    return not elements
