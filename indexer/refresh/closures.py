"""Programs of a corpus: which modules begin them, their closures and identities. Pure, over stored facts."""

import posixpath
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from indexer.base.globs import glob_set
from indexer.collect import Collection, Gathered
from indexer.collect.answers import Published
from indexer.identity import identities_of, module_hashes
from indexer.refresh.facts_view import NamedFacts, StoredFacts
from indexer.resolve.programs import Program, ProgramTable

Texts = Mapping[str, bytes]
"""Stored bytes by module address."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """One program, where it stands, and the identities of its modules."""

    entry: str
    """Address of the entry."""
    source_id: int
    published: Published | None
    program: Program
    addresses: Mapping[str, str]
    """Address by name, of at least the closure."""
    identities: Mapping[str, str]
    """Identity by name of the closure; empty if they cannot be computed."""

    @property
    def identity(self) -> str:
        """Identity of the entry, as far as it can be computed."""
        return self.identities.get(self.program.closure.entry, "")

    @property
    def address(self) -> str:
        """``cf:pattern:`` and the identity it is known by; the entry's address if there is none."""
        known = self.published.identity if self.published else self.identity
        return f"cf:pattern:{known}" if known else self.entry

    @property
    def identity_status(self) -> str:
        """``computed``, ``verified``, ``mismatch`` or ``unverifiable``."""
        if not self.identity:
            return "unverifiable"
        if self.published is None:
            return "computed"
        return "verified" if self.published.identity == self.identity else "mismatch"


def find_programs(
    collection: Collection, facts: StoredFacts, texts: Texts, *, among: frozenset[str]
) -> list[Found]:
    """The programs whose entry is *among* these addresses, by entry."""
    found: list[Found] = []
    for source_id, source in enumerate(collection.sources, start=1):
        if source.config.kind == "programs":
            found.extend(_of_folder(collection, source, source_id, facts, texts, among))
        elif source.config.kind == "export":
            found.extend(_of_export(source, source_id, facts, texts, among))
    return sorted(found, key=lambda program: program.entry)


def _of_folder(  # noqa: PLR0913, PLR0917 - one source and what it is read with
    collection: Collection,
    source: Gathered,
    source_id: int,
    facts: StoredFacts,
    texts: Texts,
    among: frozenset[str],
) -> Iterator[Found]:
    addresses = dict(_named(collection, source))
    own = {f"src:{file.source}/{file.path}": file.path for file in source.files}
    named = NamedFacts(facts, addresses)
    table = ProgramTable(named)
    wanted = glob_set(source.config.entry)
    programs: list[tuple[str, Program]] = []
    for name, address in addresses.items():
        path = own.get(address)
        if path is None or address not in among:
            continue
        if wanted.matches(path) if wanted.globs else table.patterns_of(name):
            programs.append((address, table.program_of(name)))
    identities = _identities([program for _, program in programs], named, texts)
    for (address, program), known in zip(programs, identities, strict=True):
        yield Found(
            entry=address,
            source_id=source_id,
            published=None,
            program=program,
            addresses=addresses,
            identities=known,
        )


def _named(collection: Collection, source: Gathered) -> Iterator[tuple[str, str]]:
    """Name and address of every module below the program root of *source*, whatever source holds it."""
    root = posixpath.normpath(source.config.program_root or source.config.root)
    names: dict[str, str] = {}
    for other in (source, *collection.sources):
        if other.config.kind in ("programs", "code"):
            for file in other.files:
                place = posixpath.normpath(posixpath.join(other.config.root, file.path))
                name = posixpath.relpath(place, root)
                if not name.startswith("../"):
                    names.setdefault(f"/{name}", f"src:{file.source}/{file.path}")
    return iter(sorted(names.items()))


def _of_export(
    source: Gathered, source_id: int, facts: StoredFacts, texts: Texts, among: frozenset[str]
) -> Iterator[Found]:
    files: dict[str, dict[str, str]] = {}
    for file in source.files:
        identity, _, name = file.path.partition("/")
        files.setdefault(identity, {})[f"/{name}"] = f"src:{file.source}/{file.path}"
    for published in source.published:
        addresses = files[published.identity]
        entry = f"src:{source.config.name}/{published.main}"
        if entry not in among:
            continue
        named = NamedFacts(facts, addresses)
        program = ProgramTable(named).program_of("/" + published.main.partition("/")[2])
        yield Found(
            entry=entry,
            source_id=source_id,
            published=published,
            program=program,
            addresses=addresses,
            identities=next(iter(_identities([program], named, texts))),
        )


def _identities(
    programs: Sequence[Program],
    facts: NamedFacts,
    texts: Texts,
) -> list[Mapping[str, str]]:
    """Identities by name of each program, in order; empty where a part of it is not in the corpus.

    Modules are hashed once for all programs together. That is the same as one by one unless a module names
    another in import types only, which then belongs to some programs and not to others.
    """
    names = {name for program in programs for name in program.closure.names}
    decoded = {name: texts[facts.addresses[name]].decode("utf-8", "replace") for name in sorted(names)}

    def scanner(name: str, _text: str) -> Sequence[str]:
        return facts[name].specifiers

    plain = all(facts[name].specifiers == facts[name].followed for name in names)
    together = module_hashes(decoded, scanner=scanner) if plain else {}
    result: list[Mapping[str, str]] = []
    for program in programs:
        own = program.closure.names
        if not is_whole(program):
            result.append({})
        elif plain:
            result.append({name: together[name] for name in sorted(own)})
        else:
            closure = {name: decoded[name] for name in own}
            result.append(identities_of(closure, program.closure.entry, scanner=scanner))
    return result


def is_whole(program: Program) -> bool:
    """Whether everything that enters the identity of *program* is in the corpus."""
    return not program.closure.data_files and not program.closure.unresolved


def entries_by_identity(found: Iterable[tuple[str, str, str | None]]) -> dict[str, str]:
    """Entry by identity, of (entry, computed, published); computed ones go first, and the first entry."""
    ordered = sorted(found, key=lambda triple: triple[0])
    entries: dict[str, str] = {}
    for entry, computed, _ in ordered:
        if computed:
            entries.setdefault(computed, entry)
    for entry, _, published in ordered:
        if published:
            entries.setdefault(published, entry)
    return entries
