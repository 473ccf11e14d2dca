"""Everything that corpus.toml names, read once: sorted files, problems, quality. IO: reads the sources."""

import posixpath
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from indexer.base.config import CorpusConfig, QualityFile, SourceConfig, read_quality
from indexer.base.digest import digest_of
from indexer.base.errors import ConfigRefused, RefreshRefused
from indexer.base.globs import glob_set
from indexer.base.words import Problem, SourceFile
from indexer.collect.answers import Published, parse_answers
from indexer.collect.folder import Listing, read_folder
from indexer.collect.tiers import TierList, parse_tiers

RUNTIME_SOURCE = "runtime"
"""Name of the source that holds declaration files which no configured source does."""
_DOCUMENTS = ("**/*.{md,mdx,markdown}",)
_MODULES = ("**/*.{ts,tsx,mts,cts,js,jsx,mjs,cjs}",)
_SUFFIXES = {"docs": _DOCUMENTS, "skills": _DOCUMENTS, "programs": _MODULES, "code": _MODULES}
"""What each kind of source can hold; other files that its globs match are no part of it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Gathered:
    """One configured source with its files in path order."""

    config: SourceConfig
    files: tuple[SourceFile, ...] = ()
    published: tuple[Published, ...] = ()
    problems: tuple[Problem, ...] = ()
    status: str = "complete"
    """``complete``, ``partial`` (files or answers are missing) or ``missing``."""
    reason: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Collection:
    """The whole corpus as bytes, before anything is parsed."""

    config: CorpusConfig
    sources: tuple[Gathered, ...]
    """In the order of corpus.toml."""
    runtime: dict[str, str]
    """Address of the declaration file by bare specifier; ``""`` stands for the JSX types."""
    quality: QualityFile
    tiers: dict[str, TierList]
    """Tier list by source name."""
    problems: tuple[Problem, ...]
    """Of every source, and of the files that corpus.toml names, sorted."""


def collect(config: CorpusConfig, *, folder: Path, root: Path | None = None) -> Collection:
    """The files that *config* names, relative to *root*, else to *folder* (that of corpus.toml).

    Raises:
        ConfigRefused: two sources of one name hold the same path, or a quality file is not of its form.
        RefreshRefused: no source has a root that exists.
    """
    base = folder if root is None else root
    sources = tuple(_gather(base, source) for source in config.source)
    if sources and all(source.status == "missing" for source in sources):
        raise RefreshRefused(str(base), "none of the configured sources is there, see --root")
    _refuse_collisions(sources)
    runtime, extra, troubles = _read_runtime(base, config, sources)
    sources = (*sources, extra) if extra.files else sources
    tiers = {entry.source: _read_tiers(base, folder, config, entry.source) for entry in config.tiers}
    problems = [problem for source in sources for problem in source.problems]
    return Collection(
        config=config,
        sources=sources,
        runtime=runtime,
        quality=_read_quality(base, folder, config),
        tiers=tiers,
        problems=tuple(sorted([*problems, *troubles])),
    )


def _gather(base: Path, source: SourceConfig) -> Gathered:
    root = base / source.root
    if source.kind == "export":
        return _gather_export(root, source)
    if not root.is_dir():
        return _missing(source, "is no folder")
    listing = _narrowed(root, source)
    status, reason = (
        ("partial", f"{len(listing.problems)} files cannot be read") if listing.problems else ("complete", "")
    )
    return Gathered(
        config=source,
        files=listing.files,
        problems=listing.problems,
        status=status,
        reason=reason,
    )


def _narrowed(root: Path, source: SourceConfig) -> Listing:
    """The listing of *source*, of the file types that its kind can hold."""
    suffixes = glob_set(_SUFFIXES[source.kind])
    return read_folder(
        root,
        source=source.name,
        include=glob_set(source.include),
        exclude=glob_set(source.exclude),
        only=suffixes,
    )


def _gather_export(file: Path, source: SourceConfig) -> Gathered:
    try:
        content = file.read_bytes()
    except OSError as error:
        return _missing(source, f"cannot be read: {error.strerror}")
    answers = parse_answers(content, source=source.name, path=file.name)
    refused = len(answers.problems)
    return Gathered(
        config=source,
        files=answers.files,
        published=answers.published,
        problems=answers.problems,
        status="partial" if refused else "complete",
        reason=f"{refused} answers were refused" if refused else "",
    )


def _missing(source: SourceConfig, trouble: str) -> Gathered:
    problem = Problem(
        source=source.name, path=source.root, kind="missing-source", severity="error", message=trouble
    )
    return Gathered(config=source, problems=(problem,), status="missing", reason=trouble)


def _refuse_collisions(sources: Iterable[Gathered]) -> None:
    """Addresses are ``<source>/<path>``, so sources of one name must not share a path."""
    owner: dict[tuple[str, str], Gathered] = {}
    for source in sources:
        for file in source.files:
            other = owner.setdefault((file.source, file.path), source)
            if other is not source:
                kinds = " and ".join(sorted((other.config.kind, source.config.kind)))
                raise ConfigRefused(
                    f"source {file.source}",
                    f"{file.path} is in two entries of this name ({kinds}), expected one",
                )


def _read_runtime(
    base: Path, config: CorpusConfig, sources: Iterable[Gathered]
) -> tuple[dict[str, str], Gathered, list[Problem]]:
    """Address by bare specifier, a source of the declaration files that no other holds, and troubles."""
    named = dict(config.runtime.modules)
    if config.runtime.jsx is not None:
        named[""] = config.runtime.jsx
    held = {
        posixpath.normpath(posixpath.join(source.config.root, file.path)): f"src:{file.source}/{file.path}"
        for source in sources
        if source.config.kind in ("programs", "code")
        for file in source.files
    }
    addresses: dict[str, str] = {}
    extra: dict[str, SourceFile] = {}
    problems: list[Problem] = []
    for specifier in sorted(named):
        path = posixpath.normpath(named[specifier])
        if path not in held:
            try:
                file = _runtime_file(base, path)
            except OSError as error:
                trouble = f"declares {specifier or 'JSX types'} but cannot be read: {error.strerror}"
                problems.append(
                    Problem(source="", path=path, kind="missing-runtime", severity="error", message=trouble)
                )
                continue
            extra[file.path] = file
            held[path] = f"src:{file.source}/{file.path}"
        addresses[specifier] = held[path]
    source = SourceConfig(name=RUNTIME_SOURCE, kind="code", include=tuple(sorted(extra)))
    files = tuple(extra[path] for path in sorted(extra))
    return addresses, Gathered(config=source, files=files), problems


def _runtime_file(base: Path, path: str) -> SourceFile:
    content = (base / path).read_bytes()
    inner = "/".join(step for step in path.split("/") if step not in ("", ".."))
    return SourceFile(source=RUNTIME_SOURCE, path=inner, content=content, digest=digest_of(content))


def _read_quality(base: Path, folder: Path, config: CorpusConfig) -> QualityFile:
    if config.quality is None:
        return QualityFile()
    return read_quality(_nearest(base, folder, config.quality))


def _read_tiers(base: Path, folder: Path, config: CorpusConfig, source: str) -> TierList:
    tiers: dict[str, str] = {}
    default = ""
    for entry in config.tiers:
        if entry.source == source:
            file = _nearest(base, folder, entry.file)
            try:
                text = file.read_text(encoding="utf-8")
            except (OSError, UnicodeDecodeError) as error:
                raise ConfigRefused(str(file), f"cannot be read as a tier list: {error}") from error
            parsed = parse_tiers(text, place=posixpath.normpath(entry.file), names=entry.tiers)
            tiers.update(parsed.tiers)
            default = default or entry.default
    return TierList(tiers=tiers, default=default)


def _nearest(base: Path, folder: Path, name: str) -> Path:
    """The file *name* under ``--root``, else beside corpus.toml: a quality file may belong to either."""
    under_root = base / name
    return under_root if under_root.exists() else folder / name
