"""Types that programs import from the runtime: wrappers known by name, the rest by declaration. Pure."""

from typing import TYPE_CHECKING

from indexer.types.model import UNKNOWN, Native, Type, Undetermined, Wrapper, WrapperKind

if TYPE_CHECKING:
    from indexer.types.engine import TypeEngine

_SYNONYMS: dict[str, WrapperKind] = {
    "Cell": "Cell", "Writable": "Writable", "ReadonlyCell": "ReadonlyCell", "WriteonlyCell": "WriteonlyCell",
    "ComparableCell": "ComparableCell", "OpaqueCell": "OpaqueCell", "Stream": "Stream",
    "SqliteDb": "SqliteDb", "PerUser": "PerUser", "PerSession": "PerSession", "PerSpace": "PerSpace",
    "PerAny": "PerAny", "Default": "Default", "DeepDefault": "DeepDefault", "Confidential": "Confidential",
    "Integrity": "Integrity", "AddIntegrity": "AddIntegrity", "RequiresIntegrity": "RequiresIntegrity",
    "MaxConfidentiality": "MaxConfidentiality", "RepresentsCurrentUser": "RepresentsCurrentUser",
    "AuthoredByCurrentUser": "AuthoredByCurrentUser", "WriteAuthorizedBy": "WriteAuthorizedBy", "Cfc": "Cfc",
    "Reactive": "Reactive",
}  # fmt: skip


def framework_type(engine: "TypeEngine", specifier: str, name: str, arguments: tuple[Type, ...]) -> Type:
    """The type that the runtime module *specifier* exports as *name*."""
    kind = _SYNONYMS.get(name)
    if kind is not None:
        return wrapper(kind, arguments)
    if name == "VNode":
        return Native("VNode")
    del engine
    return Undetermined(f"{specifier} declares no type {name} that we know")


def wrapper(kind: WrapperKind, arguments: tuple[Type, ...]) -> Type:
    """A wrapper with the type arguments as written."""
    if kind == "Default" and len(arguments) == 1:
        return Wrapper(kind, arguments[0], arguments, bare=True)
    return Wrapper(kind, arguments[0] if arguments else UNKNOWN, arguments[1:], bare=not arguments)


_KEYS = {name: f"${name}" for name in ("NAME", "UI", "FS", "TILE_UI", "CHIP_UI")}


def well_known_key(name: str) -> str | None:
    """The property name behind a key constant of the framework: ``NAME`` is ``$NAME``."""
    return _KEYS.get(name)
