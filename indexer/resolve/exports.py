"""What stands behind each exported name: star chains and re-exports, down to the defining module. Pure.

The rules are TypeScript's: a local export hides one from a star, ``export *`` never carries ``default``, what
two stars offer differently is ambiguous and offered by neither, and a name that went through ``import type``,
``export type`` or ``export type *`` is no value any more.
"""

from bisect import bisect_left
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import takewhile

from indexer.parse.typescript.facts import Export, ExportForm, Import, ModuleFacts, Symbol
from indexer.resolve.meanings import ExportStatus, Meaning, Offer, united
from indexer.resolve.stars import Resolver, star_tree

_LONGEST_CHAIN = 60
"""Re-exports of re-exports that are followed; what lies behind more is a cycle."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ResolvedExport:
    """One name that a module offers, with what it finally is."""

    name: str
    form: ExportForm
    """How this module came to offer it; ``star`` for what ``export *`` carried in."""
    is_value: bool
    is_type: bool
    """Both follow TypeScript; when *status* is not ``resolved`` they say what the form allows, at most."""
    defining_module: str | None
    """Module key, ``None`` when the module is not in the corpus."""
    defining_name: str
    """Name in that module: a declaration's, ``default`` for an unnamed default, ``*`` for a whole module."""
    status: ExportStatus
    specifier: str
    """Specifier of the first module of the chain that could not be found, else ``""``."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ambiguity:
    """A name that two ``export *`` of *module* offer from different places."""

    module: str
    name: str
    candidates: tuple[str, ...]
    """``module#name`` of each, sorted."""


@dataclass(slots=True)
class ExportTable:
    """Resolves exports of the modules in *modules* on demand, each once."""

    modules: Mapping[str, ModuleFacts]
    resolve: Resolver
    _resolved: dict[str, dict[str, ResolvedExport]] = field(default_factory=dict)
    _ambiguous: dict[str, tuple[Ambiguity, ...]] = field(default_factory=dict)
    _locals: dict[str, dict[str, list[Symbol]]] = field(default_factory=dict)
    _imports: dict[str, dict[str, Import]] = field(default_factory=dict)
    _lookups: dict[tuple[str, str], Meaning | None] = field(default_factory=dict)
    _circular: bool = False

    def exports_of(self, key: str) -> tuple[ResolvedExport, ...]:
        """Everything that the module *key* offers, by name; ambiguous names are left out.

        Raises:
            KeyError: *key* is no module of the table.
        """
        return tuple(export for _name, export in sorted(self._table(key).items()))

    def ambiguities_of(self, key: str) -> tuple[Ambiguity, ...]:
        """The names that *key* does not offer because its stars disagree, by name."""
        self._table(key)
        return self._ambiguous[key]

    def meaning_of_export(self, key: str, name: str) -> Meaning | None:
        """What *key* offers as *name*, or ``None``."""
        found = self._table(key).get(name)
        if found is None:
            return None
        return Meaning(
            found.defining_module,
            found.defining_name,
            found.is_value,
            found.is_type,
            found.status,
            found.specifier,
        )

    def meaning_of_local(self, key: str, name: str) -> Meaning | None:
        """What *name* means at the top of *key*: a declaration there or an import, or ``None``."""
        found = self._local(key, name, 0)
        self._forget_circular()
        return found

    def _table(self, key: str) -> dict[str, ResolvedExport]:
        if key not in self._resolved:
            offer = self._gather(key, None, 0)
            own = {export.name for export in self.modules[key].exports if export.form not in ("star", "umd")}
            own.update(name for name, _ in self._assigned(key))
            forms: dict[str, ExportForm] = {export.name: export.form for export in self.modules[key].exports}
            self._resolved[key] = {
                name: _resolved(name, forms.get(name, "assignment") if name in own else "star", meaning)
                for name, meaning in offer.meanings.items()
            }
            self._ambiguous[key] = tuple(
                Ambiguity(module=key, name=name, candidates=tuple(sorted(places)))
                for name, places in sorted(offer.rivals.items())
            )
            self._forget_circular()
        return self._resolved[key]

    def _gather(self, key: str, only: str | None, depth: int) -> Offer:
        """What *key* offers through itself and its stars: every name, or *only* one."""
        visits = star_tree(key, self.modules, self.resolve)
        offers = [Offer() for _visit in visits]
        for index in range(len(visits) - 1, -1, -1):
            visit, offer = visits[index], offers[index]
            offer.hide_by(self._written(visit.key, only, depth))
            if visit.parent >= 0:
                offers[visit.parent].take_first(offer, type_only=visit.type_only)
        return offers[0]

    def _written(self, key: str, only: str | None, depth: int) -> dict[str, Meaning]:
        """What *key* itself names in exports, stars aside."""
        written: dict[str, Meaning] = {}
        for export in self.modules[key].exports:
            if export.form in ("star", "umd") or (only is not None and export.name != only):
                continue
            meaning = self._own(key, export, depth)
            first = written.get(export.name)
            written[export.name] = meaning if first is None else united(first, meaning)
        for name, meaning in self._assigned(key):
            if only in (None, name):
                written[name] = united(written[name], meaning) if name in written else meaning
        return written

    def _assigned(self, key: str) -> Iterator[tuple[str, Meaning]]:
        """What ``export = Space`` offers besides itself: the exported members of that namespace."""
        facts = self.modules[key]
        local = next((export.local for export in facts.exports if export.form == "assignment"), "")
        if not local:
            return
        spaces = {
            index
            for index, symbol in enumerate(facts.symbols)
            if symbol.kind == "namespace" and symbol.container is None and symbol.name == local
        }
        for symbol in facts.symbols:
            if symbol.container in spaces and symbol.exported:
                yield symbol.name, Meaning(key, symbol.qualified_name, symbol.is_value, symbol.is_type)

    def _own(self, key: str, export: Export, depth: int) -> Meaning:
        """What an export written in *key* means."""
        if export.specifier is not None:
            meaning = self._from(key, export.specifier, export.local, depth)
        elif export.form == "default" and export.local == "default":
            meaning = Meaning(key, "default", is_value=True, is_type=self._is_local_type(key, "default"))
        elif not export.local:
            meaning = Meaning(key, export.name, is_value=True, is_type=False)
        elif export.form == "declaration" and (declared := self._declared_in(key, export)) is not None:
            meaning = declared
        else:
            found = self._local(key, export.local, depth)
            meaning = found or Meaning(None, export.local, is_value=True, is_type=True, status="unresolved")
        return meaning.as_type_only() if export.type_only else meaning

    def _declared_in(self, key: str, export: Export) -> Meaning | None:
        """What the exported statement itself declares; an unexported namesake is another thing."""
        namesakes = self._top(key).get(export.local, ())
        first = bisect_left(namesakes, export.start_byte, key=lambda symbol: symbol.start_byte)
        within = [*takewhile(lambda symbol: symbol.start_byte < export.stop_byte, namesakes[first:])]
        return _declares(key, export.local, within) if within else None

    def _is_local_type(self, key: str, name: str) -> bool:
        return any(symbol.is_type for symbol in self._top(key).get(name, ()))

    def _from(self, key: str, specifier: str, name: str, depth: int) -> Meaning:
        """What *name* of the module *specifier* means to *key*."""
        target = self.resolve(specifier, key)
        if target is None or target not in self.modules:
            return Meaning(None, name, True, True, "unresolved", specifier)  # noqa: FBT003 - both are possible
        if name == "*":
            return Meaning(target, "*", is_value=True, is_type=False)
        if depth > _LONGEST_CHAIN:
            self._circular = True
            return Meaning(target, name, True, True, "cycle")  # noqa: FBT003 - both are possible
        return self._offered(target, name, depth + 1) or Meaning(
            target, name, is_value=True, is_type=True, status="unresolved"
        )

    def _offered(self, key: str, name: str, depth: int) -> Meaning | None:
        """What *key* offers as *name*; asked for again while it is being found, a cycle."""
        if key in self._resolved:
            return self.meaning_of_export(key, name)
        if (key, name) in self._lookups:
            found = self._lookups[key, name]
            self._circular |= found is not None and found.status == "cycle"
            return found
        self._lookups[key, name] = Meaning(key, name, is_value=True, is_type=True, status="cycle")
        self._lookups[key, name] = self._gather(key, name, depth).meanings.get(name)
        return self._lookups[key, name]

    def _forget_circular(self) -> None:
        """Drop lookups that met a cycle: seen from another module they may end elsewhere."""
        if self._circular:
            self._lookups.clear()
        self._circular = False

    def _local(self, key: str, name: str, depth: int) -> Meaning | None:
        declared = self._top(key).get(name)
        imported = self._imported(key).get(name)
        if declared:
            return _declares(key, name, declared)
        if imported is None:
            return None
        if imported.form == "alias":
            return Meaning(key, name, is_value=True, is_type=True)
        source = "*" if imported.form in ("namespace", "require") else imported.imported
        meaning = self._from(key, imported.specifier, source, depth)
        return meaning.as_type_only() if imported.type_only else meaning

    def _top(self, key: str) -> dict[str, list[Symbol]]:
        """The top-level symbols of *key* by name, in file order."""
        if key not in self._locals:
            table: dict[str, list[Symbol]] = {}
            for symbol in self.modules[key].symbols:
                if symbol.container is None and symbol.kind != "ambient-module":
                    name = symbol.name.partition(".")[0] if symbol.kind == "namespace" else symbol.name
                    table.setdefault(name, []).append(symbol)
            self._locals[key] = table
        return self._locals[key]

    def _imported(self, key: str) -> dict[str, Import]:
        if key not in self._imports:
            self._imports[key] = {item.local: item for item in self.modules[key].imports if item.local}
        return self._imports[key]


def _declares(key: str, name: str, symbols: list[Symbol]) -> Meaning:
    """Merged declarations of one name together."""
    is_value = any(symbol.is_value for symbol in symbols)
    return Meaning(key, name, is_value, any(symbol.is_type for symbol in symbols))


def _resolved(name: str, form: ExportForm, meaning: Meaning) -> ResolvedExport:
    return ResolvedExport(
        name=name,
        form=form,
        is_value=meaning.is_value,
        is_type=meaning.is_type,
        defining_module=meaning.module,
        defining_name=meaning.name,
        status=meaning.status,
        specifier=meaning.specifier,
    )
