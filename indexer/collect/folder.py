"""The files of one folder that globs choose, each inside the folder. IO: lists folders and reads files."""

import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from indexer.base.digest import digest_of
from indexer.base.globs import GlobSet
from indexer.base.words import Problem, SourceFile

MAX_FILE_BYTES = 32_000_000
"""Larger files are refused: no document or module of a person is so long."""
_EVERYTHING = GlobSet(("**",))
_SKIPPED_FOLDERS = frozenset({".git", "node_modules"})
"""Never part of a corpus: version control and installed packages."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Listing:
    """Files in path order, and what could not be read."""

    files: tuple[SourceFile, ...] = ()
    problems: tuple[Problem, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class _Found:
    path: str
    trouble: str = ""
    kind: str = ""
    real: str = ""
    """The real path below the root, where the file was reached through a symbolic link."""


def read_folder(
    root: Path, *, source: str, include: GlobSet, exclude: GlobSet, only: GlobSet = _EVERYTHING
) -> Listing:
    """The files under *root* that *include* and *only* match and *exclude* does not, sorted by path.

    A file reached through a symbolic link is taken once: under its real path if that is chosen too. A link
    that leaves the root is refused with a problem.
    """
    real_root = os.path.realpath(root)
    start = ("", real_root, frozenset[str]())
    walk = _Walk(root=real_root, include=include, exclude=exclude, only=only, pending=[start])
    found = sorted(walk.found(), key=lambda entry: entry.path)
    plain = {entry.path for entry in found if not entry.real and not entry.kind}
    files: list[SourceFile] = []
    problems: list[Problem] = []
    for entry in found:
        if entry.kind:
            problems.append(_problem(source, entry.path, entry.kind, entry.trouble))
        elif entry.real not in plain:
            _read_one(os.path.join(root, entry.path), source, entry, files, problems)  # noqa: PTH118 - a hot loop
    return Listing(files=tuple(files), problems=tuple(problems))


def read_bounded(file: str) -> bytes | None:
    """The bytes of *file*, ``None`` if there are more than ``MAX_FILE_BYTES``.

    The size is asked for first: to read at most so many bytes, Python would make room for all of them.

    Raises:
        OSError: it cannot be read.
    """
    with open(file, "rb", buffering=0) as stream:  # noqa: PTH123 - a hot loop over plain text
        if os.fstat(stream.fileno()).st_size > MAX_FILE_BYTES:
            return None
        content = stream.readall()
    return content if len(content) <= MAX_FILE_BYTES else None


def _read_one(
    file: str, source: str, entry: _Found, files: list[SourceFile], problems: list[Problem]
) -> None:
    try:
        content = read_bounded(file)
    except OSError as error:
        problems.append(_problem(source, entry.path, "unreadable", error.strerror or "cannot be read"))
        return
    if content is None:
        problems.append(_problem(source, entry.path, "too-large", f"is longer than {MAX_FILE_BYTES} bytes"))
        return
    files.append(SourceFile(source=source, path=entry.path, content=content, digest=digest_of(content)))


@dataclass(slots=True, kw_only=True)
class _Walk:
    """One walk below a root: what is chosen, and the folders still to enter."""

    root: str
    """Real path of the source root."""
    include: GlobSet
    exclude: GlobSet
    only: GlobSet
    pending: list[tuple[str, str, frozenset[str]]]
    """Folder as named, its real path, the real paths of the folders above it (a link to those is a loop)."""

    def found(self) -> Iterator[_Found]:
        """Chosen files, in no order; linked folders are entered while they stay inside the root."""
        while self.pending:
            folder, real, above = self.pending.pop()
            try:
                entries = list(os.scandir(real))
            except OSError as error:
                trouble = error.strerror or "cannot be listed"
                yield _Found(path=folder or ".", kind="unreadable", trouble=trouble)
                continue
            prefix = f"{folder}/" if folder else ""
            straight = real == (f"{self.root}{os.sep}{folder}" if folder else self.root)
            for entry in entries:
                yield from self._entry(prefix + entry.name, entry, above | {real}, straight=straight)

    def _entry(
        self, path: str, entry: "os.DirEntry[str]", above: frozenset[str], *, straight: bool
    ) -> Iterator[_Found]:
        if entry.is_symlink():
            yield from self._link(path, entry.path, above)
        elif entry.is_dir(follow_symlinks=False):
            if entry.name not in _SKIPPED_FOLDERS and self.include.may_hold(path):
                self.pending.append((path, entry.path, above))
        elif self._chooses(path):
            if not _is_text(entry.name):
                yield _Found(path=path, kind="undecodable", trouble="its name is no UTF-8")
            elif "#" in path:
                yield _Found(path=path, kind="unaddressable", trouble="its path holds a #, which ends a path")
            elif not entry.is_file(follow_symlinks=False):
                yield _Found(path=path, kind="unreadable", trouble="is no regular file")
            else:
                yield _Found(path=path, real="" if straight else self._below(entry.path))

    def _link(self, path: str, link: str, above: frozenset[str]) -> Iterator[_Found]:
        """A symbolic link: a chosen file, a folder to enter, or a problem."""
        chosen, holds = self._chooses(path), self.include.may_hold(path)
        if not chosen and not holds:
            return
        target = os.path.realpath(link)
        is_folder = os.path.isdir(target)  # noqa: PTH112 - a hot loop over plain text
        if not is_folder and not chosen:
            return
        if target != self.root and not target.startswith(self.root + os.sep):
            yield _Found(path=path, kind="outside-root", trouble="is a symbolic link out of its source root")
        elif is_folder:
            if holds and target not in above:
                self.pending.append((path, target, above))
        elif not os.path.isfile(target):  # noqa: PTH113 - the same
            yield _Found(path=path, kind="unreadable", trouble="is a symbolic link to no file")
        else:
            yield _Found(path=path, real=self._below(target))

    def _chooses(self, path: str) -> bool:
        return self.only.matches(path) and self.include.matches(path) and not self.exclude.matches(path)

    def _below(self, target: str) -> str:
        return target[len(self.root) + 1 :].replace(os.sep, "/")


def _is_text(name: str) -> bool:
    try:
        name.encode("utf-8")
    except UnicodeEncodeError:
        return False
    return True


def _printable(path: str) -> str:
    return path.encode("utf-8", "surrogateescape").decode("utf-8", "replace")


def _problem(source: str, path: str, kind: str, trouble: str) -> Problem:
    return Problem(source=source, path=_printable(path), kind=kind, severity="error", message=trouble)
