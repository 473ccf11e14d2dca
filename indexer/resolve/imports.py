"""Which modules an entry reaches by its imports, and what it needs from outside. Pure.

Source: IDENTITY.md section 6. At this stage a relative specifier is the exact name of a file: no endings are
guessed. Names are those of a program, ``/a/b.ts`` from the program root.
"""

from collections.abc import Container, Mapping
from dataclasses import dataclass
from typing import Literal

from indexer.base.errors import SourceRefused
from indexer.parse.typescript.facts import ModuleFacts
from indexer.resolve.paths import data_file_name, escapes_root, is_relative, joined
from indexer.resolve.references import parse_reference

RUNTIME_MODULES = frozenset(("commonfabric", "commonfabric/cfc", "commonfabric/schema", "turndown"))
"""Bare specifiers that the framework itself answers."""

TargetKind = Literal["file", "runtime", "pattern", "missing", "outside", "unknown", "malformed"]


@dataclass(frozen=True, slots=True)
class Target:
    """What one specifier means to its importer."""

    kind: TargetKind
    """``outside`` climbs above the root, ``unknown`` is bare and no runtime module."""
    name: str
    """File name, runtime specifier, identity of the pattern, or the name that is missing."""
    trouble: str = ""


@dataclass(frozen=True, slots=True, kw_only=True, order=True)
class Unresolved:
    """An import that leads nowhere."""

    importer: str
    specifier: str
    kind: TargetKind
    message: str
    start_byte: int
    stop_byte: int
    line: int


@dataclass(frozen=True, slots=True, kw_only=True, order=True)
class Dependency:
    """An imported program, kept apart from files."""

    specifier: str
    identity: str
    """``""`` when the specifier does not say it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Closure:
    """Everything that one entry needs."""

    entry: str
    names: tuple[str, ...]
    """Files reached, the entry first, then in order of name."""
    runtime: tuple[str, ...]
    """Runtime specifiers, sorted."""
    dependencies: tuple[Dependency, ...]
    data_files: tuple[str, ...]
    """Names of files that are read as data and are no modules of the closure, sorted."""
    unresolved: tuple[Unresolved, ...]


def target_of(
    specifier: str, importer: str, names: Container[str], *, runtime: Container[str] = RUNTIME_MODULES
) -> Target:
    """What *specifier* means in the file *importer* of a program whose files are *names*."""
    if is_relative(specifier):
        if escapes_root(specifier, importer):
            return Target("outside", specifier, "climbs above the program root")
        name = joined(importer, specifier)
        return Target("file", name) if name in names else Target("missing", name, f"{name} is no file here")
    reference = parse_reference(specifier)
    if reference is not None:
        if reference.trouble:
            return Target("malformed", specifier, reference.trouble)
        return Target("pattern", reference.identity)
    if specifier in runtime:
        return Target("runtime", specifier)
    return Target("unknown", specifier, "is neither a file, nor a runtime module, nor a cf: reference")


def closure_of(
    entry: str, modules: Mapping[str, ModuleFacts], *, runtime: Container[str] = RUNTIME_MODULES
) -> Closure:
    """The closure of *entry* over import and export statements; import types are not followed.

    Raises:
        KeyError: *entry* is none of *modules*.
    """
    reached = {entry: None}
    runtime_used: set[str] = set()
    dependencies: set[Dependency] = set()
    unresolved: list[Unresolved] = []
    data: set[str] = set()
    waiting = [entry]
    for importer in waiting:
        facts = modules[importer]
        for specifier in facts.followed:
            target = target_of(specifier, importer, modules, runtime=runtime)
            if target.kind == "file" and target.name not in reached:
                reached[target.name] = None
                waiting.append(target.name)
            elif target.kind == "runtime":
                runtime_used.add(specifier)
            elif target.kind == "pattern":
                dependencies.add(Dependency(specifier=specifier, identity=target.name))
            elif target.kind != "file":
                unresolved.append(_unresolved(importer, specifier, facts, target))
        data.update(_data_files(importer, facts, unresolved))
    return Closure(
        entry=entry,
        names=(entry, *sorted(reached.keys() - {entry})),
        runtime=tuple(sorted(runtime_used)),
        dependencies=tuple(sorted(dependencies)),
        data_files=tuple(sorted(data - reached.keys())),
        unresolved=tuple(sorted(unresolved)),
    )


def _unresolved(importer: str, specifier: str, facts: ModuleFacts, target: Target) -> Unresolved:
    written = next((item for item in facts.imports if item.specifier == specifier), None)
    return Unresolved(
        importer=importer,
        specifier=specifier,
        kind=target.kind,
        message=f'import "{specifier}" {target.trouble}' if target.kind != "missing" else target.trouble,
        start_byte=written.start_byte if written else 0,
        stop_byte=written.stop_byte if written else 0,
        line=written.line if written else 1,
    )


def _data_files(importer: str, facts: ModuleFacts, unresolved: list[Unresolved]) -> set[str]:
    """Names of the data files that *importer* reads; one outside the root is noted in *unresolved*."""
    names: set[str] = set()
    for path in facts.data_files:
        try:
            names.add(data_file_name(path, importer))
        except SourceRefused as error:
            unresolved.append(_unresolved(importer, path, facts, Target("outside", path, error.trouble)))
    return names
