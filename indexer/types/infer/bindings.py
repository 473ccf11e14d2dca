"""The type of a declared name: annotation, initial value, import, function, class, enum. Pure."""

from typing import TYPE_CHECKING

from tree_sitter import Node

from indexer.types.assign import assignable
from indexer.types.engine import NotFound, RuntimeName, Value, WholeModule
from indexer.types.host import Runtime
from indexer.types.infer.destructure import Binder, bind_pattern
from indexer.types.infer.library import library
from indexer.types.infer.look import is_open, look, widened
from indexer.types.infer.names import At, Binding
from indexer.types.model import (
    ANY,
    BOOLEAN,
    Declaration,
    LiteralType,
    Named,
    Native,
    Scalar,
    TupleOf,
    Type,
    Undetermined,
    UnionOf,
)
from indexer.types.unions import split_members, union_of

if TYPE_CHECKING:
    from indexer.types.infer.session import Inference

MODELLED = frozenset(
    {
        "pattern", "handler", "lift", "computed", "derive", "action", "assert", "ifElse", "when", "unless",
        "cell", "Cell", "Writable", "OpaqueCell", "Stream", "ReadonlyCell", "WriteonlyCell",
        "ComparableCell", "patternTool", "byRef",
    }
)  # fmt: skip
"""Values of the framework whose calls are modelled in code."""


def binding_type(inference: "Inference", binding: Binding) -> Type:
    """The type of *binding*, worked out from its declaration."""
    if binding.kind == "import":
        return _imported(inference, binding)
    if binding.kind in ("const", "let"):
        return variable_type(inference, binding, At(binding.env))
    if binding.kind == "function":
        return inference.typed(binding.node, At(binding.env))
    return _declared(binding)


def _declared(binding: Binding) -> Type:
    """Classes and enums as values."""
    found = binding.env.scope.find(binding.name) or binding.env.module.types.get(binding.name)
    if isinstance(found, Declaration) and found.kind in ("class", "enum"):
        return Native("class" if found.kind == "class" else "enum", (Named(found),))
    return Undetermined(f"{binding.name} is declared inside a function")


def variable_type(inference: "Inference", binding: Binding, at: At) -> Type:
    """The type of a variable; a destructuring declarator gives all its names their types at once."""
    target = binding.node.child_by_field_name("name")
    if target is None:
        return Undetermined("a declaration without a name")
    if target.type != "identifier":
        bind_pattern(Binder(inference, at, binding.env), target, declared_type(inference, binding.node, at))
        return binding.type if binding.type is not None else Undetermined(f"{binding.name} is not bound")
    if binding.kind == "const":
        return declared_type(inference, binding.node, at)
    return _evolving(inference, binding.node, declared_type(inference, binding.node, at))


def declared_type(inference: "Inference", declarator: Node, at: At) -> Type:
    """The annotation of a variable declarator, else the type of its initial value."""
    annotation, value = declarator.child_by_field_name("type"), declarator.child_by_field_name("value")
    wanted = inference.engine.resolve_annotation(annotation, at.env.scope) if annotation else None
    if value is None:
        return wanted if wanted is not None else ANY
    narrows = wanted is not None and _can_narrow(inference, declarator, wanted)
    if wanted is not None and not narrows and not inference.is_watching(at):
        return wanted
    found = inference.typed(value, at, wanted)
    if wanted is not None and narrows:
        return _assigned(inference, wanted, found)
    if wanted is None and isinstance(found, TupleOf) and not found.elements:
        return ANY
    return wanted if wanted is not None else found


def _can_narrow(inference: "Inference", declarator: Node, wanted: Type) -> bool:
    """Whether the initial value narrows the declared type: a ``const`` of a union, ``boolean`` included."""
    outer = declarator.parent
    is_constant = outer is not None and any(child.type == "const" for child in outer.children)
    seen = inference.engine.resolved(wanted)
    return is_constant and (seen == BOOLEAN or isinstance(seen, UnionOf))


def _assigned(inference: "Inference", wanted: Type, found: Type) -> Type:
    """The members of the declared type *wanted* that the initial value may be."""
    if is_open(found):
        return wanted
    members = split_members(inference.engine, wanted)
    given = split_members(inference.engine, found)
    kept = [
        each for each in members if any(assignable(inference.engine, one, each) is not False for one in given)
    ]
    if not kept or len(kept) == len(members):
        return wanted
    fresh = any(isinstance(one, LiteralType) and one.fresh and one.base == "boolean" for one in given)
    return union_of(
        inference.engine,
        [
            LiteralType(each.value, "boolean", fresh=fresh)
            if isinstance(each, LiteralType) and each.base == "boolean"
            else each
            for each in kept
        ],
    )


def _evolving(inference: "Inference", declarator: Node, found: Type) -> Type:
    """A ``let`` takes any value of its first value's base type; one that starts as nothing takes any."""
    if declarator.child_by_field_name("type") is not None:
        return found
    seen = look(inference.engine, found)
    if isinstance(seen, Scalar) and seen.name in ("null", "undefined"):
        return ANY
    return widened(inference.engine, found)


def _imported(inference: "Inference", binding: Binding) -> Type:
    engine, module = inference.engine, binding.env.module
    imported = module.imports[binding.name]
    target = engine.local_value(module, binding.name)
    if isinstance(target, Value):
        return value_type(inference, target)
    if isinstance(target, WholeModule):
        return Native("namespace", (LiteralType(target.key, "string"),))
    if isinstance(target, RuntimeName):
        return runtime_type(inference, target.specifier, target.name, module.key)
    if isinstance(target, NotFound):
        return Undetermined(target.reason)
    return Undetermined(f"{imported.imported} is not read")


def value_type(inference: "Inference", target: Value) -> Type:
    """The type of a value that a module declares."""
    module = inference.engine.module(target.key)
    if module is None:
        return Undetermined(f"no module {target.key}")
    return inference.exported_value(module, target.name, target.node)


def runtime_type(inference: "Inference", specifier: str, name: str, importer: str) -> Type:
    """The type of a value that the runtime module *specifier* offers as *name*."""
    if name == "*":
        return Native("runtime", (LiteralType(specifier, "string"),))
    if name in MODELLED:
        return Native("framework", (LiteralType(name, "string"),))
    known = library().framework.get(name)
    if known is not None:
        return inference.exported_value(known[1], name, known[0])
    resolution = inference.engine.host.resolve(specifier, importer)
    declaration = resolution.declaration if isinstance(resolution, Runtime) else None
    target = inference.engine.find_value(declaration, name) if declaration else None
    if isinstance(target, Value):
        return value_type(inference, target)
    return Undetermined(f"{specifier} declares no {name} that we can read")
