"""Which modules are entries of programs, and what each program is called and about. Pure.

An entry offers a pattern: one of its exports is, in whatever module it is written, a value made by calling
the runtime's ``pattern``.
"""

import re
from collections.abc import Container, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import PurePosixPath
from typing import Literal

from indexer.parse.typescript.facts import Call, ModuleFacts, Symbol
from indexer.resolve.exports import ExportTable
from indexer.resolve.imports import RUNTIME_MODULES, Closure, closure_of, target_of

_MAKER = "pattern"
_TAG = re.compile(r"(?<![\w&#/])#([A-Za-z][A-Za-z0-9_-]*)")
_UI_KEY = re.compile(r"\[((?:[A-Z0-9]+_)*UI)\]\Z")
_UNTELLING = frozenset(("main", "index", "mod"))
_MOST_ALIASES = 20


@dataclass(frozen=True, slots=True, kw_only=True)
class PatternExport:
    """One exported pattern of an entry, and the call that makes it."""

    name: str
    """The name it is exported under."""
    module: str
    """Where the call is written."""
    call: Call


@dataclass(frozen=True, slots=True, kw_only=True)
class Program:
    """An entry module and its closure, with what its author says of it."""

    closure: Closure
    patterns: tuple[PatternExport, ...]
    """``default`` first, then by name."""
    name: str
    description: str
    tags: tuple[str, ...]
    """Words written ``#so`` in the documentation, lowercase, sorted."""
    ui: tuple[str, ...]
    """Interfaces of the result, sorted: ``UI``, ``TILE_UI`` and so on."""
    status: Literal["complete", "incomplete"]
    """``incomplete`` when an import leads nowhere or a module could not be read whole."""


@dataclass(slots=True)
class ProgramTable:
    """Finds the programs among *modules*, keyed by program name (``/a/b.ts``)."""

    modules: Mapping[str, ModuleFacts]
    runtime: Container[str] = RUNTIME_MODULES
    exports: ExportTable = field(init=False)

    def __post_init__(self) -> None:
        self.exports = ExportTable(self.modules, self._file)

    def _file(self, specifier: str, importer: str) -> str | None:
        target = target_of(specifier, importer, self.modules, runtime=self.runtime)
        return target.name if target.kind == "file" else None

    def entries(self) -> tuple[str, ...]:
        """Every module that offers a pattern, sorted."""
        return tuple(name for name in sorted(self.modules) if self.patterns_of(name))

    def patterns_of(self, name: str) -> tuple[PatternExport, ...]:
        """The patterns that the module *name* offers, ``default`` first, then by name."""
        found = []
        for export in self.exports.exports_of(name):
            call = None
            if export.is_value and export.status == "resolved" and export.defining_module is not None:
                call = self._pattern_call(export.defining_module, export.defining_name)
            if call is not None:
                found.append(PatternExport(name=export.name, module=call[0], call=call[1]))
        return tuple(sorted(found, key=lambda pattern: (pattern.name != "default", pattern.name)))

    def program_of(self, entry: str) -> Program:
        """The program of *entry*, which may offer no pattern.

        Raises:
            KeyError: *entry* is no module of the table.
        """
        closure = closure_of(entry, self.modules, runtime=self.runtime)
        patterns = self.patterns_of(entry)
        first = patterns[0] if patterns else None
        result = self._result_type(first) if first else None
        declared = self.modules[result[0]].symbols[result[1]] if result else None
        docs = tuple(self._docs(entry, first, declared))
        whole = all(self.modules[name].status == "complete" for name in closure.names)
        return Program(
            closure=closure,
            patterns=patterns,
            name=_name_of(entry, first),
            description=next((doc for doc in docs if doc), ""),
            tags=tuple(sorted({tag.lower() for doc in docs for tag in _TAG.findall(doc)})),
            ui=self._interfaces(first, result) if first else (),
            status="complete" if whole and not closure.unresolved else "incomplete",
        )

    def _pattern_call(self, module: str, name: str) -> tuple[str, Call] | None:
        """The ``pattern`` call that makes *name* of *module*, through constants that only rename it."""
        for _step in range(_MOST_ALIASES):
            facts = self.modules[module]
            call = next((call for call in facts.calls if call.name == name), None)
            if call is not None:
                return (module, call) if self._makes_pattern(module, call) else None
            renamed = dict(facts.aliases).get(name)
            meaning = self.exports.meaning_of_local(module, renamed) if renamed else None
            if meaning is None or meaning.module is None or meaning.status != "resolved":
                return None
            module, name = meaning.module, meaning.name
        return None

    def _makes_pattern(self, module: str, call: Call) -> bool:
        """Whether the callee is the runtime's ``pattern``, under the name or namespace it was imported by."""
        local, dot, member = call.callee.partition(".")
        bound = next((item for item in self.modules[module].imports if item.local == local), None)
        if bound is None or bound.type_only or bound.specifier not in self.runtime:
            return False
        return bound.imported == _MAKER if not dot else bound.form == "namespace" and member == _MAKER

    def _docs(self, entry: str, first: PatternExport | None, result: Symbol | None) -> Iterator[str]:
        """What describes the program, most telling first: its call, its result type, its entry file."""
        if first is not None:
            yield first.call.doc
        if result is not None:
            yield result.doc
        yield self.modules[entry].doc
        if first is not None and first.module != entry:
            yield self.modules[first.module].doc

    def _result_type(self, pattern: PatternExport) -> tuple[str, int] | None:
        """Module and symbol index of the second type argument, when that is the plain name of a type."""
        arguments = pattern.call.type_arguments
        name = arguments[1].partition("<")[0].strip() if len(arguments) > 1 else ""
        meaning = self.exports.meaning_of_local(pattern.module, name) if name.isidentifier() else None
        if meaning is None or meaning.module is None or meaning.status != "resolved":
            return None
        for index, symbol in enumerate(self.modules[meaning.module].symbols):
            if symbol.name == meaning.name and symbol.container is None:
                return meaning.module, index
        return None

    def _interfaces(self, pattern: PatternExport, result: tuple[str, int] | None) -> tuple[str, ...]:
        """The UI keys of the returned object and of the declared result type."""
        keys = set(pattern.call.result_keys)
        if result is not None:
            module, container = result
            keys.update(item.name for item in self.modules[module].symbols if item.container == container)
        matches = (_UI_KEY.match(key) for key in keys)
        return tuple(sorted({match[1] for match in matches if match}))


def _name_of(entry: str, first: PatternExport | None) -> str:
    """What to call a program: its ``[NAME]``, the name of its pattern, else of its file or folder."""
    if first is not None and first.call.result_name:
        return first.call.result_name
    if first is not None and "default" not in (first.name, first.call.name):
        return first.name
    if first is not None and first.call.name != "default":
        return first.call.name
    path = PurePosixPath(entry)
    stem = path.name.partition(".")[0]
    return path.parent.name if stem in _UNTELLING and path.parent.name else stem
