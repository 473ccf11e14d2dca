"""Types of the language's own library: arrays and utility types by meaning, natives by name. Pure."""

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeAlias

from indexer.types.lookups import indexed, keys_of
from indexer.types.mapped import Mapping, Modifier, build_mapped, mapped_array
from indexer.types.model import (
    ANY,
    NULL,
    NUMBER,
    STRING,
    SYMBOL,
    UNDEFINED,
    UNKNOWN,
    ArrayOf,
    LiteralType,
    Native,
    Scalar,
    Shape,
    TupleOf,
    Type,
    Undetermined,
    Wrapper,
)
from indexer.types.unions import members_of, union_of

if TYPE_CHECKING:
    from indexer.types.engine import TypeEngine

Utility: TypeAlias = "Callable[[TypeEngine, tuple[Type, ...]], Type]"

_NATIVES = frozenset(
    {
        "Date", "RegExp", "URL", "Uint8Array", "Uint8ClampedArray", "Uint16Array", "Uint32Array", "Int8Array",
        "Int16Array", "Int32Array", "Float32Array", "Float64Array", "BigInt64Array", "BigUint64Array",
        "ArrayBuffer", "SharedArrayBuffer", "DataView", "Map", "Set", "WeakMap", "WeakSet", "Promise",
        "PromiseLike", "Error", "Function", "Symbol", "Iterable", "Iterator", "AsyncIterable", "Response",
        "Request", "Headers", "Blob", "File", "FormData", "Event", "Object", "ReadonlyMap", "ReadonlySet",
        "IterableIterator", "Generator", "AsyncGenerator", "Intl", "TemplateStringsArray",
    }
)  # fmt: skip


def global_type(engine: "TypeEngine", name: str, arguments: tuple[Type, ...]) -> Type:
    """The global type *name* with *arguments*; ``Undetermined`` for a name that is not known."""
    if name in ("Array", "ReadonlyArray"):
        return ArrayOf(arguments[0] if arguments else ANY, readonly=name == "ReadonlyArray")
    utility = _UTILITIES.get(name)
    if utility is not None:
        return utility(engine, arguments)
    if name in _NATIVES:
        return Native(name, arguments)
    return Undetermined(f"no type {name} is declared")


def _first(arguments: tuple[Type, ...]) -> Type:
    return arguments[0] if arguments else Undetermined("a utility type without an argument")


def _second(arguments: tuple[Type, ...]) -> Type:
    return arguments[1] if len(arguments) > 1 else Undetermined("a utility type with too few arguments")


def _homomorphic(**modifiers: str) -> Utility:
    def apply(engine: "TypeEngine", arguments: tuple[Type, ...]) -> Type:
        target = engine.resolved(_first(arguments))
        members = members_of(engine, target)
        if len(members) > 1:
            return union_of(engine, (apply(engine, (each,)) for each in members))
        known = ("utility", tuple(sorted(modifiers.items())), target)
        if isinstance(target, (ArrayOf, TupleOf)):
            optional: Modifier = "add" if modifiers.get("optional") == "add" else "keep"
            return mapped_array(engine, target, lambda key: indexed(engine, target, key), optional)
        shape = engine.shape_of(target)
        if shape is None:
            return target
        found = engine.known_shape(known)
        if found is not None:
            return found
        mapping = Mapping(value=lambda key: indexed(engine, target, key), source=shape, **modifiers)  # type: ignore[arg-type]  # called with the modifiers below
        made = build_mapped(engine, members_of(engine, keys_of(engine, target)), mapping)
        return engine.shape_once(known, made) if isinstance(made, Shape) else made

    return apply


def _pick(engine: "TypeEngine", arguments: tuple[Type, ...]) -> Type:
    target, keys = engine.resolved(_first(arguments)), _second(arguments)
    known = ("pick", target, keys)
    found = engine.known_shape(known)
    if found is not None:
        return found
    shape = engine.shape_of(target)
    if shape is None:
        return target if isinstance(target, Undetermined) else Undetermined("Pick of what is no object")
    run = len(str(known)) or 1
    mapping = Mapping(value=lambda key: indexed(engine, target, key), source=shape, run=run)
    made = build_mapped(engine, members_of(engine, keys), mapping)
    return engine.shape_once(known, made) if isinstance(made, Shape) else made


def _omit(engine: "TypeEngine", arguments: tuple[Type, ...]) -> Type:
    target = engine.resolved(_first(arguments))
    dropped = set(members_of(engine, _second(arguments)))
    unclear = next((each for each in dropped if isinstance(each, Undetermined)), None)
    if unclear is not None:
        return unclear
    keys = members_of(engine, keys_of(engine, target))
    wide = {each.name for each in dropped if isinstance(each, Scalar)}
    kept = [
        key for key in keys if key not in dropped and not (isinstance(key, LiteralType) and key.base in wide)
    ]
    return _pick(engine, (target, union_of(engine, kept)))


def _record(engine: "TypeEngine", arguments: tuple[Type, ...]) -> Type:
    keys, value = _first(arguments), _second(arguments)
    known = ("record", keys, value)
    found = engine.known_shape(known)
    if found is not None:
        return found
    made = build_mapped(engine, members_of(engine, keys), Mapping(value=lambda _key: value, run=1))
    return engine.shape_once(known, made) if isinstance(made, Shape) else made


def _non_nullable(engine: "TypeEngine", arguments: tuple[Type, ...]) -> Type:
    members = members_of(engine, _first(arguments))
    return union_of(engine, (each for each in members if each not in (NULL, UNDEFINED)))


def _exclude(engine: "TypeEngine", arguments: tuple[Type, ...]) -> Type:
    return _filtered(engine, arguments, keep=False)


def _extract(engine: "TypeEngine", arguments: tuple[Type, ...]) -> Type:
    return _filtered(engine, arguments, keep=True)


def _filtered(engine: "TypeEngine", arguments: tuple[Type, ...], *, keep: bool) -> Type:
    from indexer.types.assign import assignable  # noqa: PLC0415  # assign resolves global types in turn

    kept: list[Type] = []
    for each in members_of(engine, _first(arguments)):
        fits = assignable(engine, each, _second(arguments))
        if fits is None:
            return Undetermined("a conditional type that cannot be decided")
        if fits is keep:
            kept.append(each)
    return union_of(engine, kept)


def _awaited(engine: "TypeEngine", arguments: tuple[Type, ...]) -> Type:
    members = members_of(engine, _first(arguments))
    return union_of(engine, (_unpromised(engine, each) for each in members))


def _unpromised(engine: "TypeEngine", type_: Type) -> Type:
    seen = engine.resolved(type_)
    if isinstance(seen, Native) and seen.name in ("Promise", "PromiseLike"):
        return _awaited(engine, seen.arguments or (UNKNOWN,))
    return seen


def _return_type(engine: "TypeEngine", arguments: tuple[Type, ...]) -> Type:
    seen = engine.resolved(_first(arguments))
    made = _made_by_factory(seen)
    if made is not None:
        return made
    shape = engine.shape_of(seen)
    if shape is None or not shape.calls:
        return seen if isinstance(seen, Undetermined) else Undetermined("ReturnType of no function")
    return engine.return_type(shape.calls[-1])


def _made_by_factory(seen: Type) -> Type | None:
    """What calling a factory of the framework gives: a handler's a stream, others' their result."""
    if not isinstance(seen, Native):
        return None
    if seen.name == "HandlerFactory":
        return Wrapper("Stream", seen.arguments[0])
    if seen.name in ("PatternFactory", "ModuleFactory"):
        return seen.arguments[1]
    is_handler = seen.name == "framework" and seen.arguments == (LiteralType("handler", "string"),)
    return Native("HandlerFactory", (UNKNOWN, UNKNOWN)) if is_handler else None


def _parameters(engine: "TypeEngine", arguments: tuple[Type, ...]) -> Type:
    shape = engine.shape_of(_first(arguments))
    if shape is None or not shape.calls:
        return Undetermined("Parameters of no function")
    return engine.parameters_type(shape.calls[-1])


def _intrinsic(change: Callable[[str], str]) -> Utility:
    def apply(engine: "TypeEngine", arguments: tuple[Type, ...]) -> Type:
        members = members_of(engine, _first(arguments))
        changed = [
            LiteralType(change(each.value), "string")
            if isinstance(each, LiteralType) and isinstance(each.value, str)
            else each
            for each in members
        ]
        return union_of(engine, changed)

    return apply


def _boxed(scalar: Type) -> Utility:
    return lambda _engine, _arguments: scalar


HOMOMORPHIC = frozenset({"Partial", "Required", "Readonly"})
"""Utility types whose object is called after them also behind an alias."""
BUILDERS = frozenset({"Partial", "Required", "Readonly", "Pick", "Omit", "Record", "Exclude", "Extract"})
"""Utility types whose result is new, so that an alias of them has a name of its own."""
_UTILITIES: dict[str, Utility] = {
    "Partial": _homomorphic(optional="add"),
    "Required": _homomorphic(optional="remove"),
    "Readonly": _homomorphic(readonly="add"),
    "Pick": _pick,
    "Omit": _omit,
    "Record": _record,
    "NonNullable": _non_nullable,
    "Exclude": _exclude,
    "Extract": _extract,
    "Awaited": _awaited,
    "ReturnType": _return_type,
    "Parameters": _parameters,
    "Uppercase": _intrinsic(str.upper),
    "Lowercase": _intrinsic(str.lower),
    "Capitalize": _intrinsic(lambda text: text[:1].upper() + text[1:]),
    "Uncapitalize": _intrinsic(lambda text: text[:1].lower() + text[1:]),
    "NoInfer": lambda _engine, arguments: _first(arguments),
    "String": _boxed(STRING),
    "Number": _boxed(NUMBER),
    "Boolean": _boxed(Scalar("boolean")),
    "PropertyKey": lambda engine, _arguments: union_of(engine, (STRING, NUMBER, SYMBOL)),
    "bigint": _boxed(Scalar("bigint")),
}
