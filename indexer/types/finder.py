"""Which declaration a name leads to: through imports, re-exports and stars, module by module. Pure."""

from dataclasses import dataclass
from typing import TypeAlias

from tree_sitter import Node

from indexer.types.host import Found, ModuleHost, Runtime
from indexer.types.model import Declaration
from indexer.types.module import ImportName, Module, load_module

_MAX_HOPS = 64


@dataclass(frozen=True, slots=True)
class RuntimeName:
    """An exported name of a runtime module that no declaration was found for."""

    specifier: str
    name: str
    declaration: str | None = None
    """Key of the module that declares the runtime, if the host knows one."""


@dataclass(frozen=True, slots=True)
class WholeModule:
    """All exports of a module under one name (``import * as``)."""

    key: str


@dataclass(frozen=True, slots=True)
class Value:
    """A declared value: its name and declaring node (or the expression of a default export)."""

    key: str
    name: str
    node: Node


@dataclass(frozen=True, slots=True)
class NotFound:
    """A name that leads nowhere, and why."""

    reason: str


TypeTarget: TypeAlias = Declaration | RuntimeName | WholeModule | NotFound
ValueTarget: TypeAlias = Value | RuntimeName | WholeModule | NotFound


class NameFinder:
    """Follows names through the modules of one host; keeps every parsed module."""

    def __init__(self, host: ModuleHost) -> None:
        self.host = host
        self._modules: dict[str, Module | None] = {}
        self.held_bytes = 0
        """Source of all modules that are kept; their trees take about twenty times as much memory."""
        self._met: dict[tuple[str, str, bool], TypeTarget | ValueTarget] = {}
        """What names at the top of modules mean: by module, name, and whether as a type."""

    def module(self, key: str) -> Module | None:
        """The module *key*, parsed at the first call; ``None`` if the host has none."""
        if key not in self._modules:
            content = self.host.content(key)
            self.held_bytes += len(content or b"")
            self._modules[key] = None if content is None else load_module(key, content)
        return self._modules[key]

    def forget(self, key: str) -> None:
        """The module *key* is read anew when it is asked for again."""
        module = self._modules.pop(key, None)
        self.held_bytes -= len(module.source) if module is not None else 0
        self._met.clear()

    def find_type(self, key: str, name: str) -> TypeTarget:
        """What the module *key* exports as the type *name*, through re-exports and stars."""
        target = self._find_export(key, name, types=True, hops=0)
        return NotFound(f"{key} exports no type {name}") if isinstance(target, Value) else target

    def find_value(self, key: str, name: str) -> ValueTarget:
        """What the module *key* exports as the value *name*, through re-exports and stars."""
        target = self._find_export(key, name, types=False, hops=0)
        return NotFound(f"{key} exports no value {name}") if isinstance(target, Declaration) else target

    def _find_export(self, key: str, name: str, *, types: bool, hops: int) -> TypeTarget | ValueTarget:
        module = self.module(key)
        if module is None or hops > _MAX_HOPS:
            return NotFound(f"no module {key}" if module is None else f"exports of {key} go in circles")
        exported = module.exports.get(name)
        if exported is None:
            return self._find_in_stars(module, name, types=types, hops=hops)
        if exported.value is not None:
            return Value(key, name, exported.value)
        if exported.specifier is not None:
            return self._find_imported(exported.specifier, exported.imported, key, types=types, hops=hops)
        return self._find_local(module, exported.local or name, types=types, hops=hops)

    def _met_local(self, module: Module, name: str, *, types: bool) -> TypeTarget | ValueTarget:
        known = (module.key, name, types)
        target = self._met.get(known)
        if target is None:
            target = self._met[known] = self._find_local(module, name, types=types, hops=0)
        return target

    def _find_local(self, module: Module, name: str, *, types: bool, hops: int) -> TypeTarget | ValueTarget:
        if types and name in module.types:
            return module.types[name]
        if not types and name in module.values:
            return Value(module.key, name, module.values[name])
        imported = module.imports.get(name)
        if imported is not None:
            return self._find_imported(
                imported.specifier, imported.imported, module.key, types=types, hops=hops
            )
        return NotFound(f"{module.key} declares no {name}")

    def _find_imported(
        self, specifier: str, name: str, importer: str, *, types: bool, hops: int
    ) -> TypeTarget | ValueTarget:
        if importer.startswith("library:"):
            return RuntimeName(specifier, name)
        resolution = self.host.resolve(specifier, importer)
        if isinstance(resolution, Found):
            if name == "*":
                return WholeModule(resolution.key)
            return self._find_export(resolution.key, name, types=types, hops=hops + 1)
        if isinstance(resolution, Runtime):
            return RuntimeName(resolution.specifier, name, resolution.declaration)
        return NotFound(f"import of {specifier} leads nowhere")

    def _find_in_stars(
        self, module: Module, name: str, *, types: bool, hops: int
    ) -> TypeTarget | ValueTarget:
        missing: NotFound | None = None
        for specifier in module.stars if name != "default" else ():
            found = self._find_imported(specifier, name, module.key, types=types, hops=hops)
            if not isinstance(found, NotFound):
                return found
            missing = missing or found
        return missing or NotFound(f"{module.key} exports no {name}")

    def resolve_module(self, specifier: str, importer: str) -> str | None:
        """The key of the module that *specifier* names; ``None`` for the runtime and what is missing."""
        resolution = self.host.resolve(specifier, importer)
        return resolution.key if isinstance(resolution, Found) else None

    def is_runtime(self, specifier: str, importer: str) -> bool:
        """Whether *specifier* names a module of the runtime."""
        return isinstance(self.host.resolve(specifier, importer), Runtime)

    def local_type(self, module: Module, name: str) -> TypeTarget:
        """What *name* means as a type at the top of *module*, through its imports."""
        target = self._met_local(module, name, types=True)
        return NotFound(f"{name} is no type") if isinstance(target, Value) else target

    def local_value(self, module: Module, name: str) -> ValueTarget:
        """What *name* means as a value at the top of *module*, through its imports."""
        target = self._met_local(module, name, types=False)
        return NotFound(f"{name} is no value") if isinstance(target, Declaration) else target

    def whole_module(self, specifier: str, importer: str) -> TypeTarget:
        """The module that *specifier* names, with all its exports."""
        target = self._find_imported(specifier, "*", importer, types=True, hops=0)
        return NotFound(f"{specifier} is no module") if isinstance(target, Value) else target

    def whole_import(self, imported: ImportName, importer: str) -> TypeTarget:
        """What a name that types are read from was imported as: a module, or a namespace in one."""
        target = self._find_imported(imported.specifier, imported.imported, importer, types=True, hops=0)
        return NotFound(f"{imported.imported} is no namespace") if isinstance(target, Value) else target

    def member_of_module(self, target: TypeTarget, name: str) -> TypeTarget:
        """The type *name* of a whole module."""
        if isinstance(target, WholeModule):
            return self.find_type(target.key, name)
        if isinstance(target, RuntimeName):
            return RuntimeName(target.specifier, name, target.declaration)
        return (
            target if isinstance(target, NotFound) else NotFound(f"{name} is looked for in what is no module")
        )

    def made_by_call(self, module: Module, name: str) -> tuple[str, str] | None:
        """Module key and declared name of the value *name*, where a call makes it or it is a function."""
        target = self.local_value(module, name)
        if not isinstance(target, Value):
            return None
        value = target.node.child_by_field_name("value")
        made = value if target.node.type == "variable_declarator" and value is not None else target.node
        calls = ("call_expression", "arrow_function", "function_expression", "function_declaration")
        return (target.key, target.name) if made.type in calls else None
