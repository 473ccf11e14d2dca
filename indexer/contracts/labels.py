"""What confidentiality and integrity types say: the ``ifc`` of a schema. Pure."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from tree_sitter import Node

from indexer.contracts.defaults import NO_VALUE, value_of_constant, value_of_type
from indexer.types.engine import Value
from indexer.types.members import property_name
from indexer.types.model import QUERIED, LiteralType, Native, Wrapper
from indexer.types.scope import Scope

if TYPE_CHECKING:
    from indexer.types.engine import TypeEngine

_KEYS = {
    "Confidential": "confidentiality", "Integrity": "integrity", "AddIntegrity": "addIntegrity",
    "RequiresIntegrity": "requiredIntegrity", "MaxConfidentiality": "maxConfidentiality",
    "ExactCopy": "exactCopyOf",
}  # fmt: skip
_PRINCIPALS = {"RepresentsCurrentUser": "represents-principal", "AuthoredByCurrentUser": "authored-by"}


def label_metadata(
    engine: "TypeEngine", wrapper: Wrapper, writer_of: Callable[[str], dict[str, object]]
) -> dict[str, object]:
    """The ``ifc`` entries of *wrapper*; *writer_of* gives the identity record of the module with a key."""
    kind = wrapper.kind
    if kind in _KEYS:
        value = _argument(engine, wrapper, 1)
        return {} if value is NO_VALUE else {_KEYS[kind]: value}
    if kind in _PRINCIPALS:
        return {"addIntegrity": [{"kind": _PRINCIPALS[kind], "subject": {"__ctCurrentPrincipal": True}}]}
    if kind == "Cfc":
        value = _argument(engine, wrapper, 1)
        return value if isinstance(value, dict) else {}
    if kind == "WriteAuthorizedBy":
        return _writer(engine, wrapper, writer_of)
    return _trusted(engine, wrapper, writer_of)


def _trusted(
    engine: "TypeEngine", wrapper: Wrapper, writer_of: Callable[[str], dict[str, object]]
) -> dict[str, object]:
    first = 1 if wrapper.kind == "TrustedActionUiContract" else 2
    pattern = _argument(engine, wrapper, first + 1)
    needed: list[object] = [pattern]
    if wrapper.kind != "TrustedActionWrite" and len(wrapper.extra) > first + 1:
        listed = _argument(engine, wrapper, first + 2)
        needed = listed if isinstance(listed, list) else needed
    contract = {
        "helper": "UiAction",
        "action": _argument(engine, wrapper, first),
        "trustedPattern": pattern,
        "requiredEventIntegrity": needed,
    }
    writer = {} if wrapper.kind == "TrustedActionUiContract" else _writer(engine, wrapper, writer_of)
    return {
        **writer,
        "uiContract": {name: value for name, value in contract.items() if value is not NO_VALUE},
    }


def _writer(
    engine: "TypeEngine", wrapper: Wrapper, writer_of: Callable[[str], dict[str, object]]
) -> dict[str, object]:
    node = _argument_node(wrapper, 1)
    scope = wrapper.scope
    if node is None or scope is None:
        return {}
    if node.type == "type_identifier":
        return _bound_writer(scope.find(scope.module.text(node)), writer_of)
    if node.type != "type_query":
        return {}
    name = scope.module.text(node.named_children[0])
    target = engine.local_value(scope.module, name)
    key = target.key if isinstance(target, Value) else scope.module.key
    declared = target.name if isinstance(target, Value) and target.name != "default" else name
    return {"writeAuthorizedBy": {"__ctWriterIdentityOf": {**writer_of(key), "path": [declared]}}}


def _bound_writer(bound: object, writer_of: Callable[[str], dict[str, object]]) -> dict[str, object]:
    """The writer that has been put in for a type parameter."""
    if not isinstance(bound, Native) or bound.name != QUERIED:
        return {}
    key, name = bound.arguments[0], bound.arguments[1]
    if not isinstance(key, LiteralType) or not isinstance(name, LiteralType):
        return {}
    return {
        "writeAuthorizedBy": {
            "__ctWriterIdentityOf": {**writer_of(str(key.value)), "path": [str(name.value)]}
        }
    }


def _argument_node(wrapper: Wrapper, at: int) -> Node | None:
    node = wrapper.nodes[at] if at < len(wrapper.nodes) else None
    while node is not None and node.type in ("parenthesized_type", "readonly_type"):
        node = node.named_children[0]
    return node


def _argument(engine: "TypeEngine", wrapper: Wrapper, at: int) -> object:
    node = _argument_node(wrapper, at)
    if node is not None and wrapper.scope is not None:
        value = _value_of_node(engine, node, wrapper.scope)
        if value is not NO_VALUE:
            return value
    return value_of_type(engine, wrapper.extra[at - 1]) if 0 < at <= len(wrapper.extra) else NO_VALUE


def _value_of_node(engine: "TypeEngine", node: Node, scope: Scope) -> object:
    while node.type in ("parenthesized_type", "readonly_type", "type_annotation"):
        node = node.named_children[0]
    if node.type == "type_query":
        return value_of_constant(engine, node.named_children[0], scope)
    if node.type == "tuple_type":
        return [_value_of_node(engine, each, scope) for each in node.named_children if each.type != "comment"]
    if node.type == "object_type":
        return _value_of_members(engine, node, scope)
    if node.type == "generic_type" and scope.module.text(node.named_children[0]) == "AnyOf":
        written = node.child_by_field_name("type_arguments")
        inner = _value_of_node(engine, written.named_children[0], scope) if written else NO_VALUE
        return {"anyOf": inner} if isinstance(inner, list) else NO_VALUE
    return value_of_type(engine, engine.resolve_annotation(node, scope))


def _value_of_members(engine: "TypeEngine", node: Node, scope: Scope) -> object:
    values: dict[str, object] = {}
    for each in node.named_children:
        named, typed = each.child_by_field_name("name"), each.child_by_field_name("type")
        name = property_name(engine, named, scope) if named is not None else None
        if name is not None and typed is not None:
            values[name] = _value_of_node(engine, typed, scope)
    return NO_VALUE if NO_VALUE in values.values() else values
