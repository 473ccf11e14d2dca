"""corpus.toml and the quality file: strict, frozen models. Pure, but for the two readers at the end.

IO: ``read_config`` and ``read_quality`` read one file each.
"""

import tomllib
from pathlib import Path
from typing import Annotated, Literal, TypeVar

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from indexer.base.errors import ConfigRefused

SourceKind = Literal["docs", "skills", "programs", "code", "export"]
Globs = tuple[str, ...]
Model = TypeVar("Model", bound=BaseModel)


class _Strict(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", strict=False)


class LabelConfig(_Strict):
    """Confidentiality and integrity of a source; unlabelled is not public."""

    confidentiality: tuple[str, ...] = ()
    integrity: tuple[str, ...] = ()


class SourceConfig(_Strict):
    """One configured root of the corpus. Several entries may share a name; their paths must not collide."""

    name: Annotated[str, Field(pattern=r"^[A-Za-z0-9][A-Za-z0-9._-]*$")]
    kind: SourceKind
    root: str = "."
    """Folder (or JSON Lines file of an ``export``), relative to ``--root`` if given, else to corpus.toml."""
    include: Globs = ("**/*",)
    """Paths to take, relative to *root*: ``*`` within a step, ``**`` over steps, ``{a,b}`` alternatives."""
    exclude: Globs = ()
    entry: Globs = ()
    """Entry modules of programs, relative to *root*; by default each module that exports a pattern."""
    program_root: str | None = None
    """Compilation root that identities are relative to, written like *root*; by default *root*."""
    label: LabelConfig | None = None


class RuntimeConfig(_Strict):
    """The modules that programs import by a bare name, and the files that declare them."""

    modules: dict[str, str] = {}
    """Bare specifier (``commonfabric``) to the file that declares it, written like a source root."""
    jsx: str | None = None
    """Declaration file of JSX element types."""


class DemotionConfig(_Strict):
    """Path globs (over ``<source>/<path>``) whose passages rank lower."""

    paths: Globs = ()


class PreferenceConfig(_Strict):
    """Path globs (over ``<source>/<path>``) of the documents that were written for those who ask."""

    paths: Globs = ()


class TierConfig(_Strict):
    """A Markdown or JSON list that puts paths of one source into tiers (see ``indexer.collect.tiers``)."""

    source: str
    file: str
    """Written like a source root; its paths count from its own folder."""
    tiers: Annotated[tuple[str, ...], Field(min_length=1)]
    """Names of the tiers, best first; in Markdown they are the headings."""
    default: str = ""
    """Tier of what the list does not name."""


class CorpusConfig(_Strict):
    """The whole of corpus.toml."""

    source: tuple[SourceConfig, ...]
    runtime: RuntimeConfig = RuntimeConfig()
    quality: str | None = None
    """Quality file, written like a source root."""
    tiers: tuple[TierConfig, ...] = ()
    """Tier lists; the quality file has the last word."""
    demote: DemotionConfig = DemotionConfig()
    prefer: PreferenceConfig = PreferenceConfig()


class QualityEntry(_Strict):
    """What is recorded of one pattern."""

    tier: str = ""
    rating: Annotated[float, Field(ge=0, le=5)] | None = None
    hidden: bool = False
    tags: tuple[str, ...] = ()
    coverage: str = ""
    """What the pattern covers and what it leaves out, in words."""
    notes: str = ""
    rows: dict[str, tuple[dict[str, str | int | float | None], ...]] = {}
    """Sample rows by SQL table, for demonstrations of the pattern's own queries."""


class QualityFile(_Strict):
    """Quality by ``<source>/<path>`` of an entry module or by identity."""

    pattern: dict[str, QualityEntry] = {}


def read_config(file: Path) -> CorpusConfig:
    """The configuration in *file*.

    Raises:
        ConfigRefused: the file is missing, no TOML, or not of the form.
    """
    return _validate(file, CorpusConfig)


def read_quality(file: Path) -> QualityFile:
    """The quality records in *file*.

    Raises:
        ConfigRefused: the file is missing, no TOML, or not of the form.
    """
    return _validate(file, QualityFile)


def _validate(file: Path, model: type[Model]) -> Model:
    try:
        return model.model_validate(tomllib.loads(file.read_text(encoding="utf-8")))
    except OSError as error:
        raise ConfigRefused(str(file), f"cannot be read: {error.strerror}") from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ConfigRefused(str(file), f"is no TOML: {error}") from error
    except ValidationError as error:
        lines = [f"{'.'.join(str(step) for step in item['loc'])}: {item['msg']}" for item in error.errors()]
        raise ConfigRefused(str(file), "; ".join(sorted(lines))) from error
