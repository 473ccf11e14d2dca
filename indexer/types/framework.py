"""Types that programs import from the runtime: wrappers known by name, the rest by declaration. Pure."""

from dataclasses import replace
from typing import TYPE_CHECKING

from indexer.types.kinds import CELL_KINDS, WrapperKind
from indexer.types.model import UNKNOWN, Named, Native, Type, Undetermined, Wrapper
from indexer.types.schema_type import type_of_schema

if TYPE_CHECKING:
    from indexer.types.engine import TypeEngine

_KINDS: tuple[WrapperKind, ...] = (
    *("Cell", "Writable", "ReadonlyCell", "WriteonlyCell", "ComparableCell", "OpaqueCell"),
    *("Stream", "SqliteDb"),
    *("PerUser", "PerSession", "PerSpace", "PerAny", "Default", "DeepDefault", "Confidential", "Integrity"),
    *("AddIntegrity", "RequiresIntegrity", "MaxConfidentiality", "RepresentsCurrentUser"),
    *("AuthoredByCurrentUser", "WriteAuthorizedBy", "Cfc", "ExactCopy", "TrustedActionWrite"),
    *("TrustedActionWriteWithIntegrity", "TrustedActionUiContract"),
)  # fmt: skip
_WRAPPERS: dict[str, WrapperKind] = {kind: kind for kind in _KINDS}
_OF_SCHEMA = frozenset({"Schema", "SchemaWithoutCell"})
_OPEN = frozenset({"JSONSchema", "JSONSchemaObj", "FabricValue", "CfcAtom"})
"""Types of the runtime that are too wide to say anything of a value."""


def framework_type(
    engine: "TypeEngine", name: str, arguments: tuple[Type, ...], declaration: str | None
) -> Type:
    """The type that the runtime exports as *name*; *declaration* is the module that declares it, if known."""
    kind = _WRAPPERS.get(name)
    if kind is not None:
        return wrapper(kind, arguments)
    if name == "Reactive":
        inner = arguments[0] if arguments else UNKNOWN
        return (
            replace(inner, repeated=True)
            if isinstance(inner, Wrapper) and inner.kind in CELL_KINDS
            else inner
        )
    if name in _OF_SCHEMA and arguments:
        return type_of_schema(engine, arguments[0])
    if name in ("VNode", "JSXElement") or name in _OPEN:
        return Native(name)
    declared = engine.runtime_types().get(name)
    if declared is not None:
        return Named(declared, arguments)
    if declaration is not None:
        return engine.referred(engine.find_type(declaration, name), arguments)
    return Undetermined(f"the runtime declares no type {name} that we know")


def wrapper(kind: WrapperKind, arguments: tuple[Type, ...]) -> Type:
    """A wrapper with the type arguments as written."""
    if kind == "Default" and len(arguments) == 1:
        return Wrapper(kind, arguments[0], arguments, bare=True)
    return Wrapper(kind, arguments[0] if arguments else UNKNOWN, arguments[1:], bare=not arguments)


_KEYS = {name: f"${name}" for name in ("NAME", "UI", "FS", "TILE_UI", "CHIP_UI")}


def well_known_key(name: str) -> str | None:
    """The property name behind a key constant of the framework: ``NAME`` is ``$NAME``."""
    return _KEYS.get(name)
