"""What `kitc check` is given: a TypeScript file, a kit, or an invocation. IO: reads the named file."""

import json
from dataclasses import dataclass, field
from pathlib import Path

from pydantic import Field, JsonValue, ValidationError

from kitc.base.errors import CheckRefused
from kitc.base.kit import RunPattern, parse_kit
from kitc.base.strict import Strict

_ENDINGS = (".ts", ".tsx", ".mts", ".js", ".jsx")
MOST_BYTES = 8 * 1024 * 1024
"""Files above this size are refused."""


class Invocation(Strict):
    """The arguments of ``run_pattern``, alone or under the tool's name."""

    run_pattern: RunPattern = Field(alias="run_pattern")


@dataclass(frozen=True, slots=True, kw_only=True)
class Composition:
    """One source text to check, and what it will be run with."""

    file: str
    """Name it is reported under."""
    text: str
    inputs: dict[str, JsonValue] | None = None
    """Inputs of the invocation, ``None`` when the file alone was given."""
    unbound: tuple[str, ...] = ()
    """Inputs that a kit says must be granted before the invocation can be made."""
    disk_root: Path | None = field(default=None)
    """Folder that relative imports are resolved in."""


def read_composition(file: Path) -> Composition:
    """The composition in *file*.

    Raises:
        CheckRefused: it cannot be read, is neither TypeScript nor a kit or invocation, or carries no source.
    """
    content = _read(file)
    if file.suffix in _ENDINGS:
        try:
            text = content.decode()
        except UnicodeDecodeError as error:
            raise CheckRefused(str(file), f"byte {error.start} is no UTF-8") from error
        return Composition(file=str(file), text=text, disk_root=file.parent)
    if file.suffix == ".json":
        return _from_json(file, content)
    raise CheckRefused(
        str(file), f"is neither TypeScript ({', '.join(_ENDINGS)}) nor a kit or invocation (.json)"
    )


def _read(file: Path) -> bytes:
    try:
        if file.stat().st_size > MOST_BYTES:
            raise CheckRefused(str(file), f"has more than {MOST_BYTES} bytes")
        return file.read_bytes()
    except OSError as error:
        raise CheckRefused(str(file), f"cannot be read: {error.strerror}") from error


def _from_json(file: Path, content: bytes) -> Composition:
    unbound: tuple[str, ...] = ()
    invocation = _invocation(content)
    if invocation is None:
        kit = parse_kit(content, place=str(file))
        if kit.recipe is None:
            raise CheckRefused(str(file), "is a kit without a recipe, so there is nothing to check")
        invocation, unbound = kit.recipe.run_pattern, kit.recipe.unbound
    text = invocation.source_text
    if text is None and invocation.pattern is not None:
        text = f"export {{ default }} from {json.dumps(invocation.pattern)};\n"
    if text is None:
        raise CheckRefused(str(file), "runs nothing: it holds neither sourceText nor a pattern")
    return Composition(file=str(file), text=text, inputs=dict(invocation.inputs), unbound=unbound)


def _invocation(content: bytes) -> RunPattern | None:
    for form in (RunPattern, Invocation):
        try:
            value = form.model_validate_json(content)
        except ValidationError:
            continue
        return value if isinstance(value, RunPattern) else value.run_pattern
    return None
