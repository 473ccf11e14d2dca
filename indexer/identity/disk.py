"""Programs on disk: an entry file, its root, test entries and data files. IO: reads the files of a program.

Nothing outside the root is read: names climb no higher, and links that lead out are refused.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from os.path import commonpath
from pathlib import Path

from indexer.base.errors import SourceRefused
from indexer.identity.program import identify_closure
from indexer.parse.typescript import ModuleFacts, parse_module
from indexer.resolve.imports import Closure, closure_of, target_of


@dataclass(slots=True)
class ProgramFolder:
    """The files below one program root, each read and parsed once."""

    root: Path
    contents: dict[str, bytes] = field(default_factory=dict)
    modules: dict[str, ModuleFacts] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.root = self.root.resolve()

    def name_of(self, file: Path) -> str:
        """The program name of *file*, ``/a/b.ts``.

        Raises:
            SourceRefused: *file* is outside the root.
        """
        try:
            return "/" + file.resolve().relative_to(self.root).as_posix()
        except ValueError as error:
            raise SourceRefused(str(file), f"is not below the program root {self.root}") from error

    def read(self, name: str) -> bytes | None:
        """The bytes of the file *name*, or ``None`` when there is none below the root."""
        if name not in self.contents:
            file = self.root / name.lstrip("/")
            if not file.is_file() or not file.resolve().is_relative_to(self.root):
                return None
            self.contents[name] = file.read_bytes()
        return self.contents[name]

    def load(self, entry: str) -> Closure:
        """The closure of *entry*, all its modules loaded.

        Raises:
            SourceRefused: *entry* or a module it imports is missing.
        """
        waiting, seen = [entry], {entry}
        for name in waiting:
            facts = self._module(name)
            for specifier in facts.followed:
                target = target_of(specifier, name, _Readable(self))
                if target.kind == "file" and target.name not in seen:
                    seen.add(target.name)
                    waiting.append(target.name)
        closure = closure_of(entry, self.modules)
        for failed in closure.unresolved:
            raise SourceRefused(f"{failed.importer}:{failed.line}", failed.message)
        return closure

    def _module(self, name: str) -> ModuleFacts:
        if name not in self.modules:
            content = self.read(name)
            if content is None:
                raise SourceRefused(name, f"is no file below the program root {self.root}")
            self.modules[name] = parse_module(content, name)
        return self.modules[name]


@dataclass(frozen=True, slots=True)
class _Readable:
    """The names that a folder can answer, as a container."""

    folder: ProgramFolder

    def __contains__(self, name: object) -> bool:
        return isinstance(name, str) and self.folder.read(name) is not None


def identify_files(
    folder: ProgramFolder, main: Path, *, tests: Sequence[Path] = (), data_files: Sequence[Path] = ()
) -> dict[str, str]:
    """Name to identity of every file of the program of *main*, sorted by name.

    Raises:
        SourceRefused: a file is missing, outside the root, or cannot be what it is named as.
    """
    closure = folder.load(folder.name_of(main))
    tested = [folder.load(folder.name_of(test)) for test in tests]
    read = {name for part in (closure, *tested) for name in part.data_files}
    attached = {folder.name_of(file) for file in data_files}
    data = {name: content for name in sorted(read | attached) if (content := folder.read(name)) is not None}
    for name in sorted(attached - data.keys()):
        raise SourceRefused(name, f"is no file below the program root {folder.root}")
    return identify_closure(closure, folder.contents, folder.modules, data=data, tests=tested)


def common_root(files: Iterable[Path]) -> Path:
    """The deepest folder that holds all *files*: the root of a program that names none."""
    return Path(commonpath([str(file.resolve().parent) for file in files]))
