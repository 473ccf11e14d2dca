"""Reading fields and elements of values. Pure."""

from typing import TYPE_CHECKING

from tree_sitter import Node

from indexer.types.engine import NotFound, Value
from indexer.types.infer.bindings import runtime_type, value_type
from indexer.types.infer.chains import chained
from indexer.types.infer.fields import Field, field_of
from indexer.types.infer.look import element_type, is_nullish, is_open, look, parts
from indexer.types.infer.names import At, Path
from indexer.types.infer.notes import read_event
from indexer.types.infer.tables import Reader
from indexer.types.kinds import CELL_KINDS
from indexer.types.model import ANY, LiteralType, Named, Native, Type, Undetermined
from indexer.types.unions import union_of

if TYPE_CHECKING:
    from indexer.types.infer.session import Inference

_CELL_STATICS = ("of", "for", "perSpace", "perUser", "perSession", "equals", "equalLinks")
"""What the constructors of cells offer."""


def path_of(node: Node, at: At) -> Path | None:
    """The reference that *node* is, if flow can narrow it: a name, and fields named literally."""
    names: list[str] = []
    while True:
        if node.type in (
            "parenthesized_expression",
            "non_null_expression",
            "as_expression",
            "satisfies_expression",
        ):
            node = node.named_children[0]
        elif node.type == "member_expression":
            names.append(at.env.module.text(node.child_by_field_name("property") or node))
            node = node.child_by_field_name("object") or node
        elif node.type == "subscript_expression":
            index = node.child_by_field_name("index")
            if index is None or index.type not in ("string", "number", "identifier"):
                return None
            names.append(
                at.env.module.text(index).strip("\"'")
                if index.type != "identifier"
                else f"[{at.env.module.text(index)}]"
            )
            node = node.child_by_field_name("object") or node
        else:
            break
        if len(names) > 12:
            return None
    binding = at.env.find(at.env.module.text(node)) if node.type == "identifier" else None
    return (binding, *reversed(names)) if binding is not None else None


def _member(inference: "Inference", node: Node, at: At, _expected: Type | None) -> Type:
    owner, named = node.child_by_field_name("object"), node.child_by_field_name("property")
    if owner is None or named is None:
        return Undetermined("an incomplete member expression")
    base = inference.typed(owner, at)
    name = at.env.module.text(named)
    return _read_field(inference, named, name, base, at)


def _subscript(inference: "Inference", node: Node, at: At, _expected: Type | None) -> Type:
    owner, index = node.child_by_field_name("object"), node.child_by_field_name("index")
    if owner is None or index is None:
        return Undetermined("an incomplete element access")
    base = inference.typed(owner, at)
    key = look(inference.engine, inference.typed(index, at))
    if isinstance(key, LiteralType) and key.base in ("string", "number"):
        return _read_field(inference, index, str(key.value), base, at)
    return _narrowed(node, at) or chained(inference.engine, node, base, _element(inference, base, key))


def _element(inference: "Inference", base: Type, key: Type) -> Type:
    """What an element gives whose key is worked out at run time."""
    engine = inference.engine
    found: list[Type] = []
    for part in parts(engine, base):
        if is_nullish(part):
            continue
        if is_open(part):
            return ANY if part == ANY else Undetermined("an element of what is not known")
        shape = engine.shape_of(part)
        rules = [rule for rule in shape.indexes if rule.key in ("string", "template")] if shape else []
        keys = [each for each in parts(engine, key) if isinstance(each, LiteralType)]
        if rules:
            found.append(rules[0].type)
        elif shape and keys and len(keys) == len(parts(engine, key)):
            found.extend(field_of(engine, part, str(each.value)).type for each in keys)
        else:
            found.append(element_type(engine, part) if not shape or shape.indexes else ANY)
    return union_of(engine, found) if found else Undetermined("an element of nothing")


def _read_field(inference: "Inference", named: Node, name: str, base: Type, at: At) -> Type:
    """The type of the field *name* of *base*, which *named* spells in the expression around it."""
    node = named.parent or named
    found = special_field(inference, base, name, at) or field_of(inference.engine, base, name)
    parent = node.parent
    called = (
        parent is not None
        and parent.type == "call_expression"
        and parent.child_by_field_name("function") == node
    )
    inference.note(at, lambda: read_event(named, name, base, found, called=called))
    narrowed = _narrowed(node, at)
    if narrowed is not None:
        return narrowed
    if found.outcome == "absent":
        return Undetermined(f"no field {name}")
    return chained(inference.engine, node, base, found.type)


def _narrowed(node: Node, at: At) -> Type | None:
    if not at.flow:
        return None
    path = path_of(node, at)
    return at.flow.get(path) if path is not None else None


def special_field(inference: "Inference", base: Type, name: str, at: At) -> Field | None:
    """Fields of modules, enums, classes and the framework's own values."""
    seen = look(inference.engine, base)
    if not isinstance(seen, Native) or not seen.arguments:
        return None
    first = seen.arguments[0]
    if seen.name == "namespace" and isinstance(first, LiteralType):
        return _module_field(inference, str(first.value), name)
    if seen.name == "runtime" and isinstance(first, LiteralType):
        return Field("found", runtime_type(inference, str(first.value), name, at.env.module.key))
    if seen.name == "enum" and isinstance(first, Named):
        return Field("found", inference.engine.enum_member(first.declaration, name))
    if seen.name == "class":
        return Field("any", ANY)
    if seen.name == "framework" and isinstance(first, LiteralType):
        if str(first.value).partition(".")[0] in CELL_KINDS and name not in _CELL_STATICS:
            return Field("absent", ANY, _CELL_STATICS)
        return Field("found", Native("framework", (LiteralType(f"{first.value}.{name}", "string"),)))
    return None


def _module_field(inference: "Inference", key: str, name: str) -> Field:
    target = inference.engine.find_value(key, name)
    if isinstance(target, Value):
        return Field("found", value_type(inference, target))
    if isinstance(target, NotFound):
        module = inference.engine.module(key)
        names = tuple(module.exports) if module else ()
        return Field("absent" if module and not module.stars else "unknown", ANY, names, reason=target.reason)
    return Field("unknown", Undetermined("a re-exported runtime value"), reason="a re-exported runtime value")


READERS: dict[str, Reader] = {"member_expression": _member, "subscript_expression": _subscript}
