"""Programs of a corpus: which modules begin them, their closures and identities. Pure, over stored facts."""

import posixpath
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from indexer.base.globs import glob_set
from indexer.collect import Collection, Gathered, Outside
from indexer.collect.answers import Published
from indexer.identity import identities_of, module_hashes
from indexer.refresh.facts_view import NamedFacts, StoredFacts
from indexer.resolve.programs import Program, ProgramTable

Texts = Mapping[str, bytes]
"""Stored bytes by module address."""
DataReader = Callable[[str], bytes | None]
"""Bytes of a data file by its name from the program root."""


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
    unread: tuple[str, ...]
    """Names of data files that cannot be read as text."""

    @property
    def is_whole(self) -> bool:
        """Whether everything that the program consists of is there and was read."""
        return self.program.status == "complete" and not self.unread and not self.program.closure.unresolved

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


@dataclass(frozen=True, slots=True, kw_only=True)
class Corpora:
    """What programs are found in."""

    collection: Collection
    facts: StoredFacts
    texts: Texts
    outside: Outside


def find_programs(corpora: Corpora, *, among: frozenset[str]) -> list[Found]:
    """The programs whose entry is *among* these addresses, by entry."""
    found: list[Found] = []
    for source_id, source in enumerate(corpora.collection.sources, start=1):
        if source.config.kind == "programs":
            found.extend(_of_folder(corpora, source, source_id, among))
        elif source.config.kind == "export":
            found.extend(_of_export(corpora, source, source_id, among))
    return sorted(found, key=lambda program: program.entry)


def _of_folder(corpora: Corpora, source: Gathered, source_id: int, among: frozenset[str]) -> Iterator[Found]:
    addresses = dict(_named(corpora.collection, source))
    own = {f"src:{file.source}/{file.path}": file.path for file in source.files}
    named = NamedFacts(corpora.facts, addresses)
    root = source.config.program_root or source.config.root

    def read_data(name: str) -> bytes | None:
        return corpora.outside.read(posixpath.normpath(posixpath.join(root, name.removeprefix("/"))))

    table = ProgramTable(named)
    wanted = glob_set(source.config.entry)
    programs: list[tuple[str, Program]] = []
    for name, address in addresses.items():
        path = own.get(address)
        if path is None or address not in among:
            continue
        if wanted.matches(path) if wanted.globs else table.patterns_of(name):
            programs.append((address, table.program_of(name)))
    identifier = Identifier(named, corpora.texts, read_data, [program for _, program in programs])
    for address, program in programs:
        yield identifier.found(program, entry=address, source_id=source_id, published=None)


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


def _of_export(corpora: Corpora, source: Gathered, source_id: int, among: frozenset[str]) -> Iterator[Found]:
    files: dict[str, dict[str, str]] = {}
    for file in source.files:
        identity, _, name = file.path.partition("/")
        files.setdefault(identity, {})[f"/{name}"] = f"src:{file.source}/{file.path}"
    for published in source.published:
        addresses = files[published.identity]
        entry = f"src:{source.config.name}/{published.main}"
        if entry not in among:
            continue
        named = NamedFacts(corpora.facts, addresses)
        program = ProgramTable(named).program_of("/" + published.main.partition("/")[2])
        # Data files of an answer are among its files: what is no module is only ever read.
        identifier = Identifier(named, corpora.texts, _stored_data(addresses, corpora.texts), [program])
        yield identifier.found(program, entry=entry, source_id=source_id, published=published)


def _stored_data(addresses: Mapping[str, str], texts: Texts) -> DataReader:
    return lambda name: texts.get(addresses.get(name, ""))


class Identifier:
    """Computes the identities of several programs of one root.

    Modules are hashed once for all programs together. That is the same as one by one unless a module names
    another in import types only (which then belongs to some programs and not to others), or a program reads
    data files (which become dependencies of its entry).
    """

    def __init__(
        self, facts: NamedFacts, texts: Texts, read_data: DataReader, programs: Sequence[Program]
    ) -> None:
        self._facts = facts
        self._read_data = read_data
        names = sorted({name for program in programs for name in program.closure.names})
        self._texts = {name: texts[facts.addresses[name]].decode("utf-8", "replace") for name in names}
        plain = all(facts[name].specifiers == facts[name].followed for name in names)
        self._together = module_hashes(self._texts, scanner=self._specifiers) if plain else None

    def found(self, program: Program, *, entry: str, source_id: int, published: Published | None) -> Found:
        """*program* with its identities, and the data files that cannot be read."""
        data = {name: self._data_text(name) for name in program.closure.data_files}
        unread = tuple(name for name, text in data.items() if text is None)
        read = {name: text for name, text in data.items() if text is not None}
        whole = not unread and not program.closure.unresolved
        return Found(
            entry=entry,
            source_id=source_id,
            published=published,
            program=program,
            addresses=self._facts.addresses,
            identities=self._identities(program, read) if whole else {},
            unread=unread,
        )

    def _data_text(self, name: str) -> str | None:
        content = self._read_data(name)
        try:
            return None if content is None else content.decode("utf-8")
        except UnicodeDecodeError:
            return None

    def _identities(self, program: Program, data: Mapping[str, str]) -> Mapping[str, str]:
        own = sorted(program.closure.names)
        if self._together is not None and not data:
            return {name: self._together[name] for name in own}
        files = {name: self._texts[name] for name in own} | dict(data)
        entry = program.closure.entry
        known = identities_of(files, entry, data_files=tuple(data), scanner=self._specifiers)
        return {name: known[name] for name in own}

    def _specifiers(self, name: str, _text: str) -> Sequence[str]:
        """Specifiers as the parser found them, so that nothing is parsed twice."""
        return self._facts[name].specifiers


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
